// Arithmetic, logic and vectors.
#include "core/spirv/writer_state.h"

namespace weft::spirv {

namespace {

// How an opcode is written: a core instruction with the same operands, or one of GLSL.std.450.
struct Row {
    spv::Op core = spv::Op::OpNop;
    spv::Op of_bools = spv::Op::OpNop; // the twin for boolean operands
    uint32_t glsl = 0;
};

struct Table {
    Row rows[static_cast<size_t>(ir::Op::count_)] = {};
    constexpr Table() {
        using O = ir::Op;
        using S = spv::Op;
        auto core = [this](O o, S s) { rows[static_cast<size_t>(o)].core = s; };
        auto ext = [this](O o, uint32_t g) { rows[static_cast<size_t>(o)].glsl = g; };
        auto logic = [this](O o, S s, S bools) {
            rows[static_cast<size_t>(o)].core = s;
            rows[static_cast<size_t>(o)].of_bools = bools;
        };
        logic(O::ieq, S::OpIEqual, S::OpLogicalEqual);
        logic(O::ine, S::OpINotEqual, S::OpLogicalNotEqual);
        logic(O::and_, S::OpBitwiseAnd, S::OpLogicalAnd);
        logic(O::or_, S::OpBitwiseOr, S::OpLogicalOr);
        logic(O::xor_, S::OpBitwiseXor, S::OpLogicalNotEqual);
        logic(O::not_, S::OpNot, S::OpLogicalNot);
        core(O::ftoi, S::OpConvertFToS);
        core(O::ftou, S::OpConvertFToU);
        core(O::itof, S::OpConvertSToF);
        core(O::utof, S::OpConvertUToF);
        core(O::fconvert, S::OpFConvert);
        core(O::sconvert, S::OpSConvert);
        core(O::uconvert, S::OpUConvert);
        core(O::fadd, S::OpFAdd);
        core(O::fsub, S::OpFSub);
        core(O::fmul, S::OpFMul);
        core(O::fdiv, S::OpFDiv);
        core(O::fneg, S::OpFNegate);
        core(O::fdot, S::OpDot);
        core(O::feq, S::OpFOrdEqual);
        core(O::fne, S::OpFUnordNotEqual);
        core(O::flt, S::OpFOrdLessThan);
        core(O::fge, S::OpFOrdGreaterThanEqual);
        core(O::ilt, S::OpSLessThan);
        core(O::ige, S::OpSGreaterThanEqual);
        core(O::ult, S::OpULessThan);
        core(O::uge, S::OpUGreaterThanEqual);
        core(O::fisnan, S::OpIsNan);
        core(O::fisinf, S::OpIsInf);
        core(O::iadd, S::OpIAdd);
        core(O::isub, S::OpISub);
        core(O::imul, S::OpIMul);
        core(O::udiv, S::OpUDiv);
        core(O::umod, S::OpUMod);
        core(O::sdiv, S::OpSDiv);
        core(O::ineg, S::OpSNegate);
        core(O::shl, S::OpShiftLeftLogical);
        core(O::ushr, S::OpShiftRightLogical);
        core(O::sshr, S::OpShiftRightArithmetic);
        core(O::bit_count, S::OpBitCount);
        core(O::bit_reverse, S::OpBitReverse);
        core(O::any_, S::OpAny);
        core(O::all_, S::OpAll);
        core(O::extract_dyn, S::OpVectorExtractDynamic);
        ext(O::fabs, GLSLstd450FAbs);
        ext(O::ffma, GLSLstd450Fma);
        ext(O::fmin, GLSLstd450NMin);
        ext(O::fmax, GLSLstd450NMax);
        ext(O::ffloor, GLSLstd450Floor);
        ext(O::fceil, GLSLstd450Ceil);
        ext(O::ftrunc, GLSLstd450Trunc);
        ext(O::fround, GLSLstd450RoundEven);
        ext(O::ffract, GLSLstd450Fract);
        ext(O::fsqrt, GLSLstd450Sqrt);
        ext(O::frsq, GLSLstd450InverseSqrt);
        ext(O::fexp2, GLSLstd450Exp2);
        ext(O::flog2, GLSLstd450Log2);
        ext(O::fsin, GLSLstd450Sin);
        ext(O::fcos, GLSLstd450Cos);
        ext(O::ftan, GLSLstd450Tan);
        ext(O::fasin, GLSLstd450Asin);
        ext(O::facos, GLSLstd450Acos);
        ext(O::fatan, GLSLstd450Atan);
        ext(O::fsinh, GLSLstd450Sinh);
        ext(O::fcosh, GLSLstd450Cosh);
        ext(O::ftanh, GLSLstd450Tanh);
        ext(O::fpow, GLSLstd450Pow);
        ext(O::fsign, GLSLstd450FSign);
        ext(O::iabs, GLSLstd450SAbs);
        ext(O::imin, GLSLstd450SMin);
        ext(O::imax, GLSLstd450SMax);
        ext(O::umin, GLSLstd450UMin);
        ext(O::umax, GLSLstd450UMax);
        ext(O::first_bit_low, GLSLstd450FindILsb);
        ext(O::find_umsb, GLSLstd450FindUMsb);
        ext(O::find_smsb, GLSLstd450FindSMsb);
    }
};

constexpr Table table;

// Where contraction could change a result.
constexpr bool may_contract(ir::Op op) {
    return op == ir::Op::fadd || op == ir::Op::fsub || op == ir::Op::fmul || op == ir::Op::fdot;
}

// A float constant of value 0 or 1 in every component.
void unit_words(ir::Kind kind, uint32_t (&words)[4]) {
    for (unsigned i = 0; i < 4; ++i)
        words[i] = kind == ir::Kind::f64   ? (i & 1 ? 0x3ff00000 : 0)
                   : kind == ir::Kind::f16 ? 0x3c00
                                           : 0x3f800000;
}

} // namespace

void Writer::set(Value v, const Inst &inst, Id r) {
    id_of(v) = r;
    if (inst.flags & ir::flag::relaxed) b_.decorate(r, spv::Decoration::RelaxedPrecision);
}

// Before SPIR-V 1.4 a vector select takes a vector condition.
Id Writer::condition_for(Value condition, unsigned count) {
    Id c = id(condition);
    if (type_of(condition).count() == count || from_spirv_1_4()) return c;
    return broadcast(c, ir::boolean(count));
}

// Offset and width are scalars in SPIR-V; legalise leaves scalars, or vectors of equal constants.
Id Writer::bit_field_operand(Value v) {
    const Inst &inst = origin(v);
    return inst.op == Op::constant ? b_.u32(inst.arg[0]) : id(v);
}

Id Writer::callee_type(const ir::Callee &callee) {
    uint32_t types[4] = {type(callee.result)};
    unsigned count = 1;
    for (ir::Type t : callee.arguments)
        if (!t.is_void()) types[count++] = type(t);
    return b_.other(spv::Op::OpTypeFunction, {types, count});
}

// Callees that nobody calls are not written.
void Writer::call(Value v, const Inst &inst) {
    Id &callee = callees_[inst.arg[3]];
    if (!callee) callee = b_.new_id();
    Id operands[3] = {};
    for (unsigned i = 0; i < 3; ++i)
        if (inst.arg[i]) operands[i] = id(inst.arg[i]);
    Id t = type(inst.type);
    Id r = b_.new_id();
    f_->begin(spv::Op::OpFunctionCall);
    f_->push(t);
    f_->push(r);
    f_->push(callee);
    for (Id o : operands)
        if (o) f_->push(o);
    f_->end();
    set(v, inst, r);
}

bool Writer::simple(Value v, const Inst &inst) {
    const Row &row = table.rows[static_cast<size_t>(inst.op)];
    if (row.core == spv::Op::OpNop && !row.glsl) return false;
    const unsigned count = ir::info(inst.op).values;
    Id operands[4];
    for (unsigned i = 0; i < count; ++i)
        operands[i] = id(inst.arg[i]);
    Id t = type(inst.type);
    if (row.glsl) {
        Id import = b_.glsl();
        id_of(v) = b_.new_id();
        f_->begin(spv::Op::OpExtInst);
        f_->push(t);
        f_->push(id_of(v));
        f_->push(import);
        f_->push(row.glsl);
    } else {
        const bool bools = row.of_bools != spv::Op::OpNop && type_of(inst.arg[0]).is_bool();
        id_of(v) = b_.new_id();
        f_->begin(bools ? row.of_bools : row.core);
        f_->push(t);
        f_->push(id_of(v));
    }
    for (unsigned i = 0; i < count; ++i)
        f_->push(operands[i]);
    f_->end();
    if ((inst.flags & ir::flag::precise) && may_contract(inst.op))
        b_.decorate(id_of(v), spv::Decoration::NoContraction);
    if (inst.flags & ir::flag::relaxed) b_.decorate(id_of(v), spv::Decoration::RelaxedPrecision);
    return true;
}

// SPIR-V wants whole quads.
bool Writer::group_derivatives() const {
    const uint64_t threads = uint64_t{m_.workgroup_size[0]} * m_.workgroup_size[1] * m_.workgroup_size[2];
    return m_.stage == ir::Stage::compute && threads % 4 == 0 &&
           extension_allowed(driver::extension_compute_shader_derivatives);
}

// Pixels have them; threads of a group by an extension, or by operations of quads (passes/quads).
bool Writer::derivatives() {
    if (m_.stage == ir::Stage::pixel) return true;
    if (!group_derivatives()) {
        error(
            code::spirv_feature,
            "Derivatives in this stage need SPV_NV_compute_shader_derivatives, or Vulkan 1.1 and the compile "
            "option FEATURE with WAVE_OPS.");
        return false;
    }
    if (!derivative_groups_) {
        derivative_groups_ = true;
        b_.extension("SPV_NV_compute_shader_derivatives");
        b_.capability(spv::Capability::ComputeDerivativeGroupLinearNV);
        b_.modes.emit(spv::Op::OpExecutionMode, entry_, spv::ExecutionMode::DerivativeGroupLinearNV);
    }
    return true;
}

void Writer::instruction(Value v, const Inst &inst) {
    if (simple(v, inst)) return;
    const ir::Type t = inst.type;
    switch (inst.op) {
    case Op::fsat: {
        uint32_t ones[4];
        const uint32_t zeros[4] = {};
        unit_words(t.kind(), ones);
        Id a = id(inst.arg[0]);
        Id zero = b_.constant(t, zeros);
        Id one = b_.constant(t, ones);
        return set(v, inst, glsl(t, GLSLstd450NClamp, {a, zero, one}));
    }
    case Op::fmad: {
        Id a = id(inst.arg[0]);
        Id b = id(inst.arg[1]);
        Id c = id(inst.arg[2]);
        if (!(inst.flags & ir::flag::precise)) return set(v, inst, glsl(t, GLSLstd450Fma, {a, b, c}));
        Id product = result(spv::Op::OpFMul, t, a, b);
        Id sum = result(spv::Op::OpFAdd, t, product, c);
        b_.decorate(product, spv::Decoration::NoContraction);
        b_.decorate(sum, spv::Decoration::NoContraction);
        return set(v, inst, sum);
    }
    case Op::bitcast: return set(v, inst, bitcast(id(inst.arg[0]), type_of(inst.arg[0]), t));
    case Op::smod: {
        Id a = id(inst.arg[0]);
        Id b = id(inst.arg[1]);
        if (!o_.for_cross) return set(v, inst, result(spv::Op::OpSRem, t, a, b));
        // SPIRV-Cross makes a division of it that has the sign of the types.
        Id with_sign = b_.type_signed(t.count(), t.bits());
        a = typed(spv::Op::OpBitcast, with_sign, a);
        b = typed(spv::Op::OpBitcast, with_sign, b);
        return set(v, inst, result(spv::Op::OpBitcast, t, typed(spv::Op::OpSRem, with_sign, a, b)));
    }
    case Op::smul_hi:
    case Op::umul_hi: {
        const bool is_signed = inst.op == Op::smul_hi;
        // Results and operands of GLSL's imulExtended() have a sign.
        const bool retyped = is_signed && o_.for_cross;
        Id part = retyped ? b_.type_signed(t.count()) : type(t);
        auto operand = [&](Value o) { return retyped ? typed(spv::Op::OpBitcast, part, id(o)) : id(o); };
        Id a = operand(inst.arg[0]);
        Id b = operand(inst.arg[1]);
        Id pair = b_.other(spv::Op::OpTypeStruct, {part, part});
        Id both = typed(is_signed ? spv::Op::OpSMulExtended : spv::Op::OpUMulExtended, pair, a, b);
        Id high = typed(spv::Op::OpCompositeExtract, part, both, 1u);
        return set(v, inst, retyped ? result(spv::Op::OpBitcast, t, high) : high);
    }
    case Op::ubfe:
    case Op::ibfe: {
        Id value = id(inst.arg[0]);
        Id offset = bit_field_operand(inst.arg[1]);
        Id width = bit_field_operand(inst.arg[2]);
        return set(v, inst,
                   result(inst.op == Op::ubfe ? spv::Op::OpBitFieldUExtract : spv::Op::OpBitFieldSExtract, t,
                          value, offset, width));
    }
    case Op::bfi: {
        Id base = id(inst.arg[0]);
        Id insert = id(inst.arg[1]);
        Id offset = bit_field_operand(inst.arg[2]);
        Id width = bit_field_operand(inst.arg[3]);
        return set(v, inst, result(spv::Op::OpBitFieldInsert, t, base, insert, offset, width));
    }
    case Op::f16_to_f32: {
        Id both = glsl(ir::f32(2), GLSLstd450UnpackHalf2x16, {id(inst.arg[0])});
        return set(v, inst, extract(both, ir::f32(), 0));
    }
    case Op::select: {
        Id c = condition_for(inst.arg[0], t.count());
        Id yes = id(inst.arg[1]);
        Id no = id(inst.arg[2]);
        return set(v, inst, result(spv::Op::OpSelect, t, c, yes, no));
    }
    case Op::extract: return set(v, inst, extract(id(inst.arg[0]), t, inst.arg[1]));
    case Op::insert: {
        Id vector = id(inst.arg[0]);
        Id scalar = id(inst.arg[1]);
        return set(v, inst, result(spv::Op::OpCompositeInsert, t, scalar, vector, inst.arg[2]));
    }
    case Op::construct: {
        Id parts[4] = {};
        unsigned count = 0;
        for (; count < 4 && inst.arg[count]; ++count)
            parts[count] = id(inst.arg[count]);
        return set(v, inst, construct(t, parts, count));
    }
    case Op::shuffle: {
        Id a = id(inst.arg[0]);
        Id b = id(inst.arg[1]);
        const unsigned first = type_of(inst.arg[0]).count();
        Id result_type = type(t);
        Id r = b_.new_id();
        f_->begin(spv::Op::OpVectorShuffle);
        f_->push(result_type);
        f_->push(r);
        f_->push(a);
        f_->push(b);
        for (unsigned i = 0; i < t.count(); ++i) {
            unsigned s = inst.arg[2] >> (8 * i) & 7;
            f_->push(s < 4 ? s : first + s - 4);
        }
        f_->end();
        return set(v, inst, r);
    }
    case Op::call: return call(v, inst);
    case Op::ddx:
    case Op::ddy: {
        static constexpr spv::Op ops[2][3] = {
            {spv::Op::OpDPdx, spv::Op::OpDPdxCoarse, spv::Op::OpDPdxFine},
            {spv::Op::OpDPdy, spv::Op::OpDPdyCoarse, spv::Op::OpDPdyFine},
        };
        if (!derivatives()) return;
        unsigned quality = inst.arg[1] < 3 ? inst.arg[1] : 0;
        // GLSL ES leaves it open how coarse they are.
        if (o_.for_cross && o_.glsl_es && quality == 1) quality = 0;
        if (quality) b_.capability(spv::Capability::DerivativeControl);
        return set(v, inst, result(ops[inst.op == Op::ddy][quality], t, id(inst.arg[0])));
    }
    case Op::is_helper:
        // Nothing else has any.
        if (m_.stage != ir::Stage::pixel) return set(v, inst, b_.boolean(false));
        // After a discard only this tells; the built-in keeps what it was at the start.
        if (o_.environment < driver::Environment::vulkan_1_3) {
            if (!extension_allowed(driver::extension_demote_to_helper_invocation))
                return set(v, inst,
                           result(spv::Op::OpLoad, ir::boolean(),
                                  builtin_variable(spv::BuiltIn::HelperInvocation, type(ir::boolean()),
                                                   spv::StorageClass::Input)));
            b_.extension("SPV_EXT_demote_to_helper_invocation");
        }
        b_.capability(spv::Capability::DemoteToHelperInvocationEXT);
        return set(v, inst, result(spv::Op::OpIsHelperInvocationEXT, ir::boolean()));
    case Op::load_input:
    case Op::load_attribute:
        return load_element(v, inst, Place::input, inst.arg[2], inst.arg[0], inst.arg[1]);
    case Op::load_output: return load_element(v, inst, Place::output, inst.arg[2], inst.arg[0], inst.arg[1]);
    case Op::load_patch: return load_element(v, inst, Place::patch, inst.arg[1], inst.arg[0], 0);
    case Op::eval_input: return eval_input(v, inst);
    case Op::store_output: return store_element(Place::output, inst.arg[3], inst.arg[0], inst.arg[2]);
    case Op::store_primitive: return store_element(Place::patch, inst.arg[3], inst.arg[0], inst.arg[2]);
    case Op::emit_vertex:
    case Op::cut_strip: return emit_or_cut(inst);
    case Op::store_patch: return store_element(Place::patch, inst.arg[2], inst.arg[0], 0);
    case Op::load_local: return load_local(v, inst);
    case Op::store_local: return store_local(inst);
    case Op::load_icb: return load_icb(v, inst);
    case Op::load_shared: return load_shared(v, inst);
    case Op::store_shared: return store_shared(inst);
    case Op::atomic_shared: return atomic_shared(v, inst);
    case Op::barrier: return barrier(inst);
    case Op::dot4add_i8:
    case Op::dot4add_u8: return packed_dot(v, inst);
    case Op::read_clock: return read_clock(v, inst);
    case Op::load_cbuffer: return load_cbuffer(v, inst);
    case Op::load_buffer: return load_buffer(v, inst);
    case Op::store_buffer: return store_buffer(inst);
    case Op::atomic_buffer: return atomic_buffer(v, inst);
    case Op::counter: return counter(v, inst);
    case Op::query_buffer: return query_buffer(v, inst);
    case Op::sample:
    case Op::sample_cmp:
    case Op::gather:
    case Op::gather_cmp:
    case Op::tex_load:
    case Op::tex_store:
    case Op::query_lod:
    case Op::query_size:
    case Op::query_levels:
    case Op::query_samples: return texture(v, inst);
    case Op::resident:
        if (!diag_.has_errors()) set(v, inst, residency_[m_.resolve(inst.arg[0])]);
        return;
    default:
        if (inst.op >= Op::wave_lane_index && inst.op <= Op::quad_all) return lanes(v, inst);
        if (inst.op >= Op::set_mesh_outputs && inst.op <= Op::dispatch_mesh) return mesh(v, inst);
        if (inst.op >= Op::ray_query_start && inst.op <= Op::ray_query_get) return ray_query(v, inst);
        diag_.error({}, Result::not_implemented, code::spirv_instruction,
                    "SPIR-V for IR operation %s is not implemented.", ir::info(inst.op).name);
    }
}

} // namespace weft::spirv
