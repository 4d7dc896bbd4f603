// Declarations of descriptors and shared memory, and how operands name them.
#include "core/tpf/lowering.h"

namespace weft::tpf {

using ir::Op;
using ir::ResourceKind;
using ir::Value;

namespace {

constexpr size_t max_declarations = 4096;
constexpr uint32_t most_rows = 4096; // of a constant buffer
constexpr uint32_t max_shared_dwords = 1u << 16;
constexpr uint32_t max_stride = 2048;

ir::Dim dimension(Dimension d) {
    switch (d) {
    case Dimension::buffer: return ir::Dim::buffer;
    case Dimension::texture_1d: return ir::Dim::d1;
    case Dimension::texture_2d: return ir::Dim::d2;
    case Dimension::texture_2dms: return ir::Dim::d2_ms;
    case Dimension::texture_3d: return ir::Dim::d3;
    case Dimension::texture_cube: return ir::Dim::cube;
    case Dimension::texture_1d_array: return ir::Dim::d1_array;
    case Dimension::texture_2d_array: return ir::Dim::d2_array;
    case Dimension::texture_2dms_array: return ir::Dim::d2_ms_array;
    case Dimension::texture_cube_array: return ir::Dim::cube_array;
    default: return ir::Dim::none;
    }
}

ir::SampledType sampled_type(ReturnType t) {
    switch (t) {
    case ReturnType::unorm: return ir::SampledType::unorm;
    case ReturnType::snorm: return ir::SampledType::snorm;
    case ReturnType::sint: return ir::SampledType::sint;
    // Doubles travel as pairs of words.
    case ReturnType::uint:
    case ReturnType::double_:
    case ReturnType::continued: return ir::SampledType::uint;
    default: return ir::SampledType::float_;
    }
}

} // namespace

bool Lowering::declare_resource(const Instruction &ins) {
    const Binding b = decode_binding(program_, ins);
    if (find(b.kind, b.id)) return fail(code::tpf_declaration, "declared twice.");
    if (bound_.size() >= max_declarations) return fail(code::tpf_declaration, "too many declarations.");
    if (b.upper < b.lower) return fail(code::tpf_register_range, "the range ends before it begins.");
    ir::Resource r{};
    r.space = b.space;
    r.first_register = b.lower;
    r.count = b.count();
    r.range_id = b.id;
    switch (b.kind) {
    case Binding::Kind::constant_buffer:
        r.kind = ResourceKind::constant_buffer;
        // A row that is computed may be any the buffer holds; 0 stands for "unknown".
        r.size = b.dynamic_index || !b.size || b.size > most_rows ? most_rows : b.size;
        break;
    case Binding::Kind::sampler:
        r.kind = ResourceKind::sampler;
        r.comparison = b.sampler_mode == SamplerMode::comparison;
        break;
    case Binding::Kind::resource:
    case Binding::Kind::uav: {
        const bool uav = b.kind == Binding::Kind::uav;
        r.coherent = b.uav_flags & uav_flag::globally_coherent;
        r.rasteriser_ordered = b.uav_flags & uav_flag::rasterizer_ordered;
        if (ins.opcode == Opcode::dcl_resource_raw || ins.opcode == Opcode::dcl_uav_raw) {
            r.kind = uav ? ResourceKind::rw_raw_buffer : ResourceKind::raw_buffer;
        } else if (ins.opcode == Opcode::dcl_resource_structured ||
                   ins.opcode == Opcode::dcl_uav_structured) {
            r.kind = uav ? ResourceKind::rw_structured_buffer : ResourceKind::structured_buffer;
            if (!b.stride || b.stride % 4 || b.stride > max_stride)
                return fail(code::tpf_declaration, "stride out of range.");
            r.stride = b.stride;
        } else {
            r.kind = uav ? ResourceKind::image : ResourceKind::texture;
            r.dim = dimension(b.dimension);
            if (r.dim == ir::Dim::none) return fail(code::tpf_dimension, "unknown resource dimension.");
            // Direct3D 11: views for unordered access are of buffers and of 1D, 2D and 3D textures.
            if (uav && (ir::is_multisampled(r.dim) || r.dim == ir::Dim::cube || r.dim == ir::Dim::cube_array))
                return fail(code::tpf_dimension, "no UAV has this dimension.");
            r.sampled = sampled_type(b.return_type(0));
            r.sample_count = b.sample_count;
        }
        break;
    }
    }
    bound_.push({b, static_cast<uint32_t>(m_.resources.size())});
    m_.resources.push(r);
    return true;
}

bool Lowering::declare_shared(const Instruction &ins) {
    const Operand &reg = operand(ins, 0);
    const bool structured = ins.opcode == Opcode::dcl_tgsm_structured;
    const uint64_t bytes =
        structured ? uint64_t{program_.payload(ins, 0)} * program_.payload(ins, 1) : program_.payload(ins, 0);
    if (bytes > uint64_t{max_shared_dwords} * 4 || shared_.size() >= max_declarations || !reg.index_count)
        return fail(code::tpf_declaration, "shared memory out of range.");
    for (const Shared &s : shared_)
        if (s.id == reg.index(0).value) return fail(code::tpf_declaration, "declared twice.");
    if (structured && (!program_.payload(ins, 0) || program_.payload(ins, 0) % 4))
        return fail(code::tpf_declaration, "stride out of range.");
    const uint32_t dwords = static_cast<uint32_t>((bytes + 3) / 4);
    shared_.push({reg.index(0).value, structured ? program_.payload(ins, 0) : 0,
                  static_cast<uint32_t>(m_.shared.size())});
    m_.shared.push({dwords ? dwords : 1});
    return true;
}

Bound *Lowering::find(Binding::Kind kind, uint32_t id) {
    for (Bound &b : bound_)
        if (b.binding.kind == kind && b.binding.id == id) return &b;
    return nullptr;
}

bool Lowering::bound(const Operand &op, Bound **out, Value *array_index) {
    Binding::Kind kind;
    switch (op.type) {
    case RegisterType::constant_buffer: kind = Binding::Kind::constant_buffer; break;
    case RegisterType::sampler: kind = Binding::Kind::sampler; break;
    case RegisterType::resource: kind = Binding::Kind::resource; break;
    case RegisterType::unordered_access_view: kind = Binding::Kind::uav; break;
    default: return fail(code::tpf_register_number, "this register is no descriptor.");
    }
    if (op.index(0).is_relative())
        return unsupported("Class linkage (a descriptor with a relative register number)");
    Bound *b = find(kind, op.index(0).value);
    if (!b) return fail(code::tpf_declaration, "a descriptor is not declared.");
    *out = b;
    *array_index = 0;
    if (!program_.has_spaces()) return true;
    if (op.index_count < 2) return fail(code::tpf_index_count, "a descriptor needs a range and a register.");
    const Index reg = op.index(1);
    if (!reg.is_relative()) {
        if (reg.value < b->binding.lower || reg.value > b->binding.upper)
            return fail(code::tpf_register_range, "the register lies outside of its range.");
        if (b->binding.lower != b->binding.upper) *array_index = b_.i32c(reg.value - b->binding.lower);
        return true;
    }
    return index_value({reg.value - b->binding.lower, reg.relative}, array_index);
}

} // namespace weft::tpf
