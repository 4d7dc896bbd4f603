// Arithmetic. Sources are read whole before anything is written, so a destination may be its own source.
#include "core/d3dbc/lowering.h"

namespace weft::d3dbc {

using ir::Lane;
using ir::Value;

namespace {

constexpr float lit_limit = 127.9961f; // the exponent of lit is an 8.8 fixed-point number

} // namespace

// --- the float model
// -------------------------------------------------------------------------------------------

Value Lowering::at_most(Value v, float limit) {
    return b_.binary(ir::Op::fmin, v, b_.f32c(b_.type(v).count(), limit));
}

Value Lowering::at_least(Value v, float limit) {
    return b_.binary(ir::Op::fmax, v, b_.f32c(b_.type(v).count(), limit));
}

// The factors of a product after the rule that zero times anything is zero.
void Lowering::guard(Value *a, Value *b) {
    using ir::Op;
    if (options_.float_model != FloatModel::strict || *a == *b) return;
    Value zero = b_.zero(b_.type(*a));
    auto harmless =
        [&](Value v) { // a finite literal cannot spoil a zero, and where it is not zero itself ...
            if (!b_.is_constant(v)) return false;
            for (unsigned i = 0; i < b_.type(v).count(); ++i)
                if ((m_[v].arg[i] & 0x7f800000) == 0x7f800000) return false;
            return true;
        };
    auto nonzero = [&](Value v) { // ... the other factor need not fear it
        if (!b_.is_constant(v)) return false;
        for (unsigned i = 0; i < b_.type(v).count(); ++i)
            if (!(m_[v].arg[i] & 0x7fffffff)) return false;
        return true;
    };
    Value x = *a, y = *b;
    if (!harmless(x)) *a = nonzero(y) ? x : b_.select(b_.compare(Op::feq, y, zero), zero, x);
    if (!harmless(y)) *b = nonzero(x) ? y : b_.select(b_.compare(Op::feq, x, zero), zero, y);
}

Value Lowering::multiply(Value a, Value b) {
    guard(&a, &b);
    return b_.binary(ir::Op::fmul, a, b, flags_);
}

Value Lowering::multiply_add(Value a, Value b, Value c) {
    guard(&a, &b);
    return b_.ternary(ir::Op::fmad, a, b, c, flags_);
}

Value Lowering::dot(Value a, Value b) {
    guard(&a, &b);
    return b_.emit(ir::Op::fdot, ir::f32(), a, b, 0, 0, flags_);
}

Value Lowering::reciprocal(Value v) {
    Value r = b_.unary(ir::Op::frcp, v, flags_);
    return options_.float_model == FloatModel::ieee ? r : at_least(at_most(r, float_max), -float_max);
}

Value Lowering::inverse_root(Value v) {
    Value r = b_.unary(ir::Op::frsq, v, flags_);
    return options_.float_model == FloatModel::ieee ? r : at_most(r, float_max);
}

Value Lowering::exponential(Value v) {
    Value r = b_.unary(ir::Op::fexp2, v, flags_);
    return options_.float_model == FloatModel::ieee ? r : at_most(r, float_max);
}

// Of |v|.
Value Lowering::logarithm(Value v) {
    Value r = b_.unary(ir::Op::flog2, b_.unary(ir::Op::fabs, v), flags_);
    return options_.float_model == FloatModel::ieee ? r : at_least(at_most(r, float_max), -float_max);
}

// |base| ^ exponent as hardware made it; with a finite logarithm 0 ^ 0 is 1.
Value Lowering::power(Value base, Value exponent) {
    return exponential(multiply(exponent, logarithm(base)));
}

// --- instructions
// ------------------------------------------------------------------------------------------------

// The vector of those of four scalar results that the destination takes.
Value Lowering::pick(const Value *components, const Components &c) {
    Lane lanes[4];
    for (unsigned k = 0; k < c.count; ++k)
        lanes[k] = {components[c.index[k]], 0};
    return b_.gather(lanes, c.count, ir::Kind::f32);
}

bool Lowering::move(const Instruction &ins) {
    using ir::Op;
    if (ins.dst.is(RegisterType::address) && vertex()) {
        // vs_1_x rounds down, later versions to the nearest integer.
        Components c(effective_mask(ins));
        Value v;
        if (!source(ins, 0, c, &v)) return false;
        v = b_.unary(version_.major == 1 ? Op::ffloor : Op::fround, v);
        return commit(ins, b_.emit(Op::ftoi, ir::i32(c.count), v));
    }
    const Source &src = ins.src[0];
    uint32_t s = slot_of(version_, ins.dst.type(), ins.dst.number());
    bool plain = !ins.dst.shift() && !ins.dst.saturate() && !ins.predicated && !pairing_ && !pending_ &&
                 src.modifier() == SourceModifier::none && s != no_slot && !ins.dst.relative() &&
                 !(ins.dst.is(RegisterType::output) && plan_.relative_outputs);
    Components c(effective_mask(ins));
    if (plain) {
        Lane all[4];
        if (!lanes(src, 0, all)) return false;
        for (unsigned k = 0; k < c.count; ++k)
            r_.set_lane(s, c.index[k], all[src.component(c.index[k])]);
        return true;
    }
    Value v;
    return source(ins, 0, c, &v) && write(ins, v);
}

bool Lowering::set_predicate(const Instruction &ins) {
    if (!ins.dst.is(RegisterType::predicate))
        return fail(code::d3dbc_register_type, "setp writes the predicate register.");
    Components c(ins.dst.mask());
    if (!c.count) return true;
    Value a, b;
    if (!source(ins, 0, c, &a) || !source(ins, 1, c, &b)) return false;
    return commit(ins, b_.to_mask(comparison(ins.control, a, b)));
}

bool Lowering::arithmetic(const Instruction &ins) {
    if (ins.dst.is(RegisterType::predicate))
        return fail(code::d3dbc_register_type, "Only setp writes the predicate register.");
    Components c(effective_mask(ins));
    if (!c.count) return true;
    if (ins.op == Op::mov || ins.op == Op::mova) return move(ins);
    if (ins.dst.is(RegisterType::address) && vertex())
        return fail(code::d3dbc_register_type, "Only moves write the address register.");

    // What is the same in every component is computed once.
    if (ins.info->flags & op_componentwise && c.count > 1 && uniform(ins, ins.info->other_sources, c))
        c.count = 1;
    Value s[3] = {};
    auto vectors = [&](unsigned n, const Components &of) {
        for (unsigned i = 0; i < n; ++i)
            if (!source(ins, i, of, &s[i])) return false;
        return true;
    };
    auto scalars = [&](unsigned n) { return vectors(n, Components(1)); };
    switch (ins.op) {
    case Op::add: return vectors(2, c) && write(ins, b_.binary(ir::Op::fadd, s[0], s[1], flags_));
    case Op::sub: return vectors(2, c) && write(ins, b_.binary(ir::Op::fsub, s[0], s[1], flags_));
    case Op::mul: return vectors(2, c) && write(ins, multiply(s[0], s[1]));
    case Op::mad: return vectors(3, c) && write(ins, multiply_add(s[0], s[1], s[2]));
    // The difference first: where s1 and s2 are equal the result is exact.
    case Op::lrp:
        return vectors(3, c) &&
               write(ins, multiply_add(s[0], b_.binary(ir::Op::fsub, s[1], s[2], flags_), s[2]));
    case Op::min: return vectors(2, c) && write(ins, b_.binary(ir::Op::fmin, s[0], s[1], flags_));
    case Op::max: return vectors(2, c) && write(ins, b_.binary(ir::Op::fmax, s[0], s[1], flags_));
    case Op::abs: return vectors(1, c) && write(ins, b_.unary(ir::Op::fabs, s[0]));
    case Op::frc: return vectors(1, c) && write(ins, b_.unary(ir::Op::ffract, s[0], flags_));
    case Op::sgn: return vectors(1, c) && write(ins, b_.unary(ir::Op::fsign, s[0]));
    case Op::slt:
    case Op::sge: {
        if (!vectors(2, c)) return false;
        Value v = b_.compare(ins.op == Op::slt ? ir::Op::flt : ir::Op::fge, s[0], s[1]);
        return write(ins, b_.select(v, b_.f32c(c.count, 1), b_.f32c(c.count, 0)));
    }
    case Op::cmp:
        return vectors(3, c) &&
               write(ins, b_.select(b_.compare(ir::Op::fge, s[0], b_.f32c(c.count, 0)), s[1], s[2]));
    case Op::cnd: {
        // Before 1.4 the whole vector follows r0.a, and a co-issued cnd takes its first choice always.
        if (!vectors(3, c)) return false;
        if (version_.minor < 4 && ins.coissue) return write(ins, s[1]);
        Value v = b_.compare(ir::Op::flt, b_.f32c(c.count, 0.5f), s[0]);
        return write(ins, b_.select(v, s[1], s[2]));
    }
    case Op::dp3: return vectors(2, Components(0x7)) && write(ins, dot(s[0], s[1]));
    case Op::dp4: return vectors(2, Components(0xf)) && write(ins, dot(s[0], s[1]));
    case Op::dp2add: {
        if (!vectors(2, Components(0x3)) || !scalar(ins, 2, &s[2])) return false;
        return write(ins, b_.binary(ir::Op::fadd, dot(s[0], s[1]), s[2], flags_));
    }
    case Op::rcp: return scalars(1) && write(ins, reciprocal(s[0]));
    case Op::rsq: return scalars(1) && write(ins, inverse_root(b_.unary(ir::Op::fabs, s[0])));
    case Op::exp: return scalars(1) && write(ins, exponential(s[0]));
    case Op::log: return scalars(1) && write(ins, logarithm(s[0]));
    case Op::pow: return scalars(2) && write(ins, power(s[0], s[1]));
    case Op::dsx:
    case Op::dsy: // never in less than full precision
        return vectors(1, c) &&
               write(ins, b_.emit(ins.op == Op::dsx ? ir::Op::ddx : ir::Op::ddy, b_.type(s[0]), s[0], 0));
    default: return macro(ins);
    }
}

bool Lowering::macro(const Instruction &ins) {
    using d3dbc::Op;
    Components c(effective_mask(ins)), xyz(0x7), xyzw(0xf);
    const uint8_t mask = effective_mask(ins);
    Value zero = b_.f32c(0), unit = b_.f32c(1);
    Value r[4] = {zero, zero, zero, zero};
    auto lane = [&](Value v, unsigned i) { return b_.extract(v, i); };
    switch (ins.op) {
    case Op::expp:
    case Op::logp: {
        Value s;
        if (!scalar(ins, 0, &s)) return false;
        if (version_.major > 1) return write(ins, ins.op == Op::expp ? exponential(s) : logarithm(s));
        // In vs_1_x they take the number apart.
        if (ins.op == Op::expp) {
            Value whole = b_.unary(ir::Op::ffloor, s);
            r[0] = mask & 1 ? exponential(whole) : zero;
            r[1] = mask & 2 ? b_.binary(ir::Op::fsub, s, whole) : zero;
            r[2] = mask & 4 ? exponential(s) : zero;
        } else {
            Value logarithm_of = logarithm(s);
            Value exponent = b_.unary(ir::Op::ffloor, logarithm_of);
            Value magnitude = b_.unary(ir::Op::fabs, s);
            Value is_zero = b_.compare(ir::Op::feq, s, zero);
            r[0] = mask & 1 ? exponent : zero;
            r[1] = mask & 2 ? b_.select(is_zero, unit,
                                        multiply(magnitude, exponential(b_.unary(ir::Op::fneg, exponent))))
                            : zero;
            r[2] = mask & 4 ? logarithm_of : zero;
        }
        r[3] = unit;
        return write(ins, pick(r, c));
    }
    case Op::lit: {
        Value s;
        if (!source(ins, 0, xyzw, &s)) return false;
        Value x = lane(s, 0), y = lane(s, 1);
        r[0] = r[3] = unit;
        r[1] = mask & 2 ? at_least(x, 0) : zero;
        if (mask & 4) {
            Value exponent = at_least(at_most(lane(s, 3), lit_limit), -lit_limit);
            Value lit =
                b_.binary(ir::Op::and_, b_.compare(ir::Op::flt, zero, x), b_.compare(ir::Op::flt, zero, y));
            r[2] = b_.select(lit, power(y, exponent), zero);
        }
        return write(ins, pick(r, c));
    }
    case Op::dst: {
        Value a, b;
        if (!source(ins, 0, xyzw, &a) || !source(ins, 1, xyzw, &b)) return false;
        r[0] = unit;
        r[1] = mask & 2 ? multiply(lane(a, 1), lane(b, 1)) : zero;
        r[2] = mask & 4 ? lane(a, 2) : zero;
        r[3] = mask & 8 ? lane(b, 3) : zero;
        return write(ins, pick(r, c));
    }
    case Op::crs: {
        Value a, b;
        if (!source(ins, 0, xyz, &a) || !source(ins, 1, xyz, &b)) return false;
        uint8_t left[3], right[3];
        for (unsigned k = 0; k < c.count; ++k) {
            left[k] = static_cast<uint8_t>((c.index[k] + 1) % 3);
            right[k] = static_cast<uint8_t>((c.index[k] + 2) % 3);
        }
        Value plus = multiply(b_.shuffle(a, left, c.count), b_.shuffle(b, right, c.count));
        Value minus = multiply(b_.shuffle(a, right, c.count), b_.shuffle(b, left, c.count));
        return write(ins, b_.binary(ir::Op::fsub, plus, minus, flags_));
    }
    case Op::nrm: {
        // Every component, w too, is divided by the length of xyz.
        Value s, v;
        if (!source(ins, 0, xyz, &s) || !source(ins, 0, c, &v)) return false;
        return write(ins, multiply(v, b_.broadcast(inverse_root(dot(s, s)), c.count)));
    }
    case Op::sincos: {
        Value s;
        if (!scalar(ins, 0, &s)) return false;
        r[0] = mask & 1 ? b_.unary(ir::Op::fcos, s) : zero;
        r[1] = mask & 2 ? b_.unary(ir::Op::fsin, s) : zero;
        return write(ins, pick(r, c));
    }
    case Op::m4x4:
    case Op::m4x3:
    case Op::m3x4:
    case Op::m3x3:
    case Op::m3x2: {
        Components width(ins.op == Op::m4x4 || ins.op == Op::m4x3 ? 0xf : 0x7);
        Value s;
        if (!source(ins, 0, width, &s)) return false;
        for (unsigned k = 0; k < c.count; ++k) {
            Value row;
            if (!source(ins, 1, width, &row, c.index[k])) return false;
            r[c.index[k]] = dot(s, row);
        }
        return write(ins, pick(r, c));
    }
    default: break;
    }
    diag_.error({line_, 0}, Result::not_implemented, code::d3dbc_not_implemented, "%.*s is not implemented.",
                static_cast<int>(ins.info->name.size()), ins.info->name.data());
    return false;
}

} // namespace weft::d3dbc
