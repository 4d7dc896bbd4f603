// Operations of waves and quads. passes/lanes has applied Direct3D's rules.
#include "core/spirv/writer_state.h"

namespace weft::spirv {

namespace {

constexpr bool is_extended(ir::Kind k) {
    return k == ir::Kind::i8 || k == ir::Kind::i16 || k == ir::Kind::i64 || k == ir::Kind::f16;
}

// [operation]: of integers, of floats.
constexpr spv::Op arithmetic[][2] = {
    {spv::Op::OpGroupNonUniformIAdd, spv::Op::OpGroupNonUniformFAdd},
    {spv::Op::OpGroupNonUniformIMul, spv::Op::OpGroupNonUniformFMul},
    {spv::Op::OpGroupNonUniformSMin, spv::Op::OpGroupNonUniformFMin},
    {spv::Op::OpGroupNonUniformSMax, spv::Op::OpGroupNonUniformFMax},
    {spv::Op::OpGroupNonUniformUMin, spv::Op::OpNop},
    {spv::Op::OpGroupNonUniformUMax, spv::Op::OpNop},
    {spv::Op::OpGroupNonUniformBitwiseAnd, spv::Op::OpNop},
    {spv::Op::OpGroupNonUniformBitwiseOr, spv::Op::OpNop},
    {spv::Op::OpGroupNonUniformBitwiseXor, spv::Op::OpNop},
};

} // namespace

// False, with an error, where operations of lanes on values of this kind cannot be had.
bool Writer::use_lanes(spv::Capability capability, ir::Kind kind) {
    if (o_.environment < driver::Environment::vulkan_1_1 && !o_.for_cross) {
        error(code::spirv_feature, "Operations of waves and quads need Vulkan 1.1.");
        return false;
    }
    if (!(o_.features & driver::feature_wave_ops)) {
        error(code::spirv_feature,
              "Operations of waves and quads need the compile option FEATURE with WAVE_OPS.");
        return false;
    }
    if (is_extended(kind) && !(o_.features & driver::feature_subgroup_extended_types)) {
        error(code::spirv_feature,
              "Operations of waves and quads on 16 and 64-bit values need the compile option "
              "WEFT_FEATURE with SUBGROUP_EXTENDED_TYPES.");
        return false;
    }
    b_.capability(spv::Capability::GroupNonUniform);
    b_.capability(capability);
    return true;
}

Id Writer::lane_builtin(spv::BuiltIn builtin, Id *known) {
    if (*known) return *known;
    Id v = builtin_variable(builtin, type(ir::i32()), spv::StorageClass::Input, m_.stage == ir::Stage::pixel);
    AtHead at_head(*this);
    return *known = result(spv::Op::OpLoad, ir::i32(), v);
}

Id Writer::lane_index() {
    return lane_builtin(spv::BuiltIn::SubgroupLocalInvocationId, &lane_index_);
}

// A lane that is a literal is the same for all.
Id Writer::read_lane(ir::Type t, Id value, Value lane) {
    Id scope = b_.u32(static_cast<uint32_t>(spv::Scope::Subgroup));
    if (is_constant(lane)) return result(spv::Op::OpGroupNonUniformBroadcast, t, scope, value, id(lane));
    b_.capability(spv::Capability::GroupNonUniformShuffle);
    return result(spv::Op::OpGroupNonUniformShuffle, t, scope, value, id(lane));
}

void Writer::lanes(Value v, const Inst &inst) {
    using C = spv::Capability;
    using S = spv::Op;
    const ir::Type t = inst.type;
    const unsigned values = ir::info(inst.op).values;
    const ir::Kind kind = values ? type_of(inst.arg[0]).kind() : t.kind();
    C capability = C::GroupNonUniform;
    switch (inst.op) {
    case Op::wave_any:
    case Op::wave_all:
    case Op::wave_all_equal: capability = C::GroupNonUniformVote; break;
    case Op::wave_ballot:
    case Op::wave_bit_count:
    case Op::wave_prefix_bit_count:
    case Op::wave_lowest:
    case Op::wave_read_first: capability = C::GroupNonUniformBallot; break;
    case Op::wave_read_lane:
        capability = is_constant(inst.arg[1]) ? C::GroupNonUniformBallot : C::GroupNonUniformShuffle;
        break;
    case Op::wave_reduce:
    case Op::wave_prefix: capability = C::GroupNonUniformArithmetic; break;
    case Op::wave_match:
    case Op::wave_multi_prefix:
        capability = C::GroupNonUniformPartitionedNV;
        b_.extension("SPV_NV_shader_subgroup_partitioned");
        break;
    case Op::quad_read:
        capability = is_constant(inst.arg[1]) ? C::GroupNonUniformQuad : C::GroupNonUniformShuffle;
        break;
    case Op::quad_swap: capability = C::GroupNonUniformQuad; break;
    default: break;
    }
    if (!use_lanes(capability, kind)) return;
    Id scope = b_.u32(static_cast<uint32_t>(spv::Scope::Subgroup));
    Id a = values ? id(inst.arg[0]) : 0;
    auto ballot = [&](Id condition) {
        return result(S::OpGroupNonUniformBallot, ir::i32(4), scope, condition);
    };
    auto count = [&](spv::GroupOperation operation) {
        Id mask = ballot(a);
        return result(S::OpGroupNonUniformBallotBitCount, t, scope, operation, mask);
    };
    auto group = [&](uint32_t op, spv::GroupOperation operation, Id mask) {
        const S instruction = arithmetic[op][t.is_float()];
        return mask ? result(instruction, t, scope, operation, a, mask)
                    : result(instruction, t, scope, operation, a);
    };
    switch (inst.op) {
    case Op::wave_lane_index: return set(v, inst, lane_index());
    case Op::wave_lane_count: return set(v, inst, lane_builtin(spv::BuiltIn::SubgroupSize, &lane_count_));
    case Op::wave_is_first: return set(v, inst, result(S::OpGroupNonUniformElect, t, scope));
    case Op::wave_any: return set(v, inst, result(S::OpGroupNonUniformAny, t, scope, a));
    case Op::wave_all: return set(v, inst, result(S::OpGroupNonUniformAll, t, scope, a));
    case Op::wave_all_equal: return set(v, inst, result(S::OpGroupNonUniformAllEqual, t, scope, a));
    case Op::wave_ballot: return set(v, inst, ballot(a));
    case Op::wave_bit_count: return set(v, inst, count(spv::GroupOperation::Reduce));
    case Op::wave_prefix_bit_count: return set(v, inst, count(spv::GroupOperation::ExclusiveScan));
    case Op::wave_lowest: return set(v, inst, result(S::OpGroupNonUniformBallotFindLSB, t, scope, a));
    case Op::wave_read_lane: return set(v, inst, read_lane(t, a, inst.arg[1]));
    case Op::wave_read_first: return set(v, inst, result(S::OpGroupNonUniformBroadcastFirst, t, scope, a));
    case Op::wave_reduce: return set(v, inst, group(inst.arg[1], spv::GroupOperation::Reduce, 0));
    case Op::wave_prefix: return set(v, inst, group(inst.arg[1], spv::GroupOperation::ExclusiveScan, 0));
    case Op::wave_match: return set(v, inst, result(S::OpGroupNonUniformPartitionNV, t, a));
    case Op::wave_multi_prefix:
        return set(v, inst,
                   group(inst.arg[2], spv::GroupOperation::PartitionedExclusiveScanNV, id(inst.arg[1])));
    case Op::quad_read: {
        const Inst &lane = origin(inst.arg[1]);
        if (lane.op == Op::constant)
            return set(v, inst,
                       result(S::OpGroupNonUniformQuadBroadcast, t, scope, a, b_.u32(lane.arg[0] & 3)));
        // SPIR-V wants a lane that is the same for all.
        Id first = result(S::OpBitwiseAnd, ir::i32(), lane_index(), b_.u32(~3u));
        Id within = result(S::OpBitwiseAnd, ir::i32(), id(inst.arg[1]), b_.u32(3));
        Id from = result(S::OpBitwiseOr, ir::i32(), first, within);
        return set(v, inst, result(S::OpGroupNonUniformShuffle, t, scope, a, from));
    }
    default: return set(v, inst, result(S::OpGroupNonUniformQuadSwap, t, scope, a, b_.u32(inst.arg[1])));
    }
}

// Packed bytes; the profile has them.
void Writer::packed_dot(Value v, const Inst &inst) {
    const bool is_signed = inst.op == Op::dot4add_i8;
    if (o_.environment < driver::Environment::vulkan_1_3) b_.extension("SPV_KHR_integer_dot_product");
    b_.capability(spv::Capability::DotProduct);
    b_.capability(spv::Capability::DotProductInput4x8BitPacked);
    Id dot = result(is_signed ? spv::Op::OpSDot : spv::Op::OpUDot, inst.type, id(inst.arg[1]),
                    id(inst.arg[2]), spv::PackedVectorFormat::PackedVectorFormat4x8Bit);
    set(v, inst, result(spv::Op::OpIAdd, inst.type, id(inst.arg[0]), dot));
}

void Writer::read_clock(Value v, const Inst &inst) {
    if (!extension_allowed(driver::extension_shader_clock))
        return error(code::spirv_feature,
                     "A clock needs SPV_KHR_shader_clock, which the target environment does not offer.");
    b_.extension("SPV_KHR_shader_clock");
    b_.capability(spv::Capability::ShaderClockKHR);
    Id scope = b_.u32(static_cast<uint32_t>(spv::Scope::Subgroup));
    set(v, inst, result(spv::Op::OpReadClockKHR, inst.type, scope));
}

} // namespace weft::spirv
