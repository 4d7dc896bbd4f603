// The C interface as a program sees it: through the shared library.
#include <cstdarg>
#include <cstring>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <vkd3d_shader.h>
#include <weft.h>

#include "api_test_util.h"
#include "container_test_util.h"

namespace {

using weft::container::tag;
using weft::container::test::Bytes;
using weft::container::test::put;
using weft::container::test::sample;
using weft::container::test::samples;
using weft::container::test::sign;
using weft::shader::test::code_of;
using weft::shader::test::compile;
using weft::shader::test::Info;
using weft::shader::test::Messages;
using weft::shader::test::ps_2_0;

TEST(ApiVersion, Numbers) {
    unsigned major = 99, minor = 99, patch = 99;
    EXPECT_EQ(std::string(vkd3d_shader_get_version(&major, &minor)).find("vkd3d-shader 2.0"), 0u);
    EXPECT_EQ(major, 2u);
    EXPECT_EQ(minor, 0u);
    EXPECT_NE(vkd3d_shader_get_version(nullptr, nullptr), nullptr);
    const std::string text = weft_get_version(&major, &minor, &patch);
    EXPECT_EQ(text,
              "weft " + std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch));
}

TEST(ApiTypes, SupportedPairs) {
    unsigned count = 0;
    const auto *sources = vkd3d_shader_get_supported_source_types(&count);
    ASSERT_GE(count, 2u);
    EXPECT_EQ(sources[0], VKD3D_SHADER_SOURCE_DXBC_TPF);
    for (unsigned i = 0; i < count; ++i) {
        unsigned target_count = 0;
        EXPECT_NE(vkd3d_shader_get_supported_target_types(sources[i], &target_count), nullptr);
        EXPECT_GT(target_count, 0u);
    }
    EXPECT_EQ(vkd3d_shader_get_supported_target_types(VKD3D_SHADER_SOURCE_NONE, &count), nullptr);
    EXPECT_EQ(count, 0u);
    EXPECT_EQ(vkd3d_shader_get_supported_target_types(static_cast<vkd3d_shader_source_type>(77), &count),
              nullptr);
    EXPECT_EQ(count, 0u);
}

// What a device has that lacks nothing.
struct AbleTarget {
    AbleTarget() {
        for (unsigned e = VKD3D_SHADER_SPIRV_EXTENSION_EXT_DEMOTE_TO_HELPER_INVOCATION;
             e <= VKD3D_SHADER_SPIRV_EXTENSION_KHR_FLOAT_CONTROLS; ++e)
            extensions.push_back(static_cast<vkd3d_shader_spirv_extension>(e));
        for (unsigned e = WEFT_SPIRV_EXTENSION_KHR_16BIT_STORAGE; e <= WEFT_SPIRV_EXTENSION_KHR_SHADER_CLOCK;
             ++e)
            extensions.push_back(static_cast<vkd3d_shader_spirv_extension>(e));
        info.type = VKD3D_SHADER_STRUCTURE_TYPE_SPIRV_TARGET_INFO;
        info.environment = static_cast<vkd3d_shader_spirv_environment>(WEFT_SPIRV_ENVIRONMENT_VULKAN_1_3);
        info.extensions = extensions.data();
        info.extension_count = static_cast<unsigned>(extensions.size());
    }
    AbleTarget(const AbleTarget &) = delete;
    std::vector<vkd3d_shader_spirv_extension> extensions;
    vkd3d_shader_spirv_target_info info{};
    static constexpr vkd3d_shader_compile_option options[] = {
        {VKD3D_SHADER_COMPILE_OPTION_API_VERSION, VKD3D_SHADER_API_VERSION_2_0},
        {VKD3D_SHADER_COMPILE_OPTION_FEATURE, 0xf},
        {VKD3D_SHADER_COMPILE_OPTION_BUFFER_UAV, VKD3D_SHADER_COMPILE_OPTION_BUFFER_UAV_STORAGE_BUFFER},
        {static_cast<vkd3d_shader_compile_option_name>(WEFT_COMPILE_OPTION_FEATURE), 0x1f}};
};

// Shaders of all stages that a source has, but for what is refused by name: libraries and class linkage.
std::vector<std::filesystem::path> shaders_of(vkd3d_shader_source_type source) {
    const std::filesystem::path tests = WEFT_TEST_DATA;
    const char *folder = "", *extension = ".dxbc";
    switch (source) {
    case VKD3D_SHADER_SOURCE_DXBC_TPF: folder = "data/container"; break;
    case VKD3D_SHADER_SOURCE_D3D_BYTECODE:
        folder = "d3dbc";
        extension = ".bin";
        break;
    case VKD3D_SHADER_SOURCE_DXBC_DXIL: folder = "data/dxil"; break;
    default: break;
    }
    std::vector<std::filesystem::path> files;
    if (*folder)
        for (const auto &entry : std::filesystem::directory_iterator(tests / folder))
            if (entry.path().extension() == extension &&
                !entry.path().filename().string().starts_with("lib_"))
                files.push_back(entry.path());
    return files;
}

TEST(ApiTypes, EverySupportedPairCompiles) {
    const AbleTarget able;
    unsigned source_count = 0;
    const auto *sources = vkd3d_shader_get_supported_source_types(&source_count);
    for (unsigned s = 0; s < source_count; ++s) {
        const auto files = shaders_of(sources[s]);
        ASSERT_GE(files.size(), 7u) << "source type " << sources[s];
        unsigned target_count = 0;
        const auto *targets = vkd3d_shader_get_supported_target_types(sources[s], &target_count);
        for (unsigned t = 0; t < target_count; ++t)
            for (const std::filesystem::path &path : files) {
                std::ifstream in(path, std::ios::binary);
                const Bytes bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
                Info info(bytes);
                info.source_type = sources[s];
                info.target_type = targets[t];
                info.next = &able.info;
                info.options = able.options;
                info.option_count = static_cast<unsigned>(std::size(able.options));
                Messages messages;
                const int result = compile(info, messages);
                const bool cross =
                    targets[t] == VKD3D_SHADER_TARGET_GLSL || targets[t] == VKD3D_SHADER_TARGET_MSL;
                const std::string name = path.filename().string();
                const bool common =
                    name.starts_with("vs") || name.starts_with("ps") || name.starts_with("cs");
                // What a language lacks, or SPIRV-Cross does not write, is said.
                if (cross && result < 0 && (!common || sources[s] == VKD3D_SHADER_SOURCE_DXBC_DXIL)) {
                    EXPECT_TRUE(result == VKD3D_ERROR_INVALID_SHADER || result == VKD3D_ERROR_NOT_IMPLEMENTED)
                        << name;
                    EXPECT_TRUE(std::regex_search(messages.text(), std::regex("E(200[34]|6002|10002): ")))
                        << messages.text();
                    continue;
                }
                EXPECT_EQ(result, VKD3D_OK) << name << " to " << targets[t] << ": " << messages.text();
            }
    }
}

TEST(ApiArguments, WrongOnesAreNamed) {
    Messages messages;
    {
        Info info(ps_2_0);
        info.type = VKD3D_SHADER_STRUCTURE_TYPE_INTERFACE_INFO;
        info.next = &info; // not to be followed
        EXPECT_EQ(compile(info, messages), VKD3D_ERROR_INVALID_ARGUMENT);
        EXPECT_FALSE(messages.null());
        EXPECT_EQ(vkd3d_shader_scan(&info, messages.out()), VKD3D_ERROR_INVALID_ARGUMENT);
        EXPECT_FALSE(messages.null());
    }
    for (int type : {0, 77}) {
        Info info(ps_2_0);
        info.source_type = static_cast<vkd3d_shader_source_type>(type);
        EXPECT_EQ(compile(info, messages), VKD3D_ERROR_INVALID_ARGUMENT);
        EXPECT_NE(messages.text().find("ource type"), std::string::npos) << messages.text();
        EXPECT_EQ(vkd3d_shader_scan(&info, messages.out()), VKD3D_ERROR_INVALID_ARGUMENT);
        EXPECT_FALSE(messages.null());
    }
    for (int type : {int{VKD3D_SHADER_TARGET_NONE}, int{VKD3D_SHADER_TARGET_FX}, 77}) {
        Info info(ps_2_0);
        info.target_type = static_cast<vkd3d_shader_target_type>(type);
        EXPECT_EQ(compile(info, messages), VKD3D_ERROR_INVALID_ARGUMENT);
        EXPECT_NE(messages.text().find("arget type"), std::string::npos) << messages.text();
        EXPECT_EQ(vkd3d_shader_scan(&info, messages.out()), VKD3D_OK) << "scanning takes any target";
        EXPECT_TRUE(messages.null());
    }
    {
        Info info(ps_2_0);
        info.source.code = nullptr;
        EXPECT_EQ(compile(info, messages), VKD3D_ERROR_INVALID_ARGUMENT);
    }
    {
        Info info(sample("vs.dxbc"));
        info.source.size = SIZE_MAX;
        EXPECT_EQ(compile(info, messages), VKD3D_ERROR_INVALID_ARGUMENT);
    }
}

TEST(ApiArguments, LevelsAndNoMessageSlot) {
    Messages messages;
    const Bytes bytes(8);
    Info info(bytes);
    info.source_name = "some.dxbc";
    EXPECT_EQ(compile(info, messages), VKD3D_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(messages.text().find("some.dxbc: E0001: "), 0u) << messages.text();
    EXPECT_EQ(messages.text().back(), '\n');
    info.log_level = VKD3D_SHADER_LOG_NONE;
    EXPECT_EQ(compile(info, messages), VKD3D_ERROR_INVALID_ARGUMENT);
    EXPECT_TRUE(messages.null());
    vkd3d_shader_code out;
    EXPECT_EQ(vkd3d_shader_compile(&info, &out, nullptr), VKD3D_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(vkd3d_shader_scan(&info, nullptr), VKD3D_ERROR_INVALID_ARGUMENT);
}

TEST(ApiArguments, Environments) {
    Messages messages;
    Info info(ps_2_0);
    info.target_type = VKD3D_SHADER_TARGET_SPIRV_BINARY;
    vkd3d_shader_spirv_target_info target{};
    target.type = VKD3D_SHADER_STRUCTURE_TYPE_SPIRV_TARGET_INFO;
    info.next = &target;
    for (unsigned environment : {0u, 99u}) {
        target.environment = static_cast<vkd3d_shader_spirv_environment>(environment);
        EXPECT_EQ(compile(info, messages), VKD3D_ERROR);
        EXPECT_FALSE(messages.null());
    }
    const std::pair<unsigned, uint32_t> versions[] = {{VKD3D_SHADER_SPIRV_ENVIRONMENT_OPENGL_4_5, 0x10000},
                                                      {VKD3D_SHADER_SPIRV_ENVIRONMENT_VULKAN_1_0, 0x10000},
                                                      {VKD3D_SHADER_SPIRV_ENVIRONMENT_VULKAN_1_1, 0x10300},
                                                      {WEFT_SPIRV_ENVIRONMENT_VULKAN_1_2, 0x10500},
                                                      {WEFT_SPIRV_ENVIRONMENT_VULKAN_1_3, 0x10600}};
    for (const auto &[environment, version] : versions) {
        target.environment = static_cast<vkd3d_shader_spirv_environment>(environment);
        vkd3d_shader_code out;
        ASSERT_EQ(vkd3d_shader_compile(&info, &out, nullptr), VKD3D_OK) << environment;
        EXPECT_EQ(static_cast<const uint32_t *>(out.code)[1], version);
        vkd3d_shader_free_shader_code(&out);
    }
    // Other targets have no environment.
    info.target_type = VKD3D_SHADER_TARGET_D3D_ASM;
    EXPECT_EQ(compile(info, messages), VKD3D_OK);
}

TEST(ApiArguments, ParametersOfTheWrongKind) {
    Messages messages;
    Info info(ps_2_0);
    info.target_type = VKD3D_SHADER_TARGET_SPIRV_BINARY;
    vkd3d_shader_parameter1 p{};
    p.name = VKD3D_SHADER_PARAMETER_NAME_FOG_COLOUR;
    p.type = VKD3D_SHADER_PARAMETER_TYPE_IMMEDIATE_CONSTANT;
    p.data_type = VKD3D_SHADER_PARAMETER_DATA_TYPE_UINT32;
    vkd3d_shader_parameter_info parameters{VKD3D_SHADER_STRUCTURE_TYPE_PARAMETER_INFO, nullptr, &p, 1};
    info.next = &parameters;
    EXPECT_EQ(compile(info, messages), VKD3D_ERROR_INVALID_ARGUMENT);
    EXPECT_NE(messages.text().find("E9020"), std::string::npos) << messages.text();
    // A decoration cannot be left to a specialisation constant.
    p.name = VKD3D_SHADER_PARAMETER_NAME_FLAT_INTERPOLATION;
    p.type = VKD3D_SHADER_PARAMETER_TYPE_SPECIALIZATION_CONSTANT;
    EXPECT_EQ(compile(info, messages), VKD3D_ERROR_NOT_IMPLEMENTED);
    // A listing does not look.
    info.target_type = VKD3D_SHADER_TARGET_D3D_ASM;
    EXPECT_EQ(compile(info, messages), VKD3D_OK);

    // The old form has no buffers.
    vkd3d_shader_parameter old{};
    old.name = VKD3D_SHADER_PARAMETER_NAME_ALPHA_TEST_REF;
    old.type = VKD3D_SHADER_PARAMETER_TYPE_BUFFER;
    old.data_type = VKD3D_SHADER_PARAMETER_DATA_TYPE_FLOAT32;
    vkd3d_shader_spirv_target_info target{};
    target.type = VKD3D_SHADER_STRUCTURE_TYPE_SPIRV_TARGET_INFO;
    target.environment = VKD3D_SHADER_SPIRV_ENVIRONMENT_VULKAN_1_0;
    target.parameters = &old;
    target.parameter_count = 1;
    info.next = &target;
    info.target_type = VKD3D_SHADER_TARGET_SPIRV_BINARY;
    EXPECT_EQ(compile(info, messages), VKD3D_ERROR_INVALID_ARGUMENT);
}

TEST(ApiArguments, RingOfStructures) {
    Messages messages;
    Info info(ps_2_0);
    vkd3d_shader_varying_map_info map{VKD3D_SHADER_STRUCTURE_TYPE_VARYING_MAP_INFO, nullptr, nullptr, 0};
    map.next = &map;
    info.next = &map;
    EXPECT_EQ(vkd3d_shader_scan(&info, messages.out()), VKD3D_OK);
}

TEST(ApiCompile, ListingOfBytecodeWithoutASize) {
    Messages messages;
    std::string with_size, without;
    // The constants look like an end token, and the comment holds one.
    const std::vector<uint32_t> tokens = {0xffff0200, 0x0002fffe, 0x12345678, 0x0000ffff, 0x05000051,
                                          0xa00f0000, 0x0000ffff, 0x0000ffff, 0x0000ffff, 0x0000ffff,
                                          0x02000001, 0x800f0800, 0xa0e40000, 0x0000ffff, 0x12345678};
    Info info(tokens);
    info.source.size -= 4;
    ASSERT_EQ(compile(info, messages, &with_size), VKD3D_OK) << messages.text();
    EXPECT_TRUE(messages.null());
    EXPECT_NE(with_size.find("mov oC0, c0"), std::string::npos) << with_size;
    info.source.size = SIZE_MAX;
    ASSERT_EQ(compile(info, messages, &without), VKD3D_OK);
    EXPECT_EQ(with_size, without);

    // In shader model 1 instructions have no length, but parameters have a mark; def takes four raw words.
    const std::vector<uint32_t> model_1 = {0xffff0101, 0x00000051, 0xa00f0000, 0x0000ffff,
                                           0x0000ffff, 0x0000ffff, 0x0000ffff, 0x00000001,
                                           0x800f0000, 0xa0e40000, 0x0000ffff};
    Info old(model_1);
    ASSERT_EQ(compile(old, messages, &with_size), VKD3D_OK) << messages.text();
    old.source.size = SIZE_MAX;
    ASSERT_EQ(compile(old, messages, &without), VKD3D_OK);
    EXPECT_EQ(with_size, without);
}

TEST(ApiScan, BytecodeSignaturesAndDescriptors) {
    // ps_2_0: dcl t0.xy; dcl_2d s1; texld r0, t0, s1; mul r0, r0, c2; mov oC0, r0
    const std::vector<uint32_t> tokens = {0xffff0200, 0x0200001f, 0x80000000, 0xb0030000, 0x0200001f,
                                          0x90000000, 0xa00f0801, 0x03000042, 0x800f0000, 0xb0e40000,
                                          0xa0e40801, 0x03000005, 0x800f0000, 0x80e40000, 0xa0e40002,
                                          0x02000001, 0x800f0800, 0x80e40000, 0x0000ffff};
    Info info(tokens);
    info.target_type = VKD3D_SHADER_TARGET_NONE;
    vkd3d_shader_scan_signature_info signatures{};
    signatures.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_SIGNATURE_INFO;
    vkd3d_shader_scan_combined_resource_sampler_info pairs{};
    pairs.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_COMBINED_RESOURCE_SAMPLER_INFO;
    pairs.next = &signatures;
    vkd3d_shader_scan_descriptor_info descriptors{};
    descriptors.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_DESCRIPTOR_INFO;
    descriptors.next = &pairs;
    // Garbage from the caller is neither read nor released.
    descriptors.descriptors = reinterpret_cast<vkd3d_shader_descriptor_info *>(uintptr_t{0xdead0000});
    signatures.input.elements = reinterpret_cast<vkd3d_shader_signature_element *>(uintptr_t{0xdead0000});
    signatures.input.element_count = 7;
    info.next = &descriptors;

    const vkd3d_shader_compile_option newest{VKD3D_SHADER_COMPILE_OPTION_API_VERSION,
                                             VKD3D_SHADER_API_VERSION_1_17};
    info.options = &newest;
    info.option_count = 1;
    Messages messages;
    ASSERT_EQ(vkd3d_shader_scan(&info, messages.out()), VKD3D_OK) << messages.text();

    ASSERT_EQ(signatures.input.element_count, 1u);
    const auto &input = signatures.input.elements[0];
    EXPECT_STREQ(input.semantic_name, "TEXCOORD");
    EXPECT_EQ(input.semantic_index, 0u);
    EXPECT_EQ(input.register_index, 0u);
    EXPECT_EQ(input.mask, 0x3u);
    EXPECT_EQ(input.component_type, VKD3D_SHADER_COMPONENT_FLOAT);
    EXPECT_EQ(input.sysval_semantic, VKD3D_SHADER_SV_NONE);
    ASSERT_EQ(signatures.output.element_count, 1u);
    EXPECT_STREQ(signatures.output.elements[0].semantic_name, "COLOR");
    EXPECT_EQ(signatures.output.elements[0].sysval_semantic, VKD3D_SHADER_SV_TARGET);
    EXPECT_EQ(signatures.patch_constant.element_count, 0u);
    EXPECT_EQ(vkd3d_shader_find_signature_element(&signatures.input, "texCoord", 0, 0), &input);

    // Sampler, then its texture, then c0..c2.
    ASSERT_EQ(descriptors.descriptor_count, 3u);
    EXPECT_EQ(descriptors.descriptors[0].type, VKD3D_SHADER_DESCRIPTOR_TYPE_SAMPLER);
    EXPECT_EQ(descriptors.descriptors[0].register_index, 1u);
    EXPECT_EQ(descriptors.descriptors[0].resource_data_type, VKD3D_SHADER_RESOURCE_DATA_NONE);
    EXPECT_EQ(descriptors.descriptors[1].type, VKD3D_SHADER_DESCRIPTOR_TYPE_SRV);
    EXPECT_EQ(descriptors.descriptors[1].register_index, 1u);
    EXPECT_EQ(descriptors.descriptors[1].resource_type, VKD3D_SHADER_RESOURCE_TEXTURE_2D);
    EXPECT_EQ(descriptors.descriptors[1].resource_data_type, VKD3D_SHADER_RESOURCE_DATA_FLOAT);
    EXPECT_EQ(descriptors.descriptors[2].type, VKD3D_SHADER_DESCRIPTOR_TYPE_CBV);
    EXPECT_EQ(descriptors.descriptors[2].register_index, 0u);
    EXPECT_EQ(descriptors.descriptors[2].count, 1u);
    ASSERT_EQ(pairs.combined_sampler_count, 1u);
    EXPECT_EQ(pairs.combined_samplers[0].resource_index, 1u);
    EXPECT_EQ(pairs.combined_samplers[0].sampler_index, 1u);

    for (int i = 0; i < 2; ++i) {
        vkd3d_shader_free_scan_signature_info(&signatures);
        vkd3d_shader_free_scan_descriptor_info(&descriptors);
        vkd3d_shader_free_scan_combined_resource_sampler_info(&pairs);
    }
    EXPECT_EQ(signatures.input.elements, nullptr);
    EXPECT_EQ(signatures.input.element_count, 0u);

    // Callers before 1.16 got another data type for samplers. Compiling fills the structures as well.
    info.option_count = 0;
    info.target_type = VKD3D_SHADER_TARGET_D3D_ASM;
    ASSERT_EQ(compile(info, messages), VKD3D_OK);
    ASSERT_EQ(descriptors.descriptor_count, 3u);
    EXPECT_EQ(descriptors.descriptors[0].resource_data_type, VKD3D_SHADER_RESOURCE_DATA_UINT);
    vkd3d_shader_free_scan_signature_info(&signatures);
    vkd3d_shader_free_scan_descriptor_info(&descriptors);
    vkd3d_shader_free_scan_combined_resource_sampler_info(&pairs);
}

// Everything that a scan of a sample can report, released at the end.
struct Scan {
    explicit Scan(const char *name, unsigned api_version = VKD3D_SHADER_API_VERSION_2_0)
        : bytes(sample(name)) {
        signatures.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_SIGNATURE_INFO;
        signatures.next = &descriptors;
        descriptors.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_DESCRIPTOR_INFO;
        descriptors.next = &pairs;
        pairs.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_COMBINED_RESOURCE_SAMPLER_INFO;
        pairs.next = &group;
        group.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_THREAD_GROUP_SIZE_INFO;
        group.next = &hull;
        hull.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_HULL_SHADER_TESSELLATION_INFO;
        Info info(bytes);
        info.target_type = VKD3D_SHADER_TARGET_NONE;
        info.next = &signatures;
        const vkd3d_shader_compile_option version{VKD3D_SHADER_COMPILE_OPTION_API_VERSION, api_version};
        info.options = &version;
        info.option_count = 1;
        result = vkd3d_shader_scan(&info, messages.out());
    }
    ~Scan() {
        vkd3d_shader_free_scan_descriptor_info(&descriptors);
        vkd3d_shader_free_scan_combined_resource_sampler_info(&pairs);
        vkd3d_shader_free_scan_signature_info(&signatures);
    }
    // type space register resource-type data-type flags count
    std::string descriptor(unsigned i) const {
        const vkd3d_shader_descriptor_info &d = descriptors.descriptors[i];
        std::string s;
        for (unsigned v : {unsigned(d.type), d.register_space, d.register_index, unsigned(d.resource_type),
                           unsigned(d.resource_data_type), d.flags, d.count})
            (s += s.empty() ? "" : " ") += std::to_string(v);
        return s;
    }
    Bytes bytes;
    Messages messages;
    int result;
    vkd3d_shader_scan_signature_info signatures{};
    vkd3d_shader_scan_descriptor_info descriptors{};
    vkd3d_shader_scan_combined_resource_sampler_info pairs{};
    vkd3d_shader_scan_thread_group_size_info group{};
    vkd3d_shader_scan_hull_shader_tessellation_info hull{};
};

// Declarations in the order of Microsoft's listing: t2 raw, u1 typed and read, u3 structured with a counter.
TEST(ApiScan, ComputeShader) {
    Scan scan("cs.dxbc");
    ASSERT_EQ(scan.result, VKD3D_OK) << scan.messages.text();
    ASSERT_EQ(scan.descriptors.descriptor_count, 3u);
    EXPECT_EQ(scan.descriptor(0), "0 0 2 1 4 16 1");
    EXPECT_EQ(scan.descriptor(1), "1 0 1 3 4 2 1");
    EXPECT_EQ(scan.descriptor(2), "1 0 3 1 4 1 1");
    EXPECT_EQ(scan.group.x, 8u);
    EXPECT_EQ(scan.group.y, 4u);
    EXPECT_EQ(scan.group.z, 2u);
    EXPECT_EQ(static_cast<int>(scan.hull.partitioning), 0);
    ASSERT_EQ(scan.pairs.combined_sampler_count, 1u);
    EXPECT_EQ(scan.pairs.combined_samplers[0].resource_index, 2u);
    EXPECT_EQ(scan.pairs.combined_samplers[0].sampler_index, VKD3D_SHADER_DUMMY_SAMPLER_INDEX);
    EXPECT_EQ(scan.signatures.input.elements, nullptr);
}

TEST(ApiScan, HullShader) {
    Scan scan("hs.dxbc");
    ASSERT_EQ(scan.result, VKD3D_OK) << scan.messages.text();
    EXPECT_EQ(scan.hull.output_primitive, VKD3D_SHADER_TESSELLATOR_OUTPUT_TRIANGLE_CCW);
    EXPECT_EQ(scan.hull.partitioning, VKD3D_SHADER_TESSELLATOR_PARTITIONING_FRACTIONAL_ODD);
    EXPECT_EQ(scan.group.x, 0u);
    ASSERT_EQ(scan.signatures.patch_constant.element_count, 5u);
    const auto &inside = scan.signatures.patch_constant.elements[4];
    EXPECT_STREQ(inside.semantic_name, "SV_InsideTessFactor");
    EXPECT_EQ(inside.sysval_semantic, VKD3D_SHADER_SV_TESS_FACTOR_TRIINT);
    EXPECT_EQ(inside.register_index, 3u);
    EXPECT_NE(scan.descriptors.descriptors, nullptr) << "an empty array is still an array";
    EXPECT_EQ(scan.descriptors.descriptor_count, 0u);
}

TEST(ApiScan, SamplerDataTypeByApiVersion) {
    const struct {
        unsigned version;
        const char *sampler;
    } cases[] = {{VKD3D_SHADER_API_VERSION_1_16, "3 0 0 0 0 0 1"},
                 {VKD3D_SHADER_API_VERSION_1_15, "3 0 0 0 4 0 1"}};
    for (const auto &c : cases) {
        Scan scan("ps.dxbc", c.version);
        ASSERT_EQ(scan.result, VKD3D_OK) << scan.messages.text();
        ASSERT_EQ(scan.descriptors.descriptor_count, 2u);
        EXPECT_EQ(scan.descriptor(0), c.sampler);
        EXPECT_EQ(scan.descriptor(1), "0 0 0 3 5 0 1");
        EXPECT_EQ(scan.signatures.output.element_count, 3u);
        ASSERT_EQ(scan.pairs.combined_sampler_count, 1u);
        EXPECT_EQ(scan.pairs.combined_samplers[0].sampler_index, 0u);
    }
}

TEST(ApiCompile, SpirvFromContainers) {
    for (const char *name : {"vs.dxbc", "ps_min.dxbc", "cs.dxbc"}) {
        const Bytes bytes = sample(name);
        Info info(bytes);
        info.target_type = VKD3D_SHADER_TARGET_SPIRV_BINARY;
        Messages messages;
        std::string binary, again;
        ASSERT_EQ(compile(info, messages, &binary), VKD3D_OK) << name << messages.text();
        ASSERT_GE(binary.size(), 20u);
        EXPECT_EQ(binary.substr(0, 8), std::string("\x03\x02\x23\x07\x00\x00\x01\x00", 8)) << "SPIR-V 1.0";
        ASSERT_EQ(compile(info, messages, &again), VKD3D_OK);
        EXPECT_EQ(binary, again);
    }
}

TEST(ApiScan, FailureLeavesNothingBehind) {
    const Bytes bytes(40, 0x11);
    vkd3d_shader_scan_signature_info signatures;
    std::memset(&signatures, 0x55, sizeof(signatures));
    vkd3d_shader_scan_descriptor_info descriptors;
    std::memset(&descriptors, 0x55, sizeof(descriptors));
    vkd3d_shader_scan_combined_resource_sampler_info pairs;
    std::memset(&pairs, 0x55, sizeof(pairs));
    vkd3d_shader_scan_thread_group_size_info group;
    std::memset(&group, 0x55, sizeof(group));
    vkd3d_shader_scan_hull_shader_tessellation_info hull;
    std::memset(&hull, 0x55, sizeof(hull));
    vkd3d_shader_scan_denormal_mode_info denormals;
    std::memset(&denormals, 0x55, sizeof(denormals));
    signatures.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_SIGNATURE_INFO;
    signatures.next = &descriptors;
    descriptors.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_DESCRIPTOR_INFO;
    descriptors.next = &pairs;
    pairs.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_COMBINED_RESOURCE_SAMPLER_INFO;
    pairs.next = &group;
    group.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_THREAD_GROUP_SIZE_INFO;
    group.next = &hull;
    hull.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_HULL_SHADER_TESSELLATION_INFO;
    hull.next = &denormals;
    denormals.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_DENORMAL_MODE_INFO;
    denormals.next = nullptr;
    Messages messages;
    Info info(bytes);
    info.next = &signatures;
    for (int i = 0; i < 2; ++i) {
        EXPECT_LT(i ? compile(info, messages) : vkd3d_shader_scan(&info, messages.out()), 0);
        EXPECT_FALSE(messages.null());
        EXPECT_EQ(descriptors.descriptors, nullptr);
        EXPECT_EQ(descriptors.descriptor_count, 0u);
        EXPECT_EQ(pairs.combined_samplers, nullptr);
        EXPECT_EQ(pairs.combined_sampler_count, 0u);
        EXPECT_EQ(signatures.output.elements, nullptr);
        EXPECT_EQ(signatures.patch_constant.element_count, 0u);
        EXPECT_EQ(group.x + group.y + group.z, 0u);
        EXPECT_EQ(static_cast<int>(hull.output_primitive), 0);
        EXPECT_EQ(denormals.f32_denormal_mode, VKD3D_SHADER_DENORMAL_MODE_ANY);
        vkd3d_shader_free_scan_descriptor_info(&descriptors);
        vkd3d_shader_free_scan_combined_resource_sampler_info(&pairs);
        vkd3d_shader_free_scan_signature_info(&signatures);
    }
}

TEST(ApiDxbc, ParsesAndSerializes) {
    Messages messages;
    for (const char *name : samples) {
        const Bytes bytes = sample(name);
        const vkd3d_shader_code code = code_of(bytes);
        vkd3d_shader_dxbc_desc desc;
        std::memset(&desc, 0x55, sizeof(desc));
        ASSERT_EQ(vkd3d_shader_parse_dxbc(&code, 0, &desc, messages.out()), VKD3D_OK) << name;
        EXPECT_TRUE(messages.null());
        EXPECT_EQ(desc.tag, tag("DXBC"));
        EXPECT_EQ(desc.version, 1u);
        EXPECT_EQ(desc.size, bytes.size());
        EXPECT_EQ(std::memcmp(desc.checksum, bytes.data() + 4, 16), 0);
        EXPECT_GE(desc.section_count, 4u);
        vkd3d_shader_code out;
        ASSERT_EQ(vkd3d_shader_serialize_dxbc(desc.section_count, desc.sections, &out, messages.out()),
                  VKD3D_OK);
        EXPECT_TRUE(messages.null());
        ASSERT_EQ(out.size, bytes.size());
        EXPECT_EQ(std::memcmp(out.code, bytes.data(), out.size), 0) << name;
        vkd3d_shader_free_shader_code(&out);
        vkd3d_shader_free_dxbc(&desc);
        vkd3d_shader_free_dxbc(&desc);
    }
    // No sections at all.
    vkd3d_shader_code out;
    ASSERT_EQ(vkd3d_shader_serialize_dxbc(0, nullptr, &out, messages.out()), VKD3D_OK);
    EXPECT_EQ(out.size, 32u);
    vkd3d_shader_dxbc_desc desc;
    EXPECT_EQ(vkd3d_shader_parse_dxbc(&out, 0, &desc, nullptr), VKD3D_OK);
    EXPECT_EQ(desc.section_count, 0u);
    vkd3d_shader_free_dxbc(&desc);
    vkd3d_shader_free_shader_code(&out);
    // More than a container can hold; the data are not read.
    const vkd3d_shader_dxbc_section_desc huge[2] = {{1, {&out, SIZE_MAX}}, {2, {&out, SIZE_MAX}}};
    EXPECT_EQ(vkd3d_shader_serialize_dxbc(2, huge, &out, messages.out()), VKD3D_ERROR_INVALID_ARGUMENT);
    EXPECT_FALSE(messages.null());
    EXPECT_EQ(out.code, nullptr);
}

TEST(ApiDxbc, ChecksumFlag) {
    Messages messages;
    Bytes bytes = sample("vs.dxbc");
    bytes[4] ^= 0xff;
    const vkd3d_shader_code code = code_of(bytes);
    vkd3d_shader_dxbc_desc desc;
    EXPECT_EQ(vkd3d_shader_parse_dxbc(&code, 0, &desc, messages.out()), VKD3D_ERROR_INVALID_ARGUMENT);
    EXPECT_NE(messages.text().find("E0003"), std::string::npos);
    EXPECT_EQ(desc.tag, 0u);
    EXPECT_EQ(vkd3d_shader_parse_dxbc(&code, VKD3D_SHADER_PARSE_DXBC_IGNORE_CHECKSUM, &desc, messages.out()),
              VKD3D_OK);
    vkd3d_shader_free_dxbc(&desc);
}

// Cut anywhere, with the checksum made right again so that more than the checksum is tested.
TEST(ApiHostile, TruncatedSamples) {
    for (const char *name : samples) {
        const Bytes whole = sample(name);
        for (size_t size = 0; size < whole.size(); ++size) {
            Bytes bytes(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(size));
            bytes.shrink_to_fit();
            if (size >= 32) {
                put(bytes, 24, static_cast<uint32_t>(size));
                sign(bytes);
            }
            const vkd3d_shader_code code = code_of(bytes);
            Messages messages;
            vkd3d_shader_dxbc_desc desc;
            EXPECT_EQ(vkd3d_shader_parse_dxbc(&code, 0, &desc, messages.out()), VKD3D_ERROR_INVALID_ARGUMENT);
            EXPECT_FALSE(messages.null());
            EXPECT_EQ(desc.sections, nullptr);
            vkd3d_shader_signature signature;
            EXPECT_EQ(vkd3d_shader_parse_input_signature(&code, &signature, messages.out()),
                      VKD3D_ERROR_INVALID_ARGUMENT);
            EXPECT_FALSE(messages.null());
            EXPECT_EQ(signature.elements, nullptr);
            Info info(bytes);
            EXPECT_LT(vkd3d_shader_scan(&info, messages.out()), 0);
            EXPECT_FALSE(messages.null());
            EXPECT_LT(compile(info, messages), 0);
            EXPECT_FALSE(messages.null());
        }
    }
}

// Every 32-bit word in turn becomes huge, zero or slightly wrong. Nothing may crash, and a failure is
// explained.
TEST(ApiHostile, WrongWords) {
    for (const char *name : samples) {
        const Bytes whole = sample(name);
        for (size_t offset = 20; offset + 4 <= whole.size(); offset += 4) {
            for (uint32_t value : {0xffffffffu, 0x7fffffffu, 0u, 0x00010000u}) {
                Bytes bytes = whole;
                put(bytes, offset, value);
                sign(bytes);
                Messages messages;
                Info info(bytes);
                EXPECT_TRUE(vkd3d_shader_scan(&info, messages.out()) >= 0 || !messages.null());
                const vkd3d_shader_code code = code_of(bytes);
                vkd3d_shader_signature signature;
                EXPECT_TRUE(vkd3d_shader_parse_input_signature(&code, &signature, messages.out()) >= 0 ||
                            !messages.null());
                vkd3d_shader_free_shader_signature(&signature);
            }
        }
    }
}

// Elements have six words, seven with a stream, eight with a precision as well; the buffer ends with the last
// one that there is.
TEST(ApiHostile, SignatureElementsMustFit) {
    const std::pair<const char *, size_t> parts[] = {{"ISGN", 6}, {"OSGN", 6}, {"PCSG", 6}, {"OSG5", 7},
                                                     {"ISG1", 8}, {"OSG1", 8}, {"PSG1", 8}};
    for (const auto &[name, words] : parts)
        for (size_t there = 0; there <= words; ++there) {
            Bytes bytes(8 + 4 * there);
            bytes.shrink_to_fit();
            put(bytes, 0, 1);
            put(bytes, 4, 8);
            const vkd3d_shader_code code = code_of(bytes);
            weft_signature_part_info info{};
            info.type = WEFT_STRUCTURE_TYPE_SIGNATURE_PART_INFO;
            std::memcpy(&info.tag, name, 4);
            weft_signature signature;
            Messages messages;
            EXPECT_EQ(weft_signature_parse_part(&info, &code, &signature, messages.out()),
                      there == words ? VKD3D_OK : VKD3D_ERROR_INVALID_ARGUMENT)
                << name << there << messages.text();
            EXPECT_EQ(messages.null(), there == words);
            weft_free_signature(&signature);
        }
}

TEST(ApiHostile, UndecodableInstructionsAreFaultsOfTheShader) {
    const Bytes whole = sample("ps.dxbc");
    const vkd3d_shader_code code = code_of(whole);
    vkd3d_shader_dxbc_desc desc;
    ASSERT_EQ(vkd3d_shader_parse_dxbc(&code, 0, &desc, nullptr), VKD3D_OK);
    size_t at = 0;
    for (size_t i = 0; i < desc.section_count; ++i)
        if (desc.sections[i].tag == tag("SHDR") || desc.sections[i].tag == tag("SHEX"))
            at = static_cast<size_t>(static_cast<const uint8_t *>(desc.sections[i].data.code) - whole.data());
    vkd3d_shader_free_dxbc(&desc);
    ASSERT_NE(at, 0u);
    // The first token behind the header: an opcode, a length and an operand that do not exist.
    for (uint32_t token : {0x020007ffu, 0x00000036u, 0x7f000036u}) {
        Bytes bytes = whole;
        put(bytes, at + 8, token);
        sign(bytes);
        Info info(bytes);
        for (const auto target : {VKD3D_SHADER_TARGET_D3D_ASM, VKD3D_SHADER_TARGET_SPIRV_BINARY}) {
            info.target_type = target;
            Messages messages;
            EXPECT_EQ(compile(info, messages), VKD3D_ERROR_INVALID_SHADER) << messages.text();
            EXPECT_NE(messages.text().find(": E1"), std::string::npos) << messages.text();
            EXPECT_EQ(vkd3d_shader_scan(&info, messages.out()), VKD3D_ERROR_INVALID_SHADER);
            EXPECT_NE(messages.text().find(": E1"), std::string::npos);
        }
    }
}

TEST(ApiArguments, NullProfile) {
    const Bytes source = {'a'};
    Info info(source);
    info.source_type = VKD3D_SHADER_SOURCE_HLSL;
    vkd3d_shader_hlsl_source_info hlsl{};
    hlsl.type = VKD3D_SHADER_STRUCTURE_TYPE_HLSL_SOURCE_INFO;
    info.next = &hlsl;
    Messages messages;
    EXPECT_EQ(compile(info, messages), VKD3D_ERROR_INVALID_ARGUMENT);
    EXPECT_FALSE(messages.null());
    EXPECT_EQ(vkd3d_shader_scan(&info, messages.out()), VKD3D_ERROR_INVALID_ARGUMENT);
    EXPECT_FALSE(messages.null());
    vkd3d_shader_code out{};
    EXPECT_EQ(vkd3d_shader_preprocess(&info, &out, messages.out()), VKD3D_OK) << "which needs no profile";
    vkd3d_shader_free_shader_code(&out);
}

TEST(ApiSignature, ParsesInputs) {
    const Bytes bytes = sample("vs.dxbc");
    const vkd3d_shader_code code = code_of(bytes);
    Messages messages;
    vkd3d_shader_signature signature;
    ASSERT_EQ(vkd3d_shader_parse_input_signature(&code, &signature, messages.out()), VKD3D_OK);
    EXPECT_TRUE(messages.null());
    ASSERT_EQ(signature.element_count, 4u);
    const auto *e = vkd3d_shader_find_signature_element(&signature, "texcoord", 4, 0);
    ASSERT_EQ(e, signature.elements + 2);
    EXPECT_STREQ(e->semantic_name, "TEXCOORD");
    EXPECT_EQ(e->register_index, 2u);
    EXPECT_EQ(e->mask, 0x3u);
    EXPECT_EQ(e->used_mask, 0x2u);
    EXPECT_EQ(e->component_type, VKD3D_SHADER_COMPONENT_FLOAT);
    EXPECT_EQ(signature.elements[3].sysval_semantic, VKD3D_SHADER_SV_VERTEX_ID);
    EXPECT_EQ(signature.elements[3].component_type, VKD3D_SHADER_COMPONENT_UINT);
    EXPECT_EQ(vkd3d_shader_find_signature_element(&signature, "TEXCOORD", 5, 0), nullptr);
    EXPECT_EQ(vkd3d_shader_find_signature_element(&signature, "TEXCOORD", 4, 1), nullptr);
    EXPECT_EQ(vkd3d_shader_find_signature_element(&signature, "TEXCOOR", 4, 0), nullptr);
    vkd3d_shader_free_shader_signature(&signature);
    EXPECT_EQ(signature.element_count, 0u);
    vkd3d_shader_free_shader_signature(&signature);
}

TEST(ApiSignature, AbsentOrRepeated) {
    Messages messages;
    vkd3d_shader_signature signature;
    vkd3d_shader_code none;
    ASSERT_EQ(vkd3d_shader_serialize_dxbc(0, nullptr, &none, nullptr), VKD3D_OK);
    ASSERT_EQ(vkd3d_shader_parse_input_signature(&none, &signature, messages.out()), VKD3D_OK);
    EXPECT_EQ(signature.elements, nullptr);
    EXPECT_EQ(signature.element_count, 0u);
    vkd3d_shader_free_shader_code(&none);

    weft::Arena arena;
    weft::signature::Element e[2];
    e[0].name = "FIRST";
    e[1].name = "LAST";
    e[0].register_index = e[1].register_index = 0;
    const weft::container::Part parts[] = {
        {tag("ISGN"), weft::container::write_signature(tag("ISGN"), {e, 1}, false, arena)},
        {tag("ISG1"), weft::container::write_signature(tag("ISG1"), {e + 1, 1}, false, arena)}};
    const auto bytes = weft::container::serialize(parts, arena);
    const vkd3d_shader_code code{bytes.data(), bytes.size()};
    ASSERT_EQ(vkd3d_shader_parse_input_signature(&code, &signature, messages.out()), VKD3D_OK);
    ASSERT_EQ(signature.element_count, 1u);
    EXPECT_STREQ(signature.elements[0].semantic_name, "LAST");
    vkd3d_shader_free_shader_signature(&signature);
}

vkd3d_shader_signature_element element(const char *name, unsigned index, unsigned reg, unsigned mask,
                                       unsigned stream = 0,
                                       vkd3d_shader_sysval_semantic value = VKD3D_SHADER_SV_NONE) {
    vkd3d_shader_signature_element e{};
    e.semantic_name = name;
    e.semantic_index = index;
    e.stream_index = stream;
    e.sysval_semantic = value;
    e.component_type = VKD3D_SHADER_COMPONENT_FLOAT;
    e.register_index = reg;
    e.mask = mask;
    e.used_mask = 0;
    return e;
}

TEST(ApiSignature, VaryingMap) {
    vkd3d_shader_signature_element outputs[] = {
        element("SV_POSITION", 0, 0, 0xf, 0, VKD3D_SHADER_SV_POSITION),
        element("TEXCOORD", 0, 1, 0xf, 1), // another stream
        element("texcoord", 0, 1, 0xf),
        element("SV_Target", 0, 2, 0xf, 0, VKD3D_SHADER_SV_TARGET),
    };
    vkd3d_shader_signature_element inputs[] = {
        element("SV_Position", 0, 0, 0xf, 0, VKD3D_SHADER_SV_POSITION), // a system value: no entry
        element("TexCoord", 0, 5, 0x6),
        element("Color", 0, 6, 0xf), // unwritten: 1
        element("COLOR", 1, 7, 0x1), // unwritten: 0
        element("sv_target", 0, 8, 0x3),
        element("TEXCOORD", 1, 9, 0xf),
    };
    const vkd3d_shader_signature output{outputs, 4}, input{inputs, 6};
    unsigned count = 12345; // written, never read
    vkd3d_shader_varying_map map[6];
    vkd3d_shader_build_varying_map(&output, &input, &count, map);
    const unsigned expected[][3] = {{2, 5, 0x6}, {5, 6, 0xf}, {4, 7, 0x1}, {3, 8, 0x3}, {4, 9, 0xf}};
    ASSERT_EQ(count, 5u);
    for (unsigned i = 0; i < count; ++i) {
        EXPECT_EQ(map[i].output_signature_index, expected[i][0]) << i;
        EXPECT_EQ(map[i].input_register_index, expected[i][1]) << i;
        EXPECT_EQ(map[i].input_mask, expected[i][2]) << i;
    }
    const vkd3d_shader_signature empty{nullptr, 0};
    vkd3d_shader_build_varying_map(&empty, &empty, &count, nullptr);
    EXPECT_EQ(count, 0u);
}

extern "C" int weft_header_test(void);

TEST(ApiHeaders, ServeC) {
    EXPECT_TRUE(weft_header_test());
}

TEST(ApiFree, TwiceIsHarmless) {
    const Bytes bytes = sample("ps.dxbc");
    const vkd3d_shader_code code = code_of(bytes);
    vkd3d_shader_dxbc_desc desc{};
    vkd3d_shader_signature inputs{};
    ASSERT_EQ(vkd3d_shader_parse_dxbc(&code, 0, &desc, nullptr), VKD3D_OK);
    ASSERT_EQ(vkd3d_shader_parse_input_signature(&code, &inputs, nullptr), VKD3D_OK);
    vkd3d_shader_code copy{};
    ASSERT_EQ(vkd3d_shader_serialize_dxbc(desc.section_count, desc.sections, &copy, nullptr), VKD3D_OK);
    vkd3d_shader_scan_descriptor_info descriptors{};
    descriptors.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_DESCRIPTOR_INFO;
    Info info(bytes);
    info.next = &descriptors;
    ASSERT_EQ(vkd3d_shader_scan(&info, nullptr), VKD3D_OK);
    for (unsigned i = 0; i < 2; ++i) {
        vkd3d_shader_free_dxbc(&desc);
        vkd3d_shader_free_shader_signature(&inputs);
        vkd3d_shader_free_shader_code(&copy);
        vkd3d_shader_free_scan_descriptor_info(&descriptors);
    }
    EXPECT_EQ(inputs.element_count, 0u);
    EXPECT_EQ(descriptors.descriptor_count, 0u);
}

TEST(ApiFree, NullIsHarmless) {
    vkd3d_shader_free_messages(nullptr);
    vkd3d_shader_free_shader_code(nullptr);
    vkd3d_shader_free_shader_signature(nullptr);
    vkd3d_shader_free_dxbc(nullptr);
    vkd3d_shader_free_scan_descriptor_info(nullptr);
    vkd3d_shader_free_scan_signature_info(nullptr);
    vkd3d_shader_free_scan_combined_resource_sampler_info(nullptr);
    vkd3d_shader_free_root_signature(nullptr);
}

} // namespace
