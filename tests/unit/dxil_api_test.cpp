// DXIL through the C interface: what is there, and what says that it is not.
#include <algorithm>

#include <gtest/gtest.h>

#include "api_test_util.h"
#include "container_test_util.h"
#include "dxil_test_util.h"

namespace {

using weft::container::tag;
using weft::dxil::test::Bytes;
using weft::shader::test::code_of;
using weft::shader::test::compile;
using weft::shader::test::Info;
using weft::shader::test::Messages;

Bytes shader(const char *name) {
    return weft::dxil::test::sample(name);
}

struct DxilInfo : Info {
    explicit DxilInfo(const Bytes &bytes) : Info(bytes) {
        source_type = VKD3D_SHADER_SOURCE_DXBC_DXIL;
        target_type = VKD3D_SHADER_TARGET_D3D_ASM;
    }
};

TEST(DxilApi, IsListedWithWhatWorks) {
    unsigned count = 0;
    const auto *sources = vkd3d_shader_get_supported_source_types(&count);
    EXPECT_NE(std::find(sources, sources + count, VKD3D_SHADER_SOURCE_DXBC_DXIL), sources + count);
    const auto *targets = vkd3d_shader_get_supported_target_types(VKD3D_SHADER_SOURCE_DXBC_DXIL, &count);
    ASSERT_GE(count, 2u);
    EXPECT_EQ(targets[0], VKD3D_SHADER_TARGET_SPIRV_BINARY);
    EXPECT_NE(std::find(targets, targets + count, VKD3D_SHADER_TARGET_D3D_ASM), targets + count);
}

TEST(DxilApi, Listing) {
    const Bytes bytes = shader("ps_min.ps_6_0.dxbc");
    DxilInfo info(bytes);
    Messages messages;
    std::string text;
    EXPECT_EQ(compile(info, messages, &text), VKD3D_OK) << messages.text();
    EXPECT_NE(text.find("define void @main() {\n"), std::string::npos) << text;
    EXPECT_EQ(text.find("; input"), std::string::npos);

    vkd3d_shader_compile_option option{VKD3D_SHADER_COMPILE_OPTION_FORMATTING,
                                       VKD3D_SHADER_COMPILE_OPTION_FORMATTING_INDENT |
                                           VKD3D_SHADER_COMPILE_OPTION_FORMATTING_IO_SIGNATURES};
    info.options = &option;
    info.option_count = 1;
    EXPECT_EQ(compile(info, messages, &text), VKD3D_OK) << messages.text();
    EXPECT_NE(text.find("; input TEXCOORD0.xy, v0.xy, float, min16f\n"), std::string::npos) << text;
    EXPECT_NE(text.find("; input INDEX0.x, v1.x, int, min16i\n"), std::string::npos);
    EXPECT_NE(text.find("; input UNSIGNED0.y, v1.y, uint, min16u\n"), std::string::npos);
    EXPECT_NE(text.find("; output SV_Target0.xyzw, o0.xyzw, float, min16f, sv 64\n"), std::string::npos);
}

TEST(DxilApi, IsNoSourceOfDirect3D9Bytecode) {
    const Bytes bytes = shader("ps_min.ps_6_0.dxbc");
    DxilInfo info(bytes);
    info.target_type = VKD3D_SHADER_TARGET_D3D_BYTECODE;
    Messages messages;
    EXPECT_EQ(compile(info, messages), VKD3D_ERROR_INVALID_ARGUMENT);
}

TEST(DxilApi, DebugTwinStandsIn) {
    Bytes bytes = shader("cs_memory.cs_6_5_zi.dxbc");
    weft::Arena arena;
    weft::Diagnostics diag;
    weft::container::Container c;
    ASSERT_EQ(weft::container::parse(bytes, true, arena, diag, &c), weft::Result::ok);
    std::vector<weft::container::Part> parts;
    for (const auto &part : c.parts)
        if (part.tag != tag("DXIL")) parts.push_back(part);
    const auto stripped = weft::container::serialize(parts, arena);
    bytes.assign(stripped.begin(), stripped.end());
    DxilInfo info(bytes);
    Messages messages;
    std::string text;
    EXPECT_EQ(compile(info, messages, &text), VKD3D_OK) << messages.text();
    EXPECT_NE(text.find("!DISubprogram("), std::string::npos);
}

TEST(DxilApi, Scan) {
    const Bytes bytes = shader("hs_quad.hs_6_0.dxbc");
    DxilInfo info(bytes);
    info.target_type = VKD3D_SHADER_TARGET_NONE;
    vkd3d_shader_scan_signature_info signatures{};
    signatures.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_SIGNATURE_INFO;
    vkd3d_shader_scan_hull_shader_tessellation_info tessellation{};
    tessellation.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_HULL_SHADER_TESSELLATION_INFO;
    info.next = &signatures;
    signatures.next = &tessellation;
    Messages messages;
    ASSERT_EQ(vkd3d_shader_scan(&info, messages.out()), VKD3D_OK) << messages.text();
    EXPECT_TRUE(messages.null()) << messages.text();
    EXPECT_EQ(tessellation.output_primitive, VKD3D_SHADER_TESSELLATOR_OUTPUT_TRIANGLE_CCW);
    EXPECT_EQ(tessellation.partitioning, VKD3D_SHADER_TESSELLATOR_PARTITIONING_FRACTIONAL_EVEN);
    ASSERT_EQ(signatures.patch_constant.element_count, 7u);
    EXPECT_STREQ(signatures.patch_constant.elements[3].semantic_name, "SV_TessFactor");
    EXPECT_EQ(signatures.patch_constant.elements[3].semantic_index, 3u);
    EXPECT_EQ(signatures.patch_constant.elements[3].register_index, 3u);
    EXPECT_EQ(signatures.patch_constant.elements[3].sysval_semantic, VKD3D_SHADER_SV_TESS_FACTOR_QUADEDGE);
    EXPECT_EQ(signatures.output.element_count, 2u);
    vkd3d_shader_free_scan_signature_info(&signatures);
}

} // namespace
