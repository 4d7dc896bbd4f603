// Operations of waves and quads, packed bytes and bits of other widths as SPIR-V.
#include "spirv_test_util.h"

namespace weft::spirv::test {
namespace {

using driver::Environment;

driver::Options with_lanes(Environment e = Environment::vulkan_1_1) {
    driver::Options o;
    o.environment = e;
    o.features = driver::feature_wave_ops | driver::feature_int64 | driver::feature_float64 |
                 driver::feature_float16 | driver::feature_int16 | driver::feature_subgroup_extended_types;
    o.buffer_uav_storage_buffer = true;
    o.extensions = driver::extension_demote_to_helper_invocation;
    return o;
}

constexpr Environment environments[] = {Environment::vulkan_1_1, Environment::vulkan_1_2,
                                        Environment::vulkan_1_3};

// A compute shader whose %1 is a number, %2 a bool, and whose result %9 is kept.
std::string compute(std::string_view code, std::string_view type = "i32") {
    return "shader compute\nworkgroup 64 1 1\ninput 0 _ 0 uint mask=0x1 scan=-1 sv=0x83\n"
           "resource 0 rw_raw_buffer reg=0 read written\nfunction\n"
           "%1 = load_buffer " +
           std::string(type) +
           " i32(0), _, r0\n%3 = load_buffer i32 i32(1), _, r0\n%2 = ine bool %3, i32(0)\n" +
           std::string(code) + "\nreturn\n";
}

std::string kept(std::string_view instruction) {
    return compute("%9 = " + std::string(instruction) + "\nstore_buffer i32(2), %9, _, r0");
}
std::string kept_bool(std::string_view instruction) {
    return compute("%8 = " + std::string(instruction) +
                   "\n%9 = select i32 %8, i32(1), i32(0)\nstore_buffer i32(2), %9, _, r0");
}

// A pixel shader likewise.
std::string pixel(std::string_view code) {
    return "shader pixel\ninput 0 A 0 uint mask=0x1 reg=0 interp=1\noutput 0 SV_Target 0 uint mask=0x1 reg=0 "
           "sv=0x40\nfunction\n%1 = load_input i32 _, _, [0 0 0]\n%2 = ine bool %1, i32(0)\n" +
           std::string(code) + "\nstore_output %9, _, _, [0 0 0]\nreturn\n";
}

struct Case {
    std::string text;
    const char *instruction, *capability;
};

TEST(SpirvLanes, EveryOperation) {
    const Case cases[] = {
        {kept("wave_lane_index i32"), "BuiltIn SubgroupLocalInvocationId", "GroupNonUniform"},
        {kept("wave_lane_count i32"), "BuiltIn SubgroupSize", "GroupNonUniform"},
        {kept_bool("wave_is_first bool"), "OpGroupNonUniformElect %bool %uint_3", "GroupNonUniform"},
        {kept_bool("wave_any bool %2"), "OpGroupNonUniformAny %bool %uint_3", "GroupNonUniformVote"},
        {kept_bool("wave_all bool %2"), "OpGroupNonUniformAll %bool %uint_3", "GroupNonUniformVote"},
        {kept_bool("wave_all_equal bool %1"), "OpGroupNonUniformAllEqual %bool %uint_3",
         "GroupNonUniformVote"},
        {kept_bool("wave_all_equal bool %2"), "OpGroupNonUniformAllEqual %bool %uint_3",
         "GroupNonUniformVote"},
        {kept("wave_ballot i32x4 %2"), "OpGroupNonUniformBallot %v4uint %uint_3", "GroupNonUniformBallot"},
        {kept("wave_read_lane i32 %1, i32(5)"), "OpGroupNonUniformBroadcast %uint %uint_3 * %uint_5",
         "GroupNonUniformBallot"},
        {kept("wave_read_lane i32 %1, %3"), "OpGroupNonUniformShuffle %uint %uint_3",
         "GroupNonUniformShuffle"},
        {kept_bool("wave_read_lane bool %2, %3"), "OpGroupNonUniformShuffle %bool %uint_3",
         "GroupNonUniformShuffle"},
        {kept("wave_read_first i32 %1"), "OpGroupNonUniformBroadcastFirst %uint %uint_3",
         "GroupNonUniformBallot"},
        {kept("wave_reduce i32 %1, add"), "OpGroupNonUniformIAdd %uint %uint_3 Reduce",
         "GroupNonUniformArithmetic"},
        {kept("wave_reduce i32 %1, mul"), "OpGroupNonUniformIMul %uint %uint_3 Reduce",
         "GroupNonUniformArithmetic"},
        {kept("wave_reduce i32 %1, min"), "OpGroupNonUniformSMin %uint %uint_3 Reduce",
         "GroupNonUniformArithmetic"},
        {kept("wave_reduce i32 %1, max"), "OpGroupNonUniformSMax %uint %uint_3 Reduce",
         "GroupNonUniformArithmetic"},
        {kept("wave_reduce i32 %1, umin"), "OpGroupNonUniformUMin %uint %uint_3 Reduce",
         "GroupNonUniformArithmetic"},
        {kept("wave_reduce i32 %1, umax"), "OpGroupNonUniformUMax %uint %uint_3 Reduce",
         "GroupNonUniformArithmetic"},
        {kept("wave_reduce i32 %1, and"), "OpGroupNonUniformBitwiseAnd %uint %uint_3 Reduce",
         "GroupNonUniformArithmetic"},
        {kept("wave_reduce i32 %1, or"), "OpGroupNonUniformBitwiseOr %uint %uint_3 Reduce",
         "GroupNonUniformArithmetic"},
        {kept("wave_reduce i32 %1, xor"), "OpGroupNonUniformBitwiseXor %uint %uint_3 Reduce",
         "GroupNonUniformArithmetic"},
        {kept("wave_prefix i32 %1, add"), "OpGroupNonUniformIAdd %uint %uint_3 ExclusiveScan",
         "GroupNonUniformArithmetic"},
        {kept("wave_prefix i32 %1, mul"), "OpGroupNonUniformIMul %uint %uint_3 ExclusiveScan",
         "GroupNonUniformArithmetic"},
        {kept("wave_bit_count i32 %2"), "OpGroupNonUniformBallotBitCount %uint %uint_3 Reduce",
         "GroupNonUniformBallot"},
        {kept("wave_prefix_bit_count i32 %2"), "OpGroupNonUniformBallotBitCount %uint %uint_3 ExclusiveScan",
         "GroupNonUniformBallot"},
        {kept("wave_lowest i32 i32x4(1, 2, 3, 4)"), "OpGroupNonUniformBallotFindLSB",
         "GroupNonUniformBallot"},
        {kept("quad_read i32 %1, i32(2)"), "OpGroupNonUniformQuadBroadcast %uint %uint_3 * %uint_2",
         "GroupNonUniformQuad"},
        {kept("quad_read i32 %1, %3"), "OpGroupNonUniformShuffle %uint %uint_3", "GroupNonUniformShuffle"},
        {kept("quad_swap i32 %1, 0"), "OpGroupNonUniformQuadSwap %uint %uint_3 * %uint_0",
         "GroupNonUniformQuad"},
        {kept("quad_swap i32 %1, 1"), "OpGroupNonUniformQuadSwap %uint %uint_3 * %uint_1",
         "GroupNonUniformQuad"},
        {kept("quad_swap i32 %1, 2"), "OpGroupNonUniformQuadSwap %uint %uint_3 * %uint_2",
         "GroupNonUniformQuad"},
    };
    for (const Case &c : cases)
        for (Environment e : environments) {
            const Written w = write(c.text, with_lanes(e));
            EXPECT_TRUE(w.ok()) << c.text << w.messages;
            EXPECT_TRUE(has(w, c.instruction));
            EXPECT_TRUE(has(w, std::string("OpCapability ") + c.capability));
        }
}

TEST(SpirvLanes, OtherKindsOfValues) {
    const struct {
        const char *type, *op, *instruction;
    } cases[] = {
        {"f32", "add", "OpGroupNonUniformFAdd %float"},      {"f32", "mul", "OpGroupNonUniformFMul %float"},
        {"f32", "min", "OpGroupNonUniformFMin %float"},      {"f32", "max", "OpGroupNonUniformFMax %float"},
        {"f64", "add", "OpGroupNonUniformFAdd %double"},     {"i64", "umax", "OpGroupNonUniformUMax %ulong"},
        {"f16", "max", "OpGroupNonUniformFMax %half"},       {"i16", "min", "OpGroupNonUniformSMin %ushort"},
        {"i64", "xor", "OpGroupNonUniformBitwiseXor %ulong"}};
    for (const auto &c : cases)
        for (const char *what : {"wave_reduce", "wave_prefix"})
            for (Environment e : environments) {
                driver::Options o = with_lanes(e);
                o.features |= driver::feature_storage_16bit;
                const Written w = write(compute("%9 = " + std::string(what) + " " + c.type + " %1, " + c.op +
                                                    "\nstore_buffer i32(4), %9, _, r0",
                                                c.type),
                                        o);
                EXPECT_TRUE(w.ok()) << w.messages;
                EXPECT_TRUE(has(w, c.instruction));
            }
}

TEST(SpirvLanes, WhatTheyNeed) {
    const std::string text = kept("wave_reduce i32 %1, add");
    EXPECT_TRUE(
        refused(write(text, with_lanes(Environment::vulkan_1_0)), Result::invalid_shader, {"need Vulkan 1.1"}));
    EXPECT_TRUE(
        refused(write(text, with_lanes(Environment::opengl_4_5)), Result::invalid_shader, {"need Vulkan 1.1"}));
    driver::Options o = with_lanes();
    o.features &= ~driver::feature_wave_ops;
    EXPECT_TRUE(refused(write(text, o), Result::invalid_shader, {"FEATURE with WAVE_OPS"}));
    o = with_lanes();
    o.features &= ~driver::feature_subgroup_extended_types;
    EXPECT_TRUE(
        refused(write(compute("%9 = wave_reduce i64 %1, add\nstore_buffer i32(2), %9, _, r0", "i64"), o),
                Result::invalid_shader, {"SUBGROUP_EXTENDED_TYPES"}));
}

// A wave's other lanes do not see what a helper has.
TEST(SpirvLanes, HelpersTakeNoPart) {
    const struct {
        const char *code;
        std::initializer_list<const char *> lines;
    } cases[] = {
        {"%8 = wave_any bool %2\n%9 = select i32 %8, i32(1), i32(0)",
         {"OpLogicalNot %bool", "OpLogicalAnd %bool"}},
        {"%8 = wave_all bool %2\n%9 = select i32 %8, i32(1), i32(0)", {"OpLogicalOr %bool"}},
        {"%9 = wave_reduce i32 %1, min", {"OpSelect %uint * %uint_2147483647"}},
        {"%9 = wave_reduce i32 %1, max", {"OpSelect %uint * %uint_2147483648"}},
        {"%9 = wave_reduce i32 %1, umin", {"OpSelect %uint * %uint_4294967295"}},
        {"%9 = wave_reduce i32 %1, umax", {"OpSelect %uint * %uint_0"}},
        {"%9 = wave_reduce i32 %1, mul", {"OpSelect %uint * %uint_1"}},
        {"%9 = wave_prefix i32 %1, add", {"OpSelect %uint * %uint_0"}},
        {"%9 = wave_bit_count i32 %2", {"OpLogicalAnd %bool"}},
        {"%8 = wave_is_first bool\n%9 = select i32 %8, i32(1), i32(0)", {"OpGroupNonUniformBallotFindLSB"}},
        {"%9 = wave_read_first i32 %1", {"OpGroupNonUniformBallotFindLSB", "OpGroupNonUniformShuffle"}},
        {"%8 = wave_all_equal bool %1\n%9 = select i32 %8, i32(1), i32(0)",
         {"OpGroupNonUniformAll %bool", "OpGroupNonUniformShuffle"}},
        {"%8 = wave_ballot i32x4 %2\n%9 = extract i32 %8, 0", {"OpLogicalAnd %bool"}},
    };
    for (const auto &c : cases) {
        for (Environment e : environments) {
            const Written w = write(pixel(c.code), with_lanes(e));
            EXPECT_TRUE(w.ok()) << c.code << w.messages;
            EXPECT_TRUE(has(w, "OpIsHelperInvocationEXT"));
            for (const char *line : c.lines)
                EXPECT_TRUE(has(w, line));
        }
        const Written all = write("wave_helpers\n" + pixel(c.code), with_lanes());
        EXPECT_TRUE(lacks(all, "OpIsHelperInvocationEXT"));
    }
}

TEST(SpirvLanes, GroupsByValue) {
    const std::string match = kept("wave_match i32x4 %1");
    const std::string sum = compute("%7 = wave_match i32x4 %1\n%9 = wave_multi_prefix i32 %1, %7, add\n"
                                    "store_buffer i32(2), %9, _, r0");
    const std::string count =
        compute("%7 = wave_match i32x4 %1\n%9 = wave_multi_prefix_bit_count i32 %2, %7\n"
                "store_buffer i32(2), %9, _, r0");
    for (Environment e : environments) {
        Written w = write(match, with_lanes(e));
        EXPECT_TRUE(has(w, "OpLoopMerge"));
        EXPECT_TRUE(has(w, "OpGroupNonUniformBroadcastFirst"));
        EXPECT_TRUE(lacks(w, "GroupNonUniformPartitionedNV"));
        w = write(sum, with_lanes(e));
        EXPECT_EQ(w.count("OpLoopMerge"), 2u) << w.text();
        EXPECT_TRUE(has(w, "OpGroupNonUniformIAdd %uint %uint_3 ExclusiveScan"));
        w = write(count, with_lanes(e));
        EXPECT_TRUE(has(w, "OpGroupNonUniformBallotBitCount %uint %uint_3 ExclusiveScan"));
        driver::Options o = with_lanes(e);
        o.extensions |= driver::extension_subgroup_partitioned;
        w = write(match, o);
        EXPECT_TRUE(has(w, "OpGroupNonUniformPartitionNV %v4uint"));
        EXPECT_TRUE(lacks(w, "OpLoopMerge"));
        w = write(sum, o);
        EXPECT_TRUE(has(w, "OpGroupNonUniformIAdd %uint %uint_3 PartitionedExclusiveScanNV"));
    }
    // NaNs are equal to themselves here, or the loop would not end.
    const Written w =
        write(compute("%9 = wave_match i32x4 %1\nstore_buffer i32(2), %9, _, r0", "f32"), with_lanes());
    EXPECT_TRUE(has(w, "OpIEqual"));
    EXPECT_TRUE(lacks(w, "OpFOrdEqual"));
}

TEST(SpirvLanes, VotesOfQuads) {
    for (Environment e : environments) {
        Written w = write(pixel("%8 = quad_any bool %2\n%9 = select i32 %8, i32(1), i32(0)"), with_lanes(e));
        EXPECT_EQ(w.count("OpGroupNonUniformQuadSwap"), 2u) << w.text();
        w = write(pixel("%8 = quad_all bool %2\n%9 = select i32 %8, i32(1), i32(0)"), with_lanes(e));
        EXPECT_TRUE(has(w, "OpIEqual %bool"));
    }
}

// A neighbour that is not there counts as zero.
TEST(SpirvLanes, QuadsWithLanesMissing) {
    const std::string text = kept("quad_swap i32 %1, 0");
    EXPECT_TRUE(lacks(write(text, with_lanes()), "OpGroupNonUniformBallot"));
    std::string three = text;
    three.replace(three.find("64 1 1"), 6, "3 1 1 ");
    EXPECT_TRUE(has(write(three, with_lanes()), "OpGroupNonUniformBallot %v4uint %uint_3 %true"));
    const std::string branch =
        compute("@4 = if %2\n%5 = quad_swap i32 %1, 0\nstore_buffer i32(2), %5, _, r0\n"
                "break @4 ()\nend @4");
    EXPECT_TRUE(has(write(branch, with_lanes()), "OpGroupNonUniformBallot %v4uint %uint_3 %true"));
}

TEST(SpirvLanes, DerivativesOfThreads) {
    const std::string coarse = compute("%9 = ddx f32 %1, 1\nstore_buffer i32(2), %9, _, r0", "f32");
    const std::string fine = compute("%9 = ddy f32 %1, 2\nstore_buffer i32(2), %9, _, r0", "f32");
    for (Environment e : environments) {
        Written w = write(coarse, with_lanes(e));
        EXPECT_TRUE(has(w, "OpGroupNonUniformQuadBroadcast %float %uint_3 * %uint_1"));
        EXPECT_TRUE(has(w, "OpGroupNonUniformQuadBroadcast %float %uint_3 * %uint_0"));
        w = write(fine, with_lanes(e));
        EXPECT_TRUE(has(w, "OpGroupNonUniformQuadSwap %float %uint_3 * %uint_1"));
        driver::Options o = with_lanes(e);
        o.extensions |= driver::extension_compute_shader_derivatives;
        w = write(coarse, o);
        EXPECT_TRUE(has(w, "DerivativeGroupLinearNV"));
        EXPECT_TRUE(has(w, "OpDPdxCoarse"));
        std::string three = coarse;
        three.replace(three.find("64 1 1"), 6, "3 1 1 ");
        w = write(three, o);
        EXPECT_TRUE(lacks(w, "DerivativeGroupLinearNV"));
    }
    driver::Options o = with_lanes();
    o.features &= ~driver::feature_wave_ops;
    EXPECT_TRUE(refused(write(coarse, o), Result::invalid_shader, {"SPV_NV_compute_shader_derivatives", "WAVE_OPS"}));
}

// Threads of a square follow each other.
TEST(SpirvLanes, ThreadsOfTwoDimensions) {
    const Written w =
        write("shader compute\nworkgroup 8 4 1\ninput 0 _ 0 uint mask=0x7 scan=-1 sv=0x80\n"
              "input 1 _ 0 uint mask=0x7 scan=-1 sv=0x82\ninput 2 _ 0 uint mask=0x1 scan=-1 sv=0x83\n"
              "resource 0 rw_raw_buffer reg=0 read written\nfunction\n"
              "%1 = load_input i32x2 _, _, [0 0 1]\n%2 = load_input i32 _, _, [1 0 0]\n"
              "%3 = load_input i32 _, _, [2 0 0]\n%4 = quad_swap i32 %2, 0\n"
              "store_buffer i32(0), %1, _, r0\nstore_buffer i32(2), %4, _, r0\n"
              "store_buffer i32(3), %3, _, r0\nreturn\n",
              with_lanes());
    EXPECT_TRUE(has(w, "BuiltIn LocalInvocationIndex"));
    EXPECT_TRUE(has(w, "BuiltIn WorkgroupId"));
    EXPECT_TRUE(lacks(w, "BuiltIn LocalInvocationId"));
    EXPECT_TRUE(lacks(w, "BuiltIn GlobalInvocationId"));
}

TEST(SpirvLanes, ImplicitLevelsOfThreads) {
    const std::string text =
        "shader compute\nworkgroup 4 1 1\nresource 0 texture d2_array float reg=0 plain_sample\n"
        "resource 1 sampler reg=0\nresource 2 rw_raw_buffer reg=0 read written\nfunction\n"
        "%1 = load_buffer f32x3 i32(0), _, r2\n%2 = sample f32x4 r0, r1, 0x1 coord=%1 lod=f32(2)\n"
        "store_buffer i32(0), %2, _, r2\nreturn\n";
    const Written w = write(text, with_lanes());
    EXPECT_TRUE(has(w, "OpImageSampleExplicitLod %v4float * * Grad"));
    EXPECT_TRUE(lacks(w, "Bias"));
}

TEST(SpirvLanes, PackedBytes) {
    const std::string text = kept("dot4add_i8 i32 %1, %3, %3");
    EXPECT_TRUE(has(write(text, with_lanes(Environment::vulkan_1_1)), "OpBitFieldSExtract"));
    Written w = write(text, with_lanes(Environment::vulkan_1_3));
    EXPECT_TRUE(has(w, "OpSDot %uint * * PackedVectorFormat4x8Bit"));
    EXPECT_TRUE(lacks(w, "SPV_KHR_integer_dot_product"));
    driver::Options o = with_lanes(Environment::vulkan_1_1);
    o.extensions |= driver::extension_integer_dot_product;
    w = write(kept("dot4add_u8 i32 %1, %3, %3"), o);
    EXPECT_TRUE(has(w, "OpUDot %uint * * PackedVectorFormat4x8Bit"));
    EXPECT_TRUE(has(w, "OpExtension \"SPV_KHR_integer_dot_product\""));
    for (Environment e : environments)
        for (const char *code :
             {"%8 = unpack_4x8 i32x4 %1, 1\n%9 = pack_4x8 i32 %8, clamp_signed\nstore_buffer i32(2), %9, _, "
              "r0",
              "%8 = unpack_4x8 i16x4 %1, 0\n%9 = pack_4x8 i32 %8, clamp_unsigned\nstore_buffer i32(2), %9, "
              "_, r0",
              "%7 = unpack_4x8 i32x4 %1, 0\n%8 = pack_4x8 i32 %7, truncate\nstore_buffer i32(2), %8, _, r0",
              "%7 = bitcast f16x2 %1\n%8 = dot2add f32 f32(1), %7, %7\nstore_buffer i32(2), %8, _, r0"})
            EXPECT_TRUE(write(compute(code), with_lanes(e)).ok()) << code;
}

// SPIR-V has these for 32 bits only.
TEST(SpirvLanes, BitsOfOtherWidths) {
    driver::Options o = with_lanes(Environment::vulkan_1_2);
    o.features |= driver::feature_storage_16bit;
    for (const char *op : {"bit_count", "bit_reverse", "first_bit_low", "first_bit_high", "first_bit_shi",
                           "find_umsb", "find_smsb"})
        for (const char *type : {"i16", "i64"}) {
            const Written w = write(
                compute("%9 = " + std::string(op) + " " + type + " %1\nstore_buffer i32(4), %9, _, r0", type),
                o);
            EXPECT_TRUE(w.ok()) << op << type << w.messages;
        }
}

TEST(SpirvLanes, Clock) {
    const std::string text = kept("read_clock i32x2");
    EXPECT_TRUE(refused(write(text, with_lanes()), Result::invalid_shader, {"SPV_KHR_shader_clock"}));
    driver::Options o = with_lanes();
    o.extensions |= driver::extension_shader_clock;
    EXPECT_TRUE(has(write(text, o), "OpReadClockKHR %v2uint %uint_3"));
}

} // namespace
} // namespace weft::spirv::test
