// Texture operations.
#include "core/spirv/writer_state.h"

namespace weft::spirv {

namespace {

namespace arg = ir::tex_arg;
using ir::Dim;

} // namespace

const driver::CombinedSampler *Writer::find_combined(uint32_t resource_index, uint32_t sampler_index) const {
    const ir::Resource &r = m_.resources[resource_index];
    for (const driver::CombinedSampler &c : o_.interface.combined_samplers) {
        if (c.resource_space != r.space || c.resource_index != r.first_register) continue;
        if (sampler_index == ir::no_resource) {
            if (c.sampler_index != driver::dummy_sampler) continue;
        } else {
            const ir::Resource &s = m_.resources[sampler_index];
            if (c.sampler_space != s.space || c.sampler_index != s.first_register) continue;
        }
        bool seen = c.visibility == driver::Visibility::all ||
                    (m_.stage == ir::Stage::compute
                         ? c.visibility == driver::Visibility::compute
                         : static_cast<uint32_t>(c.visibility) == static_cast<uint32_t>(m_.stage) + 1);
        uint32_t needed = r.dim == Dim::buffer ? driver::binding_buffer : driver::binding_image;
        if (seen && (c.flags & needed)) return &c;
    }
    return nullptr;
}

// The combined image and sampler to sample from.
Id Writer::sampled_image(const Inst &inst, uint32_t resource_index, uint32_t sampler_index, Value array_index,
                         Value sampler_array_index) {
    const driver::CombinedSampler *c = find_combined(resource_index, sampler_index);
    const bool always = opengl() && o_.interface.combined_samplers.empty();
    if (c || always) {
        for (const CombinedVariable &known : combined_)
            if (known.resource == resource_index && known.sampler == sampler_index) {
                ResourceVariable &var = resources_[resource_index];
                return typed(spv::Op::OpLoad, var.sampled_image, known.id);
            }
        if (c && c->binding.count != 1) {
            error(code::spirv_binding,
                  "A combined sampler binding of more than one descriptor is not supported.");
            return 0;
        }
        ResourceVariable &var = resources_[resource_index];
        if (!var.sampled_image)
            var.sampled_image =
                b_.other(spv::Op::OpTypeSampledImage, {image_type(m_.resources[resource_index], var, false)});
        Id v = b_.new_id();
        b_.globals.emit(spv::Op::OpVariable,
                        b_.pointer(spv::StorageClass::UniformConstant, var.sampled_image), v,
                        spv::StorageClass::UniformConstant);
        b_.decorate(v, spv::Decoration::DescriptorSet, c ? c->binding.set : 0);
        b_.decorate(v, spv::Decoration::Binding, c ? c->binding.binding : next_binding_++);
        combined_.push({resource_index, sampler_index, v});
        return typed(spv::Op::OpLoad, var.sampled_image, v);
    }
    const bool non_uniform = inst.flags & ir::flag::non_uniform;
    Id image_id = load_descriptor(resource_index, array_index, non_uniform);
    if (diag_.has_errors()) return 0;
    Id sampler_id = load_descriptor(sampler_index, sampler_array_index, non_uniform);
    if (diag_.has_errors()) return 0;
    ResourceVariable &var = resources_[resource_index];
    if (!var.sampled_image) var.sampled_image = b_.other(spv::Op::OpTypeSampledImage, {var.value_type});
    Id r = typed(spv::Op::OpSampledImage, var.sampled_image, image_id, sampler_id);
    if (non_uniform && extension_allowed(driver::extension_descriptor_indexing))
        b_.decorate(r, spv::Decoration::NonUniformEXT);
    return r;
}

// The image alone.
Id Writer::image(const Inst &inst, uint32_t resource_index, uint32_t sampler_index, Value array_index) {
    const ir::Resource &r = m_.resources[resource_index];
    if (r.kind == ir::ResourceKind::texture && (find_combined(resource_index, sampler_index) ||
                                                (opengl() && o_.interface.combined_samplers.empty()))) {
        Id both = sampled_image(inst, resource_index, sampler_index, array_index, 0);
        if (diag_.has_errors()) return 0;
        ResourceVariable &var = resources_[resource_index];
        ResourceVariable scratch = var;
        return typed(spv::Op::OpImage, image_type(r, scratch, false), both);
    }
    return load_descriptor(resource_index, array_index, inst.flags & ir::flag::non_uniform);
}

// Offsets are signed; validation layers read the sign off the constant's type.
Id Writer::signed_constant(const Inst &inst) {
    const unsigned n = inst.type.count();
    Id scalar = b_.type_signed(1);
    Id parts[4];
    for (unsigned i = 0; i < n; ++i)
        parts[i] = b_.scalar_constant(scalar, inst.arg[i]);
    return n == 1 ? parts[0] : b_.composite_constant(b_.type_signed(n), {parts, n});
}

void Writer::texture(Value v, const Inst &inst) {
    auto values = m_.values(inst);
    auto slot = [&](unsigned k) -> Value { return k < values.size() ? values[k] : 0; };
    const uint32_t resource_index = inst.arg[1];
    const uint32_t sampler_index = inst.arg[2];
    const uint32_t flags = inst.arg[3];
    const ir::Resource &r = m_.resources[resource_index];
    const bool storage = r.kind == ir::ResourceKind::image;
    if (inst.flags & ir::flag::sparse)
        return error(code::spirv_feature, "Sparse residency feedback is not supported.");

    // Image operands in the order of their bits.
    uint32_t mask = 0;
    uint32_t operands[8];
    unsigned operand_count = 0;
    auto add = [&](uint32_t bit, Value value) {
        mask |= bit;
        operands[operand_count++] = id(value);
    };
    constexpr uint32_t bias_bit = 1, lod_bit = 2, grad_bit = 4, const_offset_bit = 8, offset_bit = 0x10,
                       sample_bit = 0x40, min_lod_bit = 0x80;
    const bool fetch = inst.op == Op::tex_load || inst.op == Op::tex_store;
    const bool implicit_allowed = m_.stage == ir::Stage::pixel;
    bool explicit_form = false;
    if (inst.op == Op::sample || inst.op == Op::sample_cmp) {
        if (flags & ir::tex_flag::bias) {
            if (implicit_allowed) add(bias_bit, slot(arg::lod));
        } else if (flags & ir::tex_flag::explicit_lod) {
            add(lod_bit, slot(arg::lod));
            explicit_form = true;
        } else if (flags & ir::tex_flag::gradient) {
            mask |= grad_bit;
            operands[operand_count++] = id(slot(arg::ddx));
            operands[operand_count++] = id(slot(arg::ddy));
            explicit_form = true;
        }
        if (!explicit_form && !implicit_allowed) {
            // Without derivatives the most detailed level is used.
            mask |= lod_bit;
            operands[operand_count++] = b_.f32(0);
            explicit_form = true;
        }
    } else if (inst.op == Op::tex_load && !storage && r.dim != Dim::buffer && !ir::is_multisampled(r.dim)) {
        mask |= lod_bit;
        operands[operand_count++] = slot(arg::lod) ? id(slot(arg::lod)) : b_.u32(0);
    }
    Value offset = slot(arg::offset);
    Id coordinate_offset = 0;
    if (offset) {
        bool constant = m_[m_.resolve(offset)].op == Op::constant;
        if (storage) {
            coordinate_offset = id(offset); // storage images take none
        } else if (constant) {
            mask |= const_offset_bit;
            operands[operand_count++] = signed_constant(m_[m_.resolve(offset)]);
        } else if (inst.op == Op::gather || inst.op == Op::gather_cmp) {
            b_.capability(spv::Capability::ImageGatherExtended);
            add(offset_bit, offset);
        } else {
            return error(code::spirv_not_implemented, "A texel offset that is not constant.");
        }
    }
    if (slot(arg::sample) && fetch) add(sample_bit, slot(arg::sample));
    if (slot(arg::min_lod)) {
        b_.capability(spv::Capability::MinLod);
        add(min_lod_bit, slot(arg::min_lod));
    }

    const bool combined_op = inst.op == Op::sample || inst.op == Op::sample_cmp || inst.op == Op::gather ||
                             inst.op == Op::gather_cmp || inst.op == Op::query_lod;
    Id handle = combined_op ? sampled_image(inst, resource_index, sampler_index, slot(arg::resource_index),
                                            slot(arg::sampler_index))
                            : image(inst, resource_index, sampler_index, slot(arg::resource_index));
    if (diag_.has_errors()) return;
    ResourceVariable &var = resources_[resource_index];

    Id coord = slot(arg::coord) ? id(slot(arg::coord)) : 0;
    if (coordinate_offset)
        coord = result(spv::Op::OpIAdd, m_[m_.resolve(slot(arg::coord))].type, coord, coordinate_offset);

    auto emit = [&](spv::Op op, Id result_type, std::initializer_list<uint32_t> fixed) {
        Id res = b_.new_id();
        f_.begin(op);
        f_.push(result_type);
        f_.push(res);
        for (uint32_t w : fixed)
            f_.push(w);
        if (mask) {
            f_.push(mask);
            for (unsigned i = 0; i < operand_count; ++i)
                f_.push(operands[i]);
        }
        f_.end();
        return res;
    };
    auto texel = [&](Id res) {
        if (var.texel_signed) res = result(spv::Op::OpBitcast, ir::i32(4), res);
        if (inst.type.kind() != var.kind) res = result(spv::Op::OpBitcast, inst.type, res);
        set(v, inst, res);
    };
    Id texel_type =
        var.texel_signed ? b_.other(spv::Op::OpTypeVector, {b_.type_signed(1), 4}) : type({var.kind, 4});

    switch (inst.op) {
    case Op::sample: {
        const bool projected = flags & ir::tex_flag::projected;
        spv::Op op =
            explicit_form
                ? (projected ? spv::Op::OpImageSampleProjExplicitLod : spv::Op::OpImageSampleExplicitLod)
                : (projected ? spv::Op::OpImageSampleProjImplicitLod : spv::Op::OpImageSampleImplicitLod);
        return texel(emit(op, texel_type, {handle, coord}));
    }
    case Op::sample_cmp: {
        const bool projected = flags & ir::tex_flag::projected;
        spv::Op op = explicit_form ? (projected ? spv::Op::OpImageSampleProjDrefExplicitLod
                                                : spv::Op::OpImageSampleDrefExplicitLod)
                                   : (projected ? spv::Op::OpImageSampleProjDrefImplicitLod
                                                : spv::Op::OpImageSampleDrefImplicitLod);
        return set(v, inst, emit(op, type(ir::f32()), {handle, coord, id(slot(arg::reference))}));
    }
    case Op::gather:
        return texel(emit(spv::Op::OpImageGather, texel_type,
                          {handle, coord, b_.u32(flags >> ir::tex_flag::component_shift & 3)}));
    case Op::gather_cmp:
        return texel(emit(spv::Op::OpImageDrefGather, texel_type, {handle, coord, id(slot(arg::reference))}));
    case Op::tex_load:
        return texel(
            emit(storage ? spv::Op::OpImageRead : spv::Op::OpImageFetch, texel_type, {handle, coord}));
    case Op::tex_store: {
        ir::Type t = m_[m_.resolve(slot(arg::value))].type;
        Id value = id(slot(arg::value));
        if (var.texel_signed)
            value = typed(spv::Op::OpBitcast, texel_type, value);
        else if (t.kind() != var.kind)
            value = result(spv::Op::OpBitcast, t.with_kind(var.kind), value);
        f_.emit(spv::Op::OpImageWrite, handle, coord, value);
        return;
    }
    case Op::query_lod:
        b_.capability(spv::Capability::ImageQuery);
        return set(v, inst, result(spv::Op::OpImageQueryLod, ir::f32(2), handle, coord));
    case Op::query_levels:
        b_.capability(spv::Capability::ImageQuery);
        return set(v, inst, result(spv::Op::OpImageQueryLevels, ir::i32(), handle));
    case Op::query_samples:
        b_.capability(spv::Capability::ImageQuery);
        return set(v, inst, result(spv::Op::OpImageQuerySamples, ir::i32(), handle));
    case Op::query_size: {
        b_.capability(spv::Capability::ImageQuery);
        if (storage || ir::is_multisampled(r.dim) || r.dim == Dim::buffer)
            return set(v, inst, result(spv::Op::OpImageQuerySize, inst.type, handle));
        Value lod = slot(arg::lod);
        const Inst *constant = lod ? &m_[m_.resolve(lod)] : nullptr;
        Id level = lod ? id(lod) : b_.u32(0);
        if (!lod || (constant->op == Op::constant && constant->arg[0] == 0))
            return set(v, inst, result(spv::Op::OpImageQuerySizeLod, inst.type, handle, level));
        // The size of a level that does not exist is undefined in SPIR-V and zero in Direct3D.
        Id levels = result(spv::Op::OpImageQueryLevels, ir::i32(), handle);
        Id exists = result(spv::Op::OpULessThan, ir::boolean(), level, levels);
        Id safe = result(spv::Op::OpSelect, ir::i32(), exists, level, b_.u32(0));
        Id size = result(spv::Op::OpImageQuerySizeLod, inst.type, handle, safe);
        Id condition = exists;
        if (unsigned n = inst.type.count(); n > 1) {
            Id ty = type(ir::boolean(n));
            condition = b_.new_id();
            f_.begin(spv::Op::OpCompositeConstruct);
            f_.push(ty);
            f_.push(condition);
            for (unsigned i = 0; i < n; ++i)
                f_.push(exists);
            f_.end();
        }
        return set(v, inst, result(spv::Op::OpSelect, inst.type, condition, size, b_.null(type(inst.type))));
    }
    default: return;
    }
}

} // namespace weft::spirv
