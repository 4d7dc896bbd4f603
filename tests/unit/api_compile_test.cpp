// What a caller's structures and options make of a compilation, through the shared library.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <weft.h>

#include "api_test_util.h"
#include "tpf_test_util.h"

namespace weft::shader::test {
namespace {

bool has_spirv_text() {
    unsigned count;
    const auto *targets = vkd3d_shader_get_supported_target_types(VKD3D_SHADER_SOURCE_DXBC_TPF, &count);
    for (unsigned i = 0; i < count; ++i)
        if (targets[i] == VKD3D_SHADER_TARGET_SPIRV_TEXT) return true;
    return false;
}

// A compilation to SPIR-V text with what a test hangs on it.
struct Compilation {
    explicit Compilation(Bytes dxbc) : bytes(std::move(dxbc)), info(bytes) { start(); }
    explicit Compilation(const std::vector<uint32_t> &tokens) : info(tokens) { start(); }
    Compilation(const Compilation &) = delete;
    Compilation &operator=(const Compilation &) = delete;

    void start() {
        info.target_type = VKD3D_SHADER_TARGET_SPIRV_TEXT;
        target.type = VKD3D_SHADER_STRUCTURE_TYPE_SPIRV_TARGET_INFO;
        target.environment = VKD3D_SHADER_SPIRV_ENVIRONMENT_VULKAN_1_0;
        info.next = &target;
    }
    Compilation &option(vkd3d_shader_compile_option_name name, unsigned value) {
        options.push_back({name, value});
        return *this;
    }
    // The text, or the messages behind "failed: ".
    std::string run() {
        info.options = options.data();
        info.option_count = static_cast<unsigned>(options.size());
        std::string text;
        result = compile(info, messages, &text);
        return result < 0 ? "failed: " + messages.text() : text;
    }

    Bytes bytes;
    Info info;
    vkd3d_shader_spirv_target_info target{};
    std::vector<vkd3d_shader_compile_option> options;
    Messages messages;
    int result = 0;
};

bool has(const std::string &text, const char *part) {
    return text.find(part) != std::string::npos;
}

Bytes tpf(const char *name) {
    return tpf::test::read_file(tpf::test::data_folder() / name);
}

class ApiTranslation : public testing::Test {
  protected:
    void SetUp() override {
        if (!has_spirv_text()) GTEST_SKIP() << "this build has no SPIR-V text";
    }
};

// --- structures

// Stream output extends the interface, too, and counts only where the last vertices come from.
TEST_F(ApiTranslation, TransformFeedbackNeedsTheInterface) {
    const vkd3d_shader_transform_feedback_element elements[] = {
        {0, "sv_position", 0, 0, 4, 1}, {1, nullptr, 0, 0, 2, 0}, {1, "X", 0, 1, 2, 0}, {1, "Y", 0, 0, 2, 0}};
    const unsigned strides[] = {24};
    vkd3d_shader_transform_feedback_info feedback{};
    feedback.type = VKD3D_SHADER_STRUCTURE_TYPE_TRANSFORM_FEEDBACK_INFO;
    feedback.elements = elements;
    feedback.element_count = 4;
    feedback.buffer_strides = strides;
    feedback.buffer_stride_count = 1;
    vkd3d_shader_interface_info interface {};
    interface.type = VKD3D_SHADER_STRUCTURE_TYPE_INTERFACE_INFO;

    Compilation alone(tpf("gs_streams.gs_5_0.bin"));
    alone.target.next = &feedback;
    EXPECT_FALSE(has(alone.run(), "Xfb")) << alone.messages.text();
    EXPECT_EQ(alone.result, VKD3D_OK);

    Compilation both(tpf("gs_streams.gs_5_0.bin"));
    both.target.next = &interface;
    interface.next = &feedback;
    const std::string text = both.run();
    EXPECT_TRUE(has(text, "OpCapability TransformFeedback")) << text;
    EXPECT_TRUE(has(text, " XfbBuffer 1")) << text;
    EXPECT_TRUE(has(text, " XfbStride 16")) << text;
    EXPECT_TRUE(has(text, "out_Y0 Offset 16")) << text;
    EXPECT_TRUE(has(text, "out_Y0 XfbStride 24")) << text;
    EXPECT_TRUE(has(text, "Offset 8\n")) << text; // part of X
}

// Points of geometry shaders have a size in Vulkan, unless the caller does without.
TEST_F(ApiTranslation, PointSize) {
    Compilation usual(tpf("gs_streams.gs_5_0.bin"));
    const std::string text = usual.run();
    EXPECT_TRUE(has(text, "OpCapability GeometryPointSize")) << text;
    EXPECT_TRUE(has(text, "BuiltIn PointSize")) << text;

    Compilation without(tpf("gs_streams.gs_5_0.bin"));
    without.option(VKD3D_SHADER_COMPILE_OPTION_WRITE_TESS_GEOM_POINT_SIZE, 0);
    EXPECT_FALSE(has(without.run(), "PointSize")) << without.messages.text();
    EXPECT_EQ(without.result, VKD3D_OK);

    Compilation opengl(tpf("gs_streams.gs_5_0.bin"));
    opengl.target.environment = VKD3D_SHADER_SPIRV_ENVIRONMENT_OPENGL_4_5;
    EXPECT_FALSE(has(opengl.run(), "PointSize")) << opengl.messages.text();
    EXPECT_EQ(opengl.result, VKD3D_OK);
}

// Only behind the interface that it extends.
TEST_F(ApiTranslation, DescriptorOffsetsStandBehindTheInterface) {
    vkd3d_shader_resource_binding binding{};
    binding.type = VKD3D_SHADER_DESCRIPTOR_TYPE_CBV;
    binding.flags = VKD3D_SHADER_BINDING_FLAG_BUFFER;
    binding.binding = {3, 5, 8};
    vkd3d_shader_interface_info interface {};
    interface.type = VKD3D_SHADER_STRUCTURE_TYPE_INTERFACE_INFO;
    interface.bindings = &binding;
    interface.binding_count = 1;
    const vkd3d_shader_descriptor_offset offset{6, ~0u};
    vkd3d_shader_descriptor_offset_info offsets{};
    offsets.type = VKD3D_SHADER_STRUCTURE_TYPE_DESCRIPTOR_OFFSET_INFO;
    offsets.binding_offsets = &offset;

    Compilation behind(ps_2_0);
    behind.target.next = &interface;
    interface.next = &offsets;
    std::string text = behind.run();
    EXPECT_TRUE(has(text, "DescriptorSet 3")) << text;
    EXPECT_TRUE(has(text, "Binding 5")) << text;
    EXPECT_TRUE(has(text, "%cb0 %uint_6")) << text;

    Compilation before(ps_2_0);
    before.info.next = &offsets;
    offsets.next = &before.target;
    before.target.next = &interface;
    interface.next = nullptr;
    text = before.run();
    EXPECT_TRUE(has(text, "Binding 5")) << text;
    EXPECT_FALSE(has(text, "%uint_6")) << text;

    // Without arrays all offsets are 0, and the table is there all the same.
    offsets = {};
    offsets.type = VKD3D_SHADER_STRUCTURE_TYPE_DESCRIPTOR_OFFSET_INFO;
    Compilation none(ps_2_0);
    none.target.next = &interface;
    interface.next = &offsets;
    text = none.run();
    EXPECT_TRUE(has(text, "Binding 5")) << text;
    EXPECT_TRUE(has(text, "%cb0 %uint_0 %uint_0\n")) << text;
}

TEST_F(ApiTranslation, DynamicOffsets) {
    vkd3d_shader_resource_binding binding{};
    binding.type = VKD3D_SHADER_DESCRIPTOR_TYPE_CBV;
    binding.flags = VKD3D_SHADER_BINDING_FLAG_BUFFER;
    binding.binding = {0, 0, 8};
    const vkd3d_shader_descriptor_offset offset{0, 1};
    vkd3d_shader_descriptor_offset_info offsets{};
    offsets.type = VKD3D_SHADER_STRUCTURE_TYPE_DESCRIPTOR_OFFSET_INFO;
    offsets.binding_offsets = &offset;
    offsets.descriptor_table_offset = 16;
    offsets.descriptor_table_count = 2;
    vkd3d_shader_interface_info interface {};
    interface.type = VKD3D_SHADER_STRUCTURE_TYPE_INTERFACE_INFO;
    interface.next = &offsets;
    interface.bindings = &binding;
    interface.binding_count = 1;
    Compilation c(ps_2_0);
    c.target.next = &interface;
    const std::string text = c.run();
    EXPECT_TRUE(has(text, "Offset 16")) << text;
    EXPECT_TRUE(has(text, "%push_constants %uint_0 %uint_1")) << text;
    EXPECT_TRUE(has(text, "UniformBufferArrayDynamicIndexing")) << text;
}

TEST_F(ApiTranslation, EntryPointAndExtensions) {
    Compilation c(ps_2_0);
    c.target.entry_point = "shade";
    const vkd3d_shader_spirv_extension extensions[] = {static_cast<vkd3d_shader_spirv_extension>(99),
                                                       VKD3D_SHADER_SPIRV_EXTENSION_KHR_FLOAT_CONTROLS};
    c.target.extensions = extensions;
    c.target.extension_count = 2;
    const std::string text = c.run();
    EXPECT_TRUE(has(text, "\"shade\"")) << text;
    EXPECT_TRUE(has(text, "SPV_KHR_float_controls")) << text;
}

// --- options

TEST_F(ApiTranslation, TheLastOfAnOptionWins) {
    Compilation c(ps_2_0);
    EXPECT_TRUE(has(c.run(), "OpName"));
    c.option(VKD3D_SHADER_COMPILE_OPTION_STRIP_DEBUG, 0).option(VKD3D_SHADER_COMPILE_OPTION_STRIP_DEBUG, 2);
    EXPECT_FALSE(has(c.run(), "OpName"));
    c.option(VKD3D_SHADER_COMPILE_OPTION_STRIP_DEBUG, 0);
    EXPECT_TRUE(has(c.run(), "OpName"));
}

TEST_F(ApiTranslation, UnknownOptionsAndValuesAreIgnored) {
    const Bytes bytes = tpf("cs_memory.cs_5_0.bin");
    Compilation plain(bytes), odd(bytes);
    odd.option(static_cast<vkd3d_shader_compile_option_name>(999), 1)
        .option(VKD3D_SHADER_COMPILE_OPTION_BUFFER_UAV, 77)
        .option(VKD3D_SHADER_COMPILE_OPTION_TYPED_UAV, 77)
        .option(VKD3D_SHADER_COMPILE_OPTION_FRAGMENT_COORDINATE_ORIGIN, 77)
        .option(VKD3D_SHADER_COMPILE_OPTION_DENORMAL_MODE_F32, 77)
        .option(VKD3D_SHADER_COMPILE_OPTION_PACK_MATRIX_ORDER, 77);
    EXPECT_EQ(plain.run(), odd.run());
    EXPECT_EQ(plain.result, VKD3D_OK) << plain.messages.text();
}

TEST_F(ApiTranslation, BufferForms) {
    const Bytes bytes = tpf("cs_memory.cs_5_0.bin");
    Compilation texel(bytes), storage(bytes);
    EXPECT_FALSE(has(texel.run(), "BufferBlock"));
    storage.option(VKD3D_SHADER_COMPILE_OPTION_BUFFER_UAV,
                   VKD3D_SHADER_COMPILE_OPTION_BUFFER_UAV_STORAGE_BUFFER);
    EXPECT_TRUE(has(storage.run(), "BufferBlock"));
}

TEST_F(ApiTranslation, FormattingReplacesTheDefaults) {
    Compilation c(ps_2_0);
    EXPECT_TRUE(has(c.run(), "; SPIR-V"));
    EXPECT_TRUE(has(c.run(), "%main"));
    c.option(VKD3D_SHADER_COMPILE_OPTION_FORMATTING, VKD3D_SHADER_COMPILE_OPTION_FORMATTING_RAW_IDS);
    EXPECT_FALSE(has(c.run(), "; SPIR-V"));
    EXPECT_FALSE(has(c.run(), "%main"));
    EXPECT_FALSE(has(c.run(), "  OpCapability"));
    c.option(VKD3D_SHADER_COMPILE_OPTION_FORMATTING, VKD3D_SHADER_COMPILE_OPTION_FORMATTING_OFFSETS);
    EXPECT_TRUE(has(c.run(), "; 0x00000014"));
    c.option(VKD3D_SHADER_COMPILE_OPTION_FORMATTING, VKD3D_SHADER_COMPILE_OPTION_FORMATTING_COLOUR);
    EXPECT_TRUE(has(c.run(), "\x1b["));
}

// Doubles are implied up to API version 1.10, which had no feature option.
TEST_F(ApiTranslation, FeaturesByApiVersion) {
    const Bytes bytes = tpf("cs_double.cs_5_0.bin");
    const struct {
        unsigned version, features;
        bool allowed;
    } cases[] = {{VKD3D_SHADER_API_VERSION_1_10, 0, true},
                 {VKD3D_SHADER_API_VERSION_1_11, 0, false},
                 {VKD3D_SHADER_API_VERSION_1_11, VKD3D_SHADER_COMPILE_OPTION_FEATURE_INT64, false},
                 {VKD3D_SHADER_API_VERSION_1_11, VKD3D_SHADER_COMPILE_OPTION_FEATURE_FLOAT64, true},
                 {VKD3D_SHADER_API_VERSION_2_0, VKD3D_SHADER_COMPILE_OPTION_FEATURE_FLOAT64, true}};
    for (const auto &c : cases) {
        Compilation compilation(bytes);
        compilation.option(VKD3D_SHADER_COMPILE_OPTION_API_VERSION, c.version)
            .option(VKD3D_SHADER_COMPILE_OPTION_FEATURE, c.features);
        const std::string text = compilation.run();
        EXPECT_EQ(compilation.result, c.allowed ? VKD3D_OK : VKD3D_ERROR_INVALID_SHADER) << text;
        EXPECT_TRUE(has(text, c.allowed ? "OpCapability Float64" : "E2004")) << text;
    }
    Compilation unset(bytes);
    unset.run();
    EXPECT_EQ(unset.result, VKD3D_OK);
}

TEST_F(ApiTranslation, EmulationOfDoubles) {
    const Bytes bytes = tpf("cs_double.cs_5_0.bin");
    enum { refused, native, emulated };
    constexpr unsigned float64 = VKD3D_SHADER_COMPILE_OPTION_FEATURE_FLOAT64;
    const struct {
        unsigned version, features, emulation;
        int expected;
    } cases[] = {
        {VKD3D_SHADER_API_VERSION_1_17, 0, WEFT_FLOAT64_EMULATION_NEVER, refused},
        {VKD3D_SHADER_API_VERSION_1_17, 0, WEFT_FLOAT64_EMULATION_ALWAYS, emulated},
        {VKD3D_SHADER_API_VERSION_1_17, 0, WEFT_FLOAT64_EMULATION_WHERE_MISSING, emulated},
        {VKD3D_SHADER_API_VERSION_1_17, 0, 3, refused}, // no such value: the default
        {VKD3D_SHADER_API_VERSION_1_17, float64, WEFT_FLOAT64_EMULATION_NEVER, native},
        {VKD3D_SHADER_API_VERSION_1_17, float64, WEFT_FLOAT64_EMULATION_ALWAYS, emulated},
        {VKD3D_SHADER_API_VERSION_1_17, float64, WEFT_FLOAT64_EMULATION_WHERE_MISSING, native},
        {VKD3D_SHADER_API_VERSION_1_10, 0, WEFT_FLOAT64_EMULATION_WHERE_MISSING, native},
        {VKD3D_SHADER_API_VERSION_1_10, 0, WEFT_FLOAT64_EMULATION_ALWAYS, emulated},
    };
    for (const auto &c : cases) {
        Compilation compilation(bytes);
        compilation.option(VKD3D_SHADER_COMPILE_OPTION_API_VERSION, c.version)
            .option(VKD3D_SHADER_COMPILE_OPTION_FEATURE, c.features)
            .option(static_cast<vkd3d_shader_compile_option_name>(WEFT_COMPILE_OPTION_FLOAT64_EMULATION),
                    c.emulation);
        const std::string text = compilation.run();
        EXPECT_EQ(compilation.result, c.expected == refused ? VKD3D_ERROR_INVALID_SHADER : VKD3D_OK) << text;
        EXPECT_EQ(has(text, "OpCapability Float64"), c.expected == native) << text;
        EXPECT_EQ(has(text, "OpTypeFloat 64"), c.expected == native) << text;
        EXPECT_EQ(has(text, "OpFunctionCall"), c.expected == emulated) << text;
        EXPECT_FALSE(has(text, "OpCapability Int64")) << text;
    }
}

// --- parameters

vkd3d_shader_parameter1 given(vkd3d_shader_parameter_name name, uint32_t value) {
    vkd3d_shader_parameter1 p{};
    p.name = name;
    p.type = VKD3D_SHADER_PARAMETER_TYPE_IMMEDIATE_CONSTANT;
    p.data_type = VKD3D_SHADER_PARAMETER_DATA_TYPE_UINT32;
    p.u.immediate_constant.u.u32 = value;
    return p;
}

vkd3d_shader_parameter1 specialized(vkd3d_shader_parameter_name name, vkd3d_shader_parameter_data_type type,
                                    unsigned id) {
    vkd3d_shader_parameter1 p{};
    p.name = name;
    p.type = VKD3D_SHADER_PARAMETER_TYPE_SPECIALIZATION_CONSTANT;
    p.data_type = type;
    p.u.specialization_constant.id = id;
    return p;
}

// What the code needs and the caller does not give is a specialization constant with the documented default
// and the next number that is free, in the order in which the code needs them.
TEST_F(ApiTranslation, MissingParametersAreSpecializationConstants) {
    vkd3d_shader_parameter1 parameters[] = {
        given(VKD3D_SHADER_PARAMETER_NAME_FOG_FRAGMENT_MODE, VKD3D_SHADER_FOG_FRAGMENT_LINEAR),
        specialized(VKD3D_SHADER_PARAMETER_NAME_FOG_COLOUR, VKD3D_SHADER_PARAMETER_DATA_TYPE_FLOAT32_VEC4, 3),
        given(VKD3D_SHADER_PARAMETER_NAME_ALPHA_TEST_FUNC, VKD3D_SHADER_COMPARISON_FUNC_GREATER)};
    vkd3d_shader_parameter_info info{};
    info.type = VKD3D_SHADER_STRUCTURE_TYPE_PARAMETER_INFO;
    info.parameters = parameters;
    info.parameter_count = 3;
    for (const unsigned version :
         {VKD3D_SHADER_API_VERSION_1_2, VKD3D_SHADER_API_VERSION_1_17, VKD3D_SHADER_API_VERSION_2_0}) {
        Compilation c(ps_2_0);
        c.target.next = &info;
        c.option(VKD3D_SHADER_COMPILE_OPTION_API_VERSION, version);
        const std::string text = c.run();
        EXPECT_EQ(c.result, VKD3D_OK) << c.messages.text();
        // 3 to 6 are the colour's.
        EXPECT_TRUE(has(text, " SpecId 3")) << text;
        EXPECT_TRUE(has(text, " SpecId 7")) << text; // ALPHA_TEST_REF
        EXPECT_TRUE(has(text, " SpecId 8")) << text; // FOG_SCALE
        EXPECT_TRUE(has(text, " SpecId 9")) << text; // FOG_END
        EXPECT_FALSE(has(text, " SpecId 10")) << text;
        size_t ones = 0;
        for (size_t at = 0; (at = text.find("OpSpecConstant %float 1", at)) != std::string::npos; ++at)
            ++ones;
        EXPECT_EQ(ones, 2u) << text;
    }
    // A parameter without use is none.
    info.parameter_count = 0;
    Compilation plain(ps_2_0);
    plain.target.next = &info;
    EXPECT_FALSE(has(plain.run(), "SpecId")) << plain.messages.text();
}

// Functions, modes and masks may come later, too; what is not interpolated must be known.
TEST_F(ApiTranslation, SelectorsInAnyForm) {
    vkd3d_shader_parameter1 parameter{};
    vkd3d_shader_parameter_info info{};
    info.type = VKD3D_SHADER_STRUCTURE_TYPE_PARAMETER_INFO;
    info.parameters = &parameter;
    info.parameter_count = 1;
    for (const auto name :
         {VKD3D_SHADER_PARAMETER_NAME_ALPHA_TEST_FUNC, VKD3D_SHADER_PARAMETER_NAME_FOG_FRAGMENT_MODE,
          VKD3D_SHADER_PARAMETER_NAME_FLAT_INTERPOLATION}) {
        parameter = specialized(name, VKD3D_SHADER_PARAMETER_DATA_TYPE_UINT32, 5);
        Compilation c(ps_2_0);
        c.target.next = &info;
        const std::string text = c.run();
        if (name == VKD3D_SHADER_PARAMETER_NAME_FLAT_INTERPOLATION) {
            EXPECT_EQ(c.result, VKD3D_ERROR_NOT_IMPLEMENTED);
            EXPECT_TRUE(has(text, "immediate")) << text;
        } else {
            EXPECT_TRUE(has(text, " SpecId 5")) << text;
        }
    }
}

// --- the stage

// Programs hand pixel shaders to where vertex shaders belong; a caller can say what it has a use for.
TEST_F(ApiTranslation, AnotherStageThanAskedForIsRefused) {
    const auto option = static_cast<vkd3d_shader_compile_option_name>(WEFT_COMPILE_OPTION_SHADER_STAGE);
    for (const auto target :
         {VKD3D_SHADER_TARGET_SPIRV_BINARY, VKD3D_SHADER_TARGET_SPIRV_TEXT, VKD3D_SHADER_TARGET_D3D_ASM}) {
        Compilation c(ps_2_0);
        c.info.target_type = target;
        c.option(option, VKD3D_SHADER_VISIBILITY_PIXEL).run();
        EXPECT_EQ(c.result, VKD3D_OK) << c.messages.text();
        c.option(option, VKD3D_SHADER_VISIBILITY_VERTEX);
        const std::string text = c.run();
        EXPECT_EQ(c.result, VKD3D_ERROR_INVALID_ARGUMENT);
        EXPECT_TRUE(has(text, "A vertex shader was asked for, and this is a pixel shader.")) << text;
        c.option(option, VKD3D_SHADER_VISIBILITY_COMPUTE).run();
        EXPECT_EQ(c.result, VKD3D_ERROR_INVALID_ARGUMENT);
        c.option(option, 77).run();
        EXPECT_EQ(c.result, VKD3D_ERROR_INVALID_ARGUMENT);
        c.option(option, VKD3D_SHADER_VISIBILITY_ALL).run();
        EXPECT_EQ(c.result, VKD3D_OK);
    }
    Compilation compute(tpf("cs_memory.cs_5_0.bin"));
    compute.option(option, VKD3D_SHADER_VISIBILITY_COMPUTE).run();
    EXPECT_EQ(compute.result, VKD3D_OK) << compute.messages.text();
    Compilation scanned(ps_2_0);
    scanned.option(option, VKD3D_SHADER_VISIBILITY_VERTEX);
    scanned.info.options = scanned.options.data();
    scanned.info.option_count = 1;
    EXPECT_EQ(vkd3d_shader_scan(&scanned.info, scanned.messages.out()), VKD3D_ERROR_INVALID_ARGUMENT);
}

// --- denormals

TEST_F(ApiTranslation, DenormalModesByApiVersion) {
    const vkd3d_shader_spirv_extension extension = VKD3D_SHADER_SPIRV_EXTENSION_KHR_FLOAT_CONTROLS;
    for (const unsigned version : {VKD3D_SHADER_API_VERSION_1_19, VKD3D_SHADER_API_VERSION_2_0}) {
        const bool reports = version == VKD3D_SHADER_API_VERSION_2_0;
        Compilation c(ps_2_0);
        vkd3d_shader_scan_denormal_mode_info modes{};
        modes.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_DENORMAL_MODE_INFO;
        c.target.next = &modes;
        c.option(VKD3D_SHADER_COMPILE_OPTION_API_VERSION, version);
        // Direct3D flushes; that is no reason to refuse a target which cannot say so.
        EXPECT_FALSE(has(c.run(), "Denorm"));
        EXPECT_EQ(c.result, VKD3D_OK) << c.messages.text();
        EXPECT_TRUE(c.messages.null());
        EXPECT_EQ(modes.f32_denormal_mode,
                  reports ? VKD3D_SHADER_DENORMAL_MODE_FLUSH_TO_ZERO : VKD3D_SHADER_DENORMAL_MODE_ANY);
        EXPECT_EQ(modes.f16_denormal_mode, VKD3D_SHADER_DENORMAL_MODE_ANY);
        EXPECT_EQ(modes.f64_denormal_mode, VKD3D_SHADER_DENORMAL_MODE_ANY);
        c.target.extensions = &extension;
        c.target.extension_count = 1;
        EXPECT_EQ(has(c.run(), "DenormFlushToZero 32"), reports);
        c.option(VKD3D_SHADER_COMPILE_OPTION_DENORMAL_MODE_F32, VKD3D_SHADER_DENORMAL_MODE_ANY);
        EXPECT_FALSE(has(c.run(), "Denorm"));
        c.option(VKD3D_SHADER_COMPILE_OPTION_DENORMAL_MODE_F32, VKD3D_SHADER_DENORMAL_MODE_PRESERVE);
        EXPECT_TRUE(has(c.run(), "DenormPreserve 32"));
        // Asked for in so many words, and not to be had.
        c.target.extension_count = 0;
        const std::string text = c.run();
        EXPECT_EQ(c.result, reports ? VKD3D_ERROR_INVALID_SHADER : VKD3D_OK);
        EXPECT_TRUE(has(c.messages.text(), reports ? "E2004" : "W2302")) << text;
    }
}

// --- scans

// Data types beyond FLOAT are FLOAT to callers before 1.3.
TEST(ApiScanVersions, DataTypes) {
    const Bytes bytes = tpf("cs_double.cs_5_0.bin");
    // A declaration of double texels, as fxc writes for Buffer<double>: t9, in front of the first one.
    for (const unsigned version : {VKD3D_SHADER_API_VERSION_1_2, VKD3D_SHADER_API_VERSION_1_3}) {
        tpf::test::Stream stream(tpf::Stage::compute, 0x50);
        stream.op(tpf::Opcode::dcl_resource, {0x00107000, 9, 0x00007777}, 1 << 11)
            .op(tpf::Opcode::dcl_thread_group, {1, 1, 1})
            .op(tpf::Opcode::ret, {});
        const auto code = stream.bytes();
        Arena arena;
        const container::Part part{container::tag("SHEX"), code};
        const Bytes dxbc = container::test::copy(container::serialize({&part, 1}, arena));
        Info info(dxbc);
        vkd3d_shader_scan_descriptor_info descriptors{};
        descriptors.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_DESCRIPTOR_INFO;
        info.next = &descriptors;
        const vkd3d_shader_compile_option option{VKD3D_SHADER_COMPILE_OPTION_API_VERSION, version};
        info.options = &option;
        info.option_count = 1;
        Messages messages;
        ASSERT_EQ(vkd3d_shader_scan(&info, messages.out()), VKD3D_OK) << messages.text();
        ASSERT_EQ(descriptors.descriptor_count, 1u);
        EXPECT_EQ(descriptors.descriptors[0].resource_data_type, version == VKD3D_SHADER_API_VERSION_1_2
                                                                     ? VKD3D_SHADER_RESOURCE_DATA_FLOAT
                                                                     : VKD3D_SHADER_RESOURCE_DATA_DOUBLE);
        vkd3d_shader_free_scan_descriptor_info(&descriptors);
    }
}

// Shader model 5.1: spaces, ranges, and ranges without an end, in the order of Microsoft's listing.
TEST(ApiScanVersions, Model51) {
    const Bytes bytes = tpf("cs_lanes.cs_5_1.bin");
    Info info(bytes);
    info.target_type = VKD3D_SHADER_TARGET_NONE;
    vkd3d_shader_scan_combined_resource_sampler_info pairs{};
    pairs.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_COMBINED_RESOURCE_SAMPLER_INFO;
    vkd3d_shader_scan_descriptor_info descriptors{};
    descriptors.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_DESCRIPTOR_INFO;
    descriptors.next = &pairs;
    info.next = &descriptors;
    const vkd3d_shader_compile_option option{VKD3D_SHADER_COMPILE_OPTION_API_VERSION,
                                             VKD3D_SHADER_API_VERSION_2_0};
    info.options = &option;
    info.option_count = 1;
    Messages messages;
    ASSERT_EQ(vkd3d_shader_scan(&info, messages.out()), VKD3D_OK) << messages.text();
    using D = vkd3d_shader_descriptor_info;
    const D expected[] = {
        {VKD3D_SHADER_DESCRIPTOR_TYPE_CBV, 1, 2, VKD3D_SHADER_RESOURCE_BUFFER,
         VKD3D_SHADER_RESOURCE_DATA_UINT, 0, 4},
        {VKD3D_SHADER_DESCRIPTOR_TYPE_SAMPLER, 4, 1, VKD3D_SHADER_RESOURCE_NONE,
         VKD3D_SHADER_RESOURCE_DATA_NONE, 0, 4},
        {VKD3D_SHADER_DESCRIPTOR_TYPE_SRV, 3, 3, VKD3D_SHADER_RESOURCE_TEXTURE_2D,
         VKD3D_SHADER_RESOURCE_DATA_FLOAT, 0, ~0u},
        {VKD3D_SHADER_DESCRIPTOR_TYPE_SRV, 4, 3, VKD3D_SHADER_RESOURCE_TEXTURE_CUBE,
         VKD3D_SHADER_RESOURCE_DATA_FLOAT, 0, 4},
        {VKD3D_SHADER_DESCRIPTOR_TYPE_SRV, 7, 0, VKD3D_SHADER_RESOURCE_BUFFER,
         VKD3D_SHADER_RESOURCE_DATA_UINT, VKD3D_SHADER_DESCRIPTOR_INFO_FLAG_RAW_BUFFER, ~0u},
        {VKD3D_SHADER_DESCRIPTOR_TYPE_SRV, 8, 0, VKD3D_SHADER_RESOURCE_BUFFER,
         VKD3D_SHADER_RESOURCE_DATA_FLOAT, 0, 4},
        {VKD3D_SHADER_DESCRIPTOR_TYPE_UAV, 1, 4, VKD3D_SHADER_RESOURCE_TEXTURE_2D,
         VKD3D_SHADER_RESOURCE_DATA_FLOAT, 0, 4},
        {VKD3D_SHADER_DESCRIPTOR_TYPE_UAV, 2, 4, VKD3D_SHADER_RESOURCE_TEXTURE_2D,
         VKD3D_SHADER_RESOURCE_DATA_UINT,
         VKD3D_SHADER_DESCRIPTOR_INFO_FLAG_UAV_READ | VKD3D_SHADER_DESCRIPTOR_INFO_FLAG_UAV_ATOMICS, 4},
        {VKD3D_SHADER_DESCRIPTOR_TYPE_UAV, 5, 1, VKD3D_SHADER_RESOURCE_BUFFER,
         VKD3D_SHADER_RESOURCE_DATA_UINT,
         VKD3D_SHADER_DESCRIPTOR_INFO_FLAG_UAV_READ | VKD3D_SHADER_DESCRIPTOR_INFO_FLAG_UAV_ATOMICS |
             VKD3D_SHADER_DESCRIPTOR_INFO_FLAG_RAW_BUFFER,
         3},
        {VKD3D_SHADER_DESCRIPTOR_TYPE_UAV, 6, 0, VKD3D_SHADER_RESOURCE_BUFFER,
         VKD3D_SHADER_RESOURCE_DATA_UINT, VKD3D_SHADER_DESCRIPTOR_INFO_FLAG_UAV_COUNTER, 4},
    };
    ASSERT_EQ(descriptors.descriptor_count, std::size(expected));
    for (unsigned i = 0; i < descriptors.descriptor_count; ++i) {
        SCOPED_TRACE(i);
        const D &have = descriptors.descriptors[i], &want = expected[i];
        EXPECT_EQ(have.type, want.type);
        EXPECT_EQ(have.register_space, want.register_space);
        EXPECT_EQ(have.register_index, want.register_index);
        EXPECT_EQ(have.resource_type, want.resource_type);
        EXPECT_EQ(have.resource_data_type, want.resource_data_type);
        EXPECT_EQ(have.flags, want.flags);
        EXPECT_EQ(have.count, want.count);
    }
    // Pairs that only a lane knows cannot be listed, and that is said.
    EXPECT_EQ(pairs.combined_sampler_count, 0u);
    EXPECT_NE(messages.text().find("W9300"), std::string::npos) << messages.text();
    vkd3d_shader_free_scan_descriptor_info(&descriptors);
}

// --- level 9

// Such a container holds two programs. The newer one counts, unless the older one is asked for or alone.
TEST_F(ApiTranslation, Level9) {
    const Bytes both = container::test::sample("level9.dxbc");
    Arena arena;
    Diagnostics diag;
    container::Container parsed;
    ASSERT_EQ(container::parse(both, false, arena, diag, &parsed), Result::ok);
    std::vector<container::Part> parts;
    for (const container::Part &part : parsed.parts)
        if (part.tag != container::tag("SHDR")) parts.push_back(part);
    const Bytes old = container::test::copy(container::serialize(parts, arena));

    // Direct3D 9 constants are row c0 of a buffer as long as the shader's last constant.
    Compilation newer(both), asked(both), alone(old);
    EXPECT_TRUE(has(newer.run(), "in_TEXCOORD0")) << newer.run();
    asked.info.source_type = VKD3D_SHADER_SOURCE_D3D_BYTECODE;
    const std::string text = asked.run();
    EXPECT_EQ(asked.result, VKD3D_OK) << text;
    EXPECT_EQ(text, alone.run());
    EXPECT_NE(text, newer.run());

    // The same as its bytecode by itself.
    std::span<const uint8_t> code;
    ASSERT_EQ(container::read_level9(parsed.find(container::tag("Aon9"))->data, diag, &code), Result::ok);
    Compilation bare(container::test::copy(code));
    bare.info.source_type = VKD3D_SHADER_SOURCE_D3D_BYTECODE;
    EXPECT_EQ(bare.run(), text);

    vkd3d_shader_scan_descriptor_info descriptors{};
    descriptors.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_DESCRIPTOR_INFO;
    alone.target.next = &descriptors;
    ASSERT_EQ(vkd3d_shader_scan(&alone.info, alone.messages.out()), VKD3D_OK);
    EXPECT_EQ(descriptors.descriptor_count, 3u);
    vkd3d_shader_free_scan_descriptor_info(&descriptors);

    // No such program, and one that leaves its section.
    Compilation none(container::test::sample("ps.dxbc"));
    none.info.source_type = VKD3D_SHADER_SOURCE_D3D_BYTECODE;
    EXPECT_TRUE(has(none.run(), "Aon9"));
    EXPECT_EQ(none.result, VKD3D_ERROR_INVALID_ARGUMENT);
    for (const uint32_t word : {2u, 3u}) {
        for (const uint32_t value : {0u, 0xfffffff0u, 129u}) {
            if (word == 3 && !value) continue;
            Bytes section = container::test::copy(parsed.find(container::tag("Aon9"))->data);
            container::test::put(section, word * 4, value);
            const container::Part part{container::tag("Aon9"), section};
            const Bytes damaged = container::test::copy(container::serialize({&part, 1}, arena));
            Compilation c(damaged);
            c.run();
            EXPECT_EQ(c.result, VKD3D_ERROR_INVALID_ARGUMENT) << word << " " << value;
        }
    }
}

// What Direct3D 9 says of varyings holds for such a program, too: a component keeps its letter, and one that
// the vertex shader does not write is 0.
TEST_F(ApiTranslation, Level9KeepsTheLettersOfVaryings) {
    // vs_3_0: dcl_position v0; dcl_position o0; dcl_texcoord o1.xy; mov o0, v0; mov o1.xy, v0
    const std::vector<uint32_t> tokens = {0xfffe0300, 0x0200001f, 0x80000000, 0x900f0000, 0x0200001f,
                                          0x80000000, 0xe00f0000, 0x0200001f, 0x80000005, 0xe0030001,
                                          0x02000001, 0xe00f0000, 0x90e40000, 0x02000001, 0xe0030001,
                                          0x90e40000, 0x0000ffff};
    Bytes section(16 + tokens.size() * 4);
    container::test::put(section, 0, static_cast<uint32_t>(section.size()));
    container::test::put(section, 8, static_cast<uint32_t>(tokens.size() * 4));
    container::test::put(section, 12, 16);
    for (size_t i = 0; i < tokens.size(); ++i)
        container::test::put(section, 16 + i * 4, tokens[i]);
    Arena arena;
    const container::Part part{container::tag("Aon9"), section};
    Compilation bare(tokens), contained(container::test::copy(container::serialize({&part, 1}, arena)));
    // The pixel shader reads TEXCOORD 0.zw from location 3.
    const vkd3d_shader_varying_map map{1, 3, 0xc};
    const vkd3d_shader_varying_map_info info{VKD3D_SHADER_STRUCTURE_TYPE_VARYING_MAP_INFO, nullptr, &map, 1};
    bare.target.next = contained.target.next = &info;
    const std::string text = contained.run();
    EXPECT_EQ(contained.result, VKD3D_OK) << text;
    EXPECT_TRUE(has(text, "Location 3")) << text;
    EXPECT_EQ(text, bare.run());
}

// --- class linkage

TEST_F(ApiTranslation, ClassLinkageIsRefusedByName) {
    Compilation c(tpf("ps_links.ps_5_0.bin"));
    EXPECT_TRUE(has(c.run(), "Class linkage")) << c.messages.text();
    EXPECT_EQ(c.result, VKD3D_ERROR_NOT_IMPLEMENTED);
}

} // namespace
} // namespace weft::shader::test
