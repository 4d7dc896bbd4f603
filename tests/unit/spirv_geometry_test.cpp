// Geometry shaders and stream output as SPIR-V.
#include "spirv_test_util.h"

namespace weft::spirv {
namespace {

using namespace test;
using driver::Options;
using driver::TransformFeedbackElement;

std::string geometry(const char *input, const char *output, unsigned vertices) {
    return "shader geometry\nvertices " + std::to_string(vertices) + " 0\ngeometry " + input + " " + output +
           " 5 3\n" + R"(
        input 0 SV_Position 0 float mask=0xf reg=0 sv=0x1
        output 0 SV_Position 0 float mask=0xf reg=0 sv=0x1
        function
          %1 = load_input f32x4 _, i32(0), [0 0 0]
          store_output %1, _, _, [0 0 0]
          emit_vertex 0
          cut_strip 0
          return
    )";
}

TEST(SpirvGeometry, Primitives) {
    const struct {
        const char *name, *mode;
        unsigned vertices;
    } inputs[] = {{"point", "InputPoints", 1},
                  {"line", "InputLines", 2},
                  {"triangle", "Triangles", 3},
                  {"line_adjacency", "InputLinesAdjacency", 4},
                  {"triangle_adjacency", "InputTrianglesAdjacency", 6}};
    const struct {
        const char *name, *mode;
    } outputs[] = {
        {"point", "OutputPoints"}, {"line", "OutputLineStrip"}, {"triangle", "OutputTriangleStrip"}};
    for (const auto &in : inputs)
        for (const auto &out : outputs) {
            const Written w = write(geometry(in.name, out.name, in.vertices));
            EXPECT_TRUE(has(w, "OpCapability Geometry"));
            EXPECT_TRUE(has(w, std::string("OpExecutionMode * ") + in.mode));
            EXPECT_TRUE(has(w, std::string("OpExecutionMode * ") + out.mode));
            EXPECT_TRUE(has(w, "OpExecutionMode * OutputVertices 5"));
            EXPECT_TRUE(has(w, "OpExecutionMode * Invocations 3"));
            EXPECT_EQ(w.count("OpEmitVertex"), 1u);
            EXPECT_EQ(w.count("OpEndPrimitive"), 1u);
            EXPECT_TRUE(lacks(w, "OpCapability GeometryStreams"));
        }
    EXPECT_TRUE(
        refused(write("shader geometry\nfunction\n return\n"), Result::invalid_shader, {"primitive"}));
}

constexpr std::string_view two_streams = R"(
    shader geometry
    vertices 1 0
    geometry point point 5 1
    output 0 A 0 float mask=0x7 reg=0
    output 1 B 0 float mask=0x3 reg=0 loc=1 stream=1
    output 2 C 0 uint mask=0x4 reg=0 loc=1 stream=1
    function
      store_output f32x3(1), _, _, [0 0 0]
      emit_vertex 0
      store_output f32x2(2), _, _, [1 0 0]
      store_output i32(3), _, _, [2 0 0]
      emit_vertex 1
      cut_strip 1
      return
)";

TEST(SpirvGeometry, Streams) {
    const Written w = write(two_streams);
    EXPECT_TRUE(has(w, "OpCapability GeometryStreams"));
    EXPECT_TRUE(has(w, "OpDecorate %out_A0 Stream 0"));
    EXPECT_TRUE(has(w, "OpDecorate %out_B0 Stream 1"));
    EXPECT_TRUE(has(w, "OpDecorate %out_C0 Stream 1"));
    EXPECT_TRUE(has(w, "OpEmitStreamVertex %uint_0"));
    EXPECT_TRUE(has(w, "OpEmitStreamVertex %uint_1"));
    EXPECT_TRUE(has(w, "OpEndStreamPrimitive %uint_1"));
    EXPECT_EQ(w.count("OpEmitVertex"), 0u);
}

Options capturing(std::span<const TransformFeedbackElement> elements,
                  std::span<const uint32_t> strides = {}) {
    Options o;
    o.interface.has_transform_feedback = true;
    o.interface.transform_feedback = {elements, strides};
    return o;
}

TEST(SpirvCapture, StreamsHaveBuffersOfTheirOwn) {
    const TransformFeedbackElement elements[] = {
        {1, "b", 0, 0, 2, 2}, {0, "A", 0, 0, 3, 0}, {1, "C", 0, 0, 1, 2}};
    const Written w = write(two_streams, capturing(elements));
    EXPECT_TRUE(has(w, "OpDecorate %out_A0 XfbBuffer 0"));
    EXPECT_TRUE(has(w, "OpDecorate %out_B0 XfbBuffer 2"));
    EXPECT_TRUE(has(w, "OpDecorate %out_C0 XfbBuffer 2"));
    EXPECT_TRUE(has(w, "OpDecorate %out_C0 Offset 8"));
    EXPECT_TRUE(has(w, "OpDecorate %out_C0 XfbStride 12"));
    const TransformFeedbackElement mixed[] = {{1, "B", 0, 0, 2, 0}, {0, "A", 0, 0, 3, 0}};
    EXPECT_TRUE(refused(write(two_streams, capturing(mixed)), Result::invalid_shader, {"two streams"}));
}

constexpr std::string_view vertex = R"(
    shader vertex
    output 0 SV_Position 0 float mask=0xf reg=0 sv=0x1
    output 1 A 0 float mask=0x7 reg=1
    output 2 B 3 int mask=0x8 reg=1
    output 3 SV_ClipDistance 0 float mask=0x3 reg=2 sv=0x2
    function
      store_output f32x4(1), _, _, [0 0 0]
      store_output f32x3(2), _, _, [1 0 0]
      store_output i32(3), _, _, [2 0 0]
      store_output f32x2(4), _, _, [3 0 0]
      return
)";

TEST(SpirvCapture, WholeOutputsAreCapturedThemselves) {
    const TransformFeedbackElement elements[] = {
        {0, "A", 0, 0, 3, 0}, {0, "", 0, 0, 2, 0}, {0, "SV_Position", 0, 0, 4, 0}, {0, "B", 3, 0, 1, 1}};
    const uint32_t strides[] = {64};
    const Written w = write(vertex, capturing(elements, strides));
    EXPECT_TRUE(has(w, "OpCapability TransformFeedback"));
    EXPECT_TRUE(has(w, "OpExecutionMode * Xfb"));
    EXPECT_TRUE(has(w, "OpDecorate %out_A0 Offset 0"));
    EXPECT_TRUE(has(w, "OpDecorate %out_A0 XfbStride 64"));
    EXPECT_TRUE(has(w, "OpDecorate %SV_Position Offset 20")); // behind the gap
    // A stride that the caller leaves out is the size of what the buffer takes.
    EXPECT_TRUE(has(w, "OpDecorate %out_B3 XfbBuffer 1"));
    EXPECT_TRUE(has(w, "OpDecorate %out_B3 XfbStride 4"));
    EXPECT_EQ(w.count("OpVariable * Output"), write(vertex).count("OpVariable * Output"));
}

TEST(SpirvCapture, PartsHaveVariablesOfTheirOwn) {
    const TransformFeedbackElement elements[] = {
        {0, "A", 0, 1, 2, 0}, {0, "A", 0, 0, 3, 0}, {0, "A", 0, 0, 3, 1}, {0, "SV_ClipDistance", 0, 0, 2, 0}};
    const Written w = write(vertex, capturing(elements));
    // Two parts, the second copy and the slice of a built-in array; A itself is the first whole.
    const size_t plain = write(vertex).count("Output");
    EXPECT_GT(w.count("Output"), plain + 2);
    EXPECT_TRUE(has(w, "OpDecorate %out_A0 Offset 8"));
    EXPECT_TRUE(has(w, "Location 3"));
    EXPECT_TRUE(has(w, "Location 4"));
    EXPECT_TRUE(has(w, "Location 5"));
    EXPECT_TRUE(lacks(w, "Location 6"));
    EXPECT_EQ(w.count("XfbBuffer 0"), 3u);
    EXPECT_EQ(w.count("XfbBuffer 1"), 1u);
}

TEST(SpirvCapture, WhatTheShaderLacksLeavesAGap) {
    const TransformFeedbackElement elements[] = {
        {0, "NOTHING", 0, 0, 4, 0}, {0, "A", 1, 0, 1, 0}, {0, "A", 0, 2, 2, 0}, {0, "B", 3, 0, 1, 0}};
    const Written w = write(vertex, capturing(elements));
    EXPECT_EQ(w.count("XfbBuffer"), 1u);
    EXPECT_TRUE(has(w, "OpDecorate %out_B3 Offset 28"));
    EXPECT_TRUE(lacks(write(vertex, capturing({})), "Xfb"));
    const Written pixel = write(R"(
        shader pixel
        output 0 A 0 float mask=0xf reg=0 sv=0x40
        function
          store_output f32x4(1), _, _, [0 0 0]
          return
    )",
                                capturing(elements));
    EXPECT_TRUE(lacks(pixel, "Xfb"));
}

// No vertex beyond the last is ever read, whether its number is known or not.
TEST(SpirvGeometry, VerticesThatAreNotThere) {
    const Written w = write(R"(
        shader geometry
        vertices 3 0
        geometry triangle triangle 1 1
        input 0 SV_Position 0 float mask=0xf reg=0 sv=0x1
        input 1 SV_PrimitiveID 0 uint mask=0x1 scan=-1 sv=0x7
        output 0 SV_Position 0 float mask=0xf reg=0 sv=0x1
        output 1 A 0 float mask=0xf reg=1
        function
          %1 = load_input i32 _, _, [1 0 0]
          %2 = load_input f32x4 _, %1, [0 0 0]
          %3 = load_input f32x4 _, i32(7), [0 0 0]
          store_output %2, _, _, [0 0 0]
          store_output %3, _, _, [1 0 0]
          emit_vertex 0
          return
    )");
    EXPECT_TRUE(has(w, "UMin * %uint_2"));
    EXPECT_TRUE(lacks(w, "%uint_7"));
}

// A signature may say anything; a layer is one number, and so is its twin.
TEST(SpirvGeometry, TwinsOfBuiltInScalars) {
    const Written w = write(R"(
        shader geometry
        vertices 1 0
        geometry point triangle 1 1
        output 0 SV_RenderTargetArrayIndex 0 none mask=0xf reg=3 sv=0x4
        function
          store_output i32x4(1), _, _, [0 0 0]
          emit_vertex 0
          return
    )");
    EXPECT_TRUE(has(w, "OpDecorate %SV_RenderTargetArrayIndex BuiltIn Layer"));
    EXPECT_TRUE(has(w, "%out_SV_RenderTargetArrayIndex0 = OpVariable %_ptr_Output_uint Output"));
}

// The capability does not wait for a vertex.
TEST(SpirvGeometry, StreamsWithoutVertices) {
    const Written w = write(R"(
        shader geometry
        vertices 1 0
        geometry point line 1 1
        output 0 A 0 float mask=0x1 reg=0
        output 1 B 0 float mask=0x1 reg=0 loc=1 stream=1
        function
          store_output f32(1), _, _, [1 0 0]
          return
    )");
    EXPECT_TRUE(has(w, "OpCapability GeometryStreams"));
}

} // namespace
} // namespace weft::spirv
