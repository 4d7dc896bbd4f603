#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <memory>

#include "core/ir/print.h"
#include "core/ir/verify.h"
#include "ir_parser.h"

namespace {

using namespace weft;

// Every form of the text: reading it and printing it gives it back.
const char *const everything = R"(shader pixel
early_fragment_tests
input 0 TEXCOORD 1 float mask=0x3 reg=1 interp=2
input 1 SV_Position 0 float mask=0xf used=0x0 reg=0 sv=0x1
output 0 SV_Target 0 float mask=0xf reg=0 sv=0x40
resource 0 constant_buffer reg=2 size=4
resource 1 texture d2 float reg=0 plain_sample
resource 2 sampler reg=0
resource 3 rw_structured_buffer reg=1 stride=16 read written atomics
local 0 rows=4 f32x4
constant_array 0 rows=1 f32x4 0x0 0x1 0x2 0x3f800000
shared 0 elements=16 i32
function
  %1 = load_input f32x2 _, _, [0 0 0]
  %2 = sample f32x4 r1, r2, 0x1 coord=%1 lod=f32(1.5) offset=i32x2(-1, 1)
  %3 = shuffle f32x2 %2, %1, <3 4>
  %4 = construct f32x4 %3, f32x2(0, 1)
  %5 = fmad.precise f32x4 %2, %4, f32x4(0.1, 0x7fc00000, -0, 1e+20)
  %6 = extract f32 %5, 2
  %7 = flt bool %6, f32(0.333333343)
  @8 = if.flatten %7
    demote bool(true)
    break @8 (%5)
  else @8
    %9 = load_cbuffer f32x4 i32(3), _, r0, 0
    break @8 (%9)
  end @8
  %10 = result f32x4 @8 0
  @11 = loop.unroll (%10, i32(0))
    %12 = param f32x4 @11 0
    %13 = param i32 @11 1
    @14 = switch %13
      @15 = case @14 () [0x0 0x7]
        fallthrough @14 (%12)
      @16 = case @14 (f32x4(1)) [0x2 default]
        %17 = param f32x4 @16 0
        store_local %13, %17, 0, 0
        break @14 ()
      @18 = case @14 () [0xffffffff]
        break @11 (%13)
    end @14
    %19 = iadd i32 %13, i32(1)
    %20 = load_icb f32x4 %19, 0, 0
    %21 = atomic_buffer i32 (%19, i32(0x12345678), _, _), r3, umax
    barrier 0x2
    continue @11 (%20, %21)
  end @11
  %22 = result i32 @11 0
  @23 = block
    %24 = itof f32 %22
    %25 = construct f32x4 %24, %24, %24, %24
    break @23 (%25)
  end @23
  %26 = result f32x4 @23 0
  store_output %26, _, _, [0 0 0]
  return
)";

TEST(IrText, RoundTrip) {
    Arena arena;
    ir::Module m(arena);
    std::string error;
    ASSERT_TRUE(ir::parse(everything, m, &error)) << error;
    EXPECT_TRUE(ir::verify(m, &error)) << error;
    EXPECT_EQ(ir::print(m), everything);
}

const char *const lanes = R"(shader pixel
wave_helpers
input 0 TEXCOORD 0 float mask=0xf reg=0 interp=1
function
  %1 = load_attribute f32x2 _, i32(2), [0 0 1]
  %2 = extract f32 %1, 0
  %3 = wave_lane_index i32
  %4 = wave_lane_count i32
  %5 = wave_is_first bool
  %6 = wave_any bool %5
  %7 = wave_all bool %6
  %8 = wave_all_equal bool %2
  %9 = wave_ballot i32x4 %8
  %10 = wave_read_lane f32 %2, %3
  %11 = wave_read_first f32 %10
  %12 = wave_reduce f32 %11, mul
  %13 = wave_prefix i32 %3, xor
  %14 = wave_bit_count i32 %7
  %15 = wave_prefix_bit_count i32 %7
  %16 = wave_match i32x4 %12
  %17 = wave_multi_prefix i64 i64(0x5), %16, umax
  %18 = wave_multi_prefix_bit_count i32 %7, %9
  %19 = quad_read f32 %12, %4
  %20 = quad_swap f32 %19, 2
  %21 = quad_any bool %7
  %22 = quad_all bool %21
  %23 = dot4add_i8 i32 %14, %13, %15
  %24 = dot4add_u8 i32 %23, %13, %18
  %25 = fconvert f16x2 %1
  %26 = dot2add f32 %20, %25, %25
  %27 = unpack_4x8 i16x4 %24, 1
  %28 = pack_4x8 i32 %27, clamp_signed
  %29 = read_clock i32x2
  return
)";

const char *const mesh = R"(shader mesh
mesh triangle 64 126
payload 4
workgroup 32 1 1
output 0 SV_Position 0 float mask=0xf reg=0 sv=0x1
patch 0 SV_CullPrimitive 0 bool mask=0x1 sv=0x19
shared 0 elements=4 i64
function
  set_mesh_outputs i32(3), i32(1)
  %1 = load_payload i32x4 i32(0)
  store_indices i32(0), i32x3(0, 1, 2)
  store_output f32x4(1), _, i32(2), [0 0 0]
  store_primitive i32(1), _, i32(0), [0 0 0]
  %2 = atomic_shared i64 i32(1), i64(0x1), _, 0x30000
  return
)";

const char *const amplification = R"(shader amplification
payload 4
shared 0 elements=2 f16
shared 1 elements=4 i32
function
  %1 = load_shared f16x2 i32(0), 0
  store_payload i32(3), i32(7)
  copy_payload 1
  dispatch_mesh i32(1), i32(2), i32(3)
  return
)";

const char *const ray_query = R"(shader compute
output 0 A 0 float mask=0xf reg=0
resource 0 acceleration_structure reg=0
resource 1 image d2 uint64 reg=1 atomics
resource 2 rw_raw_buffer reg=0 read written
constant_array 0 rows=2 i32x2 0x0 0x1 0x2 0x3
ray_query 0 count=2 flags=1
function
  ray_query_start (i32(1), _, i32(0), i32(255), f32x3(0), f32(0), f32x3(1), f32(10)), 0, r0
  %1 = ray_query_proceed bool i32(1), 0
  %2 = ray_query_get f32x3 i32(1), 0, committed_object_to_world, 3
  %3 = ray_query_get i32 _, 0, committed_type, 0
  ray_query_commit_procedural _, f32(1), 0
  ray_query_commit_triangle _, 0
  ray_query_abort _, 0
  %4 = atomic_buffer i64 (i32x2(0), i64(0x1), _, _), r1, umax
  %5 = load_buffer f16x4 i32(3), _, r2
  store_buffer i32(4), f64x2(1, 2), _, r2
  %6 = load_icb f32x2 %3, 0, 0
  return
)";

TEST(IrText, RoundTripOfShaderModel6) {
    for (const char *text : {lanes, mesh, amplification, ray_query}) {
        Arena arena;
        ir::Module m(arena);
        std::string error;
        ASSERT_TRUE(ir::parse(text, m, &error)) << error;
        EXPECT_TRUE(ir::verify(m, &error)) << error;
        EXPECT_EQ(ir::print(m), text);
    }
}

// One fault each, in code that is sound otherwise.
struct Fault {
    const char *text, *message;
};

TEST(IrVerify, FindsFaults) {
    const Fault faults[] = {
        {"function\n %1 = fadd f32 i32(1), f32(1)\n return\n", "operand 0 has another type"},
        {"function\n %1 = fadd i32 i32(1), i32(1)\n return\n", "wrong kind"},
        {"function\n %1 = extract f32 f32x2(1), 2\n return\n", "no such lane"},
        {"function\n %1 = shuffle f32x2 f32x2(1), f32x2(1), <0 2>\n return\n", "no such lane"},
        {"function\n %1 = construct f32x3 f32x2(1), f32x2(1)\n return\n", "do not add up"},
        {"function\n %1 = select f32x2 boolx3(true), f32x2(1), f32x2(2)\n return\n", "wrong condition"},
        {"function\n %1 = load_icb f32 i32(1), 0, 0\n return\n", "no such constant array"},
        {"function\n %1 = load_input f32 _, _, [0 0 0]\n return\n", "no such element"},
        {"input 0 A 0 float mask=0x6 reg=0\nfunction\n %1 = load_input f32x3 _, _, [0 0 0]\n return\n",
         "columns out of the element's 2"},
        {"output 0 A 0 float mask=0x1 reg=0\nfunction\n store_output f32(1), i32(0), _, [0 0 0]\n return\n",
         "row of what is put out must be literal"},
        {"function\n %1 = load_cbuffer f32 i32(1), _, r0, 0\n return\n", "no such resource"},
        {"resource 0 sampler reg=0\nfunction\n %1 = load_cbuffer f32 i32(1), _, r0, 0\n return\n",
         "resource is of another kind"},
        {"constant_array 0 rows=1 i32x2 0x1 0x2\nfunction\n %1 = load_icb i32 i32(1), 0, 2\n return\n",
         "components out of range"},
        {"shared 0 elements=4 i64\nfunction\n %1 = load_shared i32 i32(1), 0\n return\n",
         "width differs from the array's"},
        {"shared 0 elements=4 i32\nfunction\n %1 = atomic_shared f32 i32(1), f32(1), _, 0x30000\n return\n",
         "must be an i32 or i64 scalar"},
        {"function\n %1 = wave_reduce i32 f32(1), add\n return\n", "takes and gives a scalar"},
        {"function\n %1 = wave_reduce f32 f32(1), umax\n return\n", "operation does not fit the kind"},
        {"function\n %1 = wave_reduce bool bool(true), and\n return\n", "operation does not fit the kind"},
        {"function\n %1 = wave_ballot i32 bool(true)\n return\n", "gives i32 x 4"},
        {"function\n %1 = wave_multi_prefix i32 i32(1), i32(1), add\n return\n", "mask must be i32 x 4"},
        {"function\n %1 = quad_swap i32 i32(1), 3\n return\n", "no such direction"},
        {"function\n %1 = pack_4x8 i32 f32x4(1), truncate\n return\n", "takes i32 x 4 or i16 x 4"},
        {"function\n %1 = dot2add f32 f32(1), f32x2(1), f32x2(1)\n return\n", "two f16 x 2"},
        {"function\n dispatch_mesh i32(1), i32(1), i32(1)\n return\n", "only an amplification shader"},
        {"shader mesh\noutput 0 A 0 float mask=0x1 reg=0\nfunction\n store_output f32(1), _, _, [0 0 0]\n "
         "return\n",
         "vertex is missing"},
        {"shader mesh\nmesh line 2 1\nfunction\n store_indices i32(0), i32x3(0)\n return\n",
         "does not fit the primitive"},
        {"shader amplification\npayload 8\nshared 0 elements=4 i32\nfunction\n copy_payload 0\n return\n",
         "smaller than the payload"},
        {"input 0 A 0 float mask=0x1 reg=0\nfunction\n %1 = load_attribute f32 _, i32(0), [0 0 0]\n return\n",
         "only a pixel shader"},
        {"function\n %1 = ray_query_proceed bool _, 0\n return\n", "no such ray query"},
        {"ray_query 0 count=1 flags=0\nfunction\n %1 = ray_query_get f32 _, 0, candidate_type, 0\n return\n",
         "type does not fit the state"},
        {"ray_query 0 count=1 flags=0\nfunction\n %1 = ray_query_get i32 _, 0, candidate_type, 1\n return\n",
         "no such column"},
        {"function\n return\n return\n", "behind the exit"},
        {"function\n %1 = fadd f32 f32(1), f32(1)\n", "does not end in an exit"},
        {"function\n @1 = if i32(1)\n break @1 ()\n end @1\n return\n", "condition must be a bool"},
        {"function\n @1 = if bool(true)\n break @1 ()\n", "never closed"},
        {"function\n @1 = if bool(true)\n %2 = iadd i32 i32(1), i32(1)\n end @1\n return\n",
         "before this does not end in an exit"},
        {"function\n @1 = if bool(true)\n break @1 (i32(1))\n end @1\n return\n",
         "1 values where 0 are taken"},
        {"function\n @1 = if bool(true)\n break @1 (i32(1))\n end @1\n %2 = result i32 @1 0\n return\n",
         "without else has results"},
        {"function\n @1 = if bool(true)\n break @1 (i32(1))\n else @1\n break @1 (f32(1))\n end @1\n"
         " %2 = result i32 @1 0\n return\n",
         "another type"},
        {"function\n @1 = loop (i32(1))\n continue @1 ()\n end @1\n unreachable\n",
         "1 initial values for 0 params"},
        {"function\n @1 = if bool(true)\n %2 = not_ i32 i32(1)\n break @1 ()\n end @1\n %3 = not_ i32 %2\n "
         "return\n",
         "region that is closed"},
        {"function\n @1 = block\n break @1 ()\n end @1\n break @1 ()\n", "target is not open"},
    };
    for (const Fault &f : faults) {
        Arena arena;
        ir::Module m(arena);
        std::string error;
        ASSERT_TRUE(ir::parse(f.text, m, &error)) << error << "\n" << f.text;
        EXPECT_FALSE(ir::verify(m, &error)) << f.text;
        EXPECT_NE(error.find(f.message), std::string::npos) << error << "\n" << f.text;
    }
}

TEST(IrVerify, FindsBrokenLinks) {
    auto fresh = [](Arena &arena) {
        auto m = std::make_unique<ir::Module>(arena);
        std::string error;
        EXPECT_TRUE(ir::parse(everything, *m, &error)) << error;
        return m;
    };
    // Every word of every instruction in turn: the verifier may accept the change or not, it must come back.
    Arena arena;
    std::string error;
    auto m = fresh(arena);
    for (uint32_t v = 1; v < m->insts.size(); ++v) {
        for (unsigned k = 0; k < 7; ++k) {
            ir::Inst saved = (*m)[v];
            ir::Inst &i = (*m)[v];
            for (uint32_t change : {0u, v, v + 1, 0xffffffffu, 7u}) {
                switch (k) {
                case 4: i.prev = change; break;
                case 5: i.next = change; break;
                case 6: i.count = change; break;
                default: i.arg[k] = change; break;
                }
                ir::verify(*m, &error);
                i = saved;
            }
        }
    }
    EXPECT_TRUE(ir::verify(*m, &error)) << error;
    (*m)[m->functions[0].tail].prev = 1;
    EXPECT_FALSE(ir::verify(*m, &error));
}

// Functions that passes add, and what may not stand in them.
TEST(IrText, Callees) {
    const std::string text = R"(shader pixel
output 0 SV_Target 0 uint mask=0x1 reg=0 sv=0x40
function
  %1 = call i32 i32(7), i32(2), _, 1
  store_output %1, _, _, [0 0 0]
  return
callee double i32
  %2 = argument i32 0
  %3 = iadd i32 %2, %2
  return_value %3
callee power i32
  %4 = argument i32 0
  %5 = argument i32 1
  @6 = loop (%4, %5)
    %7 = param i32 @6 0
    %8 = param i32 @6 1
    %9 = ieq bool %8, i32(0)
    @10 = if %9
      return_value %7
    end @10
    %11 = call i32 %7, _, _, 0
    %12 = isub i32 %8, i32(1)
    continue @6 (%11, %12)
  end @6
  unreachable
)";
    auto sound = [](const std::string &source) {
        Arena arena;
        ir::Module m(arena);
        std::string error;
        if (!ir::parse(source, m, &error)) return "cannot parse: " + error;
        if (!ir::verify(m, &error)) return error.substr(0, error.find('\n'));
        return ir::print(m);
    };
    EXPECT_EQ(sound(text), text);
    auto with = [&](std::string_view what, std::string_view instead) {
        std::string changed = text;
        changed.replace(changed.find(what), what.size(), instead);
        return sound(changed);
    };
    EXPECT_EQ(with("i32(7), i32(2), _, 1", "i32(7), i32(2), _, 2"),
              "no such callee, or none in front of this one");
    EXPECT_EQ(with("%7, _, _, 0", "%7, %7, _, 1"), "no such callee, or none in front of this one");
    EXPECT_EQ(with("i32(7), i32(2)", "i32(7), _"), "argument 1 does not fit the callee");
    EXPECT_EQ(with("i32(7), i32(2)", "f32(7), i32(2)"), "argument 0 does not fit the callee");
    EXPECT_EQ(with("call i32 i32(7)", "call f32 i32(7)"), "type differs from the callee's");
    EXPECT_EQ(with("return_value %3", "return"), "a callee returns a value");
    EXPECT_EQ(with("return_value %3", "kill"), "a callee cannot end the lane");
    EXPECT_EQ(with("return_value %3", "store_output %3, _, _, [0 0 0]\n  return_value %3"),
              "operation has no place in a callee");
    EXPECT_EQ(with("store_output %1, _, _, [0 0 0]\n  return", "return_value %1"),
              "only a callee returns a value");
    EXPECT_EQ(with("return_value %3", "%13 = argument i32 1\n  return_value %3"),
              "stands elsewhere than first in a callee, or out of order");
}

TEST(IrVerify, ExitsThatSpirvLacks) {
    const char *text =
        "function\n @1 = if bool(true)\n @2 = if bool(false)\n break @1 ()\n end @2\n break @1 ()\n"
        " end @1\n return\n";
    Arena arena;
    ir::Module m(arena);
    std::string error;
    ASSERT_TRUE(ir::parse(text, m, &error)) << error;
    EXPECT_TRUE(ir::verify(m, &error)) << error;
    EXPECT_FALSE(ir::verify(m, &error, {.exits_lowered = true}));
    EXPECT_NE(error.find("SPIR-V has no such exit"), std::string::npos) << error;
}

// doc/ir.md has a row for every operation.
TEST(IrText, TheReferenceIsComplete) {
    std::ifstream file(WEFT_TEST_DATA "/../doc/ir.md");
    ASSERT_TRUE(file);
    std::string text((std::istreambuf_iterator<char>(file)), {});
    for (unsigned op = 1; op < static_cast<unsigned>(ir::Op::count_); ++op) {
        std::string row = "| `" + std::string(ir::info(static_cast<ir::Op>(op)).name) + "` |";
        EXPECT_NE(text.find(row), std::string::npos) << row;
    }
}

} // namespace
