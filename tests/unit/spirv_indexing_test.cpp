// Arrays of descriptors: which capabilities and decorations the writer gives to which index.
#include "spirv_test_util.h"
#include "tpf_test_util.h"

namespace weft::spirv {
namespace {

using namespace test;
using driver::Environment;
using driver::Options;

// A pixel shader with one access; %1 is an index that comes from an input.
std::string pixel(const std::string &resources, const std::string &access) {
    std::string ir = "shader pixel\n"
                     "input 0 INDEX 0 uint mask=0x1 reg=0 interp=1\n"
                     "output 0 SV_Target 0 float mask=0xf reg=0 sv=0x40\n";
    ir += resources;
    ir += "\nfunction\n%1 = load_input i32 _, _, [0 0 0]\n";
    ir += access;
    return ir += "\nreturn\n";
}

struct Case {
    const char *what;
    std::string resources;
    std::string access; // ? stands for the flag
    const char *dynamic, *non_uniform;
    bool texel_buffer = false; // whose indexing by a value is part of the extension
};

const std::string store4 = "store_output %2, _, _, [0 0 0]";
const std::string store1 =
    "%3 = bitcast f32 %2\n%4 = construct f32x4 %3, %3, %3, %3\nstore_output %4, _, _, [0 0 0]";

const Case cases[] = {
    {"constant buffer", "resource 0 constant_buffer reg=0 count=8 size=4",
     "%2 = load_cbuffer? f32x4 i32(1), %1, r0, 0\n" + store4, "UniformBufferArrayDynamicIndexing",
     "UniformBufferArrayNonUniformIndexing"},
    {"texture", "resource 0 texture d2 float reg=0 count=8 plain_sample\nresource 1 sampler reg=0",
     "%2 = sample? f32x4 r0, r1, 0x0 coord=f32x2(0.5) resource_index=%1\n" + store4,
     "SampledImageArrayDynamicIndexing", "SampledImageArrayNonUniformIndexing"},
    {"sampler", "resource 0 texture d2 float reg=0 plain_sample\nresource 1 sampler reg=0 count=8",
     "%2 = sample? f32x4 r0, r1, 0x0 coord=f32x2(0.5) sampler_index=%1\n" + store4,
     "SampledImageArrayDynamicIndexing", "SampledImageArrayNonUniformIndexing"},
    {"texture that is loaded", "resource 0 texture d2 float reg=0 count=8",
     "%2 = tex_load? f32x4 r0, _, 0x0 coord=i32x2(1, 1) lod=i32(0) resource_index=%1\n" + store4,
     "SampledImageArrayDynamicIndexing", "SampledImageArrayNonUniformIndexing"},
    {"typed buffer", "resource 0 texture buffer float reg=0 count=8",
     "%2 = tex_load? f32x4 r0, _, 0x0 coord=i32(1) resource_index=%1\n" + store4,
     "UniformTexelBufferArrayDynamicIndexing", "UniformTexelBufferArrayNonUniformIndexing", true},
    {"raw buffer", "resource 0 raw_buffer reg=0 count=8", "%2 = load_buffer? i32 i32(1), %1, r0\n" + store1,
     "UniformTexelBufferArrayDynamicIndexing", "UniformTexelBufferArrayNonUniformIndexing", true},
    {"raw view", "resource 0 rw_raw_buffer reg=0 count=8 read",
     "%2 = load_buffer? i32 i32(1), %1, r0\n" + store1, "StorageTexelBufferArrayDynamicIndexing",
     "StorageTexelBufferArrayNonUniformIndexing", true},
    {"raw view that is written", "resource 0 rw_raw_buffer reg=0 count=8 written",
     "store_buffer? i32(1), i32x2(3, 4), %1, r0", "StorageTexelBufferArrayDynamicIndexing",
     "StorageTexelBufferArrayNonUniformIndexing", true},
    {"atomics", "resource 0 rw_raw_buffer reg=0 count=8 atomics",
     "%2 = atomic_buffer? i32 (i32(1), i32(3), _, %1), r0, add\n" + store1,
     "StorageTexelBufferArrayDynamicIndexing", "StorageTexelBufferArrayNonUniformIndexing", true},
    {"image", "resource 0 image d2 float reg=0 count=8 read",
     "%2 = tex_load? f32x4 r0, _, 0x0 coord=i32x2(1, 1) resource_index=%1\n" + store4,
     "StorageImageArrayDynamicIndexing", "StorageImageArrayNonUniformIndexing"},
    {"image atomics", "resource 0 image d2 uint reg=0 count=8 atomics",
     "%2 = atomic_buffer? i32 (i32x2(1, 1), i32(3), _, %1), r0, add\n" + store1,
     "StorageImageArrayDynamicIndexing", "StorageImageArrayNonUniformIndexing"},
    {"size", "resource 0 texture d2 float reg=0 count=8",
     "%5 = query_size? i32x2 r0, _, 0x0 lod=i32(0) resource_index=%1\n%2 = extract i32 %5, 0\n" + store1,
     "SampledImageArrayDynamicIndexing", "SampledImageArrayNonUniformIndexing"},
    {"buffer size", "resource 0 raw_buffer reg=0 count=8", "%2 = query_buffer? i32 %1, r0\n" + store1,
     "UniformTexelBufferArrayDynamicIndexing", "UniformTexelBufferArrayNonUniformIndexing", true},
    {"counter", "resource 0 rw_structured_buffer reg=0 stride=4 count=8 counter",
     "%2 = counter? i32 %1, r0, 0\n" + store1, "StorageTexelBufferArrayDynamicIndexing",
     "StorageTexelBufferArrayNonUniformIndexing", true},
};

std::string replaced(std::string text, std::string_view part, std::string_view by) {
    for (size_t at; (at = text.find(part)) != std::string::npos;)
        text.replace(at, part.size(), by);
    return text;
}

std::string with_flag(const std::string &access, const char *flag) {
    return replaced(access, "?", flag);
}

TEST(SpirvIndexing, ByAValueThatAllLanesShare) {
    for (const Case &c : cases) {
        SCOPED_TRACE(c.what);
        Options o;
        const std::string ir = pixel(c.resources, with_flag(c.access, ""));
        Written w = write(ir, o);
        if (c.texel_buffer) {
            EXPECT_TRUE(refused(w, Result::invalid_shader, {"E2003", "SPV_EXT_descriptor_indexing"}));
        } else {
            EXPECT_TRUE(has(w, std::string("OpCapability ") + c.dynamic));
            EXPECT_TRUE(lacks(w, "SPV_EXT_descriptor_indexing"));
        }
        o.extensions = driver::extension_descriptor_indexing;
        w = write(ir, o);
        EXPECT_TRUE(has(w, std::string("OpCapability ") + c.dynamic));
        EXPECT_TRUE(lacks(w, "OpDecorate * NonUniform"));
        EXPECT_TRUE(lacks(w, "OpCapability ShaderNonUniform"));
    }
}

TEST(SpirvIndexing, ByAValueOfEachLane) {
    for (const Case &c : cases) {
        SCOPED_TRACE(c.what);
        Options o;
        const std::string ir = pixel(c.resources, with_flag(c.access, ".non_uniform"));
        EXPECT_TRUE(refused(write(ir, o), Result::invalid_shader, {"E2003", "SPV_EXT_descriptor_indexing"}));
        o.extensions = driver::extension_descriptor_indexing;
        Written w = write(ir, o);
        EXPECT_TRUE(has(w, "OpCapability ShaderNonUniform"));
        EXPECT_TRUE(has(w, std::string("OpCapability ") + c.non_uniform));
        // The index, the chain and what is loaded or derived from it.
        EXPECT_GE(w.count("OpDecorate * NonUniform"), 2u) << w.text();
        for (const std::string &line : w.lines) {
            if (line.ends_with(" NonUniform")) {
                EXPECT_EQ(w.count(line), 1u) << line;
            }
        }
        o.buffer_uav_storage_buffer = true;
        EXPECT_TRUE(has(write(ir, o), "OpCapability ShaderNonUniform"));
    }
}

// Whatever the flag says, one descriptor is the same for every lane.
TEST(SpirvIndexing, FlagWithoutAnIndex) {
    for (const Case &c : cases) {
        SCOPED_TRACE(c.what);
        const std::string access = with_flag(c.access, ".non_uniform");
        for (uint32_t extensions : {0u, uint32_t{driver::extension_descriptor_indexing}}) {
            for (bool block : {false, true}) {
                Options o;
                o.extensions = extensions;
                o.buffer_uav_storage_buffer = block;
                // A literal index, and an index into what is no array.
                const std::string literal = replaced(access, "%1", "i32(3)");
                const std::string single = replaced(c.resources, " count=8", "");
                for (const std::string &ir : {pixel(c.resources, literal), pixel(single, access)}) {
                    const Written w = write(ir, o);
                    EXPECT_TRUE(lacks(w, "NonUniform"));
                    EXPECT_TRUE(lacks(w, "ShaderNonUniform"));
                    EXPECT_TRUE(lacks(w, std::string("OpCapability ") + c.dynamic));
                }
            }
        }
    }
}

TEST(SpirvIndexing, ArraysWithoutABound) {
    for (const Case &c : cases) {
        SCOPED_TRACE(c.what);
        const std::string ir =
            pixel(replaced(c.resources, "count=8", "count=0xffffffff"), with_flag(c.access, ""));
        Options o;
        EXPECT_TRUE(refused(write(ir, o), Result::invalid_shader, {"E2003", "SPV_EXT_descriptor_indexing"}));
        o.extensions = driver::extension_descriptor_indexing;
        const Written w = write(ir, o);
        EXPECT_TRUE(has(w, "OpTypeRuntimeArray"));
        EXPECT_TRUE(has(w, "OpCapability RuntimeDescriptorArray"));
        EXPECT_TRUE(has(w, "OpExtension \"SPV_EXT_descriptor_indexing\""));
    }
}

// The extension is part of Vulkan 1.2; an environment without it stays without it.
TEST(SpirvIndexing, Environments) {
    const Case &texture = cases[1];
    const std::string ir = pixel(texture.resources, with_flag(texture.access, ".non_uniform"));
    Options o;
    o.environment = Environment::vulkan_1_2;
    const Written w = write(ir, o);
    EXPECT_TRUE(has(w, "OpCapability ShaderNonUniform"));
    EXPECT_TRUE(lacks(w, "SPV_EXT_descriptor_indexing"));
    o.environment = Environment::opengl_4_5;
    EXPECT_TRUE(refused(write(ir, o), Result::not_implemented, {"E2003"}));
}

// OpenGL's counters are indexed without a capability, and alike for all lanes only.
TEST(SpirvIndexing, AtomicCounters) {
    const Case &counter = cases[std::size(cases) - 1];
    Options o;
    o.environment = Environment::opengl_4_5;
    for (uint32_t extensions : {0u, uint32_t{driver::extension_descriptor_indexing}}) {
        o.extensions = extensions;
        const Written w = write(pixel(counter.resources, with_flag(counter.access, "")), o);
        EXPECT_TRUE(has(w, "OpVariable * AtomicCounter"));
        EXPECT_TRUE(lacks(w, "OpCapability StorageTexelBufferArrayDynamicIndexing"));
        EXPECT_TRUE(refused(write(pixel(counter.resources, with_flag(counter.access, ".non_uniform")), o),
                            Result::invalid_shader, {"E2003"}));
    }
}

// --- shaders of model 5.1 that Microsoft's compiler made

struct Model51 {
    const char *file;
    std::initializer_list<const char *> capabilities;
};

const Model51 shaders[] = {
    {"cs_lanes.cs_5_1.bin",
     {"ShaderNonUniform", "RuntimeDescriptorArray", "UniformBufferArrayNonUniformIndexing",
      "UniformTexelBufferArrayNonUniformIndexing", "SampledImageArrayNonUniformIndexing",
      "StorageImageArrayNonUniformIndexing"}},
    {"ps_lanes.ps_5_1.bin",
     {"ShaderNonUniform", "RuntimeDescriptorArray", "SampledImageArrayNonUniformIndexing"}},
    {"ps_choice.ps_5_1.bin",
     {"RuntimeDescriptorArray", "UniformTexelBufferArrayDynamicIndexing",
      "SampledImageArrayDynamicIndexing"}},
};

TEST(SpirvIndexing, Model51) {
    for (const Model51 &shader : shaders) {
        SCOPED_TRACE(shader.file);
        const auto bytes = tpf::test::read_file(tpf::test::data_folder() / shader.file);
        for (const bool storage_buffer : {false, true}) {
            for (Environment e :
                 {Environment::vulkan_1_0, Environment::vulkan_1_1, Environment::vulkan_1_2}) {
                Options o;
                o.source_type = driver::SourceType::dxbc_tpf;
                o.environment = e;
                o.buffer_uav_storage_buffer = storage_buffer;
                const bool core = e == Environment::vulkan_1_2;
                if (!core) {
                    EXPECT_TRUE(refused(translate(bytes, o), Result::invalid_shader,
                                        {"E2003", "SPV_EXT_descriptor_indexing"}));
                }
                o.extensions = driver::extension_descriptor_indexing;
                const Written w = translate(bytes, o);
                for (const char *name : shader.capabilities)
                    EXPECT_TRUE(has(w, std::string("OpCapability ") + name));
                if (std::string_view(shader.file).find("lanes") == std::string_view::npos) {
                    EXPECT_TRUE(lacks(w, "NonUniform"));
                }
            }
        }
    }
}

} // namespace
} // namespace weft::spirv
