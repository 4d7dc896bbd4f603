#include "core/passes/legalise.h"

#include <array>
#include <bit>
#include <limits>

#include "ir_interpreter.h"
#include "pass_test.h"

namespace weft {
namespace {

const char *const header = R"(
    shader pixel
    input 0 A 0 uint mask=0xf reg=0
    input 1 B 0 float mask=0xf reg=1
    output 0 SV_Target 0 uint mask=0xf reg=0 sv=0x40
    resource 0 rw_raw_buffer reg=0 written
    function
      %1 = load_input i32x2 _, _, [0 0 0]
      %2 = extract i32 %1, 0
      %3 = extract i32 %1, 1
      %4 = load_input f32 _, _, [1 0 0]
)";

const char *const header_after = R"(
        function
          %1 = load_input i32x2 _, _, [0 0 0]
          %2 = extract i32 %1, 0
          %3 = extract i32 %1, 1
          %4 = load_input f32 _, _, [1 0 0]
)";

std::string legal(const std::string &code, const passes::Profile &profile = {}) {
    Diagnostics diag;
    return transform(header + code + "return\n", [&](ir::Module &m) { passes::legalise(m, profile, diag); },
                     {.legalised = true});
}

std::string expected(std::string code) {
    code.resize(code.find_last_not_of(' ') + 1);
    return trim(header_after + code + "          return\n");
}

TEST(Legalise, DivisionByZeroGivesAllOnes) {
    EXPECT_EQ(legal(R"(
        %5 = udiv i32 %2, %3
        %6 = umod i32 %2, i32(7)
        store_output %5, _, _, [0 0 0]
        store_output %6, _, _, [0 0 1]
    )"),
              expected(R"(
          %5 = udiv i32 %2, %3
          %6 = ieq bool %3, i32(0)
          %7 = select i32 %6, i32(-1), %5
          %8 = umod i32 %2, i32(7)
          store_output %7, _, _, [0 0 0]
          store_output %8, _, _, [0 0 1]
    )"));
}

TEST(Legalise, ShiftCountsAreModuloTheWidth) {
    EXPECT_EQ(legal(R"(
        %5 = shl i32 %2, %3
        %6 = ushr i32 %2, i32(33)
        %7 = sshr i32 %2, i32(31)
        %8 = and_ i32 %3, i32(15)
        %9 = shl i32 %2, %8
        store_output %5, _, _, [0 0 0]
        store_output %6, _, _, [0 0 1]
        store_output %7, _, _, [0 0 2]
        store_output %9, _, _, [0 0 3]
    )"),
              expected(R"(
          %5 = and_ i32 %3, i32(31)
          %6 = shl i32 %2, %5
          %7 = ushr i32 %2, i32(1)
          %8 = sshr i32 %2, i32(31)
          %9 = and_ i32 %3, i32(15)
          %10 = shl i32 %2, %9
          store_output %6, _, _, [0 0 0]
          store_output %7, _, _, [0 0 1]
          store_output %8, _, _, [0 0 2]
          store_output %10, _, _, [0 0 3]
    )"));
}

// Saturates at -2^31 and 2^31 - 1; NaN gives 0.
TEST(Legalise, ConversionsSaturate) {
    EXPECT_EQ(legal(R"(
        %5 = ftoi i32 %4
        %6 = ftou i32 %4
        store_output %5, _, _, [0 0 0]
        store_output %6, _, _, [0 0 1]
    )"),
              expected(R"(
          %5 = fmax f32 %4, f32(-2.14748365e+09)
          %6 = ftoi i32 %5
          %7 = fge bool %4, f32(2.14748365e+09)
          %8 = select i32 %7, i32(0x7fffffff), %6
          %9 = fisnan bool %4
          %10 = select i32 %9, i32(0), %8
          %11 = fmax f32 %4, f32(0)
          %12 = ftou i32 %11
          %13 = fge bool %4, f32(4.2949673e+09)
          %14 = select i32 %13, i32(-1), %12
          store_output %10, _, _, [0 0 0]
          store_output %14, _, _, [0 0 1]
    )"));
}

// A field ends at bit 31: ubfe(20, 15, ~0) is 17 bits wide.
TEST(Legalise, BitFieldsAreCutAtTheTop) {
    EXPECT_EQ(legal(R"(
        %5 = ubfe i32 %2, i32(15), i32(20)
        %6 = ibfe i32 %2, %3, i32(8)
        %7 = bfi i32 %2, %3, i32(40), i32(4)
        store_output %5, _, _, [0 0 0]
        store_output %6, _, _, [0 0 1]
        store_output %7, _, _, [0 0 2]
    )"),
              expected(R"(
          %5 = ubfe i32 %2, i32(15), i32(17)
          %6 = and_ i32 %3, i32(31)
          %7 = isub i32 i32(32), %6
          %8 = umin i32 i32(8), %7
          %9 = ibfe i32 %2, %6, %8
          %10 = bfi i32 %2, %3, i32(8), i32(4)
          store_output %5, _, _, [0 0 0]
          store_output %9, _, _, [0 0 1]
          store_output %10, _, _, [0 0 2]
    )"));
}

// SPIR-V wants scalar offsets and widths.
TEST(Legalise, BitFieldsOfVectors) {
    EXPECT_EQ(legal(R"(
        %5 = ubfe i32x2 %1, i32x2(4), i32x2(8)
        %6 = ubfe i32x2 %1, i32x2(4, 5), i32x2(8)
        store_output %5, _, _, [0 0 0]
        store_output %6, _, _, [0 0 2]
    )"),
              expected(R"(
          %5 = ubfe i32x2 %1, i32x2(4), i32x2(8)
          %6 = extract i32 %1, 0
          %7 = ubfe i32 %6, i32(4), i32(8)
          %8 = extract i32 %1, 1
          %9 = ubfe i32 %8, i32(5), i32(8)
          %10 = construct i32x2 %7, %9
          store_output %5, _, _, [0 0 0]
          store_output %10, _, _, [0 0 2]
    )"));
}

// firstbit_hi counts from the top: 31 - index, and all ones for none.
TEST(Legalise, FirstBits) {
    EXPECT_EQ(legal(R"(
        %5 = first_bit_high i32 %2
        %6 = first_bit_shi i32 %2
        %7 = first_bit_low i32 %2
        store_output %5, _, _, [0 0 0]
        store_output %6, _, _, [0 0 1]
        store_output %7, _, _, [0 0 2]
    )"),
              expected(R"(
          %5 = find_umsb i32 %2
          %6 = ilt bool %5, i32(0)
          %7 = isub i32 i32(31), %5
          %8 = select i32 %6, %5, %7
          %9 = find_smsb i32 %2
          %10 = ilt bool %9, i32(0)
          %11 = isub i32 i32(31), %9
          %12 = select i32 %10, %9, %11
          %13 = first_bit_low i32 %2
          store_output %8, _, _, [0 0 0]
          store_output %12, _, _, [0 0 1]
          store_output %13, _, _, [0 0 2]
    )"));
}

TEST(Legalise, CarriesReciprocalsAndPreciseDots) {
    EXPECT_EQ(legal(R"(
        %5 = add_carry i32 %2, %3
        %6 = sub_borrow i32 %2, %3
        %7 = frcp f32 %4
        %8 = construct f32x3 %4, %7, %4
        %9 = fdot.precise f32 %8, %8
        store_output %5, _, _, [0 0 0]
        store_output %6, _, _, [0 0 1]
        store_output %9, _, _, [0 0 2]
    )"),
              expected(R"(
          %5 = iadd i32 %2, %3
          %6 = ult bool %5, %2
          %7 = select i32 %6, i32(1), i32(0)
          %8 = ult bool %2, %3
          %9 = select i32 %8, i32(1), i32(0)
          %10 = fdiv f32 f32(1), %4
          %11 = construct f32x3 %4, %10, %4
          %12 = fmul.precise f32 %4, %4
          %13 = fmul.precise f32 %10, %10
          %14 = fadd.precise f32 %12, %13
          %15 = fmul.precise f32 %4, %4
          %16 = fadd.precise f32 %14, %15
          store_output %7, _, _, [0 0 0]
          store_output %9, _, _, [0 0 1]
          store_output %16, _, _, [0 0 2]
    )"));
}

// Before SPIR-V 1.4 a vector is selected by a vector; one a condition is enough.
TEST(Legalise, VectorSelects) {
    const char *code = R"(
        %5 = ieq bool %2, %3
        %6 = select i32x2 %5, %1, i32x2(0)
        %7 = select i32x2 %5, i32x2(1), %1
        store_output %6, _, _, [0 0 0]
        store_output %7, _, _, [0 0 2]
    )";
    EXPECT_EQ(legal(code), expected(R"(
          %5 = ieq bool %2, %3
          %6 = construct boolx2 %5, %5
          %7 = select i32x2 %6, %1, i32x2(0)
          %8 = select i32x2 %6, i32x2(1), %1
          store_output %7, _, _, [0 0 0]
          store_output %8, _, _, [0 0 2]
    )"));
    EXPECT_EQ(legal(code, {.scalar_select = true}), expected(R"(
          %5 = ieq bool %2, %3
          %6 = select i32x2 %5, %1, i32x2(0)
          %7 = select i32x2 %5, i32x2(1), %1
          store_output %6, _, _, [0 0 0]
          store_output %7, _, _, [0 0 2]
    )"));
}

TEST(Legalise, DemoteStandsAlone) {
    EXPECT_EQ(legal(R"(
        %5 = ieq bool %2, %3
        demote %5
        demote bool(false)
        demote bool(true)
    )",
                    {.demote = true}),
              expected(R"(
          %5 = ieq bool %2, %3
          @6 = if %5
            demote bool(true)
            break @6 ()
          end @6
          demote bool(true)
    )"));
}

// Without demotion a lane may end at once when no neighbour needs it any more.
TEST(Legalise, KillWhereTheQuadIsNotNeeded) {
    EXPECT_EQ(legal(R"(
        %5 = ddx f32 %4, 0
        %6 = flt bool %5, %4
        demote %6
        store_output %2, _, _, [0 0 0]
    )"),
              expected(R"(
          %5 = ddx f32 %4, 0
          %6 = flt bool %5, %4
          @7 = if %6
            kill
          end @7
          store_output %2, _, _, [0 0 0]
    )"));
}

// A derivative behind the discard: the lane goes on, its stores do not happen, and it ends at the return.
TEST(Legalise, KillIsPutOffWhileTheQuadIsNeeded) {
    EXPECT_EQ(legal(R"(
        %5 = flt bool %4, f32(0)
        demote %5
        %6 = ddx f32 %4, 0
        store_output %6, _, _, [0 0 0]
        store_buffer %2, %2, _, r0
        %7 = atomic_buffer i32 (%2, %3, _, _), r0, add
        store_output %7, _, _, [0 0 1]
    )"),
              trim(std::string(header_after) + R"(
          %5 = flt bool %4, f32(0)
          %6 = load_local i32 i32(0), 0, 0
          %7 = select i32 %5, i32(1), i32(0)
          %8 = or_ i32 %6, %7
          store_local i32(0), %8, 0, 0
          %9 = ddx f32 %4, 0
          store_output %9, _, _, [0 0 0]
          %10 = load_local i32 i32(0), 0, 0
          %11 = ieq bool %10, i32(0)
          @12 = if %11
            store_buffer %2, %2, _, r0
            break @12 ()
          end @12
          %13 = load_local i32 i32(0), 0, 0
          %14 = ieq bool %13, i32(0)
          @15 = if %14
            %16 = atomic_buffer i32 (%2, %3, _, _), r0, add
            break @15 (%16)
          else @15
            break @15 (i32(0))
          end @15
          %17 = result i32 @15 0
          store_output %17, _, _, [0 0 1]
          %18 = load_local i32 i32(0), 0, 0
          %19 = ine bool %18, i32(0)
          @20 = if %19
            kill
          end @20
          return
    )"));
}

// On its next turn the loop takes a derivative.
TEST(Legalise, LoopsBringTheNeedBack) {
    std::string out = legal(R"(
        @5 = loop (i32(0))
          %6 = param i32 @5 0
          %7 = ddx f32 %4, 0
          %8 = flt bool %7, f32(0)
          demote %8
          %9 = iadd i32 %6, i32(1)
          %10 = uge bool %9, i32(3)
          @11 = if %10
            break @5 ()
          end @11
          continue @5 (%9)
        end @5
    )");
    EXPECT_NE(out.find("store_local"), std::string::npos) << out;
}

// Runs `op` on numbers after legalisation, with rubbish wherever SPIR-V leaves a case undefined.
uint32_t evaluate(const std::string &op, std::array<uint32_t, 4> words, bool from_float = false) {
    Arena arena;
    ir::Module m(arena);
    std::string text =
        "shader pixel\ninput 0 A 0 uint mask=0xf reg=0\noutput 0 B 0 uint mask=0xf reg=0\nfunction\n";
    for (unsigned k = 0; k < 4; ++k) {
        (text += '%') += std::to_string(k + 1);
        (text += " = load_input ") += from_float ? "f32" : "i32";
        ((text += " _, _, [0 0 ") += std::to_string(k)) += "]\n";
    }
    ((text += "%5 = ") += op) += "\nstore_output %5, _, _, [0 0 0]\nreturn\n";
    std::string error;
    EXPECT_TRUE(ir::parse(text, m, &error)) << error;
    Diagnostics diag;
    passes::legalise(m, {}, diag);
    EXPECT_TRUE(ir::verify(m, &error, {.legalised = true})) << error;
    ir::test::Interpreter run(m);
    run.plain = true;
    run.inputs[0] = words;
    run.run();
    EXPECT_FALSE(run.failed) << op;
    return run.outputs[0][0];
}

uint32_t bits(float v) {
    return std::bit_cast<uint32_t>(v);
}

TEST(LegaliseValues, Conversions) {
    struct Row {
        float from;
        uint32_t to_signed, to_unsigned;
    };
    const float inf = std::numeric_limits<float>::infinity();
    const Row rows[] = {
        {0, 0, 0},
        {-0.0f, 0, 0},
        {1.9f, 1, 1},
        {-1.9f, 0xffffffff, 0},
        {-1e-30f, 0, 0},
        {3e9f, 0x7fffffff, 3000000000u},
        {2147483520.0f, 2147483520u, 2147483520u},
        {2147483648.0f, 0x7fffffff, 0x80000000},
        {-2147483648.0f, 0x80000000, 0},
        {-3e9f, 0x80000000, 0},
        {4294967040.0f, 0x7fffffff, 4294967040u},
        {4294967296.0f, 0x7fffffff, 0xffffffff},
        {4.3e9f, 0x7fffffff, 0xffffffff},
        {inf, 0x7fffffff, 0xffffffff},
        {-inf, 0x80000000, 0},
        {std::numeric_limits<float>::quiet_NaN(), 0, 0},
    };
    for (const Row &r : rows) {
        EXPECT_EQ(evaluate("ftoi i32 %1", {bits(r.from)}, true), r.to_signed) << r.from;
        EXPECT_EQ(evaluate("ftou i32 %1", {bits(r.from)}, true), r.to_unsigned) << r.from;
    }
}

// What fxc's constant folding gives; the same rule in 4.x and 5.x.
TEST(LegaliseValues, HalfPackingRoundsTowardZero) {
    const std::pair<uint32_t, uint32_t> rows[] = {
        {bits(0), 0},
        {bits(-0.0f), 0x8000},
        {bits(1), 0x3c00},
        {bits(65504), 0x7bff},
        {bits(65519.996f), 0x7bff},
        {bits(65520), 0x7bff},
        {bits(65536), 0x7bff},
        {bits(1e6f), 0x7bff},
        {bits(-1e6f), 0xfbff},
        {bits(3.4e38f), 0x7bff},
        {0x7f800000, 0x7c00},
        {0xff800000, 0xfc00},
        {0xffc00000, 0xfe00},
        {bits(1 + 0x1p-11f + 0x1p-20f), 0x3c00},
        {bits(1.0009765f), 0x3c00},
        {bits(1.00097656f), 0x3c01},
        {bits(6.1035e-5f), 0x03ff},
        {bits(0x1p-14f), 0x0400},
        {bits(8.9e-8f), 1},
        {bits(0x1p-24f), 1},
        {bits(5.9e-8f), 0},
        {bits(3e-8f), 0},
        {bits(1e-8f), 0},
        {1, 0},
    };
    for (const auto &[from, to] : rows)
        EXPECT_EQ(evaluate("f32_to_f16 i32 %1", {from}, true), to) << std::hex << from;
}

TEST(LegaliseValues, Integers) {
    EXPECT_EQ(evaluate("udiv i32 %1, %2", {7, 2}), 3u);
    EXPECT_EQ(evaluate("udiv i32 %1, %2", {7, 0}), ~0u);
    EXPECT_EQ(evaluate("umod i32 %1, %2", {7, 0}), ~0u);
    EXPECT_EQ(evaluate("shl i32 %1, %2", {1, 33}), 2u);
    EXPECT_EQ(evaluate("ushr i32 %1, %2", {0x80000000, 63}), 1u);
    EXPECT_EQ(evaluate("ubfe i32 %1, %2, %3", {~0u, 15, 20}), 0x1ffffu);
    EXPECT_EQ(evaluate("ubfe i32 %1, %2, %3", {~0u, 0, 0}), 0u);
    EXPECT_EQ(evaluate("ubfe i32 %1, %2, %3", {~0u, 5, 32}), 0u); // the width counts modulo 32
    EXPECT_EQ(evaluate("ibfe i32 %1, %2, %3", {0x80000000, 28, 20}), 0xfffffff8u);
    EXPECT_EQ(evaluate("ibfe i32 %1, %2, %3", {0xf0, 36, 4}), ~0u);
    EXPECT_EQ(evaluate("bfi i32 %1, %2, %3, %4", {0, ~0u, 28, 8}), 0xf0000000u);
    EXPECT_EQ(evaluate("bfi i32 %1, %2, %3, %4", {0x11111111, 0x22, 8, 0}), 0x11111111u);
    EXPECT_EQ(evaluate("bfi i32 %1, %2, %3, %4", {0x11111111, 0x22, 8, 8}), 0x11112211u);
    EXPECT_EQ(evaluate("first_bit_high i32 %1", {0}), ~0u);
    EXPECT_EQ(evaluate("first_bit_high i32 %1", {0x10}), 27u);
    EXPECT_EQ(evaluate("first_bit_high i32 %1", {~0u}), 0u);
    EXPECT_EQ(evaluate("first_bit_shi i32 %1", {~0u}), ~0u);
    EXPECT_EQ(evaluate("first_bit_shi i32 %1", {0xffffffef}), 27u);
    EXPECT_EQ(evaluate("add_carry i32 %1, %2", {~0u, 1}), 1u);
    EXPECT_EQ(evaluate("add_carry i32 %1, %2", {~0u, 0}), 0u);
    EXPECT_EQ(evaluate("sub_borrow i32 %1, %2", {0, 1}), 1u);
    EXPECT_EQ(evaluate("sub_borrow i32 %1, %2", {1, 1}), 0u);
    // Bytes 1 and 3 of the reference are zero and do not count: |0x10 - 0x0e| + |0x20 - 0xff| + 5.
    EXPECT_EQ(evaluate("msad i32 %1, %2, %3", {0x00200010, 0x11ff220e, 5}), 2u + 0xdf + 5);
}

} // namespace
} // namespace weft
