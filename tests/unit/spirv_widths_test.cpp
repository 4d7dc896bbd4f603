// Values of 16 and 64 bits: arithmetic, conversions, buffers, group-shared memory, atomic operations.
#include "spirv_test_util.h"

namespace weft::spirv::test {
namespace {

using driver::Environment;

constexpr Environment environments[] = {Environment::vulkan_1_0, Environment::vulkan_1_1,
                                        Environment::vulkan_1_2, Environment::vulkan_1_3};

driver::Options wide(Environment e) {
    driver::Options o;
    o.environment = e;
    o.features = driver::feature_int64 | driver::feature_float64 | driver::feature_float16 |
                 driver::feature_int16 | driver::feature_storage_16bit | driver::feature_int64_atomics;
    o.extensions = driver::extension_16bit_storage;
    o.buffer_uav_storage_buffer = true;
    return o;
}

std::string shader(std::string_view code, std::string_view declarations = "") {
    return "shader compute\nresource 0 rw_raw_buffer reg=0 read written atomics\nresource 1 raw_buffer "
           "reg=0\n" +
           std::string(declarations) + "\nfunction\n%1 = load_buffer i32 i32(0), _, r0\n" +
           std::string(code) + "\nreturn\n";
}

TEST(SpirvWidths, Buffers) {
    for (Environment e : environments) {
        // A view by halfwords beside the one by dwords.
        Written w =
            write(shader("%2 = load_buffer f16x3 %1, _, r0\nstore_buffer i32(5), %2, _, r0"), wide(e));
        EXPECT_TRUE(w.ok()) << w.messages;
        EXPECT_TRUE(has(w, "OpCapability StorageBuffer16BitAccess"));
        EXPECT_EQ(w.count("Aliased"), 2u) << w.text();
        EXPECT_EQ(w.count("ArrayStride 2"), 1u);
        EXPECT_EQ(w.count("OpExtension \"SPV_KHR_16bit_storage\""), e == Environment::vulkan_1_0 ? 1u : 0u);
        // Without it loads take dwords apart, and stores cannot be had.
        driver::Options o = wide(e);
        o.features &= ~driver::feature_storage_16bit;
        w = write(
            shader(
                "%2 = load_buffer i16x2 %1, _, r1\n%3 = uconvert i32x2 %2\nstore_buffer i32(1), %3, _, r0"),
            o);
        EXPECT_TRUE(w.ok()) << w.messages;
        EXPECT_TRUE(lacks(w, "StorageBuffer16BitAccess"));
        EXPECT_TRUE(has(w, "OpShiftRightLogical"));
        EXPECT_TRUE(refused(write(shader("store_buffer i32(5), f16(1), _, r0"), o), Result::invalid_shader,
                            {"STORAGE_16BIT", "SPV_KHR_16bit_storage"}));
        o = wide(e);
        o.buffer_uav_storage_buffer = false;
        EXPECT_TRUE(refused(write(shader("store_buffer i32(5), f16(1), _, r0"), o), Result::invalid_shader,
                            {"storage buffers"}));
        // 64 bits are two dwords, wherever they lie.
        w = write(shader("%2 = load_buffer f64x2 %1, _, r0\nstore_buffer i32(7), %2, _, r0\n"
                         "%3 = load_buffer i64 i32(3), _, r1\nstore_buffer i32(9), %3, _, r0"),
                  wide(e));
        EXPECT_TRUE(w.ok()) << w.messages;
        EXPECT_TRUE(has(w, "OpBitcast %double"));
        EXPECT_TRUE(has(w, "OpBitcast %ulong"));
        EXPECT_TRUE(lacks(w, "Aliased"));
    }
    driver::Options o = wide(Environment::vulkan_1_0);
    o.extensions = 0;
    EXPECT_TRUE(refused(write(shader("store_buffer i32(5), f16(1), _, r0"), o), Result::invalid_shader,
                        {"SPV_KHR_16bit_storage"}));
}

TEST(SpirvWidths, WhatTheyNeed) {
    const struct {
        const char *code;
        driver::Feature feature;
        const char *name;
    } cases[] = {{"%2 = load_buffer f16 %1, _, r1\n%3 = fconvert f32 %2\nstore_buffer i32(1), %3, _, r0",
                  driver::feature_float16, "WEFT_FEATURE with FLOAT16"},
                 {"%2 = load_buffer i16 %1, _, r1\n%3 = sconvert i32 %2\nstore_buffer i32(1), %3, _, r0",
                  driver::feature_int16, "WEFT_FEATURE with INT16"},
                 {"%2 = atomic_buffer i64 (%1, i64(0x1), _, _), r0, add", driver::feature_int64_atomics,
                  "WEFT_FEATURE with INT64_ATOMICS"}};
    for (const auto &c : cases) {
        driver::Options o = wide(Environment::vulkan_1_2);
        EXPECT_TRUE(write(shader(c.code), o).ok()) << c.code;
        o.features &= ~c.feature;
        EXPECT_TRUE(refused(write(shader(c.code), o), Result::invalid_shader, {c.name}));
    }
}

TEST(SpirvWidths, Shared) {
    const char *declarations = "shared 0 elements=16 f16\nshared 1 elements=8 i64\nshared 2 elements=4 i32";
    for (Environment e : environments) {
        const Written w =
            write(shader("%2 = load_shared f16x2 %1, 0\nstore_shared i32(4), %2, 0\n"
                         "%3 = atomic_shared i64 %1, i64(0x5), _, 0x60001\nstore_shared i32(2), %3, 1\n"
                         "%4 = atomic_shared i32 %1, i32(1), i32(2), 0x90002\n"
                         "store_buffer i32(1), %4, _, r0",
                         declarations),
                  wide(e));
        EXPECT_TRUE(w.ok()) << w.messages;
        EXPECT_TRUE(has(w, "OpAtomicUMin %ulong"));
        EXPECT_TRUE(has(w, "OpCapability Int64Atomics"));
        EXPECT_TRUE(has(w, "OpAtomicCompareExchange %uint"));
    }
}

TEST(SpirvWidths, Atomics) {
    for (Environment e : environments) {
        const char *const ops[] = {"and", "or", "xor", "add", "imin", "imax", "umin", "umax", "exchange"};
        for (const char *op : ops) {
            const Written w = write(shader("%2 = atomic_buffer i64 (%1, i64(0x1), _, _), r0, " +
                                           std::string(op) + "\nstore_buffer i32(1), %2, _, r0"),
                                    wide(e));
            EXPECT_TRUE(w.ok()) << op << w.messages;
            EXPECT_TRUE(has(w, "ArrayStride 8"));
            EXPECT_TRUE(has(w, "Aliased"));
        }
        const Written w =
            write(shader("%2 = atomic_buffer i64 (%1, i64(0x1), i64(0x2), _), r0, compare_exchange\n"
                         "store_buffer i32(1), %2, _, r0"),
                  wide(e));
        EXPECT_TRUE(has(w, "OpAtomicCompareExchange %ulong"));
    }
    driver::Options o = wide(Environment::vulkan_1_1);
    o.buffer_uav_storage_buffer = false;
    EXPECT_TRUE(refused(write(shader("%2 = atomic_buffer i64 (%1, i64(0x1), _, _), r0, add"), o),
                        Result::invalid_shader, {"storage buffers"}));
}

TEST(SpirvWidths, ImagesOfIntegers) {
    for (const char *type : {"uint64", "sint64"}) {
        const std::string text =
            shader("%2 = construct i32x2 %1, %1\n%3 = atomic_buffer i64 (%2, i64(0x1), _, _), r2, umax\n"
                   "store_buffer i32(1), %3, _, r0\n%4 = tex_load i32x4 r2, _, 0x0 coord=%2\n"
                   "tex_store r2, _, 0x0 coord=%2 value=%4",
                   "resource 2 image d2 " + std::string(type) + " reg=3 read written atomics");
        for (Environment e : environments) {
            driver::Options o = wide(e);
            EXPECT_TRUE(refused(write(text, o), Result::invalid_shader, {"SPV_EXT_shader_image_int64"}));
            o.extensions |= driver::extension_image_int64;
            const Written w = write(text, o);
            EXPECT_TRUE(w.ok()) << w.messages;
            EXPECT_TRUE(has(w, "OpCapability Int64ImageEXT"));
            EXPECT_TRUE(has(w, type[0] == 'u' ? "R64ui" : "R64i"));
        }
    }
}

TEST(SpirvWidths, FloatAtomics) {
    const std::string text =
        shader("%2 = construct i32x2 %1, %1\n%3 = atomic_buffer f32 (%2, f32(1), _, _), r2, fadd\n"
               "store_buffer i32(1), %3, _, r0",
               "resource 2 image d2 float reg=3 read written atomics");
    for (Environment e : environments) {
        driver::Options o = wide(e);
        EXPECT_TRUE(refused(write(text, o), Result::invalid_shader, {"SPV_EXT_shader_atomic_float_add"}));
        o.extensions |= driver::extension_atomic_float_add;
        EXPECT_TRUE(has(write(text, o), "OpAtomicFAddEXT %float"));
    }
}

// Every operation that Direct3D has for these kinds.
TEST(SpirvWidths, Arithmetic) {
    const struct {
        const char *type;
        std::initializer_list<const char *> unary, binary, compare;
    } kinds[] = {
        {"f16",
         {"fneg", "fabs", "fsat", "ffloor", "fceil", "ftrunc", "fround", "ffract", "fsqrt", "frsq", "frcp",
          "fexp2", "flog2", "fsin", "fcos", "fsign"},
         {"fadd", "fsub", "fmul", "fdiv", "fmin", "fmax"},
         {"feq", "fne", "flt", "fge"}},
        {"f64",
         {"fneg", "fabs", "fsat", "frcp", "fsqrt"},
         {"fadd", "fsub", "fmul", "fdiv", "fmin", "fmax"},
         {"feq", "fne", "flt", "fge"}},
        {"i16",
         {"ineg", "iabs", "not_"},
         {"iadd", "isub", "imul", "udiv", "umod", "sdiv", "smod", "imin", "imax", "umin", "umax", "and_",
          "or_", "xor_", "shl", "ushr", "sshr"},
         {"ieq", "ine", "ilt", "ige", "ult", "uge"}},
        {"i64",
         {"ineg", "iabs", "not_"},
         {"iadd", "isub", "imul", "udiv", "umod", "sdiv", "smod", "imin", "imax", "umin", "umax", "and_",
          "or_", "xor_", "shl", "ushr", "sshr"},
         {"ieq", "ine", "ilt", "ige", "ult", "uge"}},
    };
    for (const auto &k : kinds) {
        const std::string t = k.type;
        std::string code =
            "%2 = load_buffer " + t + " i32(2), _, r0\n%3 = load_buffer " + t + " i32(4), _, r0\n";
        int n = 4;
        auto keep = [&](const std::string &text, bool is_bool) {
            code += "%" + std::to_string(n) + " = " + text + "\n";
            if (is_bool) {
                code += "%" + std::to_string(n + 1) + " = select i32 %" + std::to_string(n) +
                        ", i32(1), i32(0)\n";
                ++n;
            }
            code += "store_buffer i32(8), %" + std::to_string(n) + ", _, r0\n";
            ++n;
        };
        for (const char *op : k.unary)
            keep(std::string(op) + " " + t + " %2", false);
        for (const char *op : k.binary)
            keep(std::string(op) + " " + t + " %2, %3", false);
        for (const char *op : k.compare)
            keep(std::string(op) + " bool %2, %3", true);
        keep("select " + t + " bool(true), %2, %3", false);
        if (t[0] == 'f') keep("fmad " + t + " %2, %3, %2", false);
        for (Environment e : environments)
            EXPECT_TRUE(write(shader(code), wide(e)).ok()) << code;
    }
}

TEST(SpirvWidths, Conversions) {
    const char *const floats[] = {"f16", "f32", "f64"}, *const ints[] = {"i16", "i32", "i64"};
    std::string code;
    int n = 2;
    auto convert = [&](const char *op, const char *from, const char *to) {
        code += "%" + std::to_string(n) + " = load_buffer " + from + " i32(2), _, r0\n";
        code += "%" + std::to_string(n + 1) + " = " + op + " " + to + " %" + std::to_string(n) + "\n";
        code += "store_buffer i32(8), %" + std::to_string(n + 1) + ", _, r0\n";
        n += 2;
    };
    for (const char *f : floats)
        for (const char *i : ints) {
            convert("ftoi", f, i);
            convert("ftou", f, i);
            convert("itof", i, f);
            convert("utof", i, f);
        }
    for (const char *a : floats)
        for (const char *b : floats)
            if (a != b) convert("fconvert", a, b);
    for (const char *a : ints)
        for (const char *b : ints)
            if (a != b) {
                convert("sconvert", a, b);
                convert("uconvert", a, b);
            }
    for (Environment e : environments)
        EXPECT_TRUE(write(shader(code), wide(e)).ok());
}

// Numbers of 16 bits that are written out of 32.
TEST(SpirvWidths, Constants) {
    const Written w =
        write(shader("store_buffer i32(1), i16x2(-1, 0xffff8000), _, r0"), wide(Environment::vulkan_1_2));
    EXPECT_TRUE(has(w, "OpConstant %ushort 65535"));
    EXPECT_TRUE(has(w, "OpConstant %ushort 32768"));
}

} // namespace
} // namespace weft::spirv::test
