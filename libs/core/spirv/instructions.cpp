// Arithmetic, logic and vectors.
#include "core/spirv/writer_state.h"

namespace weft::spirv {

namespace {

// How an opcode is written: a core instruction with the same operands, or one of GLSL.std.450.
struct Row {
    spv::Op core = spv::Op::OpNop;
    uint32_t glsl = 0;
};

struct Table {
    Row rows[static_cast<size_t>(ir::Op::count_)] = {};
    constexpr Table() {
        using O = ir::Op;
        using S = spv::Op;
        auto core = [this](O o, S s) { rows[static_cast<size_t>(o)].core = s; };
        auto ext = [this](O o, uint32_t g) { rows[static_cast<size_t>(o)].glsl = g; };
        core(O::bitcast, S::OpBitcast);
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
        core(O::smod, S::OpSRem);
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

} // namespace

void Writer::set(Value v, const Inst &inst, Id r) {
    if (ids_[v] && ids_[v] != r) {
        // A loop's back edge named it before it was written.
        f_.emit(spv::Op::OpCopyObject, type(inst.type), ids_[v], r);
        return;
    }
    ids_[v] = r;
    if (inst.flags & ir::flag::relaxed) b_.decorate(r, spv::Decoration::RelaxedPrecision);
}

Id Writer::extract(Id vector, ir::Type scalar, unsigned lane) {
    return result(spv::Op::OpCompositeExtract, scalar, vector, lane);
}

Id Writer::splat_condition(Value condition, unsigned count) {
    Id c = id(condition);
    unsigned have = m_[m_.resolve(condition)].type.count();
    if (have == count) return c;
    // Before SPIR-V 1.4 a vector select takes a vector condition.
    f_.begin(spv::Op::OpCompositeConstruct);
    Id r = b_.new_id();
    f_.push(type(ir::boolean(count)));
    f_.push(r);
    for (unsigned i = 0; i < count; ++i)
        f_.push(c);
    f_.end();
    return r;
}

// Offset and width are scalars in SPIR-V; legalise leaves scalars, or vectors of equal constants.
Id Writer::bit_field_operand(Value v) {
    v = m_.resolve(v);
    const Inst &inst = m_[v];
    return inst.op == Op::constant ? b_.u32(inst.arg[0]) : id(v);
}

bool Writer::simple(Value v, const Inst &inst) {
    const Row &row = table.rows[static_cast<size_t>(inst.op)];
    const unsigned count = ir::info(inst.op).values;
    Id operands[4];
    if (row.core == spv::Op::OpNop && !row.glsl) return false;
    for (unsigned i = 0; i < count; ++i)
        operands[i] = id(inst.arg[i]);
    Id t = type(inst.type);
    Id r = ids_[v] ? ids_[v] : b_.new_id();
    ids_[v] = r;
    if (row.glsl) {
        Id import = b_.glsl();
        f_.begin(spv::Op::OpExtInst);
        f_.push(t);
        f_.push(r);
        f_.push(import);
        f_.push(row.glsl);
    } else {
        f_.begin(row.core);
        f_.push(t);
        f_.push(r);
    }
    for (unsigned i = 0; i < count; ++i)
        f_.push(operands[i]);
    f_.end();
    if (inst.flags & ir::flag::precise) b_.decorate(r, spv::Decoration::NoContraction);
    if (inst.flags & ir::flag::relaxed) b_.decorate(r, spv::Decoration::RelaxedPrecision);
    return true;
}

void Writer::instruction(Value v, const Inst &inst) {
    if (simple(v, inst)) return;
    const unsigned n = inst.type.count();
    const ir::Type t = inst.type;
    auto is_bool = [&](Value a) { return m_[m_.resolve(a)].type.is_bool(); };
    switch (inst.op) {
    case Op::frcp: {
        uint32_t words[4] = {0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000};
        if (t.kind() == ir::Kind::f64)
            for (unsigned i = 0; i < 4; ++i)
                words[i] = i & 1 ? 0x3ff00000 : 0;
        Id c = b_.constant(t, words);
        Id a = id(inst.arg[0]);
        return set(v, inst, result(spv::Op::OpFDiv, t, c, a));
    }
    case Op::fsat: {
        uint32_t ones[4] = {0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000};
        uint32_t zeros[4] = {};
        if (t.kind() == ir::Kind::f64)
            for (unsigned i = 0; i < 4; ++i)
                ones[i] = i & 1 ? 0x3ff00000 : 0;
        return set(v, inst,
                   glsl(t, GLSLstd450NClamp, {id(inst.arg[0]), b_.constant(t, zeros), b_.constant(t, ones)}));
    }
    case Op::fmad: {
        if (!(inst.flags & ir::flag::precise))
            return set(v, inst, glsl(t, GLSLstd450Fma, {id(inst.arg[0]), id(inst.arg[1]), id(inst.arg[2])}));
        Id product = result(spv::Op::OpFMul, t, id(inst.arg[0]), id(inst.arg[1]));
        Id sum = result(spv::Op::OpFAdd, t, product, id(inst.arg[2]));
        b_.decorate(product, spv::Decoration::NoContraction);
        b_.decorate(sum, spv::Decoration::NoContraction);
        return set(v, inst, sum);
    }
    case Op::ieq:
        return set(v, inst,
                   result(is_bool(inst.arg[0]) ? spv::Op::OpLogicalEqual : spv::Op::OpIEqual, t,
                          id(inst.arg[0]), id(inst.arg[1])));
    case Op::ine:
        return set(v, inst,
                   result(is_bool(inst.arg[0]) ? spv::Op::OpLogicalNotEqual : spv::Op::OpINotEqual, t,
                          id(inst.arg[0]), id(inst.arg[1])));
    case Op::and_:
        return set(v, inst,
                   result(t.is_bool() ? spv::Op::OpLogicalAnd : spv::Op::OpBitwiseAnd, t, id(inst.arg[0]),
                          id(inst.arg[1])));
    case Op::or_:
        return set(v, inst,
                   result(t.is_bool() ? spv::Op::OpLogicalOr : spv::Op::OpBitwiseOr, t, id(inst.arg[0]),
                          id(inst.arg[1])));
    case Op::xor_:
        return set(v, inst,
                   result(t.is_bool() ? spv::Op::OpLogicalNotEqual : spv::Op::OpBitwiseXor, t,
                          id(inst.arg[0]), id(inst.arg[1])));
    case Op::not_:
        return set(v, inst, result(t.is_bool() ? spv::Op::OpLogicalNot : spv::Op::OpNot, t, id(inst.arg[0])));
    case Op::smul_hi:
    case Op::umul_hi:
    case Op::add_carry:
    case Op::sub_borrow: {
        spv::Op op = inst.op == Op::smul_hi     ? spv::Op::OpSMulExtended
                     : inst.op == Op::umul_hi   ? spv::Op::OpUMulExtended
                     : inst.op == Op::add_carry ? spv::Op::OpIAddCarry
                                                : spv::Op::OpISubBorrow;
        Id pair = b_.other(spv::Op::OpTypeStruct, {type(t), type(t)});
        Id both = typed(op, pair, id(inst.arg[0]), id(inst.arg[1]));
        return set(v, inst, result(spv::Op::OpCompositeExtract, t, both, 1u));
    }
    case Op::ubfe:
    case Op::ibfe: {
        spv::Op op = inst.op == Op::ubfe ? spv::Op::OpBitFieldUExtract : spv::Op::OpBitFieldSExtract;
        Id value = id(inst.arg[0]);
        return set(v, inst,
                   result(op, t, value, bit_field_operand(inst.arg[1]), bit_field_operand(inst.arg[2])));
    }
    case Op::bfi: {
        Id base = id(inst.arg[0]);
        Id insert = id(inst.arg[1]);
        return set(v, inst,
                   result(spv::Op::OpBitFieldInsert, t, base, insert, bit_field_operand(inst.arg[2]),
                          bit_field_operand(inst.arg[3])));
    }
    case Op::f16_to_f32: {
        Id source = id(inst.arg[0]);
        Id parts[4] = {};
        for (unsigned i = 0; i < n; ++i) {
            Id word = n == 1 ? source : extract(source, ir::i32(), i);
            Id both = glsl(ir::f32(2), GLSLstd450UnpackHalf2x16, {word});
            parts[i] = extract(both, ir::f32(), 0);
        }
        if (n == 1) return set(v, inst, parts[0]);
        Id r = b_.new_id();
        f_.begin(spv::Op::OpCompositeConstruct);
        f_.push(type(t));
        f_.push(r);
        for (unsigned i = 0; i < n; ++i)
            f_.push(parts[i]);
        f_.end();
        return set(v, inst, r);
    }
    case Op::select: {
        Id c = splat_condition(inst.arg[0], n);
        return set(v, inst, result(spv::Op::OpSelect, t, c, id(inst.arg[1]), id(inst.arg[2])));
    }
    case Op::extract:
        return set(v, inst, result(spv::Op::OpCompositeExtract, t, id(inst.arg[0]), inst.arg[1]));
    case Op::insert:
        return set(v, inst,
                   result(spv::Op::OpCompositeInsert, t, id(inst.arg[1]), id(inst.arg[0]), inst.arg[2]));
    case Op::construct: {
        Id parts[4] = {};
        unsigned count = 0;
        while (count < 4 && inst.arg[count]) {
            parts[count] = id(inst.arg[count]);
            ++count;
        }
        Id ty = type(t);
        Id r = b_.new_id();
        f_.begin(spv::Op::OpCompositeConstruct);
        f_.push(ty);
        f_.push(r);
        for (unsigned i = 0; i < count; ++i)
            f_.push(parts[i]);
        f_.end();
        return set(v, inst, r);
    }
    case Op::shuffle: {
        Id a = id(inst.arg[0]);
        Id c = id(inst.arg[1]);
        unsigned first = m_[m_.resolve(inst.arg[0])].type.count();
        Id ty = type(t);
        Id r = b_.new_id();
        f_.begin(spv::Op::OpVectorShuffle);
        f_.push(ty);
        f_.push(r);
        f_.push(a);
        f_.push(c);
        for (unsigned i = 0; i < n; ++i) {
            unsigned s = inst.arg[2] >> (8 * i) & 7;
            f_.push(s < 4 ? s : first + s - 4);
        }
        f_.end();
        return set(v, inst, r);
    }
    case Op::ddx:
    case Op::ddy: {
        static constexpr spv::Op ops[2][3] = {
            {spv::Op::OpDPdx, spv::Op::OpDPdxCoarse, spv::Op::OpDPdxFine},
            {spv::Op::OpDPdy, spv::Op::OpDPdyCoarse, spv::Op::OpDPdyFine},
        };
        unsigned quality = inst.arg[1] < 3 ? inst.arg[1] : 0;
        if (quality) b_.capability(spv::Capability::DerivativeControl);
        return set(v, inst, result(ops[inst.op == Op::ddy][quality], t, id(inst.arg[0])));
    }
    case Op::load_input: return load_input(v, inst);
    case Op::eval_input: return eval_input(v, inst);
    case Op::store_output: return store_output(inst);
    case Op::load_local: return load_local(v, inst);
    case Op::store_local: return store_local(inst);
    case Op::load_icb: return load_icb(v, inst);
    case Op::load_shared: return load_shared(v, inst);
    case Op::store_shared: return store_shared(inst);
    case Op::atomic_shared: return atomic_shared(v, inst);
    case Op::barrier: return barrier(inst);
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
    default:
        diag_.error({}, Result::not_implemented, code::spirv_instruction,
                    "SPIR-V for IR operation %s is not implemented.", ir::info(inst.op).name);
    }
}

} // namespace weft::spirv
