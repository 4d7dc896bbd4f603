#include "core/passes/float64.h"

namespace weft::passes {

namespace {

using namespace ir;
using R = Float64Routine;

constexpr Type word_type = i32(), pair_type = i32(2);

constexpr uint32_t sign_bit = 0x80000000, exponent_ones = 0x7ff, infinity_high = 0x7ff00000,
                   nan_high = 0x7ff80000, one_high = 0x3ff00000;
constexpr uint32_t bias = 1023;
// The exponent that `round` takes for a significand that is a whole number.
constexpr uint32_t whole = bias + 62;

// Values of the code under construction, spelled as C++ would spell them.
struct Word {
    Builder *b;
    Value v;
};
struct Bit {
    Builder *b;
    Value v;
};

Word constant(Builder *b, uint32_t n) {
    return {b, b->i32c(n)};
}
Word binary(Op op, Word x, Word y) {
    return {x.b, x.b->binary(op, x.v, y.v)};
}
Word operator+(Word x, Word y) {
    return binary(Op::iadd, x, y);
}
Word operator-(Word x, Word y) {
    return binary(Op::isub, x, y);
}
Word operator*(Word x, Word y) {
    return binary(Op::imul, x, y);
}
Word operator&(Word x, Word y) {
    return binary(Op::and_, x, y);
}
Word operator|(Word x, Word y) {
    return binary(Op::or_, x, y);
}
Word operator^(Word x, Word y) {
    return binary(Op::xor_, x, y);
}
// Counts are taken modulo 32.
Word operator<<(Word x, Word y) {
    return binary(Op::shl, x, y);
}
Word operator>>(Word x, Word y) {
    return binary(Op::ushr, x, y);
}
Word operator~(Word x) {
    return {x.b, x.b->unary(Op::not_, x.v)};
}
Word operator+(Word x, uint32_t n) {
    return x + constant(x.b, n);
}
Word operator-(Word x, uint32_t n) {
    return x + constant(x.b, 0u - n);
}
Word operator-(uint32_t n, Word x) {
    return constant(x.b, n) - x;
}
Word operator&(Word x, uint32_t n) {
    return x & constant(x.b, n);
}
Word operator|(Word x, uint32_t n) {
    return x | constant(x.b, n);
}
Word operator^(Word x, uint32_t n) {
    return x ^ constant(x.b, n);
}
Word operator<<(Word x, uint32_t n) {
    return x << constant(x.b, n);
}
Word operator>>(Word x, uint32_t n) {
    return x >> constant(x.b, n);
}
Word high_product(Word x, Word y) {
    return binary(Op::umul_hi, x, y);
}
Word at_most(Word x, uint32_t n) {
    return binary(Op::umin, x, constant(x.b, n));
}
Word at_least(Word x, uint32_t n) {
    return binary(Op::umax, x, constant(x.b, n));
}
Word highest_bit(Word x) {
    return {x.b, x.b->unary(Op::find_umsb, x.v)};
}

Bit compare(Op op, Word x, Word y) {
    return {x.b, x.b->compare(op, x.v, y.v)};
}
Bit operator==(Word x, Word y) {
    return compare(Op::ieq, x, y);
}
Bit operator==(Word x, uint32_t n) {
    return x == constant(x.b, n);
}
Bit operator!=(Word x, uint32_t n) {
    return compare(Op::ine, x, constant(x.b, n));
}
// Unsigned.
Bit operator<(Word x, Word y) {
    return compare(Op::ult, x, y);
}
Bit operator<(Word x, uint32_t n) {
    return x < constant(x.b, n);
}
Bit operator>=(Word x, uint32_t n) {
    return compare(Op::uge, x, constant(x.b, n));
}
Bit negative(Word x) {
    return compare(Op::ilt, x, constant(x.b, 0));
}
Bit operator&(Bit x, Bit y) {
    return {x.b, x.b->binary(Op::and_, x.v, y.v)};
}
Bit operator|(Bit x, Bit y) {
    return {x.b, x.b->binary(Op::or_, x.v, y.v)};
}
Bit operator!(Bit x) {
    return {x.b, x.b->not_(x.v)};
}
Word pick(Bit c, Word x, Word y) {
    return {c.b, c.b->select(c.v, x.v, y.v)};
}
Word pick(Bit c, Word x, uint32_t n) {
    return pick(c, x, constant(c.b, n));
}
Word pick(Bit c, uint32_t m, Word y) {
    return pick(c, constant(c.b, m), y);
}
Word number(Bit c) {
    return pick(c, constant(c.b, 1), 0u);
}

// 64 bits.
struct Pair {
    Word low, high;
};

Pair pick(Bit c, Pair x, Pair y) {
    return {pick(c, x.low, y.low), pick(c, x.high, y.high)};
}
Pair pair(Builder *b, uint32_t high, uint32_t low = 0) {
    return {constant(b, low), constant(b, high)};
}
Pair operator+(Pair x, Pair y) {
    const Word low = x.low + y.low;
    return {low, x.high + y.high + number(low < x.low)};
}
Pair operator-(Pair x, Pair y) {
    return {x.low - y.low, x.high - y.high - number(x.low < y.low)};
}
Bit operator<(Pair x, Pair y) {
    return (x.high < y.high) | ((x.high == y.high) & (x.low < y.low));
}
Bit is_zero(Pair x) {
    return (x.low | x.high) == 0u;
}

// What leaves a word when it moves by n modulo 32 comes into its neighbour; nothing does for 0.
Word into_upper(Word from, Word n) {
    return (from >> 1) >> (~n & 31);
}
Word into_lower(Word from, Word n) {
    return (from << 1) << (~n & 31);
}

// n below 64.
Pair operator<<(Pair x, Word n) {
    const Word m = n & 31, low = x.low << m;
    const Bit far = n >= 32u;
    return {pick(far, 0u, low), pick(far, low, (x.high << m) | into_upper(x.low, m))};
}
Pair operator>>(Pair x, Word n) {
    const Word m = n & 31, high = x.high >> m;
    const Bit far = n >= 32u;
    return {pick(far, high, (x.low >> m) | into_lower(x.high, m)), pick(far, 0u, high)};
}

// The lowest bit of what is left tells whether any that was shifted out was set. n of any size.
Pair shift_sticky(Pair x, Word n) {
    n = at_most(n, 63);
    const Bit far = n >= 32u;
    const Word out = ~(constant(n.b, ~0u) << (n & 31));
    const Word lost = (pick(far, x.high, x.low) & out) | pick(far, x.low, 0u);
    Pair r = x >> n;
    r.low = r.low | number(lost != 0u);
    return r;
}

// Index of the highest set bit; of zero all ones.
Word highest_bit(Pair x) {
    return pick(x.high != 0u, highest_bit(x.high) + 32, highest_bit(x.low));
}

// 128 bits, the lowest word first.
struct Quad {
    Word w[4];
};

Quad pick(Bit c, const Quad &x, const Quad &y) {
    Quad r = x;
    for (unsigned k = 0; k < 4; ++k)
        r.w[k] = pick(c, x.w[k], y.w[k]);
    return r;
}
Quad operator+(const Quad &x, const Quad &y) {
    Quad r = x;
    Word carry = constant(x.w[0].b, 0);
    for (unsigned k = 0; k < 4; ++k) {
        const Word sum = x.w[k] + y.w[k];
        r.w[k] = sum + carry;
        carry = number((sum < x.w[k]) | (r.w[k] < sum));
    }
    return r;
}
// Two's complement of a difference, and whether it is negative.
Quad subtract(const Quad &x, const Quad &y, Bit *below) {
    Quad r = x;
    Word borrow = constant(x.w[0].b, 0);
    for (unsigned k = 0; k < 4; ++k) {
        const Word difference = x.w[k] - y.w[k];
        r.w[k] = difference - borrow;
        *below = (x.w[k] < y.w[k]) | (difference < borrow);
        borrow = number(*below);
    }
    return r;
}
// n below 128.
Quad operator<<(const Quad &x, Word n) {
    const Bit two = (n & 64) != 0u, one = (n & 32) != 0u;
    const Word zero = constant(n.b, 0), m = n & 31;
    Quad r = pick(two, Quad{{zero, zero, x.w[0], x.w[1]}}, x);
    r = pick(one, Quad{{zero, r.w[0], r.w[1], r.w[2]}}, r);
    Quad s = r;
    for (unsigned k = 0; k < 4; ++k) {
        s.w[k] = r.w[k] << m;
        if (k) s.w[k] = s.w[k] | into_upper(r.w[k - 1], m);
    }
    return s;
}
Quad shift_sticky(const Quad &x, Word n) {
    n = at_most(n, 127);
    const Bit two = (n & 64) != 0u, one = (n & 32) != 0u;
    const Word zero = constant(n.b, 0), m = n & 31;
    Word lost = pick(two, x.w[0] | x.w[1], 0u);
    Quad r = pick(two, Quad{{x.w[2], x.w[3], zero, zero}}, x);
    lost = lost | pick(one, r.w[0], 0u);
    r = pick(one, Quad{{r.w[1], r.w[2], r.w[3], zero}}, r);
    lost = lost | (r.w[0] & ~(constant(n.b, ~0u) << m));
    Quad s = r;
    for (unsigned k = 0; k < 4; ++k) {
        s.w[k] = r.w[k] >> m;
        if (k < 3) s.w[k] = s.w[k] | into_lower(r.w[k + 1], m);
    }
    s.w[0] = s.w[0] | number(lost != 0u);
    return s;
}
Quad product(Pair x, Pair y) {
    const Word ll = high_product(x.low, y.low), lh = x.low * y.high, hl = x.high * y.low;
    const Word middle = ll + lh, second = middle + hl;
    const Pair carries =
        Pair{number(middle < ll), constant(ll.b, 0)} + Pair{number(second < middle), constant(ll.b, 0)};
    const Word zero = constant(ll.b, 0);
    const Pair upper = Pair{x.high * y.high, high_product(x.high, y.high)} +
                       Pair{high_product(x.low, y.high), zero} + Pair{high_product(x.high, y.low), zero} +
                       carries;
    return {{x.low * y.low, second, upper.low, upper.high}};
}

// A double's words, and what they say.
Word sign_of(Pair x) {
    return x.high & sign_bit;
}
Word field_of(Pair x) {
    return (x.high >> 20) & exponent_ones;
}
Pair magnitude_of(Pair x) {
    return {x.low, x.high & ~sign_bit};
}
Bit zero_of(Pair x) {
    return is_zero(magnitude_of(x));
}
// Without its sign, the lowest bit joined with all below.
Word high_with_rest(Pair x) {
    return (x.high & ~sign_bit) | number(x.low != 0u);
}
Bit nan_of(Pair x) {
    return high_with_rest(x) >= infinity_high + 1;
}
Bit special_of(Pair x) { // infinite or NaN
    return (x.high & infinity_high) == infinity_high;
}
// The mantissa with its hidden bit, which denormals lack.
Pair significand_of(Pair x) {
    return {x.low, (x.high & 0xfffff) | pick(field_of(x) == 0u, 0u, constant(x.low.b, 1u << 20))};
}
Pair negate(Pair x) {
    return {x.low, x.high ^ sign_bit};
}

// One callee under construction.
class Code {
  public:
    Code(Module &m, Float64 &library, const Type (&arguments)[3]) : b_(m, function_), library_(library) {
        for (uint32_t k = 0; k < 3 && !arguments[k].is_void(); ++k)
            arguments_[k] = b_.emit(Op::argument, arguments[k], k);
    }

    Function &function() { return function_; }

    Word word(uint32_t k) { return {&b_, arguments_[k]}; }
    Pair pair(uint32_t k) { return split(arguments_[k]); }

    Pair nan() { return passes::pair(&b_, nan_high); }
    Pair infinity(Word sign) { return {constant(0), sign | infinity_high}; }
    Pair zero(Word sign) { return {constant(0), sign}; }
    Word constant(uint32_t n) { return passes::constant(&b_, n); }
    Pair constant(uint32_t high, uint32_t low) { return passes::pair(&b_, high, low); }

    Value join(Pair x) { return b_.emit(Op::construct, pair_type, x.low.v, x.high.v); }
    Pair split(Value v) { return {{&b_, b_.extract(v, 0)}, {&b_, b_.extract(v, 1)}}; }

    Pair call(R routine, Pair x) { return split(library_.call(b_, routine, join(x))); }
    Pair call(R routine, Pair x, Pair y) { return split(library_.call(b_, routine, join(x), join(y))); }
    Bit test(R routine, Pair x, Pair y) { return {&b_, library_.call(b_, routine, join(x), join(y))}; }
    Pair round(Word sign, Word exponent, Pair significand) {
        return split(library_.call(b_, R::round, sign.v, exponent.v, join(significand)));
    }
    struct Parts {
        Word exponent;
        Pair significand;
    };
    Parts parts(Pair x) {
        const Value v = library_.call(b_, R::parts, join(x));
        return {{&b_, b_.extract(v, 0)}, {{&b_, b_.extract(v, 1)}, {&b_, b_.extract(v, 2)}}};
    }

    void give(Pair x) { b_.emit(Op::return_value, void_type, join(x)); }
    void give(Word x) { b_.emit(Op::return_value, void_type, x.v); }
    void give(Bit x) { b_.emit(Op::return_value, void_type, x.v); }
    void give(Parts p) {
        b_.emit(Op::return_value, void_type,
                b_.emit(Op::construct, i32(3), p.exponent.v, p.significand.low.v, p.significand.high.v));
    }

    // Bits of the quotient of two significands from 2^0 down, and whether something is left.
    static constexpr unsigned quotient_bits = 56;
    Pair quotient(Pair dividend, Pair divisor, Bit *rest) {
        const Word zero = constant(0);
        const Value initial[] = {dividend.low.v, dividend.high.v, zero.v, zero.v, constant(quotient_bits).v};
        const Value loop = b_.begin_loop();
        b_.module()[loop].flags = flag::dont_unroll;
        b_.set_values(loop, initial);
        Word p[5];
        for (uint32_t k = 0; k < 5; ++k)
            p[k] = {&b_, b_.emit(Op::param, word_type, loop, k)};
        const Pair remainder = {p[0], p[1]}, known = {p[2], p[3]};
        const Bit below = remainder < divisor;
        const Pair left = pick(below, remainder, remainder - divisor);
        const Pair more = {(known.low << 1) | number(!below), (known.high << 1) | (known.low >> 31)};
        const Word turns = p[4] - 1;
        const Value done = b_.begin_if((turns == 0u).v);
        const Value results[] = {left.low.v, left.high.v, more.low.v, more.high.v};
        b_.set_values(b_.break_(loop), results);
        b_.end_if(done);
        const Value next[] = {(left.low << 1).v, ((left.high << 1) | (left.low >> 31)).v, more.low.v,
                              more.high.v, turns.v};
        b_.set_values(b_.continue_(loop), next);
        b_.end_loop(loop);
        Word r[4];
        for (uint32_t k = 0; k < 4; ++k)
            r[k] = {&b_, b_.emit(Op::result, word_type, loop, k)};
        *rest = !is_zero({r[0], r[1]});
        return {r[2], r[3]};
    }

  private:
    Function function_;
    Builder b_;
    Float64 &library_;
    Value arguments_[3] = {};
};

void build_round(Code &c) {
    const Word sign = c.word(0), exponent = c.word(1);
    const Pair significand = c.pair(2);
    const Word up = 63u - highest_bit(significand);
    const Word field = exponent + 1 - up;
    const Bit denormal = negative(field - 1);
    const Pair scaled = shift_sticky(significand << (up & 63), pick(denormal, 1u - field, 0u));
    // 53 bits stay, 11 decide.
    const Pair kept = scaled >> c.constant(11);
    const Word cut = scaled.low & 0x7ff;
    const Bit upward = (cut >= 0x401u) | ((cut == 0x400u) & ((kept.low & 1) != 0u));
    Pair r = kept + Pair{number(upward), c.constant(0)};
    // The hidden bit adds the one that is missing from the field; a carry out of the mantissa another one.
    r.high = r.high + (pick(denormal, 0u, field - 1) << 20) + sign;
    const Bit too_large = (!denormal) & (field >= exponent_ones);
    r = pick(too_large, c.infinity(sign), r);
    c.give(pick(is_zero(significand), c.zero(sign), r));
}

void build_parts(Code &c) {
    const Pair x = c.pair(0), significand = significand_of(x);
    const Word up = 63u - highest_bit(significand);
    c.give(Code::Parts{at_least(field_of(x), 1) + 11 - up, significand << (up & 63)});
}

void build_add(Code &c) {
    const Pair first = c.pair(0), second = c.pair(1);
    const Bit swap = magnitude_of(first) < magnitude_of(second);
    const Pair x = pick(swap, second, first), y = pick(swap, first, second);
    const Word sign = sign_of(x), exponent = at_least(field_of(x), 1);
    // Bit 62 is the hidden one: there is room for a carry, and ten bits below for what is shifted out.
    const Word ten = c.constant(10);
    const Pair a = significand_of(x) << ten;
    const Pair b = shift_sticky(significand_of(y) << ten, exponent - at_least(field_of(y), 1));
    const Bit apart = ((x.high ^ y.high) & sign_bit) != 0u;
    const Pair sum = pick(apart, a - b, a + b);
    // What cancels gives +0.
    const Pair r = c.round(pick(apart & is_zero(sum), 0u, sign), exponent, sum);
    const Bit none = nan_of(x) | (special_of(y) & apart);
    c.give(pick(special_of(x), pick(none, c.nan(), x), r));
}

void build_multiply(Code &c) {
    const Pair x = c.pair(0), y = c.pair(1);
    const Word sign = (x.high ^ y.high) & sign_bit;
    const Code::Parts a = c.parts(x), b = c.parts(y);
    const Quad p = product(a.significand, b.significand);
    const Pair top = {p.w[2] | number((p.w[0] | p.w[1]) != 0u), p.w[3]};
    const Pair r = c.round(sign, a.exponent + b.exponent - bias, top);
    const Bit none = nan_of(x) | nan_of(y) | zero_of(x) | zero_of(y);
    c.give(pick(special_of(x) | special_of(y), pick(none, c.nan(), c.infinity(sign)), r));
}

void build_divide(Code &c) {
    const Pair x = c.pair(0), y = c.pair(1);
    const Word sign = (x.high ^ y.high) & sign_bit;
    const Code::Parts a = c.parts(x), b = c.parts(y);
    const Word one = c.constant(1);
    Bit rest{};
    Pair q = c.quotient(a.significand >> one, b.significand >> one, &rest)
             << c.constant(63 - Code::quotient_bits);
    q.low = q.low | number(rest);
    const Pair r = c.round(sign, a.exponent - b.exponent + bias, q);
    const Bit zeros = zero_of(x) & zero_of(y), infinities = special_of(x) & special_of(y);
    const Bit none = nan_of(x) | nan_of(y) | zeros | infinities;
    const Pair limit = pick(special_of(x) | zero_of(y), c.infinity(sign), c.zero(sign));
    const Bit special = special_of(x) | special_of(y) | zero_of(x) | zero_of(y);
    c.give(pick(none, c.nan(), pick(special, limit, r)));
}

void build_fused(Code &c) {
    const Pair x = c.pair(0), y = c.pair(1), z = c.pair(2);
    const Word sign = (x.high ^ y.high) & sign_bit;
    const Code::Parts a = c.parts(x), b = c.parts(y), d = c.parts(z);
    // Both as 128 bits of which bit 125 belongs to the exponent, so that there is room above for carries. A
    // product has 22 bits too many; a sum reaches those only when it is not shifted.
    const Quad p = shift_sticky(product(a.significand, b.significand), c.constant(1));
    const Word low = d.significand.low, high = d.significand.high;
    const Quad q = {{c.constant(0), low << 30, (high << 30) | (low >> 2), high >> 2}};
    const Bit no_product = zero_of(x) | zero_of(y);
    const uint32_t least = 0u - 8192;
    const Word of_p = pick(no_product, least, a.exponent + b.exponent - bias);
    const Word of_q = pick(zero_of(z), least, d.exponent);
    const Word difference = of_p - of_q;
    const Bit smaller = negative(difference);
    const Quad upper = pick(smaller, q, p);
    const Quad lower = shift_sticky(pick(smaller, p, q), pick(smaller, 0u - difference, difference));
    const Bit apart = ((sign ^ z.high) & sign_bit) != 0u;
    Bit below{};
    const Quad apart_by = subtract(upper, lower, &below);
    const Quad nothing = {{c.constant(0), c.constant(0), c.constant(0), c.constant(0)}};
    Bit ignored{};
    const Quad sum = pick(apart, pick(below, subtract(nothing, apart_by, &ignored), apart_by), upper + lower);
    // The sign of the one that is larger.
    const Word of_upper = pick(smaller, sign_of(z), sign);
    Word result_sign = of_upper ^ pick(apart & below, sign_bit, c.constant(0));
    const Pair head = {sum.w[2], sum.w[3]}, tail = {sum.w[0], sum.w[1]};
    const Bit cancelled = is_zero(head) & is_zero(tail);
    result_sign = pick(apart & cancelled, 0u, result_sign);
    const Word top = pick(is_zero(head), highest_bit(tail), highest_bit(head) + 64);
    const Word up = 127u - top;
    const Quad scaled = sum << (up & 127);
    const Pair significand = {scaled.w[2] | number((scaled.w[0] | scaled.w[1]) != 0u), scaled.w[3]};
    const Pair r = c.round(result_sign, pick(smaller, of_q, of_p) + 1 - up, significand);
    const Bit endless = special_of(x) | special_of(y);
    const Bit none = nan_of(x) | nan_of(y) | nan_of(z) | (endless & (no_product | (special_of(z) & apart)));
    const Pair limit = pick(endless, c.infinity(sign), z);
    c.give(pick(none, c.nan(), pick(endless | special_of(z), limit, r)));
}

Bit ordered(Pair x, Pair y) {
    return !(nan_of(x) | nan_of(y));
}
Bit both_zero(Pair x, Pair y) {
    return zero_of({x.low | y.low, x.high | y.high});
}

void build_less(Code &c) {
    const Pair x = c.pair(0), y = c.pair(1);
    const Bit below_zero = negative(x.high), apart = negative(x.high ^ y.high);
    const Pair a = pick(below_zero, y, x), b = pick(below_zero, x, y);
    // Of one sign magnitudes decide, in reverse below zero; of two the sign, unless both are zero.
    const Bit less = (apart & below_zero & !both_zero(x, y)) | ((!apart) & (a < b));
    c.give(ordered(x, y) & less);
}

void build_not_less(Code &c) {
    const Pair x = c.pair(0), y = c.pair(1);
    c.give(ordered(x, y) & !c.test(R::less, x, y));
}

void build_equal(Code &c) {
    const Pair x = c.pair(0), y = c.pair(1);
    const Bit same = is_zero({x.low ^ y.low, x.high ^ y.high});
    c.give((same & !nan_of(x)) | both_zero(x, y));
}

void build_minimum(Code &c) {
    const Pair x = c.pair(0), y = c.pair(1);
    c.give(pick(nan_of(y) | c.test(R::less, x, y), x, y));
}

void build_maximum(Code &c) {
    const Pair x = c.pair(0), y = c.pair(1);
    c.give(pick(nan_of(y) | c.test(R::less, y, x), x, y));
}

void build_saturate(Code &c) {
    const Pair x = c.pair(0);
    const Pair bounded = pick(x.high >= one_high, c.constant(one_high, 0), x);
    c.give(pick(nan_of(x) | negative(x.high), c.constant(0, 0), bounded));
}

void build_truncate(Code &c) {
    const Pair x = c.pair(0);
    const Word field = field_of(x);
    const Pair kept = c.constant(~0u, ~0u) << ((bias + 52 - field) & 63);
    const Pair cut = {x.low & kept.low, x.high & kept.high};
    c.give(pick(field < bias, c.zero(sign_of(x)), pick(field >= bias + 52, x, cut)));
}

// `away` says from which side truncation is too near to zero.
void build_toward(Code &c, bool up) {
    const Pair x = c.pair(0), whole_part = c.call(R::truncate, x);
    const Bit off = (!c.test(R::equal, x, whole_part)) & !nan_of(x);
    const Bit short_of = off & (up ? !negative(x.high) : negative(x.high));
    c.give(pick(short_of, c.call(R::add, whole_part, c.constant(up ? one_high : one_high | sign_bit, 0)),
                whole_part));
}
void build_floor(Code &c) {
    build_toward(c, false);
}
void build_ceiling(Code &c) {
    build_toward(c, true);
}

// 2^52 leaves no room for a fraction.
void build_nearest(Code &c) {
    const Pair x = c.pair(0), large = c.constant((bias + 52) << 20, 0);
    Pair r = c.call(R::add, c.call(R::add, magnitude_of(x), large), negate(large));
    r.high = r.high | sign_of(x);
    c.give(pick(field_of(x) >= bias + 52, x, r));
}

void build_from_float(Code &c) {
    const Word x = c.word(0);
    const Word sign = x & sign_bit, field = (x >> 23) & 0xff, mantissa = x & 0x7fffff;
    const Word significand = mantissa | pick(field == 0u, 0u, c.constant(1u << 23));
    // A float's denormals are multiples of 2^-149.
    const Pair r = c.round(sign, at_least(field, 1) + (whole - 149 - 1), {significand, c.constant(0)});
    const Pair limit = pick(mantissa == 0u, c.infinity(sign), c.nan());
    c.give(pick(field == 0xffu, limit, r));
}

// To a format of fewer bits, of which `kept` belong to the mantissa with its hidden bit.
void build_narrow(Code &c, unsigned kept, uint32_t other_bias) {
    const Pair x = c.pair(0), significand = significand_of(x);
    const unsigned cut = 32 - kept;
    const uint32_t ones = 2 * other_bias + 1, half = 1u << (cut - 1);
    // The hidden bit is bit 31 now; the rest below 32 bits is one bit more.
    const Word w = (significand.high << 11) | (significand.low >> 21) | number((significand.low << 11) != 0u);
    const Word field = field_of(x) - (bias - other_bias);
    const Bit denormal = negative(field - 1);
    const Word n = at_most(pick(denormal, 1u - field, 0u), 31);
    const Word scaled = (w >> n) | number((w & ~(c.constant(~0u) << n)) != 0u);
    const Word q = scaled >> cut, rest = scaled & (2 * half - 1);
    const Bit upward = (rest >= half + 1) | ((rest == half) & ((q & 1) != 0u));
    const Word r = q + number(upward) + (pick(denormal, 0u, field - 1) << (kept - 1));
    const uint32_t infinite = ones << (kept - 1);
    const Bit too_large = (!denormal) & (field >= ones);
    const Word finite = pick(too_large, infinite, r);
    const Word unsigned_result = pick(nan_of(x), infinite | 1u << (kept - 2), finite);
    const Word sign = sign_of(x) >> (kept == 24 ? 0 : 16);
    c.give(unsigned_result | sign);
}
void build_to_float(Code &c) {
    build_narrow(c, 24, 127);
}
void build_to_half(Code &c) {
    build_narrow(c, 11, 15);
}

void build_magnitude(Code &c) {
    const Pair x = c.pair(0);
    const Word field = field_of(x), n = bias + 63 - field;
    const Pair whole_part = (significand_of(x) << c.constant(11)) >> (n & 63);
    const Pair r =
        pick(field < bias, c.constant(0, 0), pick(field >= bias + 64, c.constant(~0u, ~0u), whole_part));
    c.give(pick(nan_of(x), c.constant(0, 0), r));
}

void build_to_u32(Code &c) {
    const Pair x = c.pair(0), m = c.call(R::magnitude, x);
    c.give(pick(negative(x.high), 0u, pick(m.high != 0u, ~0u, m.low)));
}

void build_to_i32(Code &c) {
    const Pair x = c.pair(0), m = c.call(R::magnitude, x);
    const Bit below_zero = negative(x.high), far = (m.high != 0u) | negative(m.low);
    const Word bound = pick(below_zero, sign_bit, c.constant(~sign_bit));
    c.give(pick(far, bound, pick(below_zero, 0u - m.low, m.low)));
}

void build_to_u64(Code &c) {
    const Pair x = c.pair(0), m = c.call(R::magnitude, x);
    c.give(pick(negative(x.high), c.constant(0, 0), m));
}

void build_to_i64(Code &c) {
    const Pair x = c.pair(0), m = c.call(R::magnitude, x);
    const Bit below_zero = negative(x.high);
    const Pair bound = pick(below_zero, c.constant(sign_bit, 0), c.constant(~sign_bit, ~0u));
    c.give(pick(negative(m.high), bound, pick(below_zero, c.constant(0, 0) - m, m)));
}

struct Entry {
    const char *name;
    Type result;
    Type arguments[3];
    void (*build)(Code &);
};

// By Float64Routine.
constexpr Entry table[static_cast<size_t>(R::count)] = {
    {"float64_round", pair_type, {word_type, word_type, pair_type}, build_round},
    {"float64_parts", i32(3), {pair_type}, build_parts},
    {"float64_add", pair_type, {pair_type, pair_type}, build_add},
    {"float64_multiply", pair_type, {pair_type, pair_type}, build_multiply},
    {"float64_divide", pair_type, {pair_type, pair_type}, build_divide},
    {"float64_fused", pair_type, {pair_type, pair_type, pair_type}, build_fused},
    {"float64_less", boolean(), {pair_type, pair_type}, build_less},
    {"float64_not_less", boolean(), {pair_type, pair_type}, build_not_less},
    {"float64_equal", boolean(), {pair_type, pair_type}, build_equal},
    {"float64_minimum", pair_type, {pair_type, pair_type}, build_minimum},
    {"float64_maximum", pair_type, {pair_type, pair_type}, build_maximum},
    {"float64_saturate", pair_type, {pair_type}, build_saturate},
    {"float64_truncate", pair_type, {pair_type}, build_truncate},
    {"float64_floor", pair_type, {pair_type}, build_floor},
    {"float64_ceiling", pair_type, {pair_type}, build_ceiling},
    {"float64_nearest", pair_type, {pair_type}, build_nearest},
    {"float64_from_float", pair_type, {word_type}, build_from_float},
    {"float64_to_float", word_type, {pair_type}, build_to_float},
    {"float64_to_half", word_type, {pair_type}, build_to_half},
    {"float64_magnitude", pair_type, {pair_type}, build_magnitude},
    {"float64_to_i32", word_type, {pair_type}, build_to_i32},
    {"float64_to_u32", word_type, {pair_type}, build_to_u32},
    {"float64_to_i64", pair_type, {pair_type}, build_to_i64},
    {"float64_to_u64", pair_type, {pair_type}, build_to_u64},
};

} // namespace

uint32_t Float64::callee(Float64Routine routine) {
    uint32_t &known = known_[static_cast<size_t>(routine)];
    if (!known) {
        const Entry &e = table[static_cast<size_t>(routine)];
        Code code(m_, *this, e.arguments);
        e.build(code);
        m_.callees.push(
            {code.function(), e.result, {e.arguments[0], e.arguments[1], e.arguments[2]}, e.name});
        known = static_cast<uint32_t>(m_.callees.size());
    }
    return known - 1;
}

Value Float64::call(Builder &b, Float64Routine routine, Value x, Value y, Value z) {
    const uint32_t index = callee(routine);
    return b.emit(Op::call, table[static_cast<size_t>(routine)].result, x, y, z, index);
}

} // namespace weft::passes
