#include "core/passes/legalise.h"

#include "core/ir/builder.h"
#include "core/passes/discard.h"
#include "core/passes/lanes.h"

namespace weft::passes {

namespace {

using namespace ir;

constexpr uint64_t bit(Op op) {
    return uint64_t{1} << (static_cast<unsigned>(op) & 63);
}

// A set of opcodes.
struct OpSet {
    uint64_t words[4] = {};
    constexpr OpSet(std::initializer_list<Op> ops = {}) {
        for (Op op : ops)
            add(op);
    }
    constexpr void add(Op op) { words[static_cast<unsigned>(op) >> 6] |= bit(op); }
    constexpr bool has(Op op) const { return words[static_cast<unsigned>(op) >> 6] & bit(op); }
    constexpr bool meets(const OpSet &o) const {
        return (words[0] & o.words[0]) | (words[1] & o.words[1]) | (words[2] & o.words[2]) |
               (words[3] & o.words[3]);
    }
};

constexpr OpSet expanded{
    Op::udiv,          Op::umod,       Op::shl,         Op::ushr,          Op::sshr,      Op::ftoi,
    Op::ftou,          Op::ubfe,       Op::ibfe,        Op::bfi,           Op::frcp,      Op::first_bit_high,
    Op::first_bit_shi, Op::f32_to_f16, Op::f16_to_f32,  Op::msad,          Op::add_carry, Op::sub_borrow,
    Op::fdot,          Op::select,     Op::dot4add_i8,  Op::dot4add_u8,    Op::dot2add,   Op::unpack_4x8,
    Op::pack_4x8,      Op::bit_count,  Op::bit_reverse, Op::first_bit_low, Op::find_umsb, Op::find_smsb};
// What lanes and quads deal with.
constexpr OpSet lane_operations = [] {
    OpSet s{Op::ddx, Op::ddy, Op::sample, Op::sample_cmp};
    for (auto op = static_cast<unsigned>(Op::wave_lane_index); op <= static_cast<unsigned>(Op::quad_all);
         ++op)
        s.add(static_cast<Op>(op));
    return s;
}();

class Legaliser {
  public:
    Legaliser(Module &m, const Profile &profile, Function &function)
        : m_(m), profile_(profile), b_(m, function), f_(function) {}

    void run() {
        if (!profile_.scalar_select) repeated_.resize(m_.insts.size());
        for (Value v = f_.head; v;) {
            Value next = m_[v].next;
            m_.fetch_ahead(v, Module::forwards);
            if (expanded.has(m_[v].op)) expand(v);
            v = next;
        }
    }

  private:
    Value splat(Type t, uint32_t w) { return b_.splat(t, w); }

    // Gives the instruction a new meaning; what stood before it keeps its number.
    void become(Value v, Op op, uint32_t a = 0, uint32_t b = 0, uint32_t c = 0, uint32_t d = 0) {
        Inst &i = m_[v];
        i.op = op;
        i.arg[0] = a;
        i.arg[1] = b;
        i.arg[2] = c;
        i.arg[3] = d;
        if (op == Op::select || op == Op::construct) i.flags = 0;
    }

    void become_alias(Value v, Value of) {
        become(v, Op::alias, of);
        m_.unlink(f_, v);
    }

    // The operation itself, without folding: its plain meaning is what is wanted here.
    Value plain(const Inst &like, Op op, uint32_t a, uint32_t b = 0, uint32_t c = 0, uint32_t d = 0) {
        Inst i;
        i.op = op;
        i.type = like.type;
        i.flags = like.flags;
        i.arg[0] = a;
        i.arg[1] = b;
        i.arg[2] = c;
        i.arg[3] = d;
        return b_.insert(i);
    }

    Value select(Value c, Value a, Value b) { return b_.select(c, a, b); }

    bool constant_within(Value v, uint32_t last) const {
        const Inst &i = m_[m_.resolve(v)];
        if (i.op != Op::constant) return false;
        bool wide = i.type.bits() == 64;
        for (unsigned k = 0; k < i.type.count(); ++k)
            if (i.arg[wide ? 2 * k : k] > last || (wide && i.arg[2 * k + 1])) return false;
        return true;
    }

    bool nonzero_constant(Value v) const {
        const Inst &i = m_[m_.resolve(v)];
        if (i.op != Op::constant) return false;
        for (unsigned k = 0; k < i.type.count(); ++k)
            if (i.type.bits() == 64 ? !(i.arg[2 * k] | i.arg[2 * k + 1]) : !i.arg[k]) return false;
        return true;
    }

    bool is_splat_constant(Value v) const {
        const Inst &i = m_[m_.resolve(v)];
        if (i.op != Op::constant) return false;
        for (unsigned k = 1; k < i.type.count(); ++k)
            if (i.arg[k] != i.arg[0]) return false;
        return true;
    }

    // Takes the low bits of a count or offset, unless they are all it can have.
    Value low_bits(Value v, uint32_t mask) {
        if (constant_within(v, mask)) return v;
        const Inst &i = m_[m_.resolve(v)];
        if (i.op == Op::and_ && (constant_within(i.arg[0], mask) || constant_within(i.arg[1], mask)))
            return v;
        if (i.type.bits() == 64) {
            uint32_t words[4] = {mask, 0, mask, 0};
            return b_.binary(Op::and_, v, b_.constant(i.type, words));
        }
        return b_.binary(Op::and_, v, splat(i.type, mask));
    }

    // One scalar instruction a lane, then the vector of them.
    void split(Value v) {
        const Inst i = m_[v];
        Value lanes[4] = {};
        for (unsigned k = 0; k < i.type.count(); ++k) {
            Value arg[4] = {};
            for (unsigned o = 0; o < info(i.op).values; ++o)
                arg[o] = b_.extract(i.arg[o], k);
            Inst scalar = i;
            scalar.type = i.type.scalar();
            for (unsigned o = 0; o < 4; ++o)
                scalar.arg[o] = arg[o];
            lanes[k] = b_.insert(scalar);
            uint32_t after = b_.cursor();
            expand(lanes[k]);
            b_.set_cursor(m_[lanes[k]].op == Op::alias ? b_.cursor() : after);
        }
        become(v, Op::construct, lanes[0], lanes[1], lanes[2], lanes[3]);
    }

    void expand(Value v) {
        b_.set_cursor_before(v);
        const Inst i = m_[v];
        const Type t = i.type;
        switch (i.op) {
        case Op::udiv:
        case Op::umod:
            if (nonzero_constant(i.arg[1])) return;
            {
                Value q = plain(i, i.op, i.arg[0], i.arg[1]);
                Value zero = b_.compare(Op::ieq, i.arg[1], b_.zero(t));
                uint32_t ones[4] = {~0u, ~0u, ~0u, ~0u};
                become(v, Op::select, zero, b_.constant(t, ones), q);
            }
            return;
        case Op::shl:
        case Op::ushr:
        case Op::sshr: m_[v].arg[1] = low_bits(i.arg[1], t.bits() - 1); return;
        case Op::ftoi: return expand_ftoi(v, widened(i));
        case Op::ftou: return expand_ftou(v, widened(i));
        case Op::ubfe:
        case Op::ibfe: {
            if (t.is_vector() && !(is_splat_constant(i.arg[1]) && is_splat_constant(i.arg[2])))
                return split(v);
            Value offset = low_bits(i.arg[1], 31);
            Value width = fit(low_bits(i.arg[2], 31), offset);
            become(v, i.op, i.arg[0], offset, width);
            return;
        }
        case Op::bfi: {
            if (t.is_vector() && !(is_splat_constant(i.arg[2]) && is_splat_constant(i.arg[3])))
                return split(v);
            Value offset = low_bits(i.arg[2], 31);
            Value width = fit(low_bits(i.arg[3], 31), offset);
            become(v, i.op, i.arg[0], i.arg[1], offset, width);
            return;
        }
        case Op::frcp: {
            uint32_t one[4] = {};
            for (unsigned k = 0; k < t.count(); ++k) {
                if (t.kind() == Kind::f64)
                    one[(2 * k + 1) & 3] = 0x3ff00000;
                else
                    one[k] = t.kind() == Kind::f16 ? 0x3c00 : 0x3f800000;
            }
            become(v, Op::fdiv, b_.constant(t, one), i.arg[0]);
            return;
        }
        case Op::first_bit_high:
        case Op::first_bit_shi: {
            if (t.bits() != 32 && t.is_vector()) return split(v);
            // All ones stay so.
            Value at = bit_position(i.op == Op::first_bit_high ? Op::find_umsb : Op::find_smsb, i.arg[0]);
            Value none = b_.compare(Op::ilt, at, b_.zero(t));
            become(v, Op::select, none, at, b_.binary(Op::isub, number(t, t.bits() - 1), at));
            return;
        }
        case Op::first_bit_low:
        case Op::find_umsb:
        case Op::find_smsb:
            if (t.bits() == 32) return;
            return t.is_vector() ? split(v) : become_alias(v, bit_position(i.op, i.arg[0]));
        case Op::bit_count:
        case Op::bit_reverse:
            if (t.bits() == 32) return;
            return t.is_vector() ? split(v) : become_alias(v, bits_by_words(i.op, i.arg[0]));
        case Op::dot4add_i8:
        case Op::dot4add_u8:
            if (!profile_.packed_dot) expand_dot4add(v, i);
            return;
        case Op::dot2add: {
            Value a = b_.emit(Op::fconvert, f32(2), i.arg[1]), b = b_.emit(Op::fconvert, f32(2), i.arg[2]);
            Value x = plain(i, Op::fmul, b_.extract(a, 0), b_.extract(b, 0));
            Value y = plain(i, Op::fmul, b_.extract(a, 1), b_.extract(b, 1));
            return become(v, Op::fadd, plain(i, Op::fadd, i.arg[0], x), y);
        }
        case Op::unpack_4x8: return expand_unpack(v, i);
        case Op::pack_4x8: return expand_pack(v, i);
        case Op::f32_to_f16: return expand_f32_to_f16(v, i);
        case Op::f16_to_f32:
            if (t.is_vector()) split(v);
            return;
        case Op::msad: return expand_msad(v, i);
        case Op::add_carry: {
            Value sum = plain(i, Op::iadd, i.arg[0], i.arg[1]);
            become(v, Op::select, b_.compare(Op::ult, sum, i.arg[0]), one(t), b_.zero(t));
            return;
        }
        case Op::sub_borrow:
            become(v, Op::select, b_.compare(Op::ult, i.arg[0], i.arg[1]), one(t), b_.zero(t));
            return;
        case Op::fdot: {
            if (!(i.flags & flag::precise)) return;
            // x y z w in order, two roundings each.
            unsigned n = m_[i.arg[0]].type.count();
            Value sum = 0;
            for (unsigned k = 0; k < n; ++k) {
                Value p = plain(i, Op::fmul, b_.extract(i.arg[0], k), b_.extract(i.arg[1], k));
                if (k == n - 1)
                    become(v, Op::fadd, sum, p);
                else
                    sum = sum ? plain(i, Op::fadd, sum, p) : p;
            }
            return;
        }
        case Op::select: {
            Value c = i.arg[0];
            if (t.is_vector() && m_[c].type.is_scalar() && !profile_.scalar_select)
                m_[v].arg[0] = repeat(c, t.count());
            return;
        }
        default: return;
        }
    }

    // A number in every component, whatever its width.
    Value number(Type t, uint32_t n) {
        uint32_t words[4] = {n, n, n, n};
        if (t.bits() == 64) words[1] = words[3] = 0;
        return b_.constant(t, words);
    }

    // The bounds of integers lie outside of what f16 has.
    Inst widened(Inst i) {
        const Type from = m_[i.arg[0]].type;
        if (from.kind() == Kind::f16) i.arg[0] = b_.emit(Op::fconvert, f32(from.count()), i.arg[0]);
        return i;
    }

    // Of a scalar of any width; what is not there is all ones. SPIR-V finds bits in 32-bit integers only.
    Value bit_position(Op op, Value a) {
        const Type t = m_[a].type;
        auto find = [&](Op which, Value word) {
            Inst i;
            i.op = which;
            i.type = m_[word].type;
            i.arg[0] = word;
            return b_.insert(i);
        };
        if (t.bits() == 32) return find(op, a);
        if (t.bits() < 32) {
            Value wide = b_.emit(op == Op::find_smsb ? Op::sconvert : Op::uconvert, i32(), a);
            return b_.emit(Op::uconvert, t, find(op, wide));
        }
        if (op == Op::find_smsb) {
            a = b_.binary(Op::xor_, a, b_.binary(Op::sshr, a, number(t, 63)));
            op = Op::find_umsb;
        }
        Value words = b_.emit(Op::bitcast, i32(2), a);
        Value low = b_.extract(words, 0), high = b_.extract(words, 1);
        const bool from_below = op == Op::first_bit_low;
        Value in_high = find(op, high), in_low = find(op, low);
        Value none = b_.compare(Op::ieq, high, b_.i32c(0));
        Value beyond = b_.binary(Op::iadd, in_high, b_.i32c(32));
        Value r = from_below
                      ? select(b_.compare(Op::ieq, low, b_.i32c(0)), select(none, in_high, beyond), in_low)
                      : select(none, in_low, beyond);
        return b_.emit(Op::sconvert, t, r);
    }

    // The number of set bits, or all bits in reverse.
    Value bits_by_words(Op op, Value a) {
        const Type t = m_[a].type;
        auto plain32 = [&](Value word) {
            Inst i;
            i.op = op;
            i.type = m_[word].type;
            i.arg[0] = word;
            return b_.insert(i);
        };
        if (t.bits() < 32) {
            Value r = plain32(b_.emit(Op::uconvert, i32(), a));
            if (op == Op::bit_reverse) r = b_.binary(Op::ushr, r, b_.i32c(32 - t.bits()));
            return b_.emit(Op::uconvert, t, r);
        }
        Value words = plain32(b_.emit(Op::bitcast, i32(2), a));
        Value low = b_.extract(words, 0), high = b_.extract(words, 1);
        if (op == Op::bit_count) return b_.emit(Op::uconvert, t, b_.binary(Op::iadd, low, high));
        return b_.emit(Op::bitcast, t, b_.emit(Op::construct, i32(2), high, low));
    }

    Value byte(Op op, Value word, unsigned k) {
        Inst i;
        i.op = op;
        i.type = i32();
        i.arg[0] = word;
        i.arg[1] = b_.i32c(8 * k);
        i.arg[2] = b_.i32c(8);
        return b_.insert(i);
    }

    void expand_dot4add(Value v, const Inst &i) {
        if (i.type.is_vector()) return split(v);
        const Op field = i.op == Op::dot4add_i8 ? Op::ibfe : Op::ubfe;
        Value sum = i.arg[0];
        for (unsigned k = 0; k < 4; ++k)
            sum = b_.binary(Op::iadd, sum,
                            b_.binary(Op::imul, byte(field, i.arg[1], k), byte(field, i.arg[2], k)));
        become_alias(v, sum);
    }

    void expand_unpack(Value v, const Inst &i) {
        const bool extends_sign = i.arg[1];
        Value parts[4];
        for (unsigned k = 0; k < 4; ++k)
            parts[k] = byte(extends_sign ? Op::ibfe : Op::ubfe, i.arg[0], k);
        Value r = b_.emit(Op::construct, i32(4), parts[0], parts[1], parts[2], parts[3]);
        become_alias(v, i.type.bits() == 32 ? r : b_.emit(Op::uconvert, i.type, r));
    }

    void expand_pack(Value v, const Inst &i) {
        const auto mode = static_cast<PackMode>(i.arg[1]);
        Value a = i.arg[0];
        if (m_[a].type.bits() != 32) a = b_.emit(Op::sconvert, i32(4), a);
        if (mode != PackMode::truncate) {
            const bool is_signed = mode == PackMode::clamp_signed;
            a = b_.binary(Op::imax, a, b_.i32c(4, is_signed ? ~127u : 0));
            a = b_.binary(Op::imin, a, b_.i32c(4, is_signed ? 127 : 255));
        }
        a = b_.binary(Op::and_, a, b_.i32c(4, 255));
        Value r = b_.extract(a, 0);
        for (unsigned k = 1; k < 4; ++k)
            r = b_.binary(Op::or_, r, b_.binary(Op::shl, b_.extract(a, k), b_.i32c(8 * k)));
        become_alias(v, r);
    }

    Value one(Type t) {
        uint32_t words[4] = {1, 1, 1, 1};
        if (t.bits() == 64) words[1] = words[3] = 0;
        return b_.constant(t, words);
    }

    // A width that does not reach past bit 31.
    Value fit(Value width, Value offset) {
        Type t = m_[width].type;
        if (b_.is_constant(width) && b_.is_constant(offset) && m_[width].arg[0] + m_[offset].arg[0] <= 32)
            return width;
        return b_.binary(Op::umin, width, b_.binary(Op::isub, splat(t, 32), offset));
    }

    // NMax takes care of NaN and of what is too small; what is too large is selected away behind the
    // conversion, whose result for it is undefined but harmless.
    void expand_ftoi(Value v, const Inst &i) {
        Type from = m_[i.arg[0]].type;
        if (from.bits() != 32 || i.type.bits() != 32) return expand_ftoi_other(v, i, true);
        Value low = b_.emit(Op::fmax, from, i.arg[0], splat(from, 0xcf000000)); // -2^31
        Value r = plain(i, Op::ftoi, low);
        Value high = b_.compare(Op::fge, i.arg[0], splat(from, 0x4f000000)); // 2^31
        r = select(high, splat(i.type, 0x7fffffff), r);
        Value nan = b_.emit(Op::fisnan, boolean(from.count()), i.arg[0]);
        become(v, Op::select, nan, b_.zero(i.type), r);
    }

    void expand_ftou(Value v, const Inst &i) {
        Type from = m_[i.arg[0]].type;
        if (from.bits() != 32 || i.type.bits() != 32) return expand_ftoi_other(v, i, false);
        Value low = b_.emit(Op::fmax, from, i.arg[0], b_.zero(from));
        Value r = plain(i, Op::ftou, low);
        Value high = b_.compare(Op::fge, i.arg[0], splat(from, 0x4f800000)); // 2^32
        become(v, Op::select, high, splat(i.type, ~0u), r);
    }

    // The same with bounds of other widths. From f64 to 32 bits both bounds are exact.
    void expand_ftoi_other(Value v, const Inst &i, bool is_signed) {
        Type from = m_[i.arg[0]].type;
        auto f = [&](double value) -> Value {
            if (from.kind() == Kind::f64) return b_.f64c(from.count(), value);
            return b_.f32c(from.count(), static_cast<float>(value));
        };
        unsigned bits = i.type.bits();
        double limit = 1;
        for (unsigned k = 0; k < bits - (is_signed ? 1 : 0); ++k)
            limit *= 2;
        uint32_t top[4];
        for (unsigned k = 0; k < 4; ++k)
            top[k] = bits == 64 && !(k & 1)     ? ~0u
                     : is_signed && bits == 16  ? 0x7fffu
                     : !is_signed && bits == 16 ? 0xffffu
                     : is_signed                ? 0x7fffffffu
                                                : ~0u;
        Value low = b_.emit(Op::fmax, from, i.arg[0], is_signed ? f(-limit) : f(0));
        Value r = plain(i, i.op, low);
        Value high = b_.compare(Op::fge, i.arg[0], f(limit));
        r = select(high, b_.constant(i.type, top), r);
        if (!is_signed) return become_alias(v, r);
        Value nan = b_.emit(Op::fisnan, boolean(from.count()), i.arg[0]);
        become(v, Op::select, nan, b_.zero(i.type), r);
    }

    // Toward zero, with integers: rounding of the device's own packing is its choice.
    void expand_f32_to_f16(Value v, const Inst &i) {
        Type t = i.type;
        auto c = [&](uint32_t w) { return splat(t, w); };
        Value bits = b_.cast(i.arg[0], Kind::i32);
        Value sign = b_.binary(Op::and_, b_.binary(Op::ushr, bits, c(16)), c(0x8000));
        Value m = b_.binary(Op::and_, bits, c(0x7fffffff));
        Value normal = b_.binary(Op::ushr, b_.binary(Op::isub, m, c(0x38000000)), c(13));
        // Below 2^-14 the mantissa with its hidden bit moves right; from 24 places on nothing is left of it.
        Value exponent = b_.binary(Op::ushr, m, c(23));
        Value places = b_.binary(Op::umin, b_.binary(Op::isub, c(126), exponent), c(31));
        Value mantissa = b_.binary(Op::or_, b_.binary(Op::and_, m, c(0x7fffff)), c(0x800000));
        Value denormal = plain(i, Op::ushr, mantissa, places);
        Value r = select(b_.compare(Op::ult, m, c(0x38800000)), denormal, normal);
        r = select(b_.compare(Op::uge, m, c(0x477fe000)), c(0x7bff), r);
        r = select(b_.compare(Op::uge, m, c(0x7f800000)), c(0x7c00), r);
        r = select(b_.compare(Op::ult, c(0x7f800000), m), c(0x7e00), r);
        become(v, Op::or_, sign, r);
    }

    // Sum of absolute differences of the bytes whose reference is not zero.
    void expand_msad(Value v, const Inst &i) {
        Type t = i.type;
        Value sum = i.arg[2];
        for (uint32_t k = 0; k < 4; ++k) {
            Value ref = plain(i, Op::ubfe, i.arg[0], splat(t, 8 * k), splat(t, 8));
            Value src = plain(i, Op::ubfe, i.arg[1], splat(t, 8 * k), splat(t, 8));
            Value difference = b_.unary(Op::iabs, b_.binary(Op::isub, ref, src));
            Value counts = b_.compare(Op::ine, ref, b_.zero(t));
            difference = select(counts, difference, b_.zero(t));
            if (k == 3)
                become(v, Op::iadd, sum, difference);
            else
                sum = b_.binary(Op::iadd, sum, difference);
        }
    }

    // The condition as a vector, made once where the scalar is defined.
    Value repeat(Value c, unsigned count) {
        c = m_.resolve(c);
        for (Repeated *r = c < repeated_.size() ? repeated_[c] : nullptr; r; r = r->next)
            if (r->count == count) return r->vector;
        uint32_t cursor = b_.cursor();
        if (m_[c].op == Op::constant) {
            Value vector = splat(boolean(count), m_[c].arg[0]);
            b_.set_cursor(cursor);
            return vector;
        }
        uint32_t at = c;
        // Params and results stand together.
        if (m_[at].op == Op::param || m_[at].op == Op::result)
            while (m_[m_[at].next].op == m_[at].op)
                at = m_[at].next;
        b_.set_cursor(at);
        Inst i;
        i.op = Op::construct;
        i.type = boolean(count);
        for (unsigned k = 0; k < count; ++k)
            i.arg[k] = c;
        Value vector = b_.insert(i);
        b_.set_cursor(cursor == at ? vector : cursor);
        if (c < repeated_.size())
            repeated_[c] = m_.arena->make<Repeated>(Repeated{count, vector, repeated_[c]});
        return vector;
    }

    struct Repeated {
        unsigned count;
        Value vector;
        Repeated *next;
    };

    Module &m_;
    const Profile &profile_;
    Builder b_;
    Function &f_;
    ScopedVec<Repeated *> repeated_{*m_.arena}; // by scalar
};

} // namespace

Result legalise(Module &m, const Profile &profile, Diagnostics &diag) {
    auto survey = [&m] {
        OpSet used;
        for (const Inst &i : m.insts)
            used.add(i.op);
        return used;
    };
    OpSet used = survey();
    // Ahead of discards, whose helper lanes are asked about here.
    if (used.meets(lane_operations)) {
        lower_lanes(m, profile);
        used = survey();
    }
    if (used.has(Op::demote))
        if (Result r = lower_discard(m, profile, diag); failed(r)) return r;
    if (!used.meets(expanded)) return Result::ok;
    for (Function &f : m.functions)
        if (f.head) Legaliser(m, profile, f).run();
    for (Callee &c : m.callees)
        Legaliser(m, profile, c.code).run();
    return Result::ok;
}

} // namespace weft::passes
