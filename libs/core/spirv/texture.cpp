// Texture operations.
#include "core/spirv/writer_state.h"

namespace weft::spirv {

namespace {

namespace arg = ir::tex_arg;
using ir::Dim;

// Image operands, in the order of their bits.
class ImageOperands {
  public:
    void add(spv::ImageOperandsMask bit, Id value) {
        mask_ |= static_cast<uint32_t>(bit);
        ids_[count_++] = value;
    }
    void add(spv::ImageOperandsMask bit, Id first, Id second) {
        add(bit, first);
        ids_[count_++] = second;
    }
    bool empty() const { return !mask_; }
    void write(Section &s) const {
        if (!mask_) return;
        s.push(mask_);
        for (unsigned i = 0; i < count_; ++i)
            s.push(ids_[i]);
    }

  private:
    uint32_t mask_ = 0;
    unsigned count_ = 0;
    Id ids_[8];
};

// Instructions that sample: [comparison][projected][explicit level].
constexpr spv::Op sample_ops[2][2][2] = {
    {{spv::Op::OpImageSampleImplicitLod, spv::Op::OpImageSampleExplicitLod},
     {spv::Op::OpImageSampleProjImplicitLod, spv::Op::OpImageSampleProjExplicitLod}},
    {{spv::Op::OpImageSampleDrefImplicitLod, spv::Op::OpImageSampleDrefExplicitLod},
     {spv::Op::OpImageSampleProjDrefImplicitLod, spv::Op::OpImageSampleProjDrefExplicitLod}},
};

// The same read with residency feedback. Direct3D projects no such read.
spv::Op sparse_twin(spv::Op op) {
    switch (op) {
    case spv::Op::OpImageSampleImplicitLod: return spv::Op::OpImageSparseSampleImplicitLod;
    case spv::Op::OpImageSampleExplicitLod: return spv::Op::OpImageSparseSampleExplicitLod;
    case spv::Op::OpImageSampleDrefImplicitLod: return spv::Op::OpImageSparseSampleDrefImplicitLod;
    case spv::Op::OpImageSampleDrefExplicitLod: return spv::Op::OpImageSparseSampleDrefExplicitLod;
    case spv::Op::OpImageGather: return spv::Op::OpImageSparseGather;
    case spv::Op::OpImageDrefGather: return spv::Op::OpImageSparseDrefGather;
    case spv::Op::OpImageRead: return spv::Op::OpImageSparseRead;
    default: return spv::Op::OpImageSparseFetch;
    }
}

bool has_levels(const ir::Resource &r) {
    return r.kind == ir::ResourceKind::texture && r.dim != Dim::buffer && !ir::is_multisampled(r.dim);
}

} // namespace

// The image alone.
Id Writer::image(uint32_t resource_index, uint32_t sampler_index, Value array_index, const Inst &inst) {
    const Pair p = pair(resource_index, array_index, sampler_index, 0);
    if (!is_combined(p)) return load_descriptor(resource_index, array_index, inst);
    CombinedVariable *c = combined(p);
    if (!c) return 0;
    if (!c->image) {
        AtHead at_head(*this);
        Id t = image_type(m_.resources[resource_index], resources_[resource_index]);
        c->image = typed(spv::Op::OpImage, t, c->loaded);
    }
    return c->image;
}

// The combined image and sampler to sample from.
Id Writer::sampled_image(const Inst &inst, Value array_index, Value sampler_array_index) {
    const uint32_t resource_index = inst.arg[1], sampler_index = inst.arg[2];
    const Pair p = pair(resource_index, array_index, sampler_index, sampler_array_index);
    if (is_combined(p)) {
        CombinedVariable *c = combined(p);
        return c ? c->loaded : 0;
    }
    if (sampler_index == ir::no_resource) {
        error(code::spirv_invalid, "A texture is sampled without a sampler.");
        return 0;
    }
    const bool single = !array_index && !sampler_array_index;
    if (single)
        for (const SampledImage &known : sampled_)
            if (known.resource == resource_index && known.sampler == sampler_index) return known.id;
    Id image_id = load_descriptor(resource_index, array_index, inst);
    if (diag_.has_errors()) return 0;
    Id sampler_id = load_descriptor(sampler_index, sampler_array_index, inst);
    if (diag_.has_errors()) return 0;
    Id r = typed(spv::Op::OpSampledImage, sampled_image_type(resource_index), image_id, sampler_id);
    if (non_uniform(inst, resources_[resource_index].descriptor, array_index) ||
        non_uniform(inst, resources_[sampler_index].descriptor, sampler_array_index))
        decorate_non_uniform(r);
    if (single) sampled_.push({resource_index, sampler_index, r});
    return r;
}

// Offsets are signed; validation layers read the sign off the constant's type.
Id Writer::signed_offset(Value offset, unsigned axes) {
    const Inst &inst = origin(offset);
    unsigned n = inst.type.count() < axes ? inst.type.count() : axes;
    if (inst.op != Op::constant) {
        Id bits = slice(id(offset), inst.type, 0, n);
        return typed(spv::Op::OpBitcast, b_.type_signed(n), bits);
    }
    Id scalar = b_.type_signed(1);
    Id parts[4];
    for (unsigned i = 0; i < n; ++i)
        parts[i] = b_.scalar_constant(scalar, inst.arg[i]);
    return n == 1 ? parts[0] : b_.composite(b_.type_signed(n), {parts, n});
}

void Writer::query(Value v, const Inst &inst, Id handle, Id coordinate, Value lod) {
    const ir::Resource &r = m_.resources[inst.arg[1]];
    b_.capability(spv::Capability::ImageQuery);
    switch (inst.op) {
    case Op::query_lod:
        if (!derivatives()) return;
        return set(v, inst, result(spv::Op::OpImageQueryLod, ir::f32(2), handle, coordinate));
    case Op::query_levels:
        // Storage images and multisampled ones have one level each.
        return set(v, inst,
                   has_levels(r) ? result(spv::Op::OpImageQueryLevels, ir::i32(), handle) : b_.u32(1));
    case Op::query_samples:
        if (o_.for_cross && o_.glsl_es && ir::is_multisampled(r.dim))
            return error(code::glsl_unsupported, "GLSL ES cannot ask for the number of samples.");
        return set(v, inst,
                   ir::is_multisampled(r.dim) ? result(spv::Op::OpImageQuerySamples, ir::i32(), handle)
                                              : b_.u32(1));
    default: break;
    }
    const ir::Type t = inst.type;
    const bool levels = has_levels(r);
    Id level = lod ? id(lod) : b_.u32(0);
    auto size = [&](Id of_level) {
        return levels ? result(spv::Op::OpImageQuerySizeLod, t, handle, of_level)
                      : result(spv::Op::OpImageQuerySize, t, handle);
    };
    if (!lod || (is_constant(lod) && !origin(lod).arg[0])) return set(v, inst, size(level));
    // The size of a level that does not exist is undefined in SPIR-V and zero in Direct3D.
    Id count = levels ? result(spv::Op::OpImageQueryLevels, ir::i32(), handle) : b_.u32(1);
    Id exists = result(spv::Op::OpULessThan, ir::boolean(), level, count);
    if (levels) level = result(spv::Op::OpSelect, ir::i32(), exists, level, b_.u32(0));
    Id extents = size(level);
    Id condition = from_spirv_1_4() ? exists : broadcast(exists, ir::boolean(t.count()));
    const uint32_t zeros[4] = {};
    set(v, inst, result(spv::Op::OpSelect, t, condition, extents, b_.constant(t, zeros)));
}

bool Writer::residency_feedback() {
    if (opengl()) {
        error(code::spirv_feature, "Residency feedback needs Vulkan's SparseResidency.");
        return false;
    }
    b_.capability(spv::Capability::SparseResidency);
    return true;
}

// What a sparse read returned in front of its texel, as Direct3D's status: 1 when all of it was there, else
// 0.
Id Writer::texels_resident(Id sparse_result) {
    Id feedback = typed(spv::Op::OpCompositeExtract, type(ir::i32()), sparse_result, 0u);
    Id all = result(spv::Op::OpImageSparseTexelsResident, ir::boolean(), feedback);
    return result(spv::Op::OpSelect, ir::i32(), all, b_.u32(1), b_.u32(0));
}

void Writer::texture(Value v, const Inst &inst) {
    auto values = m_.values(inst);
    auto slot = [&](unsigned k) -> Value { return k < values.size() ? values[k] : 0; };
    const uint32_t resource_index = inst.arg[1];
    const uint32_t flags = inst.arg[3];
    const ir::Resource &r = m_.resources[resource_index];
    const bool storage = r.kind == ir::ResourceKind::image;
    const bool samples = inst.op == Op::sample || inst.op == Op::sample_cmp;
    const bool gathers = inst.op == Op::gather || inst.op == Op::gather_cmp;
    const bool compares = inst.op == Op::sample_cmp || inst.op == Op::gather_cmp;
    const bool sparse = inst.flags & ir::flag::sparse;
    if (sparse && !residency_feedback()) return;

    Id handle = samples || gathers || inst.op == Op::query_lod
                    ? sampled_image(inst, slot(arg::resource_index), slot(arg::sampler_index))
                    : image(resource_index, inst.arg[2], slot(arg::resource_index), inst);
    if (diag_.has_errors()) return;
    Id coordinate = slot(arg::coord) ? id(slot(arg::coord)) : 0;
    if (inst.op == Op::query_lod || inst.op == Op::query_size || inst.op == Op::query_levels ||
        inst.op == Op::query_samples)
        return query(v, inst, handle, coordinate, slot(arg::lod));

    using M = spv::ImageOperandsMask;
    ImageOperands operands;
    bool explicit_level = false;
    if (samples) {
        const bool decided = flags & (ir::tex_flag::explicit_lod | ir::tex_flag::gradient);
        const bool implicit_allowed =
            m_.stage == ir::Stage::pixel || (!decided && group_derivatives() && derivatives());
        explicit_level = !implicit_allowed || decided;
        if (flags & ir::tex_flag::gradient) {
            Id dx = id(slot(arg::ddx));
            operands.add(M::Grad, dx, id(slot(arg::ddy)));
        } else if (flags & ir::tex_flag::explicit_lod) {
            operands.add(M::Lod, id(slot(arg::lod)));
        } else if (!implicit_allowed) {
            // Without derivatives the most detailed level is used, or what the bias makes of it.
            operands.add(M::Lod, flags & ir::tex_flag::bias ? id(slot(arg::lod)) : b_.f32(0));
        } else if (flags & ir::tex_flag::bias) {
            operands.add(M::Bias, id(slot(arg::lod)));
        }
    } else if (inst.op == Op::tex_load && has_levels(r)) {
        operands.add(M::Lod, slot(arg::lod) ? id(slot(arg::lod)) : b_.u32(0));
    }
    if (Value offset = slot(arg::offset)) {
        const ir::Type t = type_of(offset);
        const unsigned axes = ir::coordinate_count(r.dim) - ir::is_array(r.dim);
        const Inst &o = origin(offset);
        if (o.op == Op::constant) {
            // Zero is what no operand says as well.
            bool zero = true;
            for (unsigned i = 0; i < axes && i < t.count(); ++i)
                zero = zero && !o.arg[i];
            // GLSL has no offsets for multisampled textures.
            if ((storage || (o_.for_cross && ir::is_multisampled(r.dim))) && !zero)
                coordinate = result(spv::Op::OpIAdd, type_of(slot(arg::coord)), coordinate, id(offset));
            else if (!zero)
                operands.add(M::ConstOffset, signed_offset(offset, axes));
        } else if (gathers) {
            b_.capability(spv::Capability::ImageGatherExtended);
            operands.add(M::Offset, signed_offset(offset, axes));
        } else if (!samples && t == type_of(slot(arg::coord))) {
            coordinate = result(spv::Op::OpIAdd, t, coordinate, id(offset));
        } else {
            return unimplemented("A texel offset that is not constant is not implemented.");
        }
    }
    if (slot(arg::sample) && ir::is_multisampled(r.dim)) {
        Id sample = id(slot(arg::sample));
        // GLSL's numbers of samples have a sign.
        if (o_.for_cross) sample = typed(spv::Op::OpBitcast, b_.type_signed(1), sample);
        operands.add(M::Sample, sample);
    }
    if (slot(arg::min_lod)) {
        if (opengl()) return error(code::spirv_feature, "A lower bound of the level needs Vulkan's MinLod.");
        b_.capability(spv::Capability::MinLod);
        operands.add(M::MinLod, id(slot(arg::min_lod)));
    }

    const ResourceVariable &var = resources_[resource_index];
    const ir::Type texel{var.kind, 4};
    const bool wide = var.kind == ir::Kind::i64;
    Id texel_type = var.texel_signed ? b_.type_signed(4, texel.bits()) : type(texel);
    if (inst.op == Op::tex_store) {
        const ir::Type t = type_of(slot(arg::value));
        Id value = id(slot(arg::value));
        if (wide) {
            Id words = result(spv::Op::OpBitcast, ir::Type{ir::Kind::i64}, slice(value, t, 0, 2));
            value = broadcast(words, texel);
        }
        value = var.texel_signed ? typed(spv::Op::OpBitcast, texel_type, value)
                                 : cast(value, wide ? texel : t, var.kind);
        f_->begin(spv::Op::OpImageWrite);
        f_->push(handle);
        f_->push(coordinate);
        f_->push(value);
        operands.write(*f_);
        f_->end();
        return;
    }
    spv::Op op;
    Id third = 0;
    if (samples)
        op = sample_ops[compares][(flags & ir::tex_flag::projected) != 0][explicit_level];
    else if (gathers)
        op = compares ? spv::Op::OpImageDrefGather : spv::Op::OpImageGather;
    else
        op = storage ? spv::Op::OpImageRead : spv::Op::OpImageFetch;
    if (sparse) op = sparse_twin(op);
    if (compares)
        third = id(slot(arg::reference));
    else if (gathers)
        third = b_.u32(flags >> ir::tex_flag::component_shift & 3);
    const bool scalar = inst.op == Op::sample_cmp;
    Id result_type = scalar ? type(ir::f32()) : texel_type;
    Id res = b_.new_id();
    f_->begin(op);
    f_->push(sparse ? b_.other(spv::Op::OpTypeStruct, {b_.type(ir::i32()), result_type}) : result_type);
    f_->push(res);
    f_->push(handle);
    f_->push(coordinate);
    if (third) f_->push(third);
    operands.write(*f_);
    f_->end();
    if (sparse) {
        set_residency(v, texels_resident(res));
        res = typed(spv::Op::OpCompositeExtract, result_type, res, 1u);
    }
    if (scalar) return set(v, inst, res);
    if (wide) {
        Id first = typed(spv::Op::OpCompositeExtract,
                         var.texel_signed ? b_.type_signed(1, 64) : type(texel.scalar()), res, 0u);
        Id words = result(spv::Op::OpBitcast, ir::i32(2), first);
        const Id parts[2] = {words, b_.null(type(ir::i32(2)))};
        return set(v, inst, construct(ir::i32(4), parts, 2));
    }
    const bool signed_as_float = var.texel_signed && inst.type.is_float();
    if (var.texel_signed && !signed_as_float)
        return set(v, inst, result(spv::Op::OpBitcast, ir::i32(4), res));
    set(v, inst,
        signed_as_float ? result(spv::Op::OpBitcast, ir::f32(4), res) : cast(res, texel, inst.type.kind()));
}

} // namespace weft::spirv
