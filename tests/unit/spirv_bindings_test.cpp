// Where the writer binds resources: the interface's tables, and what stands in for them.
#include "spirv_test_util.h"

namespace weft::spirv {
namespace {

using namespace test;
using driver::binding_buffer;
using driver::binding_image;
using driver::DescriptorType;
using driver::Environment;
using driver::Options;
using driver::Visibility;

// A pixel shader that samples t3 (space 2) with s1 and adds a row of b4.
constexpr std::string_view sampling = R"(
    shader pixel
    input 0 TEXCOORD 0 float mask=0x3 reg=0 interp=2
    output 0 SV_Target 0 float mask=0xf reg=0 sv=0x40
    resource 0 texture d2 float reg=3 space=2 plain_sample
    resource 1 sampler reg=1
    resource 2 constant_buffer reg=4 size=2
    function
      %1 = load_input f32x2 _, _, [0 0 0]
      %2 = sample f32x4 r0, r1, 0x0 coord=%1
      %3 = load_cbuffer f32x4 i32(1), _, r2, 0
      %4 = fadd f32x4 %2, %3
      store_output %4, _, _, [0 0 0]
      return
)";

// A compute shader that reads raw buffer t0 and writes raw view u1.
constexpr std::string_view copying = R"(
    shader compute
    workgroup 1 1 1
    resource 0 raw_buffer reg=0
    resource 1 rw_raw_buffer reg=1 written
    function
      %1 = load_buffer i32 i32(3), _, r0
      store_buffer i32(5), %1, _, r1
      return
)";

// Appends to structured view u2.
constexpr std::string_view appending = R"(
    shader compute
    workgroup 1 1 1
    resource 0 rw_structured_buffer reg=2 stride=4 written counter
    function
      %1 = counter i32 _, r0, 0
      store_buffer %1, i32(7), _, r0
      return
)";

driver::ResourceBinding bind(DescriptorType type, uint32_t space, uint32_t index, uint32_t flags,
                             driver::DescriptorBinding to, Visibility visibility = Visibility::all,
                             driver::DescriptorOffset offset = {}) {
    return {type, space, index, visibility, flags, to, offset};
}

testing::AssertionResult bound(const Written &w, const std::string &name, unsigned set, unsigned binding) {
    const std::string id = "OpDecorate %" + name;
    if (auto r = has(w, id + " DescriptorSet " + std::to_string(set)); !r) return r;
    return has(w, id + " Binding " + std::to_string(binding));
}

// --- tables

TEST(SpirvBindings, DeclarationOrderWithoutAnInterface) {
    const Written w = write(sampling);
    EXPECT_TRUE(bound(w, "t3", 0, 0));
    EXPECT_TRUE(bound(w, "s1", 0, 1));
    EXPECT_TRUE(bound(w, "cb4", 0, 2));
}

TEST(SpirvBindings, TypeSpaceAndRegisterChoose) {
    const driver::ResourceBinding table[] = {
        bind(DescriptorType::srv, 0, 3, binding_image, {9, 90, 1}),  // another space
        bind(DescriptorType::srv, 2, 2, binding_image, {9, 91, 1}),  // does not reach register 3
        bind(DescriptorType::uav, 2, 3, binding_image, {9, 92, 1}),  // another type
        bind(DescriptorType::srv, 2, 3, binding_buffer, {9, 93, 1}), // another kind
        bind(DescriptorType::srv, 2, 3, binding_image, {1, 10, 1}),
        bind(DescriptorType::srv, 2, 3, binding_image, {9, 94, 1}), // comes too late
        bind(DescriptorType::sampler, 0, 1, 0, {2, 20, 1}),         // samplers need no flag
        bind(DescriptorType::cbv, 0, 4, binding_buffer, {3, 30, 1}),
    };
    Options o;
    o.interface.bindings = table;
    const Written w = write(sampling, o);
    EXPECT_TRUE(bound(w, "t3", 1, 10));
    EXPECT_TRUE(bound(w, "s1", 2, 20));
    EXPECT_TRUE(bound(w, "cb4", 3, 30));
}

TEST(SpirvBindings, Visibility) {
    for (Visibility v : {Visibility::all, Visibility::vertex, Visibility::pixel, Visibility::compute}) {
        const driver::ResourceBinding table[] = {
            bind(DescriptorType::srv, 2, 3, binding_image, {0, 0, 1}, v),
            bind(DescriptorType::sampler, 0, 1, 0, {0, 1, 1}, v),
            bind(DescriptorType::cbv, 0, 4, binding_buffer, {0, 2, 1}, v),
        };
        Options o;
        o.interface.bindings = table;
        const Written w = write(sampling, o);
        if (v == Visibility::all || v == Visibility::pixel)
            EXPECT_TRUE(w.ok()) << w.messages;
        else
            EXPECT_TRUE(refused(w, Result::invalid_shader, {"E2000"}));
    }
}

TEST(SpirvBindings, NothingFits) {
    const driver::ResourceBinding table[] = {bind(DescriptorType::cbv, 0, 4, binding_buffer, {0, 2, 1})};
    Options o;
    o.interface.bindings = table;
    EXPECT_TRUE(
        refused(write(sampling, o), Result::invalid_shader, {"E2000", "shader resource 3", "space 2"}));
}

TEST(SpirvBindings, RegisterWithinARange) {
    // Registers 1 to 4 are elements 0 to 3 of one array of descriptors.
    const driver::ResourceBinding table[] = {
        bind(DescriptorType::srv, 2, 1, binding_image, {0, 0, 4}),
        bind(DescriptorType::sampler, 0, 1, 0, {0, 1, 1}),
        bind(DescriptorType::cbv, 0, 4, binding_buffer, {0, 2, 1}),
    };
    Options o;
    o.interface.bindings = table;
    const Written w = write(sampling, o);
    EXPECT_TRUE(has(w, "OpAccessChain * %t3 %uint_2"));
    EXPECT_TRUE(has(w, "OpTypeArray * %uint_4"));
    EXPECT_TRUE(lacks(w, "OpTypeRuntimeArray"));
}

// --- descriptor_offset_info

TEST(SpirvBindings, StaticOffset) {
    const driver::ResourceBinding table[] = {
        bind(DescriptorType::srv, 2, 3, binding_image, {0, 0, 8}, Visibility::all, {5, ~0u}),
        bind(DescriptorType::sampler, 0, 1, 0, {0, 1, 1}),
        bind(DescriptorType::cbv, 0, 4, binding_buffer, {0, 2, 1}),
    };
    Options o;
    o.interface.bindings = table;
    const Written w = write(sampling, o);
    EXPECT_TRUE(has(w, "OpAccessChain * %t3 %uint_5"));
    EXPECT_TRUE(lacks(w, "PushConstant"));
    EXPECT_TRUE(lacks(w, "SampledImageArrayDynamicIndexing"));
}

// Element = register - first register of the binding + static offset + word of the table.
TEST(SpirvBindings, DynamicOffset) {
    const driver::ResourceBinding table[] = {
        bind(DescriptorType::srv, 2, 2, binding_image, {0, 0, ~0u}, Visibility::all, {7, 1}),
        bind(DescriptorType::sampler, 0, 1, 0, {0, 1, 16}, Visibility::all, {0, 0}),
        bind(DescriptorType::cbv, 0, 4, binding_buffer, {0, 2, 1}),
    };
    Options o;
    o.interface.bindings = table;
    o.interface.descriptor_table_offset = 32;
    o.interface.descriptor_table_count = 2;
    // A binding without a bound is an array without one.
    EXPECT_TRUE(
        refused(write(sampling, o), Result::invalid_shader, {"E2003", "SPV_EXT_descriptor_indexing"}));
    o.extensions = driver::extension_descriptor_indexing;
    const Written w = write(sampling, o);
    EXPECT_TRUE(has(w, "OpExtension \"SPV_EXT_descriptor_indexing\""));
    EXPECT_TRUE(has(w, "OpCapability RuntimeDescriptorArray"));
    EXPECT_TRUE(has(w, "OpCapability SampledImageArrayDynamicIndexing"));
    EXPECT_TRUE(lacks(w, "NonUniform"));
    EXPECT_TRUE(has(w, "OpMemberDecorate * 0 Offset 32"));
    EXPECT_TRUE(has(w, "OpDecorate * ArrayStride 4"));
    // t3 is the second register of its binding: 1 + 7 and the second word of the table.
    const std::string word =
        w.id_of("OpLoad %uint " + w.id_of("OpAccessChain * %push_constants %uint_0 %uint_1"));
    const std::string element = w.id_of("OpIAdd %uint " + word + " %uint_8");
    EXPECT_TRUE(has(w, "OpAccessChain * %t3 " + element));
    const std::string first =
        w.id_of("OpLoad %uint " + w.id_of("OpAccessChain * %push_constants %uint_0 %uint_0"));
    EXPECT_TRUE(has(w, "OpAccessChain * %s1 " + first));
}

TEST(SpirvBindings, DescriptorTableIsTooShort) {
    const driver::ResourceBinding table[] = {
        bind(DescriptorType::srv, 2, 3, binding_image, {0, 0, 4}, Visibility::all, {0, 2}),
        bind(DescriptorType::sampler, 0, 1, 0, {0, 1, 1}),
        bind(DescriptorType::cbv, 0, 4, binding_buffer, {0, 2, 1}),
    };
    Options o;
    o.interface.bindings = table;
    o.interface.descriptor_table_count = 2;
    EXPECT_TRUE(refused(write(sampling, o), Result::invalid_shader, {"E2002", "word 2"}));
}

// --- push constants

constexpr std::string_view two_buffers = R"(
    shader pixel
    output 0 SV_Target 0 float mask=0xf reg=0 sv=0x40
    resource 0 constant_buffer reg=0 size=1
    resource 1 constant_buffer reg=1 size=4096
    function
      %1 = load_cbuffer f32x2 i32(0), _, r0, 0
      %2 = load_cbuffer i32 i32(1), _, r1, 1
      %3 = bitcast f32 %2
      %4 = extract f32 %1, 0
      %5 = extract f32 %1, 1
      %6 = construct f32x4 %4, %5, %3, %3
      store_output %6, _, _, [0 0 0]
      return
)";

TEST(SpirvBindings, PushConstantsShareOneBlock) {
    const driver::PushConstantBuffer buffers[] = {{0, 0, Visibility::pixel, 16, 16},
                                                  {0, 1, Visibility::all, 64, 32}};
    Options o;
    o.interface.push_constant_buffers = buffers;
    const Written w = write(two_buffers, o);
    EXPECT_EQ(w.count("OpVariable * PushConstant"), 1u) << w.text();
    EXPECT_TRUE(has(w, "OpMemberDecorate * 0 Offset 16"));
    EXPECT_TRUE(has(w, "OpMemberDecorate * 1 Offset 64"));
    EXPECT_EQ(w.count("OpDecorate * ArrayStride 16"), 2u) << w.text();
    EXPECT_TRUE(lacks(w, "Uniform"));
    EXPECT_TRUE(lacks(w, "DescriptorSet"));
}

// The rows that are pushed end before the buffer does; what lies behind them is not there.
TEST(SpirvBindings, PushConstantsOfPartRows) {
    const driver::PushConstantBuffer buffers[] = {{0, 0, Visibility::all, 4, 8},
                                                  {0, 1, Visibility::all, 12, 24}};
    Options o;
    o.interface.push_constant_buffers = buffers;
    const Written w = write(two_buffers, o);
    EXPECT_TRUE(w.ok());
    EXPECT_TRUE(has(w, "OpMemberDecorate * 0 Offset 4"));
    EXPECT_TRUE(has(w, "OpMemberDecorate * 1 Offset 12"));
    // Component y of row 1 is word 5.
    EXPECT_TRUE(has(w, "OpAccessChain * %push_constants %uint_1 %uint_5"));
    EXPECT_TRUE(has(w, "OpAccessChain * %push_constants %uint_0 %uint_0"));
    EXPECT_TRUE(has(w, "OpAccessChain * %push_constants %uint_0 %uint_1"));
}

TEST(SpirvBindings, PushConstantsThatOverlap) {
    const driver::PushConstantBuffer buffers[] = {{0, 0, Visibility::all, 0, 32},
                                                  {0, 1, Visibility::all, 8, 32}};
    Options o;
    o.interface.push_constant_buffers = buffers;
    EXPECT_TRUE(refused(write(two_buffers, o), Result::invalid_shader, {"E2002", "overlap"}));
    const driver::PushConstantBuffer odd[] = {{0, 0, Visibility::all, 6, 16},
                                              {0, 1, Visibility::all, 64, 32}};
    o.interface.push_constant_buffers = odd;
    EXPECT_TRUE(refused(write(two_buffers, o), Result::invalid_shader, {"E2002", "offset 6"}));
}

TEST(SpirvBindings, PushConstantsAreForTheirStage) {
    const driver::PushConstantBuffer buffers[] = {{0, 0, Visibility::vertex, 0, 16},
                                                  {1, 1, Visibility::all, 16, 32}};
    Options o;
    o.interface.push_constant_buffers = buffers;
    const Written w = write(two_buffers, o);
    EXPECT_TRUE(lacks(w, "PushConstant"));
    EXPECT_TRUE(bound(w, "cb1", 0, 1));
}

// A row that the device computes may be any of the pushed ones; reads behind them stay inside of the block.
TEST(SpirvBindings, PushConstantsWithAComputedRow) {
    constexpr std::string_view indexed = R"(
        shader pixel
        input 0 ROW 0 uint mask=0x1 reg=0 interp=1
        output 0 SV_Target 0 float mask=0xf reg=0 sv=0x40
        resource 0 constant_buffer reg=0 size=4096
        function
          %1 = load_input i32 _, _, [0 0 0]
          %2 = load_cbuffer f32x4 %1, _, r0, 0
          store_output %2, _, _, [0 0 0]
          return
    )";
    const driver::PushConstantBuffer whole[] = {{0, 0, Visibility::all, 0, 64}};
    Options o;
    o.interface.push_constant_buffers = whole;
    Written w = write(indexed, o);
    EXPECT_TRUE(has(w, "OpTypeArray %v4float %uint_4"));
    const driver::PushConstantBuffer part[] = {{0, 0, Visibility::all, 4, 64}};
    o.interface.push_constant_buffers = part;
    w = write(indexed, o);
    EXPECT_TRUE(has(w, "OpTypeArray %float %uint_16"));
    EXPECT_EQ(w.count("OpAccessChain * %push_constants"), 4u) << w.text();
}

// --- combined samplers

TEST(SpirvBindings, CombinedSampler) {
    const driver::CombinedSampler pairs[] = {
        {2, 3, 0, 0, Visibility::all, binding_image, {9, 90, 1}},    // another sampler
        {2, 3, 0, 1, Visibility::vertex, binding_image, {9, 91, 1}}, // another stage
        {2, 3, 0, 1, Visibility::all, binding_buffer, {9, 92, 1}},   // another kind
        {2, 3, 0, 1, Visibility::all, binding_image, {4, 5, 1}},
    };
    Options o;
    o.interface.combined_samplers = pairs;
    const Written w = write(sampling, o);
    EXPECT_TRUE(bound(w, "t3_s1", 4, 5));
    EXPECT_TRUE(has(w, "OpTypeSampledImage"));
    EXPECT_TRUE(lacks(w, "OpSampledImage"));
    EXPECT_TRUE(lacks(w, "OpTypeSampler"));

    const driver::CombinedSampler array[] = {{2, 3, 0, 1, Visibility::all, binding_image, {4, 5, 2}}};
    o.interface.combined_samplers = array;
    EXPECT_TRUE(refused(write(sampling, o), Result::invalid_shader, {"E2002", "combined"}));
}

// t2 to t5 and s1 to s2 of spaces of their own; %1 is a value.
std::string sampling_arrays(const std::string &access) {
    return R"(
        shader pixel
        input 0 INDEX 0 uint mask=0x1 reg=0 interp=1
        output 0 SV_Target 0 float mask=0xf reg=0 sv=0x40
        resource 0 texture d2 float reg=2 space=7 count=4 plain_sample
        resource 1 sampler reg=1 space=8 count=2
        function
          %1 = load_input i32 _, _, [0 0 0]
          %2 = )" +
           access + R"(
          store_output %2, _, _, [0 0 0]
          return
    )";
}

const std::string by_literals =
    sampling_arrays("sample f32x4 r0, r1, 0x0 coord=f32x2(0.5) resource_index=i32(3) sampler_index=i32(1)");
const std::string texture_by_value =
    sampling_arrays("sample f32x4 r0, r1, 0x0 coord=f32x2(0.5) resource_index=%1 sampler_index=i32(1)");
const std::string sampler_by_value =
    sampling_arrays("sample f32x4 r0, r1, 0x0 coord=f32x2(0.5) resource_index=i32(3) sampler_index=%1");
const std::string load_by_literal =
    sampling_arrays("tex_load f32x4 r0, _, 0x0 coord=i32x2(1, 1) lod=i32(0) resource_index=i32(2)");
const std::string load_by_value =
    sampling_arrays("tex_load f32x4 r0, _, 0x0 coord=i32x2(1, 1) lod=i32(0) resource_index=%1");

// A pair names one register of each, in Direct3D's numbers, as scans do.
constexpr driver::CombinedSampler array_pairs[] = {
    {7, 3, 8, 2, Visibility::all, binding_image, {9, 90, 1}},
    {7, 5, 8, 1, Visibility::all, binding_image, {9, 91, 1}},
    {7, 5, 8, 2, Visibility::all, binding_image, {4, 6, 1}},
    {7, 4, 0, driver::dummy_sampler, Visibility::all, binding_image, {4, 7, 1}},
};

TEST(SpirvBindings, CombinedSamplersOfArraysByLiterals) {
    Options o;
    o.interface.combined_samplers = array_pairs;
    Written w = write(by_literals, o);
    EXPECT_TRUE(bound(w, "t5_s2", 4, 6));
    EXPECT_TRUE(lacks(w, "OpTypeArray"));
    EXPECT_TRUE(lacks(w, "OpTypeSampler"));
    w = write(load_by_literal, o);
    EXPECT_TRUE(bound(w, "t4", 4, 7));
    EXPECT_TRUE(has(w, "OpImageFetch"));
    EXPECT_TRUE(lacks(w, "OpTypeArray"));
    // A register that no pair names is bound apart.
    o.interface.combined_samplers = std::span(array_pairs).first(2);
    w = write(by_literals, o);
    EXPECT_TRUE(has(w, "OpSampledImage"));
    EXPECT_TRUE(bound(w, "t2", 0, 0));
}

// The texture ends with t5: its element 4 is not the t6 of a pair.
TEST(SpirvBindings, CombinedSamplersEndWithTheArray) {
    const driver::CombinedSampler pairs[] = {{7, 6, 8, 1, Visibility::all, binding_image, {4, 6, 1}}};
    Options o;
    o.interface.combined_samplers = pairs;
    const Written w = write(sampling_arrays("sample f32x4 r0, r1, 0x0 coord=f32x2(0.5) resource_index=i32(4) "
                                            "sampler_index=i32(0)"),
                            o);
    EXPECT_TRUE(lacks(w, "t6_s1"));
    EXPECT_TRUE(bound(w, "t2", 0, 0));
}

// No pair says what a value chooses from.
TEST(SpirvBindings, CombinedSamplersOfArraysByValues) {
    Options o;
    o.interface.combined_samplers = array_pairs;
    for (const std::string *ir : {&texture_by_value, &sampler_by_value, &load_by_value})
        EXPECT_TRUE(
            refused(write(*ir, o), Result::not_implemented,
                    {"E2003", "from 2 in space 7", "combined samplers can be chosen by literals only"}));
    // Bound apart as well it can be chosen.
    const driver::ResourceBinding table[] = {
        bind(DescriptorType::srv, 7, 2, binding_image, {1, 2, 4}),
        bind(DescriptorType::sampler, 8, 1, 0, {1, 3, 2}),
    };
    o.interface.bindings = table;
    const Written w = write(texture_by_value, o);
    EXPECT_TRUE(bound(w, "t2", 1, 2));
    EXPECT_TRUE(bound(w, "s1", 1, 3));
    EXPECT_TRUE(has(w, "OpSampledImage"));
}

// In OpenGL the elements of an array have binding numbers of their own.
TEST(SpirvBindings, OpenGlCombinesElementsOfArrays) {
    const driver::ResourceBinding table[] = {
        bind(DescriptorType::srv, 7, 1, binding_image, {0, 10, 8}),
        bind(DescriptorType::sampler, 8, 1, 0, {0, 0, 2}),
    };
    Options o;
    o.environment = Environment::opengl_4_5;
    EXPECT_TRUE(bound(write(by_literals, o), "t5_s2", 0, 0));
    o.interface.bindings = table;
    EXPECT_TRUE(bound(write(by_literals, o), "t5_s2", 0, 14));
    EXPECT_TRUE(bound(write(load_by_literal, o), "t4", 0, 13));
    EXPECT_TRUE(refused(write(texture_by_value, o), Result::not_implemented, {"E2003", "by literals only"}));
}

TEST(SpirvBindings, CombinedSamplerOfALoad) {
    constexpr std::string_view loading = R"(
        shader pixel
        output 0 SV_Target 0 float mask=0xf reg=0 sv=0x40
        resource 0 texture d2 float reg=0
        function
          %1 = tex_load f32x4 r0, _, 0x0 coord=i32x2(1, 2) lod=i32(0)
          store_output %1, _, _, [0 0 0]
          return
    )";
    const driver::CombinedSampler pairs[] = {
        {0, 0, 0, 0, Visibility::all, binding_image, {1, 1, 1}},
        {0, 0, 0, driver::dummy_sampler, Visibility::all, binding_image, {1, 2, 1}},
    };
    Options o;
    o.interface.combined_samplers = pairs;
    Written w = write(loading, o);
    EXPECT_TRUE(bound(w, "t0", 1, 2));
    EXPECT_TRUE(has(w, "OpImage"));
    EXPECT_TRUE(has(w, "OpImageFetch"));
    // Without an entry of its own it stays an image, but OpenGL has none without a sampler.
    o.interface.combined_samplers = std::span(pairs).first(1);
    EXPECT_TRUE(lacks(write(loading, o), "OpTypeSampledImage"));
    o.environment = Environment::opengl_4_5;
    EXPECT_TRUE(bound(write(loading, o), "t0", 1, 1));
}

TEST(SpirvBindings, OpenGlCombinesByItself) {
    Options o;
    o.environment = Environment::opengl_4_5;
    const Written w = write(sampling, o);
    EXPECT_TRUE(bound(w, "t3_s1", 0, 0));
    EXPECT_TRUE(lacks(w, "OpTypeSampler"));
}

// --- views and counters

TEST(SpirvBindings, BufferViews) {
    Options o;
    Written w = write(copying, o);
    EXPECT_TRUE(has(w, "OpTypeImage %uint Buffer 0 0 0 1 R32ui"));
    EXPECT_TRUE(has(w, "OpTypeImage %uint Buffer 0 0 0 2 R32ui"));
    EXPECT_TRUE(has(w, "OpDecorate %u1 NonReadable"));
    EXPECT_TRUE(has(w, "OpImageWrite"));
    o.buffer_uav_storage_buffer = true;
    w = write(copying, o);
    // Shader resources keep their form.
    EXPECT_TRUE(has(w, "OpTypeImage %uint Buffer 0 0 0 1 R32ui"));
    EXPECT_TRUE(has(w, "OpDecorate * BufferBlock"));
    EXPECT_TRUE(lacks(w, "OpImageWrite"));
    EXPECT_TRUE(lacks(w, "ImageBuffer"));
}

TEST(SpirvBindings, CounterBehindTheResources) {
    EXPECT_TRUE(bound(write(appending), "u2_counter", 0, 1));
}

TEST(SpirvBindings, CounterFromItsTable) {
    const driver::ResourceBinding table[] = {bind(DescriptorType::uav, 0, 2, binding_buffer, {0, 0, 1})};
    driver::UavCounterBinding counters[] = {
        {1, 2, Visibility::all, {9, 90, 1}, 0, {}},   // another space
        {0, 2, Visibility::pixel, {9, 91, 1}, 0, {}}, // another stage
        {0, 2, Visibility::compute, {3, 4, 1}, 0, {}},
    };
    Options o;
    o.interface.bindings = table;
    EXPECT_TRUE(refused(write(appending, o), Result::invalid_shader, {"E2000", "counter", "view 2"}));
    o.interface.uav_counters = counters;
    Written w = write(appending, o);
    EXPECT_TRUE(bound(w, "u2_counter", 3, 4));
    EXPECT_TRUE(has(w, "OpImageTexelPointer"));
    EXPECT_TRUE(has(w, "OpAtomicIIncrement"));

    o.buffer_uav_storage_buffer = true;
    w = write(appending, o);
    EXPECT_TRUE(bound(w, "u2_counter", 3, 4));
    EXPECT_TRUE(lacks(w, "OpImageTexelPointer"));
    EXPECT_EQ(w.count("OpDecorate * BufferBlock"), 2u);
}

// In bytes, whatever form the counter has: a member, a texel of 4 bytes or an atomic counter.
TEST(SpirvBindings, CounterWithinItsDescriptor) {
    const driver::ResourceBinding table[] = {bind(DescriptorType::uav, 0, 2, binding_buffer, {0, 0, 1})};
    driver::UavCounterBinding counters[] = {{0, 2, Visibility::compute, {3, 4, 1}, 12, {}}};
    Options o;
    o.interface.bindings = table;
    o.interface.uav_counters = counters;
    EXPECT_TRUE(has(write(appending, o), "OpImageTexelPointer * %u2_counter %uint_3 %uint_0"));
    o.buffer_uav_storage_buffer = true;
    Written w = write(appending, o);
    EXPECT_TRUE(bound(w, "u2_counter", 3, 4));
    EXPECT_TRUE(has(w, "OpMemberDecorate * 0 Offset 12"));
    o.environment = Environment::opengl_4_5;
    EXPECT_TRUE(has(write(appending, o), "OpDecorate %u2_counter Offset 12"));
    counters[0].counter_offset = 6;
    EXPECT_TRUE(refused(write(appending, o), Result::invalid_shader, {"E2002", "offset 6"}));
}

TEST(SpirvBindings, CounterWithOffsets) {
    const driver::ResourceBinding table[] = {bind(DescriptorType::uav, 0, 2, binding_buffer, {0, 0, 1})};
    const driver::UavCounterBinding counters[] = {{0, 1, Visibility::all, {3, 4, 8}, 0, {2, 0}}};
    Options o;
    o.interface.bindings = table;
    o.interface.uav_counters = counters;
    o.interface.descriptor_table_count = 1;
    o.buffer_uav_storage_buffer = true;
    const Written w = write(appending, o);
    EXPECT_TRUE(has(w, "OpCapability StorageBufferArrayDynamicIndexing"));
    const std::string word = w.id_of("OpLoad %uint " + w.id_of("OpAccessChain * %push_constants"));
    EXPECT_TRUE(has(w, "OpAccessChain * %u2_counter " + w.id_of("OpIAdd %uint " + word + " %uint_3")));
}

TEST(SpirvBindings, CounterInOpenGl) {
    Options o;
    o.environment = Environment::opengl_4_5;
    const Written w = write(appending, o);
    EXPECT_TRUE(has(w, "OpCapability AtomicStorage"));
    EXPECT_TRUE(has(w, "OpVariable * AtomicCounter"));
    EXPECT_TRUE(has(w, "OpDecorate %u2_counter Binding 1"));
    EXPECT_TRUE(has(w, "OpDecorate %u2_counter Offset 0"));
}

// One counter each time: alloc yields the value before, consume the value after.
TEST(SpirvBindings, Consume) {
    const Written w = write(R"(
        shader compute
        workgroup 1 1 1
        resource 0 rw_structured_buffer reg=0 stride=4 written counter
        function
          %1 = counter i32 _, r0, 1
          store_buffer %1, i32(7), _, r0
          return
    )");
    EXPECT_TRUE(has(w, "OpISub %uint " + w.id_of("OpAtomicIDecrement") + " %uint_1"));
}

// --- typed views

std::string typed_view(const char *sampled, const char *use, const std::string &code) {
    std::string ir = "shader compute\nworkgroup 1 1 1\nresource 0 image d2 ";
    ((ir += sampled) += " reg=0 ") += use;
    return (ir += "\nfunction\n") += code + "\nreturn\n";
}

TEST(SpirvBindings, TypedViewsThatAreRead) {
    const struct {
        const char *sampled, *texel, *format;
    } kinds[] = {{"float", "%float", "R32f"},
                 {"unorm", "%float", "R32f"},
                 {"uint", "%uint", "R32ui"},
                 {"sint", "%int", "R32i"}};
    for (const auto &k : kinds) {
        SCOPED_TRACE(k.sampled);
        const bool is_int = k.sampled[1] == 'i' || k.sampled[0] == 's';
        const std::string value = is_int ? "i32x4" : "f32x4";
        const std::string code =
            "%1 = tex_load " + value +
            " r0, _, 0x0 coord=i32x2(0, 0)\ntex_store r0, _, 0x0 coord=i32x2(1, 0) value=%1";
        Options o;
        Written w = write(typed_view(k.sampled, "read written", code), o);
        EXPECT_TRUE(has(w, std::string("OpTypeImage ") + k.texel + " 2D 0 0 0 2 " + k.format));
        EXPECT_TRUE(lacks(w, "StorageImageReadWithoutFormat"));
        o.typed_uav_unknown_format = true;
        w = write(typed_view(k.sampled, "read written", code), o);
        EXPECT_TRUE(has(w, std::string("OpTypeImage ") + k.texel + " 2D 0 0 0 2 Unknown"));
        EXPECT_TRUE(has(w, "OpCapability StorageImageReadWithoutFormat"));
        EXPECT_TRUE(has(w, "OpCapability StorageImageWriteWithoutFormat"));
    }
}

TEST(SpirvBindings, TypedViewsThatAreOnlyWritten) {
    const Written w =
        write(typed_view("float", "written", "tex_store r0, _, 0x0 coord=i32x2(1, 0) value=f32x4(0.5)"));
    EXPECT_TRUE(has(w, "OpTypeImage %float 2D 0 0 0 2 Unknown"));
    EXPECT_TRUE(has(w, "OpCapability StorageImageWriteWithoutFormat"));
    EXPECT_TRUE(lacks(w, "StorageImageReadWithoutFormat"));
    EXPECT_TRUE(has(w, "OpDecorate %u0 NonReadable"));
}

TEST(SpirvBindings, AtomicsNeedAFormat) {
    Options o;
    o.typed_uav_unknown_format = true;
    const Written w = write(
        typed_view("sint", "atomics", "%1 = atomic_buffer i32 (i32x2(1, 0), i32(3), _, _), r0, imax"), o);
    EXPECT_TRUE(has(w, "OpTypeImage %int 2D 0 0 0 2 R32i"));
    EXPECT_TRUE(has(w, "OpAtomicSMax %int"));
    EXPECT_TRUE(lacks(w, "StorageImageReadWithoutFormat"));
}

TEST(SpirvBindings, Coherent) {
    EXPECT_TRUE(has(write(typed_view("float", "coherent written",
                                     "tex_store r0, _, 0x0 coord=i32x2(1, 0) value=f32x4(0.5)")),
                    "OpDecorate %u0 Coherent"));
}

} // namespace
} // namespace weft::spirv
