// Double precision: a value takes two neighbouring components, the low word first.
#include "core/tpf/lowering.h"

namespace weft::tpf {

using ir::Kind;
using ir::Lane;
using ir::Op;
using ir::Value;

// The first (0) or second (1) double of an operand.
bool Lowering::double_source(const Operand &op, unsigned which, Value *out) {
    Components pair;
    pair.index[0] = static_cast<uint8_t>(2 * which);
    pair.index[1] = static_cast<uint8_t>(2 * which + 1);
    pair.count = 2;
    Lane l[2];
    if (!lanes(op, pair, l)) return false;
    // The two words of one double that was just computed.
    const ir::Inst &inst = m_[l[0].value()];
    Value v;
    if (l[0].value() == l[1].value() && l[0].lane() == 0 && l[1].lane() == 1 && inst.op == Op::bitcast &&
        b_.type(inst.arg[0]) == ir::f64())
        v = inst.arg[0];
    else
        v = b_.emit(Op::bitcast, ir::f64(), b_.gather(l, 2, Kind::i32));
    *out = modify(op, v, Kind::f64);
    return true;
}

bool Lowering::doubles(const Instruction &ins) {
    struct Entry {
        Opcode opcode;
        Op op;
        uint8_t sources;
    };
    // Doubles in and out.
    static constexpr Entry wide[] = {
        {Opcode::dadd, Op::fadd, 2}, {Opcode::dmul, Op::fmul, 2},  {Opcode::ddiv, Op::fdiv, 2},
        {Opcode::dmin, Op::fmin, 2}, {Opcode::dmax, Op::fmax, 2},  {Opcode::dfma, Op::ffma, 3},
        {Opcode::drcp, Op::frcp, 1}, {Opcode::dmov, Op::alias, 1},
    };
    // Doubles in, one component for each out.
    static constexpr Entry narrow[] = {
        {Opcode::deq, Op::feq, 2},   {Opcode::dne, Op::fne, 2},       {Opcode::dlt, Op::flt, 2},
        {Opcode::dge, Op::fge, 2},   {Opcode::dtof, Op::fconvert, 1}, {Opcode::dtoi, Op::ftoi, 1},
        {Opcode::dtou, Op::ftou, 1},
    };
    static constexpr Entry widening[] = {
        {Opcode::ftod, Op::fconvert, 1}, {Opcode::itod, Op::itof, 1}, {Opcode::utod, Op::utof, 1}};

    const Operand &dst = operand(ins, 0);
    const uint8_t mask = dst.write_mask();

    for (const Entry &e : narrow) {
        if (e.opcode != ins.opcode) continue;
        const Components c = written(dst);
        if (c.count > 2) return fail(code::tpf_swizzle, "more than two results.");
        Lane l[2];
        for (unsigned k = 0; k < c.count; ++k) {
            Value s[2] = {0, 0};
            for (unsigned i = 0; i < e.sources; ++i)
                if (!double_source(operand(ins, 1 + i), k, &s[i])) return false;
            Value r;
            if (e.sources == 2)
                r = b_.to_mask(b_.compare(e.op, s[0], s[1]));
            else
                r = b_.emit(e.op, e.op == Op::fconvert ? ir::f32() : ir::i32(), s[0], 0, 0, 0, flags_);
            if (ins.saturate() && (info(ins.opcode).flags & can_saturate)) r = b_.unary(Op::fsat, r);
            l[k] = {r, 0};
        }
        return write_lanes(dst, l);
    }

    if (dst.type != RegisterType::null && mask != 0x3 && mask != 0xc && mask != 0xf)
        return fail(code::tpf_swizzle, "a double takes xy or zw.");
    Value result[2] = {0, 0};
    unsigned nth = 0; // among the doubles that are written
    for (unsigned half = 0; half < 2; ++half) {
        if (!(mask >> (2 * half) & 1) || dst.type == RegisterType::null) continue;
        Value &r = result[half];
        bool known = false;
        for (const Entry &e : wide) {
            if (e.opcode != ins.opcode) continue;
            known = true;
            Value s[3] = {0, 0, 0};
            for (unsigned i = 0; i < e.sources; ++i)
                if (!double_source(operand(ins, 1 + i), half, &s[i])) return false;
            r = e.op == Op::alias ? s[0] : b_.emit(e.op, ir::f64(), s[0], s[1], s[2], 0, flags_);
        }
        for (const Entry &e : widening) {
            if (e.opcode != ins.opcode) continue;
            known = true;
            Components one;
            one.index[0] = static_cast<uint8_t>(nth);
            one.count = 1;
            Value s;
            if (!source(operand(ins, 1), one, e.op == Op::fconvert ? Kind::f32 : Kind::i32, &s)) return false;
            r = b_.emit(e.op, ir::f64(), s, 0, 0, 0, flags_);
        }
        if (ins.opcode == Opcode::dmovc) {
            known = true;
            Components one;
            one.index[0] = static_cast<uint8_t>(nth);
            one.count = 1;
            Value c, a, b;
            if (!source(operand(ins, 1), one, Kind::i32, &c) || !double_source(operand(ins, 2), half, &a) ||
                !double_source(operand(ins, 3), half, &b))
                return false;
            r = b_.select(b_.nonzero(c), a, b);
        }
        if (!known) return fail(code::tpf_not_implemented, "this instruction has no meaning in this stage.");
        if (ins.saturate() && (info(ins.opcode).flags & can_saturate)) r = b_.unary(Op::fsat, r);
        ++nth;
    }
    Lane l[4];
    unsigned n = 0;
    for (unsigned half = 0; half < 2; ++half) {
        if (!result[half]) continue;
        Value words = b_.emit(Op::bitcast, ir::i32(2), result[half]);
        l[n++] = {words, 0};
        l[n++] = {words, 1};
    }
    return n ? write_lanes(dst, l) : true;
}

} // namespace weft::tpf
