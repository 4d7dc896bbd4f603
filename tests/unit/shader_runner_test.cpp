// The parts of shader-runner that need no device: what a wrong reading here would hide, no shader test could
// show.

#include "shader-runner/probes.h"
#include "shader-runner/sections.h"
#include "shader-runner/text_match.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>

using namespace weft::runner;

namespace {

Section make_section(std::string header, std::vector<std::string> lines) {
    Section section{1, std::move(header), {}};
    unsigned number = 1;
    for (auto &line : lines)
        section.lines.push_back({++number, std::move(line)});
    return section;
}

bool holds(const std::string &text, unsigned model, TagSet tags = 0) {
    Cursor cursor(text);
    const auto expression = Expression::parse(cursor);
    EXPECT_TRUE(expression) << text;
    return expression && expression->holds(model, tags);
}

bool probe_matches(const std::string &text, const std::vector<uint32_t> &words,
                   const char *format = "r32g32b32a32-float") {
    Probe probe;
    std::string error;
    Cursor cursor(text);
    EXPECT_TRUE(parse_probe(cursor, probe, error)) << text << ": " << error;
    ResourceDesc desc;
    desc.format = find_format(format);
    desc.texel_size = desc.format->bytes;
    desc.width = unsigned(words.size() * 4 / desc.texel_size);
    weft::cli::Bytes bytes(words.size() * 4);
    memcpy(bytes.data(), words.data(), bytes.size());
    return check_probe(probe, desc, bytes, error);
}

uint32_t bits(float value) {
    return std::bit_cast<uint32_t>(value);
}

TEST(RunnerLines, SectionsDropCommentsAndEmptyLines) {
    std::vector<Section> sections;
    unsigned line = 0;
    ASSERT_TRUE(
        split_sections("% comment\n\n[test]\ndraw quad\n% no\n  [unroll] x\r\n[require]\n", sections, line));
    ASSERT_EQ(sections.size(), 2u);
    EXPECT_EQ(sections[0].header, "[test]");
    EXPECT_EQ(sections[0].line, 3u);
    ASSERT_EQ(sections[0].lines.size(), 2u);
    EXPECT_EQ(sections[0].lines[0].number, 4u);
    EXPECT_EQ(sections[0].lines[1].text, "  [unroll] x");
    EXPECT_FALSE(split_sections("text\n[test]\n", sections, line));
    EXPECT_EQ(line, 1u);
}

TEST(RunnerLines, KeywordsEndAtWordBoundaries) {
    const std::string text = "  depth-bounds 1";
    Cursor cursor(text);
    EXPECT_FALSE(cursor.match("depth"));
    EXPECT_TRUE(cursor.match("depth-bounds"));
    EXPECT_STREQ(cursor.rest(), "1");
}

TEST(RunnerLines, DataWords) {
    const std::string text = "1 1.0 0x10 010 -1 .5 -0.5 4294967296 x";
    const uint32_t expected[] = {1, 0x3f800000, 16, 8, 0xffffffff, 0x3f000000, 0xbf000000, 0};
    Cursor cursor(text);
    uint32_t word;
    for (const uint32_t value : expected) {
        ASSERT_TRUE(cursor.read_data_word(word));
        EXPECT_EQ(word, value);
    }
    EXPECT_FALSE(cursor.read_data_word(word));
}

TEST(RunnerExpression, Models) {
    EXPECT_TRUE(holds("", sm2_0));
    EXPECT_TRUE(holds("(sm>=4)", sm4_0));
    EXPECT_FALSE(holds("(sm>=4.1)", sm4_0));
    EXPECT_TRUE(holds("(sm<4)", sm3_0));
    EXPECT_FALSE(holds("(sm<2)", sm2_0));
    EXPECT_TRUE(holds("(sm>=4 & sm<5.1)", sm5_0));
    EXPECT_FALSE(holds("(sm>=4 & sm<5.1)", sm5_1));
}

TEST(RunnerExpression, Tags) {
    const TagSet lavapipe = 1u << tag_vulkan | 1u << tag_llvmpipe | 1u << tag_mesa_lt_23_3;
    EXPECT_TRUE(holds("(vulkan)", sm4_0, lavapipe));
    EXPECT_FALSE(holds("(!vulkan)", sm4_0, lavapipe));
    EXPECT_TRUE(holds("(msl & sm>=6 | llvmpipe)", sm4_0, lavapipe));
    EXPECT_TRUE(holds("(mesa<23.3&llvmpipe)", sm4_0, lavapipe));
    EXPECT_FALSE(holds("(glsl|msl)", sm4_0, lavapipe));
    // Tags do not narrow the models of a shader header.
    const std::string text = "(msl & sm<6)";
    Cursor cursor(text);
    EXPECT_EQ(Expression::parse(cursor)->models(), 0x3f);
    const std::string wrong = "(windows)";
    Cursor wrong_cursor(wrong);
    EXPECT_FALSE(Expression::parse(wrong_cursor));
}

TEST(RunnerSections, ShaderHeader) {
    ShaderHeader header;
    Shader shader;
    ParseError error;
    ASSERT_TRUE(parse_shader(
        make_section("[pixel shader fail(sm<4) todo]", {"float4 main() : sv_target", "{ return 0; }"}), ".",
        header, shader, error));
    EXPECT_EQ(header.stage, Stage::pixel);
    EXPECT_EQ(header.expected[sm3_0], Expectation::fail);
    EXPECT_EQ(header.expected[sm4_0], Expectation::success);
    EXPECT_EQ(header.todo, all_models);
    EXPECT_EQ(shader.form, ShaderForm::hlsl);

    ASSERT_TRUE(parse_shader(make_section("[vertex shader d3dbc-hex]", {"fffe0200 0000ffff % end"}), ".",
                             header, shader, error));
    EXPECT_EQ(shader.form, ShaderForm::d3dbc);
    EXPECT_EQ(shader.code, (weft::cli::Bytes{0x00, 0x02, 0xfe, 0xff, 0xff, 0xff, 0x00, 0x00}));
    EXPECT_FALSE(
        parse_shader(make_section("[vertex shader d3dbc-hex]", {"fffe02"}), ".", header, shader, error));
    EXPECT_EQ(error.line, 2u);
    EXPECT_FALSE(parse_shader(make_section("[vertex shader unknown]", {}), ".", header, shader, error));
    // Blobs are files beside the test, which one is the runner's choice.
    ASSERT_TRUE(parse_shader(make_section("[vertex shader blobs=mad:vs_3_0,vs_5_0,vs_6_6]", {}), "here",
                             header, shader, error));
    EXPECT_FALSE(shader.exists());
    ASSERT_EQ(header.blobs.size(), 3u);
    EXPECT_EQ(header.blobs[0].path, "here/blobs/mad.vs_3_0.d3dbc");
    EXPECT_EQ(header.blobs[1].path, "here/blobs/mad.vs_5_0.dxbc");
    EXPECT_EQ(header.blobs[2].path, "here/blobs/mad.vs_6_6.dxil");
    EXPECT_EQ(header.blobs[0].models, form_models(ShaderForm::d3dbc));
    EXPECT_EQ(header.blobs[2].models, form_models(ShaderForm::dxil));
    for (const char *wrong :
         {"blobs=mad", "blobs=mad:", "blobs=:vs_3_0", "blobs=mad:ps_3_0", "blobs=mad:vs_3"})
        EXPECT_FALSE(parse_shader(make_section("[vertex shader " + std::string(wrong) + "]", {}), ".", header,
                                  shader, error))
            << wrong;
    // A section without a body empties the stage.
    ASSERT_TRUE(parse_shader(make_section("[vertex shader]", {}), ".", header, shader, error));
    EXPECT_FALSE(shader.exists());
}

TEST(RunnerSections, Resources) {
    ParseError error;
    auto desc = match_resource_header("[uav 3]");
    ASSERT_TRUE(desc);
    EXPECT_EQ(desc->slot, 3u);
    EXPECT_FALSE(parse_resource(make_section("[uav 3]", {"size (2d, 1, 1)"}), ".", *desc, error))
        << "a view needs a format";

    desc = match_resource_header("[srv 0]");
    ASSERT_TRUE(parse_resource(
        make_section("[srv 0]", {"size ( 2darray , 4, 2, 3 )", "levels 2", "format r32-uint", "fill 7"}), ".",
        *desc, error));
    EXPECT_EQ(desc->dimension, Dimension::d2_array);
    EXPECT_EQ(desc->layers, 3u);
    // (4 x 2 + 2 x 1) texels of 4 bytes in each of three layers
    EXPECT_EQ(desc->data.size(), 10u * 4 * 3);

    desc = match_resource_header("[uav 0]");
    ASSERT_TRUE(
        parse_resource(make_section("[uav 0]", {"stride 8", "size (buffer, 2)", "counter 5", "1 2 3 4"}), ".",
                       *desc, error));
    EXPECT_TRUE(desc->structured);
    EXPECT_EQ(desc->texel_size, 8u);
    EXPECT_EQ(desc->counter, 5u);
    EXPECT_FALSE(match_resource_header("[texture 0]"));
    EXPECT_TRUE(match_resource_header("[dsv]"));
}

TEST(RunnerSections, Require) {
    ParseError error;
    Requirements requirements;
    ASSERT_TRUE(parse_require(make_section("[require]", {"shader model >= 4.0", "shader model < 6.0",
                                                         "float64", "environment: vulkan-1.0"}),
                              requirements, error));
    EXPECT_EQ(requirements.first_model, unsigned(sm4_0));
    EXPECT_EQ(requirements.last_model, unsigned(sm5_1));
    EXPECT_EQ(requirements.capabilities, 1u << unsigned(Capability::float64));
    EXPECT_EQ(requirements.environment, Environment::vulkan_1_0);
    EXPECT_TRUE(requirements.environment_given);
    ASSERT_TRUE(parse_require(make_section("[require]", {"environment: vulkan-1.3"}), requirements, error));
    EXPECT_EQ(requirements.environment, Environment::vulkan_1_3);
    EXPECT_FALSE(parse_require(make_section("[require]", {"environment: vulkan-9"}), requirements, error));
    EXPECT_FALSE(parse_require(make_section("[require]", {"teleport"}), requirements, error));
}

TEST(RunnerProbes, UlpsAndZeros) {
    EXPECT_TRUE(probe_matches("(0) f32(0.0)", {0x80000000}, "r32-float"));
    EXPECT_TRUE(probe_matches("(0) f32(1.0) 1", {0x3f800001}, "r32-float"));
    EXPECT_FALSE(probe_matches("(0) f32(1.0)", {0x3f800001}, "r32-float"));
    EXPECT_TRUE(probe_matches("(0) f32(-1.0) 1", {0xbf800001}, "r32-float"));
    EXPECT_TRUE(probe_matches("(0) f32(inf)", {0x7f800000}, "r32-float"));
    // Across zero the distance is that of unsigned numbers, so it is never small.
    EXPECT_FALSE(probe_matches("(0) f32(1e-45) 16", {0x80000001}, "r32-float"));
}

TEST(RunnerProbes, Addressing) {
    // Four-value probes step by 16 bytes, one-value probes by 4.
    const std::vector<uint32_t> row = {bits(1), bits(2), bits(3), bits(4),
                                       bits(5), bits(6), bits(7), bits(8)};
    EXPECT_TRUE(probe_matches("(1, 0) rgba(5.0, 6.0, 7.0, 8.0)", row));
    EXPECT_TRUE(probe_matches("(5, 0) f32(6.0)", row));
    EXPECT_TRUE(probe_matches("(1, 0) f32(5.0, 6.0)", row));
    EXPECT_FALSE(probe_matches("(2, 0) rgba(5.0, 6.0, 7.0, 8.0)", row)) << "outside";
    EXPECT_FALSE(probe_matches("(0, 0, 2, 1) rgba(1.0, 2.0, 3.0, 4.0)", row))
        << "all texels of a region count";
    EXPECT_TRUE(probe_matches("uav 1 (0) u32(0x3f800000)", row));
    EXPECT_TRUE(probe_matches("(0) i32(-1)", {0xffffffff}, "r32-sint"));
    EXPECT_TRUE(probe_matches("(1) u64(0x300000004)", {0, 0, 4, 3}, "r32-uint"));
    EXPECT_TRUE(probe_matches("(0) f64(1.0)", {0, 0x3ff00000}, "r32-uint"));
}

TEST(RunnerProbes, OtherFormatsAreComparedAsNumbers) {
    EXPECT_TRUE(probe_matches("(1, 0) rgba(1.0, 0.0, 0.0, 1.0)", {0, 0xff0000ff}, "r8g8b8a8-unorm"));
    EXPECT_TRUE(probe_matches("(0, 0) rgba(0.0, 0.0, 1.0, 1.0)", {0xff0000ff}, "b8g8r8a8-unorm"));
    EXPECT_TRUE(probe_matches("(0, 0) rgba(1.0, -2.0, 0.0, 1.0)", {0xc0003c00}, "r16g16-float"));
    EXPECT_TRUE(probe_matches("(0, 0) rgba(-1.0, -1.0, 0.0, 1.0)", {0x80018000}, "r16g16-snorm"));
}

TEST(RunnerText, Patterns) {
    EXPECT_TRUE(line_contains("   %7 = OpFMul   %float %5 %6", "OpFMul %float"));
    EXPECT_TRUE(line_contains("OpDecorate %7 NoContraction", "OpDecorate * NoContraction"));
    EXPECT_FALSE(line_contains("OpDecorate %7 RelaxedPrecision", "OpDecorate * NoContraction"));
    EXPECT_FALSE(line_contains("b a", "a*b"));
    EXPECT_EQ(count_lines("OpFAdd\nOpFMul\nOpFAdd\n", "OpFAdd"), 2u);
}

TEST(RunnerSections, StreamOutput) {
    CaptureLayout layout;
    ParseError error;
    ASSERT_TRUE(parse_stream_output(
        make_section("[stream output]", {"0 0 xyzw SV_Position", "0 1 zw TEXCOORD 3", "0 0 xyz -",
                                         "1 0 x PSIZE", "stride 1 32", "rasterise none"}),
        layout, error))
        << error.text;
    ASSERT_EQ(layout.elements.size(), 4u);
    EXPECT_EQ(layout.elements[0].count, 4u);
    EXPECT_EQ(layout.elements[1].stream, 1u);
    EXPECT_EQ(layout.elements[1].first, 2u);
    EXPECT_EQ(layout.elements[1].count, 2u);
    EXPECT_EQ(layout.elements[1].name, "TEXCOORD");
    EXPECT_EQ(layout.elements[1].index, 3u);
    EXPECT_TRUE(layout.elements[2].name.empty());
    EXPECT_EQ(layout.elements[3].buffer, 1u);
    EXPECT_FALSE(layout.rasterise);
    // Without a stride a buffer is packed, gaps included.
    EXPECT_EQ(layout.strides, (std::vector<unsigned>{36, 32}));

    for (const char *wrong :
         {"4 0 x A", "0 4 x A", "0 0 xz A", "0 0 xyzwx A", "0 0 x", "0 0 A", "stride 0 6"})
        EXPECT_FALSE(parse_stream_output(make_section("[stream output]", {wrong}), layout, error)) << wrong;

    auto desc = match_resource_header("[so 2]");
    ASSERT_TRUE(desc);
    EXPECT_EQ(desc->kind, ResourceKind::so);
    EXPECT_FALSE(parse_resource(make_section("[so 2]", {"size (2d, 4, 4)"}), ".", *desc, error));
    desc = match_resource_header("[so 2]");
    EXPECT_TRUE(parse_resource(make_section("[so 2]", {"size (buffer, 4)"}), ".", *desc, error));
}

TEST(RunnerProbes, Targets) {
    struct {
        const char *text;
        Probe::Target target;
        ResourceKind kind;
    } cases[] = {{"dsv (0, 0) f32(0)", Probe::Target::resource, ResourceKind::dsv},
                 {"dsv stencil (0, 0) u32(0)", Probe::Target::stencil, ResourceKind::dsv},
                 {"so 3 (0) u32(0)", Probe::Target::resource, ResourceKind::so},
                 {"so 3 counter u32(0)", Probe::Target::counter, ResourceKind::so}};
    for (const auto &c : cases) {
        const std::string text = c.text;
        Cursor cursor(text);
        Probe probe;
        std::string error;
        ASSERT_TRUE(parse_probe(cursor, probe, error)) << c.text << ": " << error;
        EXPECT_EQ(probe.target, c.target) << c.text;
        EXPECT_EQ(probe.kind, c.kind) << c.text;
    }
}

} // namespace
