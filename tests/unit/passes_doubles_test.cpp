// Doubles made of integers: every operation against the arithmetic of this machine, bit for bit.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "core/passes/legalise.h"
#include "core/passes/lower_doubles.h"
#include "core/passes/lower_exits.h"
#include "core/passes/optimise.h"
#include "ir_interpreter.h"
#include "pass_test.h"

namespace {

using namespace weft;
using ir::test::Words;

static_assert(std::numeric_limits<double>::is_iec559);

uint64_t bits(double d) {
    return std::bit_cast<uint64_t>(d);
}
double real(uint64_t b) {
    return std::bit_cast<double>(b);
}

// A shader that computes one thing of three doubles (or of their words) and puts out two words.
class Computed {
  public:
    // `code` uses %3, %5 and %7, doubles, and %4 and %8, integers; its last value is %result, of type `type`.
    Computed(std::string code, std::string type, std::string declarations = "") : m_(arena_) {
        std::string text = R"(shader pixel
input 0 A 0 uint mask=0xf reg=0
input 1 B 0 uint mask=0xf reg=1
output 0 SV_Target 0 uint mask=0xf reg=0 sv=0x40
)" + declarations + R"(function
  %1 = load_input i32x4 _, _, [0 0 0]
  %2 = shuffle i32x2 %1, %1, <0 1>
  %3 = bitcast f64 %2
  %4 = extract i32 %1, 0
  %6 = shuffle i32x2 %1, %1, <2 3>
  %5 = bitcast f64 %6
  %9 = load_input i32x2 _, _, [1 0 0]
  %7 = bitcast f64 %9
  %8 = bitcast i64 %2
  %10 = bitcast f32 %4
)" + code;
        if (type == "bool")
            text += "  %100 = select i32 %99, i32(1), i32(0)\n";
        else if (type != "i32")
            text += "  %100 = bitcast " + std::string(type == "f64" || type == "i64" ? "i32x2" : "i32") +
                    " %99\n";
        else
            text += "  %100 = iadd i32 %99, i32(0)\n";
        text += "  store_output %100, _, _, [0 0 0]\n  return\n";
        std::string error;
        EXPECT_TRUE(ir::parse(text, m_, &error)) << error << "\n" << text;
        EXPECT_TRUE(ir::verify(m_, &error)) << error;
        Diagnostics diag;
        EXPECT_EQ(passes::lower_doubles(m_, diag), Result::ok) << diag.text();
        EXPECT_TRUE(ir::verify(m_, &error)) << error << ir::print(m_, {.raw_numbers = true});
        for (const ir::Function &f : m_.functions)
            for (ir::Value v = f.head; v; v = m_[v].next)
                EXPECT_NE(m_[v].type.kind(), ir::Kind::f64) << ir::print_inst(m_, v);
        passes::optimise(m_);
        EXPECT_EQ(passes::lower_exits(m_, diag), Result::ok);
        EXPECT_EQ(passes::legalise(m_, {}, diag), Result::ok);
        EXPECT_TRUE(ir::verify(m_, &error, {.legalised = true, .exits_lowered = true})) << error;
    }

    uint64_t operator()(uint64_t a, uint64_t b = 0, uint64_t c = 0) {
        ir::test::Interpreter run(m_);
        run.plain = true;
        run.inputs[0] = {uint32_t(a), uint32_t(a >> 32), uint32_t(b), uint32_t(b >> 32)};
        run.inputs[1] = {uint32_t(c), uint32_t(c >> 32)};
        run.run();
        EXPECT_FALSE(run.failed);
        const Words &out = run.outputs[0];
        return out[0] | uint64_t{out[1]} << 32;
    }

  private:
    Arena arena_;
    ir::Module m_;
};

// Zeros, denormals, both ends of the range, ties of all conversions, integers at the limits of their types.
std::vector<uint64_t> picked() {
    std::vector<double> values = {0.0,
                                  1.0,
                                  1.5,
                                  2.0,
                                  3.0,
                                  0.1,
                                  1.0 / 3,
                                  0.5,
                                  2.5,
                                  3.5,
                                  std::numeric_limits<double>::infinity(),
                                  std::numeric_limits<double>::quiet_NaN(),
                                  std::numeric_limits<double>::max(),
                                  std::numeric_limits<double>::min(),
                                  std::numeric_limits<double>::denorm_min(),
                                  2147483647.0,
                                  2147483647.5,
                                  2147483648.0,
                                  2147483649.0,
                                  4294967295.0,
                                  4294967295.5,
                                  4294967296.0,
                                  9223372036854774784.0,
                                  9223372036854775808.0,
                                  18446744073709549568.0,
                                  18446744073709551616.0,
                                  1e20,
                                  1e300,
                                  1e-300,
                                  std::ldexp(1, 52),
                                  std::ldexp(1, 53),
                                  std::ldexp(1, -52),
                                  std::ldexp(1, -53),
                                  std::ldexp(1, -54),
                                  std::ldexp(1, -537),
                                  std::ldexp(1.75, -538),
                                  std::ldexp(1, 511),
                                  std::ldexp(1, 512),
                                  std::ldexp(1, -149),
                                  std::ldexp(1, -150),
                                  std::ldexp(1, -126),
                                  std::ldexp(1.5, -149),
                                  3.4028234663852886e38,
                                  3.4028235677973366e38, // halfway to 2^128
                                  1 + std::ldexp(1, -24),
                                  1 + 3 * std::ldexp(1, -24),
                                  65504.0,
                                  65519.99,
                                  65520.0,
                                  std::ldexp(1, -24),
                                  std::ldexp(1, -25),
                                  std::ldexp(1.5, -25),
                                  1 + std::ldexp(1, -11),
                                  1 + 3 * std::ldexp(1, -11)};
    std::vector<uint64_t> r;
    for (double v : values)
        for (int64_t step : {-1, 0, 1}) {
            // Neighbours; below zero there is the largest NaN.
            const uint64_t b = (bits(v) + uint64_t(step)) & ~(uint64_t{1} << 63);
            r.push_back(b);
            r.push_back(b | uint64_t{1} << 63);
        }
    for (uint64_t b : {0x000fffffffffffffull, 0x0008000000000000ull, 0x7ff0000000000001ull,
                       0x7fffffffffffffffull, 0x3ff00000ffffffffull, 0x3ff0000100000000ull})
        r.push_back(b);
    return r;
}

class Random {
  public:
    uint64_t next() {
        switch (engine_() % 5) {
        case 0: return engine_();
        // Close to one another.
        case 1: return (engine_() & 0x800fffffffffffff) | uint64_t{1023 - 4 + engine_() % 9} << 52;
        // Few bits set, so that ties come up.
        case 2:
            return (engine_() & engine_() & engine_() & engine_() & 0x800fffffffffffff) |
                   uint64_t{1023 - 60 + engine_() % 120} << 52;
        // A run of ones, or of zeros.
        case 3:
            return ((~uint64_t{0} << engine_() % 53) & 0x000fffffffffffff) |
                   uint64_t{engine_() % 2048} << 52 | engine_() << 63;
        // Denormals and what is next to them.
        default: return (engine_() & 0x800fffffffffffff) | uint64_t{engine_() % 4} << 52;
        }
    }

  private:
    std::mt19937_64 engine_{20240607};
};

bool same(uint64_t a, uint64_t b) {
    return a == b || (std::isnan(real(a)) && std::isnan(real(b)));
}

template <typename Expected>
void pairs(const char *op, Expected expected, size_t random, size_t every) {
    Computed f(std::string("  %99 = ") + op + " f64 %3, %5\n", "f64");
    size_t wrong = 0;
    auto check = [&](uint64_t a, uint64_t b) {
        const uint64_t is = f(a, b), should = bits(expected(real(a), real(b)));
        if (same(is, should) || ++wrong > 10) return;
        ADD_FAILURE() << op << std::hex << " 0x" << a << " 0x" << b << " is 0x" << is << ", not 0x" << should;
    };
    const std::vector<uint64_t> some = picked();
    for (size_t i = 0; i < some.size(); ++i)
        for (size_t k = i % every; k < some.size(); k += every)
            check(some[i], some[k]);
    Random r;
    for (size_t n = 0; n < random; ++n) {
        const uint64_t a = r.next(), b = r.next();
        check(a, b);
        // Values that nearly cancel.
        check(a, a ^ uint64_t{1} << 63 ^ (b & 3));
    }
    EXPECT_EQ(wrong, 0u);
}

TEST(Doubles, Sums) {
    pairs(
        "fadd", [](double a, double b) { return a + b; }, 8000, 3);
    pairs(
        "fsub", [](double a, double b) { return a - b; }, 1000, 17);
}

TEST(Doubles, Products) {
    pairs(
        "fmul", [](double a, double b) { return a * b; }, 8000, 3);
}

TEST(Doubles, Quotients) {
    pairs(
        "fdiv", [](double a, double b) { return a / b; }, 2000, 11);
}

TEST(Doubles, Extremes) {
    // Which of two zeros is not said.
    auto zero = [](double a, double b, double r) { return a == 0 && b == 0 ? a : r; };
    auto number = [](double a, double b, double r) { return std::isnan(a) ? b : std::isnan(b) ? a : r; };
    pairs(
        "fmin",
        [&](double a, double b) {
            return number(a, b, a < b ? a : b == a ? zero(b, a, b) : b);
        },
        500, 7);
    pairs(
        "fmax",
        [&](double a, double b) {
            return number(a, b, a > b ? a : b == a ? zero(b, a, b) : b);
        },
        500, 7);
}

// Whether the C library rounds once, as IEEE 754 has it; that of MinGW computes with 64 bits in between. The
// sum is a bit more than halfway between two neighbours, and exactly there without its last bit.
bool fma_is_fused() {
    const volatile double a = 1 + std::ldexp(1.0, -52), half = std::ldexp(1.0, -53);
    return std::fma(double(a), double(a), double(half)) == 1 + std::ldexp(3.0, -52);
}

TEST(Doubles, FusedSums) {
    if (!fma_is_fused()) GTEST_SKIP() << "the fma of this C library rounds twice";
    Computed f("  %99 = ffma f64 %3, %5, %7\n", "f64");
    Computed separate("  %99 = fmad f64 %3, %5, %7\n", "f64");
    size_t wrong = 0;
    auto check = [&](uint64_t a, uint64_t b, uint64_t c) {
        const uint64_t is = f(a, b, c), should = bits(std::fma(real(a), real(b), real(c)));
        if (same(is, should) || ++wrong > 10) return;
        ADD_FAILURE() << std::hex << "fma 0x" << a << " 0x" << b << " 0x" << c << " is 0x" << is << ", not 0x"
                      << should;
    };
    const std::vector<uint64_t> some = picked();
    uint64_t turn = 0;
    for (uint64_t a : some)
        for (uint64_t b : some)
            if (++turn % 5 == 0) check(a, b, some[(turn * 7919) % some.size()]);
    Random r;
    for (unsigned n = 0; n < 4000; ++n) {
        const uint64_t a = r.next(), b = r.next(), c = r.next();
        check(a, b, c);
        const double product = real(a) * real(b);
        check(a, b, bits(-product));                               // what rounding lost
        check(a, b, bits(-product) ^ (c & 0xff));                  // some bits cancel
        check(a, b, bits(std::ldexp(product, int(c % 130) - 65))); // ties far away
        if (n % 16 == 0) {
            const volatile double p = product;
            EXPECT_TRUE(same(separate(a, b, c), bits(p + real(c))));
        }
    }
    EXPECT_EQ(wrong, 0u);
}

TEST(Doubles, Reciprocals) {
    Computed f("  %99 = frcp f64 %3\n", "f64");
    for (uint64_t a : picked())
        EXPECT_TRUE(same(f(a), bits(1 / real(a)))) << std::hex << a;
}

template <typename Expected>
void tests(const char *op, Expected expected) {
    Computed f(std::string("  %99 = ") + op + " bool %3, %5\n", "bool");
    const std::vector<uint64_t> some = picked();
    size_t turn = 0;
    for (uint64_t a : some)
        for (uint64_t b : some)
            if (++turn % 7 == 0 || a == b) {
                EXPECT_EQ(f(a, b), uint64_t{expected(real(a), real(b))})
                    << op << std::hex << " " << a << " " << b;
            }
}

TEST(Doubles, Comparisons) {
    tests("feq", [](double a, double b) { return a == b; });
    tests("fne", [](double a, double b) { return a != b; });
    tests("flt", [](double a, double b) { return a < b; });
    tests("fge", [](double a, double b) { return a >= b; });
}

template <typename Expected>
void singles(const char *code, const char *type, Expected expected, unsigned random = 2000) {
    Computed f(std::string("  %99 = ") + code + "\n", type);
    Random r;
    std::vector<uint64_t> values = picked();
    for (unsigned n = 0; n < random; ++n)
        values.push_back(r.next());
    unsigned wrong = 0;
    for (uint64_t a : values)
        if (f(a) != expected(a) && ++wrong < 10)
            ADD_FAILURE() << code << std::hex << " 0x" << a << " is 0x" << f(a) << ", not 0x" << expected(a);
    EXPECT_EQ(wrong, 0u);
}

uint64_t canonical(double d) {
    return std::isnan(d) ? 0x7ff8000000000000 : bits(d);
}

// As Direct3D converts: toward zero, saturated, 0 for a NaN.
template <typename T>
uint64_t integer(uint64_t a) {
    const double d = std::trunc(real(a)), above = std::ldexp(1, std::numeric_limits<T>::digits);
    using U = std::make_unsigned_t<T>;
    if (std::isnan(d)) return 0;
    if (d >= above) return U(std::numeric_limits<T>::max());
    if (d < double(std::numeric_limits<T>::min())) return U(std::numeric_limits<T>::min());
    return U(T(d));
}

TEST(Doubles, Integers) {
    singles("ftoi i32 %3", "i32", integer<int32_t>);
    singles("ftou i32 %3", "i32", integer<uint32_t>);
    singles("ftoi i64 %3", "i64", integer<int64_t>);
    singles("ftou i64 %3", "i64", integer<uint64_t>);
    singles("itof f64 %4", "f64", [](uint64_t a) { return bits(double(int32_t(a))); });
    singles("utof f64 %4", "f64", [](uint64_t a) { return bits(double(uint32_t(a))); });
    singles("itof f64 %8", "f64", [](uint64_t a) { return bits(double(int64_t(a))); });
    singles("utof f64 %8", "f64", [](uint64_t a) { return bits(double(a)); });
}

TEST(Doubles, Floats) {
    singles(
        "fconvert f32 %3", "f32",
        [](uint64_t a) -> uint64_t {
            const auto f = float(real(a));
            if (std::isnan(f)) return 0x7fc00000 | (a >> 63) << 31;
            return std::bit_cast<uint32_t>(f);
        },
        20000);
    singles(
        "fconvert f64 %10", "f64", [](uint64_t a) { return canonical(std::bit_cast<float>(uint32_t(a))); },
        20000);
}

// To nearest even of all halves; a number is exact as a double.
uint64_t half(uint64_t a) {
    const double d = real(a);
    const auto sign = uint64_t(std::signbit(d)) << 15;
    if (std::isnan(d)) return sign | 0x7e00;
    const double m = std::fabs(d);
    if (m >= 65520) return sign | 0x7c00;
    const int exponent = m < std::ldexp(1, -14) ? -14 : std::ilogb(m);
    // The hidden bit counts one more exponent, and so does a carry.
    return sign | (uint64_t(std::nearbyint(std::ldexp(m, 10 - exponent))) + (uint64_t(exponent + 14) << 10));
}

TEST(Doubles, Halves) {
    singles("fconvert f16 %3\n  %11 = bitcast i16 %99\n  %99 = uconvert i32 %11", "i32", half, 20000);
}

TEST(Doubles, Roundings) {
    // The sign and the payload of a NaN are its own.
    auto of = [](double (*f)(double)) {
        return [f](uint64_t a) { return std::isnan(real(a)) ? a : bits(f(real(a))); };
    };
    singles("ftrunc f64 %3", "f64", of([](double d) { return std::trunc(d); }));
    singles("ffloor f64 %3", "f64", of([](double d) { return std::floor(d); }));
    singles("fceil f64 %3", "f64", of([](double d) { return std::ceil(d); }));
    singles("fround f64 %3", "f64", of([](double d) { return std::nearbyint(d); }));
    singles("fneg f64 %3", "f64", [](uint64_t a) { return a ^ uint64_t { 1 } << 63; });
    singles("fabs f64 %3", "f64", [](uint64_t a) { return a & ~(uint64_t{1} << 63); });
    singles("fsat f64 %3", "f64", [](uint64_t a) {
        const double d = real(a);
        return bits(d > 0 ? d < 1 ? d : 1.0 : 0.0);
    });
    singles("ffract f64 %3", "f64", [](uint64_t a) { return canonical(real(a) - std::floor(real(a))); });
    singles("fisnan bool %3", "bool", [](uint64_t a) -> uint64_t { return std::isnan(real(a)); });
    singles("fisinf bool %3", "bool", [](uint64_t a) -> uint64_t { return std::isinf(real(a)); });
}

// --- what is not arithmetic ---

// Values that come together: ten turns of a loop, an if, a case that falls through.
TEST(Doubles, Merges) {
    Computed f(R"(
  @20 = loop (%3, i32(0))
    %21 = param f64 @20 0
    %22 = param i32 @20 1
    %23 = uge bool %22, i32(10)
    @24 = if %23
      break @20 (%21)
    end @24
    %25 = fadd f64 %21, %5
    %26 = iadd i32 %22, i32(1)
    continue @20 (%25, %26)
  end @20
  %30 = result f64 @20 0
  %31 = flt bool %30, f64(0)
  @32 = if %31
    %33 = fmul f64 %30, %30
    break @32 (%33)
  else @32
    break @32 (f64(0.1))
  end @32
  %34 = result f64 @32 0
  @35 = switch %4
    @36 = case @35 (f64(3)) [0x0]
      %37 = param f64 @36 0
      %38 = fadd f64 %37, %34
      fallthrough @35 (%38)
    @39 = case @35 (%34) [default]
      %40 = param f64 @39 0
      break @35 (%40)
  end @35
  %99 = result f64 @35 0
)",
               "f64");
    for (double a : {1.0, -3.5, 1e16, 0.1})
        for (double b : {0.3, -7.0, 1e-3}) {
            volatile double sum = a;
            for (int k = 0; k < 10; ++k)
                sum = sum + b;
            volatile double r = sum < 0 ? sum * sum : 0.1;
            if (uint32_t(bits(a)) == 0) r = 3 + r;
            EXPECT_EQ(f(bits(a), bits(b)), bits(r)) << a << " " << b;
        }
}

// Vectors of doubles are taken apart.
TEST(Doubles, Vectors) {
    Computed f(R"(
  %20 = construct f64x2 %3, %5
  %21 = construct f64x3 %20, %7
  %22 = shuffle f64x4 %20, %21, <4 1 6 0>
  %23 = fadd f64x4 %22, %22
  %24 = insert f64x4 %23, %7, 1
  %25 = flt boolx4 %22, %24
  %26 = select f64x4 %25, %24, %22
  %27 = fconvert f32x4 %26
  %28 = fconvert f64x4 %27
  %29 = extract i32 %1, 1
  %30 = and_ i32 %29, i32(3)
  %31 = extract_dyn f64 %28, %30
  %32 = shuffle f64x2 %26, %26, <3 2>
  %33 = bitcast i32x4 %32
  %34 = bitcast f64x2 %33
  %35 = fmul f64x2 %34, f64x2(2, 3)
  %36 = fdot f64 %35, f64x2(1, 0.5)
  %99 = fadd f64 %36, %31
)",
               "f64");
    for (double a : {1.0, -3.25, 64.0})
        for (double b : {0.5, -7.0})
            for (double c : {2.0, -1.5}) {
                const double v[4] = {a, b, c, a};
                double w[4];
                for (unsigned k = 0; k < 4; ++k) {
                    const double other = k == 1 ? c : v[k] + v[k];
                    w[k] = v[k] < other ? other : v[k];
                }
                const double dot = w[3] * 2 + w[2] * 3 * 0.5;
                EXPECT_EQ(f(bits(a), bits(b), bits(c)), bits(dot + w[(bits(a) >> 32) & 3])) << a << b << c;
            }
}

// Arrays of the invocation hold words, and reads beyond their end give 0 as before.
TEST(Doubles, Arrays) {
    Computed f(R"(
  %20 = and_ i32 %4, i32(7)
  store_local %20, %5, 0, 1
  store_local i32(1), %3, 0, 0
  %21 = construct f64x2 %5, %3
  store_local i32(2), %21, 0, 0
  %22 = bitcast i64 %7
  store_local %20, %22, 1, 0
  %23 = load_local f64x2 %20, 0, 0
  %24 = extract f64 %23, 0
  %25 = extract f64 %23, 1
  %26 = load_local i64 %20, 1, 0
  %27 = bitcast f64 %26
  %28 = load_icb f64 %20, 0, 1
  %29 = fadd f64 %24, %25
  %30 = fadd f64 %27, %28
  %99 = fadd f64 %29, %30
)",
               "f64",
               "local 0 rows=3 f64x2\nlocal 1 rows=4 i64\n"
               "constant_array 0 rows=2 f64x2 0 0x3ff00000 0 0x40000000 0 0x40080000 0 0x40100000\n");
    for (uint32_t row = 0; row < 8; ++row) {
        const uint64_t a = bits(16) | row, b = bits(32), c = bits(64);
        const double x[3][2] = {
            {0, row == 0 ? real(b) : 0}, {real(a), row == 1 ? real(b) : 0}, {real(b), real(a)}};
        const double from_local = row < 3 ? x[row][0] + x[row][1] : 0;
        const double other = (row < 4 ? real(c) : 0) + (row < 2 ? 2.0 * row + 2 : 0);
        EXPECT_EQ(f(a, b, c), bits(from_local + other)) << row;
    }
}

std::string lowered(std::string_view text) {
    return transform(
        text,
        [](ir::Module &m) {
            Diagnostics diag;
            EXPECT_EQ(passes::lower_doubles(m, diag), Result::ok) << diag.text();
            passes::optimise(m);
        },
        {}, true);
}

// Memory of the group holds words too, unless atomic operations need integers of 64 bits.
TEST(Doubles, GroupsAndBuffers) {
    const char *const code = R"(resource 0 rw_raw_buffer reg=0 read written
%s
function
  %1 = load_buffer f64x3 i32(5), _, r0
  %2 = extract f64 %1, 2
  store_shared i32(3), %2, 0
  barrier 0x3
  %3 = load_shared f64x2 i32(3), 0
  store_buffer i32(20), %3, _, r0
  %4 = load_buffer i32 i32(0), _, r0
  %5 = load_shared f64 %4, 0
  %6 = fneg f64 %5
  store_buffer i32(30), %6, _, r0
)";
    std::string text = code;
    text.replace(text.find("%s"), 2, "shared 0 elements=16 i64");
    EXPECT_EQ(lowered("shader compute\n" + text + "  return\n"), R"(shader compute
resource 0 rw_raw_buffer reg=0 read written
shared 0 elements=32 i32
function
  %1 = load_buffer i32x2 i32(9), _, r0
  store_shared i32(6), %1, 0
  barrier 0x3
  %2 = load_shared i32x2 i32(6), 0
  %3 = load_shared i32x2 i32(8), 0
  store_buffer i32(20), %2, _, r0
  store_buffer i32(22), %3, _, r0
  %4 = load_buffer i32 i32(0), _, r0
  %5 = shl i32 %4, i32(1)
  %6 = load_shared i32x2 %5, 0
  %7 = extract i32 %6, 0
  %8 = extract i32 %6, 1
  %9 = xor_ i32 %8, i32(0x80000000)
  %10 = construct i32x2 %7, %9
  store_buffer i32(30), %10, _, r0
  return
)");
    const std::string kept =
        lowered("shader compute\nshared 0 elements=4 i64\nresource 0 rw_raw_buffer reg=0 written\nfunction\n"
                "  %1 = atomic_shared i64 i32(0), i64(1), _, 0x30000\n"
                "  %2 = load_shared f64 i32(0), 0\n  %3 = fabs f64 %2\n"
                "  store_buffer i32(0), %3, _, r0\n  return\n");
    EXPECT_NE(kept.find("shared 0 elements=4 i64"), std::string::npos) << kept;
    EXPECT_NE(kept.find("load_shared i64 i32(0), 0"), std::string::npos) << kept;
}

// A shader without doubles is left as it is, and what cannot be had is said.
TEST(Doubles, OtherShaders) {
    const std::string text = "shader compute\nlocal 0 rows=2 i64\nresource 0 rw_raw_buffer reg=0 written\n"
                             "function\n  %1 = load_local i64 i32(0), 0, 0\n"
                             "  store_buffer i32(0), %1, _, r0\n  return\n";
    EXPECT_NE(lowered(text).find("local 0 rows=2 i64"), std::string::npos);
    Arena arena;
    ir::Module m(arena);
    std::string error;
    ASSERT_TRUE(ir::parse("shader compute\nresource 0 rw_raw_buffer reg=0 read written\nfunction\n"
                          "  %1 = load_buffer f64 i32(0), _, r0\n  %2 = fsin f64 %1\n"
                          "  store_buffer i32(0), %2, _, r0\n  return\n",
                          m, &error))
        << error;
    Diagnostics diag;
    EXPECT_EQ(passes::lower_doubles(m, diag), Result::not_implemented);
    EXPECT_NE(diag.text().find("fsin"), std::string::npos) << diag.text();
}

} // namespace
