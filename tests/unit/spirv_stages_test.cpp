// Hull and domain shaders, and inputs of several vertices, as SPIR-V.
#include <gtest/gtest.h>

#include "core/driver/driver.h"
#include "core/ir/verify.h"
#include "core/spirv/text.h"
#include "core/spirv/writer.h"
#include "ir_parser.h"
#include "spirv_tools_test_util.h"
#include "tpf_test_util.h"

namespace weft {
namespace {

// The module's text without the names of ids, or a message. What is written must be valid.
std::string spirv_of(std::string_view ir, driver::Environment environment = driver::Environment::vulkan_1_0) {
    Arena arena;
    ir::Module m(arena);
    std::string message;
    if (!ir::parse(ir, m, &message)) return "parse: " + message;
    if (!ir::verify(m, &message, {.legalised = true, .exits_lowered = true})) return "verify: " + message;
    driver::Options options;
    options.environment = environment;
    Diagnostics diag;
    std::span<const uint32_t> words;
    if (failed(spirv::write(m, options, arena, diag, &words))) return diag.text();
    spirv::test::skip_without_spirv_tools();
    if (failed(spirv::validate(words, options, diag))) return "invalid: " + diag.text();
    std::string_view text;
    if (failed(spirv::disassemble(words, options, arena, diag, &text))) return diag.text();
    return std::string(text);
}

#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)
#define EXPECT_LACKS(text, part) EXPECT_EQ((text).find(part), std::string::npos) << (text)

constexpr std::string_view hull = R"(
    shader hull
    vertices 3 3
    tessellation triangle fractional_odd triangle_cw
    input 0 SV_Position 0 float mask=0xf reg=0 sv=0x1
    input 1 TEXCOORD 0 float mask=0x3 reg=1
    input 2 TEXCOORD 1 uint mask=0x4 reg=1
    input 3 _ 0 uint mask=0x1 scan=-1 sv=0x88
    output 0 SV_Position 0 float mask=0xf reg=0 sv=0x1
    output 1 TEXCOORD 0 float mask=0x3 reg=1
    patch 0 SV_TessFactor 0 float mask=0x1 reg=0 loc=2 sv=0xd
    patch 1 SV_TessFactor 2 float mask=0x1 reg=2 loc=4 sv=0xd
    patch 2 SV_InsideTessFactor 0 float mask=0x1 reg=3 loc=5 sv=0xe
    patch 3 COLOR 0 float mask=0xe reg=0 loc=2
    function
      %1 = load_input i32 _, _, [3 0 0]
      %2 = load_input f32x4 _, %1, [0 0 0]
      %3 = load_input f32x2 _, i32(2), [1 0 0]
      %4 = load_input i32 _, %1, [2 0 0]
      store_output %2, _, _, [0 0 0]
      store_output %3, _, _, [1 0 0]
      return
    patch_function
      %5 = load_output f32 _, i32(1), [1 0 1]
      store_patch %5, _, [0 0 0]
      store_patch f32(2), _, [1 0 0]
      store_patch f32(3), _, [2 0 0]
      store_patch f32x3(4), _, [3 0 0]
      return
)";

TEST(SpirvStages, HullEntryPoint) {
    const std::string text = spirv_of(hull);
    EXPECT_HAS(text, "OpEntryPoint TessellationControl");
    EXPECT_HAS(text, "OutputVertices 3");
    EXPECT_HAS(text, " Triangles");
    EXPECT_HAS(text, "SpacingFractionalOdd");
    EXPECT_HAS(text, "VertexOrderCw");
    // Execution scope Workgroup, memory scope Invocation, no semantics: what this stage allows.
    EXPECT_HAS(text, "OpControlBarrier %uint_2 %uint_4 %uint_0");
    EXPECT_HAS(text, "BuiltIn InvocationId");
    EXPECT_HAS(text, "BuiltIn TessLevelOuter");
    EXPECT_HAS(text, "BuiltIn TessLevelInner");
    EXPECT_HAS(text, "%_arr_float_uint_4 = OpTypeArray %float %uint_4");
    EXPECT_HAS(text, "%_arr_float_uint_2 = OpTypeArray %float %uint_2");
    // User data beside a factor has a location behind those of the control points.
    EXPECT_HAS(text, "OpDecorate %patch_COLOR0 Location 2");
    EXPECT_HAS(text, "OpDecorate %patch_COLOR0 Component 1");
    EXPECT_HAS(text, "OpDecorate %patch_COLOR0 Patch");
}

TEST(SpirvStages, PositionReachesTheHullShaderAsBuiltInAndLeavesItPlain) {
    const std::string text = spirv_of(hull);
    EXPECT_HAS(text, "OpDecorate %SV_Position BuiltIn Position");
    EXPECT_HAS(text, "OpDecorate %out_SV_Position0 Location 0");
    EXPECT_HAS(text, "%_arr_v4float_uint_3 = OpTypeArray %v4float %uint_3");
    EXPECT_HAS(text, "%SV_Position = OpVariable %_ptr_Input__arr_v4float_uint_3 Input");
}

TEST(SpirvStages, OneRowOfTwoElements) {
    const std::string text = spirv_of(hull);
    EXPECT_HAS(text, "%in_TEXCOORD0 = OpVariable %_ptr_Input__arr_v2float_uint_3 Input");
    EXPECT_HAS(text, "%in_TEXCOORD1 = OpVariable %_ptr_Input__arr_uint_uint_3 Input");
    EXPECT_HAS(text, "OpDecorate %in_TEXCOORD1 Component 2");
}

TEST(SpirvStages, TrianglesTurnAroundInOpenGl) {
    EXPECT_HAS(spirv_of(hull, driver::Environment::opengl_4_5), "VertexOrderCcw");
}

TEST(SpirvStages, HullFunctionsReturnAtTheirEnd) {
    EXPECT_HAS(spirv_of(R"(
        shader hull
        vertices 1 1
        tessellation isoline integer line
        input 0 _ 0 uint mask=0x1 scan=-1 sv=0x88
        function
          %1 = load_input i32 _, _, [0 0 0]
          %2 = ine bool %1, i32(0)
          @3 = if %2
            return
          end @3
          return
        patch_function
          return
    )"),
               "returns before its end");
}

constexpr std::string_view domain = R"(
    shader domain
    vertices 4 0
    tessellation quad none none
    input 0 SV_Position 0 float mask=0xf reg=0 sv=0x1
    input 1 COLOR 0 float mask=0x7 reg=1 rows=3
    input 2 _ 0 float mask=0x7 scan=-1 sv=0x86
    input 3 SV_PrimitiveID 0 uint mask=0x1 scan=-1 sv=0x7
    output 0 SV_Position 0 float mask=0xf reg=0 sv=0x1
    output 1 SV_ClipDistance 0 float mask=0x3 reg=1 sv=0x2
    patch 0 SV_TessFactor 3 float mask=0x1 reg=3 loc=7 sv=0xb
    patch 1 SV_InsideTessFactor 1 float mask=0x1 reg=5 loc=9 sv=0xc
    patch 2 FOO 0 uint mask=0x6 reg=5 loc=9
    function
      %1 = load_input f32x2 _, _, [2 0 0]
      %2 = load_input f32x4 _, i32(3), [0 0 0]
      %3 = load_patch f32 _, [0 0 0]
      %4 = load_patch f32 _, [1 0 0]
      %5 = load_patch i32x2 _, [2 0 0]
      %6 = load_input i32 _, _, [3 0 0]
      %7 = load_input f32x3 %6, %6, [1 0 0]
      %8 = extract f32 %7, 2
      %9 = extract f32 %1, 1
      %10 = fadd f32 %3, %4
      %11 = construct f32x2 %9, %10
      store_output %2, _, _, [0 0 0]
      store_output %11, _, _, [1 0 0]
      return
)";

TEST(SpirvStages, DomainShader) {
    const std::string text = spirv_of(domain);
    EXPECT_HAS(text, "OpEntryPoint TessellationEvaluation");
    EXPECT_HAS(text, " Quads");
    // What the domain shader does not know, it does not say.
    EXPECT_LACKS(text, "Spacing");
    EXPECT_LACKS(text, "VertexOrder");
    EXPECT_HAS(text, "BuiltIn TessCoord");
    EXPECT_HAS(text, "BuiltIn PrimitiveId");
    // A control point's position is data, the domain shader's is not.
    EXPECT_HAS(text, "OpDecorate %in_SV_Position0 Location 0");
    EXPECT_HAS(text, "OpDecorate %SV_Position BuiltIn Position");
    EXPECT_HAS(text, "OpDecorate %patch_FOO0 Location 9");
    EXPECT_HAS(text, "%in_COLOR2 = OpVariable %_ptr_Input__arr_v3float_uint_4 Input");
    // The row goes through an array that has a row of zeros behind its last one.
    EXPECT_HAS(text, "OpConstantNull %_arr_v3float_uint_4");
    EXPECT_HAS(text, "UMin");
}

TEST(SpirvStages, ValidInEveryEnvironment) {
    using enum driver::Environment;
    for (driver::Environment e : {opengl_4_5, vulkan_1_0, vulkan_1_1, vulkan_1_2, vulkan_1_3}) {
        EXPECT_HAS(spirv_of(hull, e), "OpEntryPoint TessellationControl");
        EXPECT_HAS(spirv_of(domain, e), "OpEntryPoint TessellationEvaluation");
    }
}

// A domain shader of a file, with or without what the caller knows of the hull shader.
std::string domain_shader(driver::TessellatorOutput output, bool point_size = true) {
    Arena arena;
    const auto file = tpf::test::read_file(tpf::test::data_folder() / "ds_quad.ds_5_0.bin");
    driver::Options options;
    options.source_type = driver::SourceType::dxbc_tpf;
    options.target_type = driver::TargetType::spirv_text;
    options.write_tess_geom_point_size = point_size;
    options.has_domain_info = output != driver::TessellatorOutput::none;
    options.domain_output = output;
    options.domain_partitioning = driver::TessellatorPartitioning::fractional_even;
    Diagnostics diag;
    driver::Output out;
    spirv::test::skip_without_spirv_tools();
    if (failed(driver::compile(arena, file, options, diag, &out))) return diag.text();
    return {reinterpret_cast<const char *>(out.code.data()), out.code.size()};
}

TEST(SpirvStages, CallerTellsTheDomainShaderOfTheTessellator) {
    using enum driver::TessellatorOutput;
    const std::string told = domain_shader(triangle_ccw);
    EXPECT_HAS(told, "SpacingFractionalEven");
    EXPECT_HAS(told, "VertexOrderCcw");
    EXPECT_LACKS(told, "PointSize");
    const std::string points = domain_shader(point);
    EXPECT_HAS(points, "PointMode");
    EXPECT_LACKS(points, "VertexOrder");
    EXPECT_HAS(points, "BuiltIn PointSize");
    EXPECT_HAS(points, "TessellationPointSize");
    // Untold, they may be points.
    const std::string untold = domain_shader(none);
    EXPECT_HAS(untold, "BuiltIn PointSize");
    EXPECT_LACKS(untold, "Spacing");
    EXPECT_LACKS(domain_shader(none, false), "PointSize");
}

TEST(SpirvStages, ClipDistancesOfVertices) {
    const std::string text = spirv_of(R"(
        shader hull
        vertices 2 1
        tessellation isoline pow2 point
        input 0 SV_ClipDistance 0 float mask=0x7 reg=1 sv=0x2
        input 1 SV_CullDistance 0 float mask=0x8 reg=1 sv=0x3
        input 2 SV_ClipDistance 1 float mask=0x1 reg=2 sv=0x2
        output 0 A 0 float mask=0xf reg=0
        patch 0 SV_TessFactor 0 float mask=0x1 reg=0 loc=1 sv=0x10
        patch 1 SV_TessFactor 1 float mask=0x1 reg=1 loc=2 sv=0xf
        function
          %1 = load_input f32x3 _, i32(1), [0 0 0]
          %2 = load_input f32 _, i32(1), [1 0 0]
          %3 = load_input f32 _, i32(0), [2 0 0]
          %4 = construct f32x4 %1, %2
          store_output %4, _, _, [0 0 0]
          return
        patch_function
          store_patch f32(3), _, [0 0 0]
          store_patch f32(5), _, [1 0 0]
          return
    )");
    EXPECT_HAS(text, "BuiltIn ClipDistance");
    EXPECT_HAS(text, "BuiltIn CullDistance");
    EXPECT_HAS(text, "%_arr__arr_float_uint_4_uint_2 = OpTypeArray %_arr_float_uint_4 %uint_2");
    EXPECT_HAS(text, "%_arr__arr_float_uint_1_uint_2 = OpTypeArray %_arr_float_uint_1 %uint_2");
    // Powers of two are the shader's business.
    EXPECT_HAS(text, "SpacingEqual");
    EXPECT_HAS(text, "PointMode");
    EXPECT_HAS(text, " Isolines");
}

TEST(SpirvStages, VertexMustBeThereOrNot) {
    const char *const head = R"(
        shader domain
        vertices 3 0
        tessellation triangle none none
        input 0 A 0 float mask=0xf reg=0
        input 1 SV_PrimitiveID 0 uint mask=0x1 sv=0x7
        function
    )";
    EXPECT_HAS(spirv_of(head + std::string("%1 = load_input f32x4 _, _, [0 0 0]\nreturn\n")),
               "vertex is missing");
    EXPECT_HAS(spirv_of(head + std::string("%1 = load_input i32 _, i32(0), [1 0 0]\nreturn\n")),
               "vertex is missing");
}

TEST(SpirvStages, OperationsOfOtherStages) {
    auto with = [](const char *stage, const char *code) {
        return spirv_of(std::string("shader ") + stage + R"(
            vertices 1 1
            tessellation isoline integer line
            output 0 A 0 float mask=0x1 reg=0
            patch 0 B 0 float mask=0x1 reg=0 loc=1
            function
        )" + code + "\nreturn\n");
    };
    EXPECT_HAS(with("domain", "%1 = load_output f32 _, i32(0), [0 0 0]"), "only a hull shader reads outputs");
    EXPECT_HAS(with("domain", "store_patch f32(1), _, [0 0 0]"), "only a hull shader makes");
    EXPECT_HAS(with("hull", "%1 = load_patch f32 _, [0 0 0]"), "only a domain shader reads");
}

TEST(SpirvStages, PatchConstantsMayNotShareLocationsOfControlPoints) {
    EXPECT_HAS(spirv_of(R"(
        shader domain
        vertices 3 0
        tessellation triangle none none
        input 0 A 0 float mask=0xf reg=0
        patch 0 B 0 float mask=0x1 reg=0 loc=0
        function
          %1 = load_input f32x4 _, i32(0), [0 0 0]
          %2 = load_patch f32 _, [0 0 0]
          return
    )"),
               "shares components of location 0");
}

TEST(SpirvStages, FactorThatDoesNotExist) {
    EXPECT_HAS(spirv_of(R"(
        shader domain
        vertices 3 0
        tessellation triangle none none
        patch 0 SV_TessFactor 4 float mask=0x1 reg=0 loc=0 sv=0xd
        function
          %1 = load_patch f32 _, [0 0 0]
          return
    )"),
               "no tessellation factor SV_TessFactor4");
}

} // namespace
} // namespace weft
