// Arithmetic, conversions, comparisons and moves.
#include <algorithm>

#include "core/tpf/lowering.h"

namespace weft::tpf {

using ir::Kind;
using ir::Lane;
using ir::Op;
using ir::Value;
using ir::flag::precise;

// Reads `count` sources from operand `first` on. When no source tells the components apart, one is computed
// for all.
bool Lowering::sources(const Instruction &ins, unsigned first, unsigned count, const Kind *kinds,
                       const Components &c, Value *out) {
    Lane all[4][4];
    bool same = c.count > 1;
    for (unsigned s = 0; s < count; ++s) {
        if (!lanes(operand(ins, first + s), c, all[s])) return false;
        for (unsigned i = 1; same && i < c.count; ++i)
            same = all[s][i] == all[s][0];
    }
    const unsigned n = same ? 1 : c.count;
    for (unsigned s = 0; s < count; ++s)
        out[s] = modify(operand(ins, first + s), b_.gather(all[s], n, kinds[s]), kinds[s]);
    return true;
}

bool Lowering::finish(const Instruction &ins, Value value) {
    if (ins.saturate() && (info(ins.opcode).flags & can_saturate))
        value = b_.unary(Op::fsat, b_.cast(value, Kind::f32), flags_ & ~precise);
    return write(operand(ins, 0), value);
}

bool Lowering::unary(const Instruction &ins, Op op, Kind from, Kind to) {
    const Components c = written(operand(ins, 0));
    if (!c.count) return true;
    Value v;
    if (!sources(ins, 1, 1, &from, c, &v)) return false;
    return finish(ins, b_.emit(op, ir::Type(to, b_.type(v).count()), v, 0, 0, 0, flags_));
}

bool Lowering::binary(const Instruction &ins, Op op, Kind kind) {
    const Components c = written(operand(ins, 0));
    if (!c.count) return true;
    const Kind kinds[2] = {kind, kind};
    // a + -b is a - b, bit for bit.
    const Operand &s0 = operand(ins, 1), &s1 = operand(ins, 2);
    const bool add = op == Op::fadd || op == Op::iadd;
    auto negated = [](const Operand &o) { return o.modifiers == modifier::negate; };
    if (add && (negated(s0) != negated(s1))) {
        const unsigned which = negated(s1);
        Lane l[2][4];
        if (!lanes(s0, c, l[0]) || !lanes(s1, c, l[1])) return false;
        bool same = c.count > 1;
        for (unsigned i = 1; same && i < c.count; ++i)
            same = l[0][i] == l[0][0] && l[1][i] == l[1][0];
        const unsigned n = same ? 1 : c.count;
        const Operand &plain = which ? s0 : s1;
        Value a = modify(plain, b_.gather(l[1 - which], n, kind), kind);
        Value b = b_.gather(l[which], n, kind);
        return finish(ins, b_.binary(op == Op::fadd ? Op::fsub : Op::isub, a, b, flags_));
    }
    Value v[2];
    if (!sources(ins, 1, 2, kinds, c, v)) return false;
    return finish(ins, b_.binary(op, v[0], v[1], flags_));
}

bool Lowering::compare(const Instruction &ins, Op op, Kind kind) {
    const Components c = written(operand(ins, 0));
    if (!c.count) return true;
    const Kind kinds[2] = {kind, kind};
    Value v[2];
    if (!sources(ins, 1, 2, kinds, c, v)) return false;
    return write(operand(ins, 0), b_.to_mask(b_.compare(op, v[0], v[1])));
}

bool Lowering::dot(const Instruction &ins, unsigned count) {
    if (!operand(ins, 0).write_mask()) return true;
    Value a, b;
    if (!vector(operand(ins, 1), count, Kind::f32, &a) || !vector(operand(ins, 2), count, Kind::f32, &b))
        return false;
    return finish(ins, b_.emit(Op::fdot, ir::f32(), a, b, 0, 0, flags_));
}

bool Lowering::move(const Instruction &ins) {
    const Operand &dst = operand(ins, 0), &src = operand(ins, 1);
    const Components c = written(dst);
    if (!c.count) return true;
    Lane l[4];
    if (!lanes(src, c, l)) return false;
    // Without modifiers a move copies bits and costs nothing.
    if (!src.modifiers && !ins.saturate()) return write_lanes(dst, l);
    return finish(ins, modify(src, b_.gather(l, c.count, Kind::f32), Kind::f32));
}

bool Lowering::move_conditional(const Instruction &ins) {
    const Operand &dst = operand(ins, 0);
    const Components c = written(dst);
    if (!c.count) return true;
    Lane l[3][4];
    for (unsigned s = 0; s < 3; ++s)
        if (!lanes(operand(ins, 1 + s), c, l[s])) return false;
    bool same = c.count > 1;
    bool same_condition = c.count > 1;
    for (unsigned i = 1; i < c.count; ++i) {
        same_condition = same_condition && l[0][i] == l[0][0];
        same = same && same_condition && l[1][i] == l[1][0] && l[2][i] == l[2][0];
    }
    const unsigned n = same ? 1 : c.count;
    const bool modified = operand(ins, 2).modifiers || operand(ins, 3).modifiers || ins.saturate();
    Kind kind = Kind::f32;
    if (!modified) {
        Lane arms[8];
        std::copy(l[1], l[1] + n, arms);
        std::copy(l[2], l[2] + n, arms + n);
        kind = untyped_kind(arms, 2 * n);
    }
    Value condition = b_.nonzero(modify(operand(ins, 1), b_.gather(l[0], n, Kind::i32), Kind::i32));
    Value a = modify(operand(ins, 2), b_.gather(l[1], n, kind), kind);
    Value b = modify(operand(ins, 3), b_.gather(l[2], n, kind), kind);
    return finish(ins, b_.select(condition, a, b));
}

bool Lowering::swap_conditional(const Instruction &ins) {
    const Operand &d0 = operand(ins, 0), &d1 = operand(ins, 1);
    Value result[2] = {0, 0};
    for (unsigned d = 0; d < 2; ++d) {
        const Components c = written(operand(ins, d));
        if (!c.count) continue;
        Lane l[2][4];
        for (unsigned s = 0; s < 2; ++s)
            if (!lanes(operand(ins, 3 + s), c, l[s])) return false;
        Value condition;
        if (!source(operand(ins, 2), c, Kind::i32, &condition)) return false;
        Lane arms[8];
        std::copy(l[0], l[0] + c.count, arms);
        std::copy(l[1], l[1] + c.count, arms + c.count);
        const bool modified = operand(ins, 3).modifiers || operand(ins, 4).modifiers || ins.saturate();
        const Kind kind = modified ? Kind::f32 : untyped_kind(arms, 2u * c.count);
        Value a = modify(operand(ins, 3), b_.gather(l[0], c.count, kind), kind);
        Value b = modify(operand(ins, 4), b_.gather(l[1], c.count, kind), kind);
        condition = b_.nonzero(condition);
        result[d] = d ? b_.select(condition, a, b) : b_.select(condition, b, a);
        if (ins.saturate()) result[d] = b_.unary(Op::fsat, b_.cast(result[d], Kind::f32));
    }
    return (!result[0] || write(d0, result[0])) && (!result[1] || write(d1, result[1]));
}

// Both results are computed before either is written: destinations may be sources.
bool Lowering::two_results(const Instruction &ins, Op first, Op second, Kind kind) {
    const bool one_source = ins.opcode == Opcode::sincos;
    const Kind kinds[2] = {kind, kind};
    Value result[2] = {0, 0};
    for (unsigned d = 0; d < 2; ++d) {
        const Operand &dst = operand(ins, d);
        const Components c = written(dst);
        if (dst.type == RegisterType::null || !c.count) continue;
        Value v[2] = {0, 0};
        if (!sources(ins, 2, one_source ? 1 : 2, kinds, c, v)) return false;
        result[d] = b_.emit(d ? second : first, b_.type(v[0]), v[0], v[1], 0, 0, flags_);
        if (ins.saturate() && (info(ins.opcode).flags & can_saturate))
            result[d] = b_.unary(Op::fsat, result[d]);
    }
    return (!result[0] || write(operand(ins, 0), result[0])) &&
           (!result[1] || write(operand(ins, 1), result[1]));
}

bool Lowering::arithmetic(const Instruction &ins) {
    constexpr Kind f = Kind::f32, i = Kind::i32;
    switch (ins.opcode) {
    case Opcode::add: return binary(ins, Op::fadd, f);
    case Opcode::mul: return binary(ins, Op::fmul, f);
    case Opcode::div: return binary(ins, Op::fdiv, f);
    case Opcode::min: return binary(ins, Op::fmin, f);
    case Opcode::max: return binary(ins, Op::fmax, f);
    case Opcode::dp2: return dot(ins, 2);
    case Opcode::dp3: return dot(ins, 3);
    case Opcode::dp4: return dot(ins, 4);
    case Opcode::mad: {
        const Components c = written(operand(ins, 0));
        if (!c.count) return true;
        const Kind kinds[3] = {f, f, f};
        Value v[3];
        if (!sources(ins, 1, 3, kinds, c, v)) return false;
        return finish(ins, b_.emit(Op::fmad, b_.type(v[0]), v[0], v[1], v[2], 0, flags_));
    }
    case Opcode::frc: return unary(ins, Op::ffract, f, f);
    case Opcode::round_ne: return unary(ins, Op::fround, f, f);
    case Opcode::round_ni: return unary(ins, Op::ffloor, f, f);
    case Opcode::round_pi: return unary(ins, Op::fceil, f, f);
    case Opcode::round_z: return unary(ins, Op::ftrunc, f, f);
    case Opcode::sqrt: return unary(ins, Op::fsqrt, f, f);
    case Opcode::rsq: return unary(ins, Op::frsq, f, f);
    case Opcode::rcp: return unary(ins, Op::frcp, f, f);
    case Opcode::exp: return unary(ins, Op::fexp2, f, f);
    case Opcode::log: return unary(ins, Op::flog2, f, f);
    case Opcode::sincos: flags_ &= ~ir::flag::relaxed; return two_results(ins, Op::fsin, Op::fcos, f);
    case Opcode::deriv_rtx:
    case Opcode::deriv_rty:
    case Opcode::deriv_rtx_coarse:
    case Opcode::deriv_rty_coarse:
    case Opcode::deriv_rtx_fine:
    case Opcode::deriv_rty_fine: {
        const Components c = written(operand(ins, 0));
        if (!c.count) return true;
        Value v;
        if (!sources(ins, 1, 1, &f, c, &v)) return false;
        const bool y = ins.opcode == Opcode::deriv_rty || ins.opcode == Opcode::deriv_rty_coarse ||
                       ins.opcode == Opcode::deriv_rty_fine;
        const bool coarse = ins.opcode == Opcode::deriv_rtx_coarse || ins.opcode == Opcode::deriv_rty_coarse;
        const bool fine = ins.opcode == Opcode::deriv_rtx_fine || ins.opcode == Opcode::deriv_rty_fine;
        return finish(ins, b_.emit(y ? Op::ddy : Op::ddx, b_.type(v), v, coarse ? 1 : fine ? 2 : 0));
    }

    case Opcode::ftoi: return unary(ins, Op::ftoi, f, i);
    case Opcode::ftou: return unary(ins, Op::ftou, f, i);
    case Opcode::itof: return unary(ins, Op::itof, i, f);
    case Opcode::utof: return unary(ins, Op::utof, i, f);
    case Opcode::f32tof16: return unary(ins, Op::f32_to_f16, f, i);
    case Opcode::f16tof32: {
        // Modifiers act on the converted value.
        const Operand &src = operand(ins, 1);
        const Components c = written(operand(ins, 0));
        if (!c.count) return true;
        Lane l[4];
        if (!lanes(src, c, l)) return false;
        Value v = b_.emit(Op::f16_to_f32, ir::f32(c.count), b_.gather(l, c.count, i), 0, 0, 0, flags_);
        return write(operand(ins, 0), modify(src, v, f));
    }

    case Opcode::eq: return compare(ins, Op::feq, f);
    case Opcode::ne: return compare(ins, Op::fne, f);
    case Opcode::lt: return compare(ins, Op::flt, f);
    case Opcode::ge: return compare(ins, Op::fge, f);
    case Opcode::ieq: return compare(ins, Op::ieq, i);
    case Opcode::ine: return compare(ins, Op::ine, i);
    case Opcode::ilt: return compare(ins, Op::ilt, i);
    case Opcode::ige: return compare(ins, Op::ige, i);
    case Opcode::ult: return compare(ins, Op::ult, i);
    case Opcode::uge: return compare(ins, Op::uge, i);

    case Opcode::iadd: return binary(ins, Op::iadd, i);
    case Opcode::imax: return binary(ins, Op::imax, i);
    case Opcode::imin: return binary(ins, Op::imin, i);
    case Opcode::umax: return binary(ins, Op::umax, i);
    case Opcode::umin: return binary(ins, Op::umin, i);
    case Opcode::and_: return binary(ins, Op::and_, i);
    case Opcode::or_: return binary(ins, Op::or_, i);
    case Opcode::xor_: return binary(ins, Op::xor_, i);
    case Opcode::ishl: return binary(ins, Op::shl, i);
    case Opcode::ishr: return binary(ins, Op::sshr, i);
    case Opcode::ushr: return binary(ins, Op::ushr, i);
    case Opcode::not_: return unary(ins, Op::not_, i, i);
    case Opcode::ineg: return unary(ins, Op::ineg, i, i);
    case Opcode::countbits: return unary(ins, Op::bit_count, i, i);
    case Opcode::bfrev: return unary(ins, Op::bit_reverse, i, i);
    case Opcode::firstbit_lo: return unary(ins, Op::first_bit_low, i, i);
    case Opcode::firstbit_hi: return unary(ins, Op::first_bit_high, i, i);
    case Opcode::firstbit_shi: return unary(ins, Op::first_bit_shi, i, i);
    case Opcode::imad:
    case Opcode::umad: {
        const Components c = written(operand(ins, 0));
        if (!c.count) return true;
        const Kind kinds[3] = {i, i, i};
        Value v[3];
        if (!sources(ins, 1, 3, kinds, c, v)) return false;
        return write(operand(ins, 0), b_.binary(Op::iadd, b_.binary(Op::imul, v[0], v[1]), v[2]));
    }
    case Opcode::imul: return two_results(ins, Op::smul_hi, Op::imul, i);
    case Opcode::umul: return two_results(ins, Op::umul_hi, Op::imul, i);
    case Opcode::udiv: return two_results(ins, Op::udiv, Op::umod, i);
    case Opcode::uaddc: return two_results(ins, Op::iadd, Op::add_carry, i);
    case Opcode::usubb: return two_results(ins, Op::isub, Op::sub_borrow, i);
    case Opcode::ubfe:
    case Opcode::ibfe:
    case Opcode::msad: {
        const Components c = written(operand(ins, 0));
        if (!c.count) return true;
        const Kind kinds[3] = {i, i, i};
        Value v[3];
        if (!sources(ins, 1, 3, kinds, c, v)) return false;
        // Bit fields name width and offset first, the value last.
        Value r = ins.opcode == Opcode::msad
                      ? b_.ternary(Op::msad, v[0], v[1], v[2])
                      : b_.ternary(ins.opcode == Opcode::ubfe ? Op::ubfe : Op::ibfe, v[2], v[1], v[0]);
        return write(operand(ins, 0), r);
    }
    case Opcode::bfi: {
        const Components c = written(operand(ins, 0));
        if (!c.count) return true;
        const Kind kinds[4] = {i, i, i, i};
        Value v[4];
        if (!sources(ins, 1, 4, kinds, c, v)) return false;
        return write(operand(ins, 0), b_.emit(Op::bfi, b_.type(v[0]), v[3], v[2], v[1], v[0]));
    }

    case Opcode::mov: return move(ins);
    case Opcode::movc: return move_conditional(ins);
    case Opcode::swapc: return swap_conditional(ins);
    case Opcode::sync: return sync(ins);
    case Opcode::check_access_fully_mapped: {
        const Components c = written(operand(ins, 0));
        if (!c.count) return true;
        Value v;
        if (!source(operand(ins, 1), c, i, &v)) return false;
        return write(operand(ins, 0), b_.to_mask(b_.nonzero(v)));
    }
    default: return doubles(ins);
    }
}

} // namespace weft::tpf
