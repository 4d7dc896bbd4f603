// Root signatures through the C interface.
#include <gtest/gtest.h>
#include <weft.h>

#include <cstring>

#include "container_test_util.h"

namespace weft {
namespace {

using container::test::Bytes;

Bytes file(const char *name) {
    std::ifstream in(std::string(WEFT_TEST_DATA "/data/root_signature/") + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

struct Root {
    ~Root() { vkd3d_shader_free_root_signature(&desc); }
    vkd3d_shader_versioned_root_signature_desc desc{};
};

int parse(const Bytes &bytes, Root *out) {
    const vkd3d_shader_code code{bytes.data(), bytes.size()};
    return vkd3d_shader_parse_root_signature(&code, &out->desc, nullptr);
}

Bytes serialize(const Root &root) {
    vkd3d_shader_code code{};
    EXPECT_EQ(vkd3d_shader_serialize_root_signature(&root.desc, &code, nullptr), VKD3D_OK);
    const auto *p = static_cast<const uint8_t *>(code.code);
    Bytes bytes(p, p + code.size);
    vkd3d_shader_free_shader_code(&code);
    return bytes;
}

TEST(ApiRootSignature, ContainersComeBackByteForByte) {
    for (const char *name : {"mixed.fxc_1_0.dxbc", "mixed.fxc_1_1.dxbc", "samplers.dxc_1_0.dxbc",
                             "tables.dxc_1_1.dxbc", "empty.fxc_1_0.dxbc", "local.dxc_1_1.dxbc"}) {
        const Bytes bytes = file(name);
        Root root;
        ASSERT_EQ(parse(bytes, &root), VKD3D_OK) << name;
        EXPECT_EQ(serialize(root), bytes) << name;
    }
}

TEST(ApiRootSignature, BarePartsAndContainersWithoutOne) {
    const Bytes bytes = file("mixed.fxc_1_1.dxbc");
    Root bare, none;
    ASSERT_EQ(parse({bytes.begin() + 44, bytes.end()}, &bare), VKD3D_OK);
    EXPECT_EQ(bare.desc.version, VKD3D_SHADER_ROOT_SIGNATURE_VERSION_1_1);
    EXPECT_EQ(bare.desc.u.v_1_1.parameter_count, 6u);
    EXPECT_EQ(serialize(bare), bytes);
    EXPECT_EQ(parse(container::test::sample("vs.dxbc"), &none), VKD3D_OK);
    EXPECT_EQ(static_cast<int>(none.desc.version), 0);
}

TEST(ApiRootSignature, FailuresLeaveNothing) {
    Bytes bytes = file("mixed.fxc_1_1.dxbc");
    container::test::put(bytes, 44 + 8, 0xfffffff0);
    container::test::sign(bytes);
    const vkd3d_shader_code code{bytes.data(), bytes.size()};
    vkd3d_shader_versioned_root_signature_desc root;
    std::memset(&root, 0x55, sizeof(root));
    char *messages = nullptr;
    EXPECT_EQ(vkd3d_shader_parse_root_signature(&code, &root, &messages), VKD3D_ERROR_INVALID_ARGUMENT);
    EXPECT_NE(std::string(messages).find("E3090"), std::string::npos);
    vkd3d_shader_free_messages(messages);
    EXPECT_EQ(static_cast<int>(root.version), 0);
    vkd3d_shader_free_root_signature(&root);

    vkd3d_shader_code out{&out, 5};
    root.version = static_cast<vkd3d_shader_root_signature_version>(77);
    EXPECT_EQ(vkd3d_shader_serialize_root_signature(&root, &out, &messages), VKD3D_ERROR_INVALID_ARGUMENT);
    EXPECT_NE(std::string(messages).find("E3001"), std::string::npos);
    vkd3d_shader_free_messages(messages);
    EXPECT_EQ(out.code, nullptr);
    root = {};
    root.version = VKD3D_SHADER_ROOT_SIGNATURE_VERSION_1_0;
    root.u.v_1_0.parameter_count = 3;
    EXPECT_EQ(vkd3d_shader_serialize_root_signature(&root, &out, nullptr), VKD3D_ERROR_INVALID_ARGUMENT);
}

// An invalid parameter behind a table: nothing is released twice, nothing is left over.
TEST(ApiRootSignature, ConversionOfSomethingInvalidLeavesTheTargetAlone) {
    const vkd3d_shader_descriptor_range range{VKD3D_SHADER_DESCRIPTOR_TYPE_SRV, 1, 0, 0, ~0u};
    vkd3d_shader_root_parameter parameters[2]{};
    parameters[0].u.descriptor_table = {1, &range};
    parameters[1].parameter_type = static_cast<vkd3d_shader_root_parameter_type>(9);
    vkd3d_shader_versioned_root_signature_desc source{}, target, untouched;
    source.version = VKD3D_SHADER_ROOT_SIGNATURE_VERSION_1_0;
    source.u.v_1_0.parameter_count = 2;
    source.u.v_1_0.parameters = parameters;
    std::memset(&target, 0x55, sizeof(target));
    std::memcpy(&untouched, &target, sizeof(target));
    const auto convert = [&](unsigned version) {
        return vkd3d_shader_convert_root_signature(
            &target, static_cast<vkd3d_shader_root_signature_version>(version), &source);
    };
    EXPECT_EQ(convert(2), VKD3D_ERROR_INVALID_ARGUMENT);
    parameters[1].parameter_type = VKD3D_SHADER_ROOT_PARAMETER_TYPE_CBV;
    for (unsigned version : {0u, 1u, 4u, 1000u})
        EXPECT_EQ(convert(version), VKD3D_ERROR_INVALID_ARGUMENT) << version;
    EXPECT_EQ(std::memcmp(&target, &untouched, sizeof(target)), 0);
    ASSERT_EQ(convert(2), VKD3D_OK);
    EXPECT_EQ(target.u.v_1_1.parameters[0].u.descriptor_table.descriptor_ranges[0].flags, 3);
    EXPECT_EQ(target.u.v_1_1.parameters[1].u.descriptor.flags,
              VKD3D_SHADER_ROOT_DESCRIPTOR_FLAG_DATA_VOLATILE);
    vkd3d_shader_free_root_signature(&target);
    EXPECT_EQ(static_cast<int>(target.version), 0);
    vkd3d_shader_free_root_signature(&target);
}

TEST(ApiRootSignature, Version12) {
    Root root, up, again, down;
    ASSERT_EQ(parse(file("samplers.fxc_1_1.dxbc"), &root), VKD3D_OK);
    const auto v_1_2 = static_cast<vkd3d_shader_root_signature_version>(WEFT_ROOT_SIGNATURE_VERSION_1_2);
    ASSERT_EQ(vkd3d_shader_convert_root_signature(&up.desc, v_1_2, &root.desc), VKD3D_OK);
    auto *member = reinterpret_cast<weft_root_signature_desc2 *>(&up.desc.u);
    ASSERT_EQ(member->static_sampler_count, 3u);
    const_cast<weft_static_sampler_desc1 *>(member->static_samplers)[1].flags =
        WEFT_STATIC_SAMPLER_FLAG_NON_NORMALIZED_COORDINATES;
    const Bytes bytes = serialize(up);
    ASSERT_EQ(parse(bytes, &again), VKD3D_OK);
    EXPECT_EQ(again.desc.version, v_1_2);
    const auto *read = reinterpret_cast<const weft_root_signature_desc2 *>(&again.desc.u);
    EXPECT_EQ(read->static_samplers[1].flags, WEFT_STATIC_SAMPLER_FLAG_NON_NORMALIZED_COORDINATES);
    EXPECT_EQ(read->static_samplers[1].desc.comparison_func, VKD3D_SHADER_COMPARISON_FUNC_GREATER);
    EXPECT_EQ(
        vkd3d_shader_convert_root_signature(&down.desc, VKD3D_SHADER_ROOT_SIGNATURE_VERSION_1_0, &again.desc),
        VKD3D_ERROR_INVALID_ARGUMENT);
    member->static_sampler_count = 1;
    ASSERT_EQ(
        vkd3d_shader_convert_root_signature(&down.desc, VKD3D_SHADER_ROOT_SIGNATURE_VERSION_1_1, &up.desc),
        VKD3D_OK);
    EXPECT_EQ(down.desc.u.v_1_1.static_sampler_count, 1u);
}

} // namespace
} // namespace weft
