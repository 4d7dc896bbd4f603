// Textures, samplers and texkill.
#include "core/d3dbc/ctab.h"
#include "core/d3dbc/lowering.h"

namespace weft::d3dbc {

using ir::Lane;
using ir::Value;

namespace {

ir::Dim dimension(TextureType type) {
    switch (type) {
    case TextureType::one_d: return ir::Dim::d1;
    case TextureType::cube: return ir::Dim::cube;
    case TextureType::volume: return ir::Dim::d3;
    default: return ir::Dim::d2;
    }
}

// Rows to declare for a buffer that an address register indexes: what the register file of the hardware had,
// or all that a declaration may have for software processing.
constexpr uint32_t hardware_rows = 256, most_rows = 4096;

} // namespace

// Declares textures, samplers and constant buffers in the order that a scan reports them.
bool Lowering::begin_resources() {
    for (uint32_t &r : texture_resource_)
        r = ir::no_resource;
    for (uint32_t &r : sampler_resource_)
        r = ir::no_resource;
    for (uint32_t &r : constant_resource_)
        r = ir::no_resource;
    resources_ = scan_resources(program_, options_.scan, arena());
    ConstantTable table;
    bool named = options_.names && read_constant_table(program_, arena(), &table);
    for (const Descriptor &d : resources_.descriptors) {
        ir::Resource r{};
        r.first_register = d.register_index;
        r.comparison = d.shadow;
        auto index = static_cast<uint32_t>(m_.resources.size());
        switch (d.kind) {
        case DescriptorKind::texture:
            r.kind = ir::ResourceKind::texture;
            r.dim = dimension(d.texture_type);
            r.plain_sample = !d.shadow;
            texture_resource_[d.register_index] = index;
            break;
        case DescriptorKind::sampler:
            r.kind = ir::ResourceKind::sampler;
            sampler_resource_[d.register_index] = index;
            break;
        case DescriptorKind::constants:
            r.kind = ir::ResourceKind::constant_buffer;
            r.size = d.registers;
            if (resources_.constants[d.register_index].relative) {
                uint32_t rows = version_.minor == 0xff ? most_rows : hardware_rows;
                r.size = rows > r.size ? rows : r.size;
            }
            constant_resource_[d.register_index] = index;
            break;
        }
        if (named && d.kind != DescriptorKind::constants)
            for (const Constant &c : table.constants)
                if (c.set == RegisterSet::sampler && c.register_index == d.register_index) r.name = c.name;
        m_.resources.push(r);
    }
    return true;
}

bool Lowering::texture(const Instruction &ins) {
    if (version_.major == 1) {
        diag_.error({line_, 0}, Result::not_implemented, code::d3dbc_not_implemented,
                    "%.*s of shader model 1 is not implemented.", static_cast<int>(ins.info->name.size()),
                    ins.info->name.data());
        return false;
    }
    if (!ins.src[1].is(RegisterType::sampler))
        return fail(code::d3dbc_register_type, "A texture instruction needs a sampler.");
    const unsigned n = sampler_number(ins);
    const uint32_t texture = texture_resource_[n], sampler = sampler_resource_[n];
    const ir::Resource &resource = m_.resources[texture];
    const bool compares = resource.comparison;
    unsigned size = ir::coordinate_count(resource.dim);

    Lane address[4];
    if (!picked(ins, 0, Components(0xf), 0, address)) return false;
    // Components of the address; the modifier follows.
    auto part = [&](const Lane *lanes, unsigned count) {
        return modify(ins.src[0].modifier(), b_.gather(lanes, count, ir::Kind::f32));
    };
    Value args[ir::tex_arg::count] = {};
    uint32_t flags = 0;
    unsigned used = 1;
    auto use = [&](unsigned slot, Value v) {
        args[slot] = v;
        used = slot + 1 > used ? slot + 1 : used;
    };
    auto w = [&] { return part(address + 3, 1); };
    Value coordinate = 0, reference = compares ? part(address + 2, 1) : 0;

    switch (ins.op) {
    case Op::tex:
        switch (static_cast<TexldMode>(ins.control)) {
        case TexldMode::plain: break;
        case TexldMode::project:
            if (compares || resource.dim == ir::Dim::cube) {
                // Projection of a cube does not exist, and a reference is divided as well.
                Value factor = reciprocal(w());
                coordinate = multiply(part(address, size), b_.broadcast(factor, size));
                if (compares) reference = multiply(reference, factor);
            } else {
                Lane divided[4] = {address[0], address[1], address[2], address[3]};
                divided[size] = address[3];
                coordinate = part(divided, size + 1);
                flags |= ir::tex_flag::projected;
            }
            break;
        case TexldMode::bias:
            use(ir::tex_arg::lod, w());
            flags |= ir::tex_flag::bias;
            break;
        default:
            diag_.warning({line_, 0}, code::d3dbc_warn_flags, "Ignoring control bits 0x%02x of texld.",
                          ins.control);
            break;
        }
        break;
    case Op::texldl:
        use(ir::tex_arg::lod, w());
        flags |= ir::tex_flag::explicit_lod;
        break;
    case Op::texldd: {
        const Components plane(static_cast<uint8_t>((1u << size) - 1));
        Value dx, dy;
        if (!source(ins, 2, plane, &dx) || !source(ins, 3, plane, &dy)) return false;
        use(ir::tex_arg::ddx, dx);
        use(ir::tex_arg::ddy, dy);
        flags |= ir::tex_flag::gradient;
        break;
    }
    default: return fail(code::d3dbc_opcode, "Unexpected texture instruction.");
    }
    args[ir::tex_arg::coord] = coordinate ? coordinate : part(address, size);
    if (compares) use(ir::tex_arg::reference, reference);

    Value texel = b_.emit_variadic(compares ? ir::Op::sample_cmp : ir::Op::sample,
                                   compares ? ir::f32() : ir::f32(4), {args, used}, texture, sampler, flags);
    if (compares) return write(ins, texel);
    // The sampler's swizzle permutes the texel.
    Components c(effective_mask(ins));
    if (!c.count) return true;
    Lane lanes[4];
    for (unsigned k = 0; k < c.count; ++k)
        lanes[k] = {texel, ins.src[1].component(c.index[k])};
    return write(ins, b_.gather(lanes, c.count, ir::Kind::f32));
}

// Discards the pixel where a tested component is negative; NaN is not.
bool Lowering::kill(const Instruction &ins) {
    Components c(version_.major == 1 ? uint8_t(0x7) : ins.dst.mask());
    if (!c.count) return true;
    Value v;
    if (version_.major == 1 && version_.minor < 4) {
        // The coordinate set of that number, whatever the register holds by now.
        unsigned n = ins.dst.number();
        if (!ins.dst.is(RegisterType::texture) || !coordinates_[n])
            return fail(code::d3dbc_register_type, "texkill needs a texture coordinate.");
        unsigned size = b_.type(coordinates_[n]).count();
        v = b_.shuffle(coordinates_[n], c.index, size < 3 ? size : 3);
    } else {
        Lane all[4], picked[4];
        if (!lanes(ins.dst, 0, all)) return false;
        unsigned n = 0;
        for (unsigned k = 0; k < c.count; ++k) {
            Lane lane = all[c.index[k]];
            bool known = false;
            for (unsigned j = 0; j < n && !ins.predicated; ++j)
                known |= same_component(lane, picked[j]);
            if (!known) picked[n++] = lane;
        }
        v = b_.gather(picked, n, ir::Kind::f32);
    }
    Value negative = b_.compare(ir::Op::flt, v, b_.f32c(b_.type(v).count(), 0));
    if (ins.predicated) {
        Value p = predicate(ins.predicate, c);
        if (b_.type(p).count() != b_.type(negative).count()) p = b_.broadcast(p, b_.type(negative).count());
        negative = b_.binary(ir::Op::and_, negative, p);
    }
    Value any = b_.type(negative).count() == 1 ? negative : b_.emit(ir::Op::any_, ir::boolean(), negative);
    b_.emit(ir::Op::demote, ir::void_type, any);
    return true;
}

} // namespace weft::d3dbc
