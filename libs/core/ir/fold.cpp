// Rewrites done while an instruction is being emitted. They hold bit for bit under Direct3D's rules, so they
// apply to precise instructions too: no float identity that could change a NaN, a signed zero or a rounding.
#include <bit>
#include <cmath>

#include "core/ir/builder.h"

namespace weft::ir {

namespace {

float as_float(uint32_t v) {
    return std::bit_cast<float>(v);
}
uint32_t as_bits(float v) {
    return std::bit_cast<uint32_t>(v);
}

// Direct3D may flush denormals, the host does not: results that are denormal are left to the device.
bool normal_or_zero(float v) {
    return v == 0 || std::isnormal(v);
}

uint32_t saturating_ftoi(float v) {
    if (v != v) return 0;
    if (v >= 2147483648.0f) return 0x7fffffff;
    if (v < -2147483648.0f) return 0x80000000;
    return static_cast<uint32_t>(static_cast<int32_t>(v));
}

uint32_t saturating_ftou(float v) {
    if (!(v > 0)) return 0;
    if (v >= 4294967296.0f) return 0xffffffff;
    return static_cast<uint32_t>(v);
}

// One 32-bit component of a constant operation; false where it is left to the device.
bool evaluate(Op op, uint32_t a, uint32_t b, uint32_t c, uint32_t *out) {
    auto sa = static_cast<int32_t>(a);
    auto sb = static_cast<int32_t>(b);
    float fa = as_float(a);
    float fb = as_float(b);
    auto put_float = [&](float r) {
        if (!normal_or_zero(fa) || !normal_or_zero(r)) return false;
        *out = as_bits(r);
        return true;
    };
    switch (op) {
    case Op::iadd: *out = a + b; return true;
    case Op::isub: *out = a - b; return true;
    case Op::imul: *out = a * b; return true;
    case Op::umul_hi: *out = static_cast<uint32_t>(static_cast<uint64_t>(a) * b >> 32); return true;
    case Op::smul_hi:
        *out = static_cast<uint32_t>(static_cast<uint64_t>(static_cast<int64_t>(sa) * sb) >> 32);
        return true;
    case Op::udiv: *out = b ? a / b : ~0u; return true;
    case Op::umod: *out = b ? a % b : ~0u; return true;
    case Op::ineg: *out = 0u - a; return true;
    case Op::imin: *out = sa < sb ? a : b; return true;
    case Op::imax: *out = sa > sb ? a : b; return true;
    case Op::umin: *out = a < b ? a : b; return true;
    case Op::umax: *out = a > b ? a : b; return true;
    case Op::and_: *out = a & b; return true;
    case Op::or_: *out = a | b; return true;
    case Op::xor_: *out = a ^ b; return true;
    case Op::shl: *out = a << (b & 31); return true;
    case Op::ushr: *out = a >> (b & 31); return true;
    case Op::sshr: *out = static_cast<uint32_t>(sa >> (b & 31)); return true;
    case Op::bit_count: *out = static_cast<uint32_t>(std::popcount(a)); return true;
    case Op::ieq: *out = a == b; return true;
    case Op::ine: *out = a != b; return true;
    case Op::ilt: *out = sa < sb; return true;
    case Op::ige: *out = sa >= sb; return true;
    case Op::ult: *out = a < b; return true;
    case Op::uge: *out = a >= b; return true;
    case Op::itof: *out = as_bits(static_cast<float>(sa)); return true;
    case Op::utof: *out = as_bits(static_cast<float>(a)); return true;
    case Op::ftoi: *out = saturating_ftoi(fa); return true;
    case Op::ftou: *out = saturating_ftou(fa); return true;
    case Op::feq: *out = fa == fb; return normal_or_zero(fa) && normal_or_zero(fb);
    case Op::fne: *out = fa != fb; return normal_or_zero(fa) && normal_or_zero(fb);
    case Op::flt: *out = fa < fb; return normal_or_zero(fa) && normal_or_zero(fb);
    case Op::fge: *out = fa >= fb; return normal_or_zero(fa) && normal_or_zero(fb);
    case Op::fneg: *out = a ^ 0x80000000; return true;
    case Op::fabs: *out = a & 0x7fffffff; return true;
    case Op::fadd: return normal_or_zero(fb) && put_float(fa + fb);
    case Op::fsub: return normal_or_zero(fb) && put_float(fa - fb);
    case Op::fmul: return normal_or_zero(fb) && put_float(fa * fb);
    case Op::fsat: return put_float(fa > 0 ? (fa < 1 ? fa : 1.0f) : 0.0f);
    case Op::ffloor: return put_float(std::floor(fa));
    case Op::fceil: return put_float(std::ceil(fa));
    case Op::ftrunc: return put_float(std::trunc(fa));
    default: (void)c; return false;
    }
}

bool complement_of(Op op, Op *out) {
    switch (op) {
    case Op::feq: *out = Op::fne; return true;
    case Op::fne: *out = Op::feq; return true;
    case Op::ieq: *out = Op::ine; return true;
    case Op::ine: *out = Op::ieq; return true;
    case Op::ilt: *out = Op::ige; return true;
    case Op::ige: *out = Op::ilt; return true;
    case Op::ult: *out = Op::uge; return true;
    case Op::uge: *out = Op::ult; return true;
    default: return false; // an ordered less-than has no single complement: NaN
    }
}

} // namespace

Value Builder::fold_constants(Op op, Type type, const uint32_t *arg) {
    const OpInfo &i = info(op);
    if (!i.values || i.literals || op == Op::bitcast || op == Op::construct || op == Op::select) return 0;
    for (unsigned k = 0; k < i.values; ++k)
        if (!is_constant(arg[k])) return 0;
    const Inst a = m_[arg[0]];
    const Inst b = i.values > 1 ? m_[arg[1]] : Inst{};
    const Inst c = i.values > 2 ? m_[arg[2]] : Inst{};
    unsigned n = type.count();
    if (a.type.count() != n || (a.type.bits() != 32 && a.type.bits() != 1) || type.bits() > 32) return 0;
    uint32_t words[4];
    if (a.type.is_bool()) {
        for (unsigned k = 0; k < n; ++k) {
            switch (op) {
            case Op::and_: words[k] = a.arg[k] & b.arg[k]; break;
            case Op::or_: words[k] = a.arg[k] | b.arg[k]; break;
            case Op::xor_:
            case Op::ine: words[k] = a.arg[k] ^ b.arg[k]; break;
            case Op::ieq: words[k] = 1 ^ a.arg[k] ^ b.arg[k]; break;
            case Op::not_: words[k] = 1 ^ a.arg[k]; break;
            default: return 0;
            }
        }
        return constant(type, {words, n});
    }
    if (op == Op::not_) {
        for (unsigned k = 0; k < n; ++k)
            words[k] = ~a.arg[k];
        return constant(type, {words, n});
    }
    for (unsigned k = 0; k < n; ++k)
        if (!evaluate(op, a.arg[k], b.arg[k], c.arg[k], &words[k])) return 0;
    return constant(type, {words, n});
}

// Whether `v` is Direct3D's boolean made from a bool, whole or by component; yields the bool.
bool Builder::mask_condition(Value v, Value *condition) {
    const Inst inst = m_[v];
    if (inst.op == Op::select && is_splat(inst.arg[1], ~0u) && is_splat(inst.arg[2], 0) &&
        !inst.type.is_float() && type(inst.arg[0]).count() == inst.type.count()) {
        *condition = inst.arg[0];
        return true;
    }
    if (inst.op == Op::extract) {
        const Inst source = m_[inst.arg[0]];
        if (source.op == Op::select && is_splat(source.arg[1], ~0u) && is_splat(source.arg[2], 0) &&
            !source.type.is_float()) {
            Value c = source.arg[0];
            *condition = type(c).count() == 1 ? c : extract(c, inst.arg[1]);
            return true;
        }
    }
    if (inst.op == Op::construct && inst.type.is_int()) {
        Value parts[4] = {};
        for (unsigned k = 0; k < 4 && inst.arg[k]; ++k) {
            if (is_splat(inst.arg[k], 0) || is_splat(inst.arg[k], ~0u))
                parts[k] = splat(boolean(type(inst.arg[k]).count()), m_[inst.arg[k]].arg[0] & 1);
            else if (!mask_condition(inst.arg[k], &parts[k]))
                return false;
        }
        *condition = emit(Op::construct, boolean(inst.type.count()), parts[0], parts[1], parts[2], parts[3]);
        return true;
    }
    if (inst.op == Op::shuffle && inst.type.is_int() && inst.arg[0] == inst.arg[1]) {
        Value source;
        if (m_[inst.arg[0]].op != Op::select || !mask_condition(inst.arg[0], &source)) return false;
        *condition = emit(Op::shuffle, boolean(inst.type.count()), source, source, inst.arg[2]);
        return true;
    }
    return false;
}

// Whether `a` and `b` are the two components of one bool vector; yields it.
bool Builder::both_lanes(Value a, Value b, Value *vector) const {
    const Inst &x = m_[a];
    const Inst &y = m_[b];
    if (x.op != Op::extract || y.op != Op::extract || x.arg[0] != y.arg[0] || x.arg[1] == y.arg[1])
        return false;
    *vector = x.arg[0];
    return type(*vector).count() == 2;
}

Value Builder::fold_logic(Op op, Type type, const uint32_t *arg) {
    Value condition;
    Value other;
    switch (op) {
    case Op::ine:
    case Op::ieq:
        if (m_[arg[0]].type.is_bool() || !is_splat(arg[1], 0)) return 0;
        if (mask_condition(arg[0], &condition)) return op == Op::ine ? condition : not_(condition);
        return 0;
    case Op::and_:
        if (type.is_bool()) {
            for (unsigned k = 0; k < 2; ++k) {
                if (is_splat(arg[k], 1)) return arg[1 - k];
                if (is_splat(arg[k], 0)) return arg[k];
            }
            if (both_lanes(arg[0], arg[1], &other)) return emit(Op::all_, type, other);
            return arg[0] == arg[1] ? arg[0] : 0;
        }
        if (arg[0] == arg[1]) return arg[0];
        for (unsigned k = 0; k < 2; ++k) {
            if (is_splat(arg[k], 0)) return arg[k];
            if (is_splat(arg[k], ~0u)) return arg[1 - k];
        }
        if (mask_condition(arg[0], &condition) && mask_condition(arg[1], &other))
            return to_mask(binary(Op::and_, condition, other));
        for (unsigned k = 0; k < 2; ++k)
            if (mask_condition(arg[k], &condition)) return select(condition, arg[1 - k], zero(type));
        return 0;
    case Op::or_:
        if (type.is_bool()) {
            for (unsigned k = 0; k < 2; ++k) {
                if (is_splat(arg[k], 0)) return arg[1 - k];
                if (is_splat(arg[k], 1)) return arg[k];
            }
            if (both_lanes(arg[0], arg[1], &other)) return emit(Op::any_, type, other);
            return arg[0] == arg[1] ? arg[0] : 0;
        }
        if (arg[0] == arg[1]) return arg[0];
        for (unsigned k = 0; k < 2; ++k) {
            if (is_splat(arg[k], 0)) return arg[1 - k];
            if (is_splat(arg[k], ~0u)) return arg[k];
        }
        if (mask_condition(arg[0], &condition) && mask_condition(arg[1], &other))
            return to_mask(binary(Op::or_, condition, other));
        return 0;
    case Op::not_: {
        const Inst a = m_[arg[0]];
        if (a.op == Op::not_) return a.arg[0];
        if (!type.is_bool()) return mask_condition(arg[0], &condition) ? to_mask(not_(condition)) : 0;
        Op complement;
        if (complement_of(a.op, &complement) && !m_[a.arg[0]].type.is_bool())
            return emit(complement, type, a.arg[0], a.arg[1]);
        return 0;
    }
    case Op::select: {
        if (arg[1] == arg[2]) return arg[1];
        const Inst c = m_[arg[0]];
        if (c.op == Op::constant) {
            bool all = true;
            bool none = true;
            for (unsigned k = 0; k < c.type.count(); ++k) {
                all &= c.arg[k] != 0;
                none &= c.arg[k] == 0;
            }
            return all ? arg[1] : none ? arg[2] : 0;
        }
        if (c.op == Op::not_) return emit(Op::select, type, c.arg[0], arg[2], arg[1]);
        return 0;
    }
    default: return 0;
    }
}

Value Builder::fold_vector(Op op, Type type, const uint32_t *arg) {
    switch (op) {
    case Op::extract: {
        Lane from = origin({arg[0], arg[1]});
        const Inst source = m_[from.value()];
        if (source.op == Op::constant && source.type.bits() <= 32)
            return constant(type, {&source.arg[from.lane()], 1});
        if (source.type.count() == 1) return from.value();
        if (from.value() != arg[0]) return emit(Op::extract, type, from.value(), from.lane());
        return 0;
    }
    case Op::bitcast: {
        const Inst source = m_[arg[0]];
        if (source.type == type) return arg[0];
        if (source.op == Op::bitcast) return emit(Op::bitcast, type, source.arg[0]);
        if (source.op == Op::constant && source.type.bits() == type.bits())
            return constant(type, {source.arg, type.bits() == 64 ? 2 * type.count() : type.count()});
        // Keeps the cast out of values that are constant either way.
        if (source.op == Op::select && is_constant(source.arg[1]) && is_constant(source.arg[2]) &&
            source.type.count() == type.count())
            return select(source.arg[0], emit(Op::bitcast, type, source.arg[1]),
                          emit(Op::bitcast, type, source.arg[2]));
        return 0;
    }
    default: return 0;
    }
}

Value Builder::fold(Op op, Type type, const uint32_t *arg, uint8_t flags) {
    switch (op) {
    case Op::constant:
    case Op::spec_constant:
    case Op::load_input:
    case Op::load_cbuffer: return 0;
    case Op::extract:
    case Op::bitcast: return fold_vector(op, type, arg);
    default: break;
    }
    if (Value v = fold_constants(op, type, arg)) return v;
    switch (op) {
    case Op::ine:
    case Op::ieq:
    case Op::and_:
    case Op::or_:
    case Op::not_:
    case Op::select: return fold_logic(op, type, arg);
    case Op::iadd:
    case Op::isub:
        if (is_splat(arg[1], 0)) return arg[0];
        if (op == Op::iadd && is_splat(arg[0], 0)) return arg[1];
        if (op == Op::iadd && is_constant(arg[1]) && m_[arg[0]].op == Op::iadd &&
            is_constant(m_[arg[0]].arg[1]))
            return binary(Op::iadd, m_[arg[0]].arg[0], binary(Op::iadd, m_[arg[0]].arg[1], arg[1]));
        if (op == Op::iadd && m_[arg[1]].op == Op::ineg) return binary(Op::isub, arg[0], m_[arg[1]].arg[0]);
        if (op == Op::iadd && m_[arg[0]].op == Op::ineg) return binary(Op::isub, arg[1], m_[arg[0]].arg[0]);
        return 0;
    case Op::imul:
        for (unsigned k = 0; k < 2; ++k)
            if (is_splat(arg[k], 1)) return arg[1 - k];
        return 0;
    case Op::shl:
    case Op::ushr:
    case Op::sshr: return is_splat(arg[1], 0) ? arg[0] : 0;
    case Op::ineg: return m_[arg[0]].op == Op::ineg ? m_[arg[0]].arg[0] : 0;
    case Op::fneg: return m_[arg[0]].op == Op::fneg ? m_[arg[0]].arg[0] : 0;
    case Op::fabs: {
        const Inst a = m_[arg[0]];
        if (a.op == Op::fabs) return arg[0];
        if (a.op == Op::fneg) return emit(Op::fabs, type, a.arg[0], 0, 0, 0, flags);
        return 0;
    }
    case Op::fsat: return m_[arg[0]].op == Op::fsat ? arg[0] : 0;
    case Op::fadd:
        if (m_[arg[1]].op == Op::fneg) return emit(Op::fsub, type, arg[0], m_[arg[1]].arg[0], 0, 0, flags);
        if (m_[arg[0]].op == Op::fneg) return emit(Op::fsub, type, arg[1], m_[arg[0]].arg[0], 0, 0, flags);
        return 0;
    case Op::fsub:
        if (m_[arg[1]].op == Op::fneg) return emit(Op::fadd, type, arg[0], m_[arg[1]].arg[0], 0, 0, flags);
        return 0;
    // x * 1 = x (D3D11.3 arithmetic identities).
    case Op::fmul:
        for (unsigned k = 0; k < 2; ++k)
            if (is_splat(arg[k], 0x3f800000)) return arg[1 - k];
        return 0;
    default: return 0;
    }
}

} // namespace weft::ir
