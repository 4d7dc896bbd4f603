#include "core/passes/point_size.h"

#include "pass_test.h"

namespace weft {
namespace {

std::string geometry(const char *header) {
    return std::string(header) + R"(
        output 0 SV_Position 0 float mask=0xf reg=0 sv=0x1
        function
          store_output f32x4(1), _, _, [0 0 0]
          emit_vertex 0
          emit_vertex 1
          store_output f32x4(2), _, _, [0 0 0]
          emit_vertex 0
          cut_strip 0
          return
    )";
}

std::string sized(const std::string &text) {
    return transform(text, [](ir::Module &m) { passes::write_point_size(m); });
}

TEST(PointSize, OfEachVertexOfStream0) {
    EXPECT_EQ(sized(geometry("shader geometry\ngeometry line point 4 1")), trim(R"(
        function
          store_output f32x4(1), _, _, [0 0 0]
          store_output f32(1), _, _, [1 0 0]
          emit_vertex 0
          emit_vertex 1
          store_output f32x4(2), _, _, [0 0 0]
          store_output f32(1), _, _, [1 0 0]
          emit_vertex 0
          cut_strip 0
          return
    )"));
}

TEST(PointSize, NotOfLinesNorWhereItIsWritten) {
    const std::string lines = geometry("shader geometry\ngeometry point line 4 1");
    EXPECT_EQ(sized(lines), transform(lines, [](ir::Module &) {}));
    const std::string written =
        geometry("shader geometry\ngeometry point point 4 1\noutput 1 PSIZE 0 float mask=0x1 sv=0x89");
    EXPECT_EQ(sized(written), transform(written, [](ir::Module &) {}));
}

TEST(PointSize, WhereNoVertexGoesOut) {
    EXPECT_EQ(sized(R"(
        shader geometry
        geometry point point 4 1
        output 0 DATA 0 float mask=0x1 reg=0 stream=1
        function
          store_output f32(1), _, _, [0 0 0]
          emit_vertex 0x1
          return
    )"),
              trim(R"(
        function
          store_output f32(1), _, _, [1 0 0]
          store_output f32(1), _, _, [0 0 0]
          emit_vertex 1
          return
    )"));
}

TEST(PointSize, OfDomainShaders) {
    const std::string domain = R"(
        output 0 SV_Position 0 float mask=0xf reg=0 sv=0x1
        function
          store_output f32x4(1), _, _, [0 0 0]
          return
    )";
    EXPECT_EQ(sized("shader domain\nvertices 3 0\ntessellation triangle none none" + domain), trim(R"(
        function
          store_output f32x4(1), _, _, [0 0 0]
          store_output f32(1), _, _, [1 0 0]
          return
    )"));
    const std::string triangles =
        "shader domain\nvertices 3 0\ntessellation triangle none triangle_cw" + domain;
    EXPECT_EQ(sized(triangles), transform(triangles, [](ir::Module &) {}));
}

} // namespace
} // namespace weft
