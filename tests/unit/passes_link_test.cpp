#include "core/passes/link.h"

#include "pass_test.h"

namespace weft {
namespace {

using signature::VaryingMapEntry;

constexpr uint32_t none = signature::no_register;

const char *const vertex = R"(
    shader vertex
    input 0 POSITION 0 float mask=0xf reg=0
    output 0 POSITION 0 float mask=0xf reg=0 sv=0x1
    output 1 COLOR 0 float mask=0x7 reg=1
    output 2 TEXCOORD 0 float mask=0x3 reg=2
    output 3 TEXCOORD 1 float mask=0xc reg=2
    function
      %1 = load_input f32x4 _, _, [0 0 0]
      %2 = shuffle f32x3 %1, %1, <0 1 2>
      %3 = shuffle f32x2 %1, %1, <2 3>
      store_output %1, _, _, [0 0 0]
      store_output %2, _, _, [1 0 0]
      store_output %3, _, _, [2 0 0]
      store_output f32x2(5, 6), _, _, [3 0 0]
      return
)";

std::string linked(std::span<const VaryingMapEntry> map) {
    return transform(
        vertex, [&](ir::Module &m) { passes::link(m, map); }, {}, true);
}

TEST(Link, DropsWhatNobodyReads) {
    EXPECT_EQ(linked({}), trim(R"(
        shader vertex
        input 0 POSITION 0 float mask=0xf reg=0
        output 0 POSITION 0 float mask=0xf sv=0x1
        function
          %1 = load_input f32x4 _, _, [0 0 0]
          %2 = shuffle f32x3 %1, %1, <0 1 2>
          %3 = shuffle f32x2 %1, %1, <2 3>
          store_output %1, _, _, [0 0 0]
          return
    )"));
}

// The colour is read wider than it is written: 1 for what is missing. The texture coordinate is read
// narrower. Texture coordinate 1 shares its register with another; its first component is the consumer's.
TEST(Link, TakesTheConsumersMasksAndLocations) {
    const VaryingMapEntry map[] = {{1, 4, 0xf}, {2, 5, 0x1}, {3, 6, 0x7}};
    EXPECT_EQ(linked(map), trim(R"(
        shader vertex
        input 0 POSITION 0 float mask=0xf reg=0
        output 0 COLOR 0 float mask=0xf reg=4 loc=4 scan=1
        output 1 TEXCOORD 0 float mask=0x1 reg=5 loc=5 scan=2
        output 2 TEXCOORD 1 float mask=0x7 reg=6 loc=6 scan=3
        output 3 POSITION 0 float mask=0xf scan=0 sv=0x1
        function
          %1 = load_input f32x4 _, _, [0 0 0]
          %2 = shuffle f32x3 %1, %1, <0 1 2>
          %3 = shuffle f32x2 %1, %1, <2 3>
          store_output %1, _, _, [3 0 0]
          %4 = shuffle f32x4 %1, f32x2(1, 0), <0 1 2 4>
          store_output %4, _, _, [0 0 0]
          %5 = extract f32 %1, 2
          store_output %5, _, _, [1 0 0]
          store_output f32x3(5, 6, 0), _, _, [2 0 0]
          return
    )"));
}

// A mask within the output's means these very components.
TEST(Link, SubsetNamesComponents) {
    const VaryingMapEntry map[] = {{1, 0, 0x6}, {3, 1, 0x8}};
    EXPECT_EQ(linked(map), trim(R"(
        shader vertex
        input 0 POSITION 0 float mask=0xf reg=0
        output 0 COLOR 0 float mask=0x6 reg=0 loc=0 scan=1
        output 1 TEXCOORD 1 float mask=0x8 reg=1 loc=1 scan=3
        output 2 POSITION 0 float mask=0xf scan=0 sv=0x1
        function
          %1 = load_input f32x4 _, _, [0 0 0]
          %2 = shuffle f32x3 %1, %1, <0 1 2>
          %3 = shuffle f32x2 %1, %1, <2 3>
          store_output %1, _, _, [2 0 0]
          %4 = shuffle f32x2 %1, %1, <1 2>
          store_output %4, _, _, [0 0 0]
          store_output f32(6), _, _, [1 0 0]
          return
    )"));
}

// Where columns are fixed, zw of the reader is not what the shader wrote to xy, and z is z.
TEST(Link, FixedColumnsKeepTheirLetters) {
    const VaryingMapEntry map[] = {{1, 0, 0xe}, {2, 1, 0xc}, {3, 2, 0xf}};
    EXPECT_EQ(transform(
                  vertex, [&](ir::Module &m) { passes::link(m, map, {}, true); }, {}, true),
              trim(R"(
        shader vertex
        input 0 POSITION 0 float mask=0xf reg=0
        output 0 COLOR 0 float mask=0xe reg=0 loc=0 scan=1
        output 1 TEXCOORD 0 float mask=0xc reg=1 loc=1 scan=2
        output 2 TEXCOORD 1 float mask=0xf reg=2 loc=2 scan=3
        output 3 POSITION 0 float mask=0xf scan=0 sv=0x1
        function
          %1 = load_input f32x4 _, _, [0 0 0]
          %2 = shuffle f32x3 %1, %1, <0 1 2>
          %3 = shuffle f32x2 %1, %1, <2 3>
          store_output %1, _, _, [3 0 0]
          %4 = shuffle f32x3 %1, f32x2(1, 0), <1 2 4>
          store_output %4, _, _, [0 0 0]
          store_output f32x2(0), _, _, [1 0 0]
          store_output f32x4(0, 0, 5, 6), _, _, [2 0 0]
          return
    )"));
}

// Four outputs were scanned: 4 asks for zeros, 5 for ones, anything above for zeros.
TEST(Link, SuppliesWhatNobodyWrites) {
    const VaryingMapEntry map[] = {{4, 0, 0xf}, {5, 1, 0x3}, {77, 2, 0x1}, {5, 3, 0x0}};
    EXPECT_EQ(linked(map), trim(R"(
        shader vertex
        input 0 POSITION 0 float mask=0xf reg=0
        output 0 _ 0 float mask=0xf reg=0 loc=0 scan=-1
        output 1 _ 0 float mask=0x3 reg=1 loc=1 scan=-1
        output 2 _ 0 float mask=0x1 reg=2 loc=2 scan=-1
        output 3 POSITION 0 float mask=0xf scan=0 sv=0x1
        function
          %1 = load_input f32x4 _, _, [0 0 0]
          %2 = shuffle f32x3 %1, %1, <0 1 2>
          %3 = shuffle f32x2 %1, %1, <2 3>
          store_output %1, _, _, [3 0 0]
          store_output f32x4(0), _, _, [0 0 0]
          store_output f32x2(1), _, _, [1 0 0]
          store_output f32(0), _, _, [2 0 0]
          return
    )"));
}

// One output for two inputs; a built-in that is also read as data; of overlapping entries the first holds.
TEST(Link, OneOutputFeedsSeveralInputs) {
    const VaryingMapEntry map[] = {{0, 0, 0xf}, {2, 1, 0x3}, {2, 2, 0x3}, {1, 2, 0x2}};
    EXPECT_EQ(linked(map), trim(R"(
        shader vertex
        input 0 POSITION 0 float mask=0xf reg=0
        output 0 POSITION 0 float mask=0xf reg=0 loc=0
        output 1 TEXCOORD 0 float mask=0x3 reg=1 loc=1 scan=2
        output 2 TEXCOORD 0 float mask=0x3 reg=2 loc=2
        output 3 POSITION 0 float mask=0xf scan=0 sv=0x1
        function
          %1 = load_input f32x4 _, _, [0 0 0]
          %2 = shuffle f32x3 %1, %1, <0 1 2>
          %3 = shuffle f32x2 %1, %1, <2 3>
          store_output %1, _, _, [3 0 0]
          store_output %1, _, _, [0 0 0]
          store_output %3, _, _, [2 0 0]
          store_output %3, _, _, [1 0 0]
          return
    )"));
}

// A hull shader's position is data that no map names; patch constants follow what the domain shader reads of
// the control points, and what only the patch function reads follows them.
TEST(Link, HullShader) {
    const VaryingMapEntry map[] = {{1, 3, 0x3}};
    EXPECT_EQ(transform(R"(
        shader hull
        vertices 3 3
        tessellation triangle integer triangle_cw
        output 0 SV_Position 0 float mask=0xf reg=0 sv=0x1
        output 1 A 0 float mask=0x3 reg=1
        output 2 B 0 float mask=0xf reg=2
        output 3 C 0 float mask=0xf reg=3
        patch 0 SV_TessFactor 0 float mask=0x1 reg=0 loc=4 sv=0xd
        patch 1 D 0 float mask=0x1 reg=5 loc=9
        function
          store_output f32x4(1), _, _, [0 0 0]
          store_output f32x2(2), _, _, [1 0 0]
          store_output f32x4(3), _, _, [2 0 0]
          store_output f32x4(4), _, _, [3 0 0]
          return
        patch_function
          %1 = load_output f32x4 _, i32(0), [3 0 0]
          %2 = load_output f32x4 _, i32(0), [0 0 0]
          %3 = extract f32 %1, 0
          store_patch %3, _, [1 0 0]
          return
    )",
                        [&](ir::Module &m) { passes::link(m, map); }, {}, true),
              trim(R"(
        shader hull
        vertices 3 3
        tessellation triangle integer triangle_cw
        output 0 A 0 float mask=0x3 reg=3 loc=3 scan=1
        output 1 SV_Position 0 float mask=0xf reg=0 scan=0 sv=0x1
        output 2 C 0 float mask=0xf loc=10 scan=3
        patch 0 SV_TessFactor 0 float mask=0x1 reg=0 loc=4 sv=0xd
        patch 1 D 0 float mask=0x1 reg=5 loc=9
        function
          store_output f32x4(1), _, _, [1 0 0]
          store_output f32x2(2), _, _, [0 0 0]
          store_output f32x4(4), _, _, [2 0 0]
          return
        patch_function
          %1 = load_output f32x4 _, i32(0), [2 0 0]
          %2 = load_output f32x4 _, i32(0), [1 0 0]
          %3 = extract f32 %1, 0
          store_patch %3, _, [1 0 0]
          return
    )"));
}

// Rows stored one component at a time bring no defaults; those stand at every exit.
TEST(Link, WidensWhatIsStoredByParts) {
    const VaryingMapEntry map[] = {{0, 3, 0xf}};
    EXPECT_EQ(transform(R"(
        shader vertex
        output 0 COLOR 0 float mask=0x3 reg=1
        function
          store_output f32(2), _, _, [0 0 0]
          store_output f32(3), _, _, [0 0 1]
          @1 = if bool(true)
            return
          end @1
          return
    )",
                        [&](ir::Module &m) { passes::link(m, map); }),
              trim(R"(
        function
          store_output f32(2), _, _, [0 0 0]
          store_output f32(3), _, _, [0 0 1]
          @1 = if bool(true)
            store_output f32x2(1), _, _, [0 0 2]
            return
          end @1
          store_output f32x2(1), _, _, [0 0 2]
          return
    )"));
}

TEST(Link, PixelShadersHaveNobodyToLinkTo) {
    const char *text = R"(
        shader pixel
        output 0 SV_Target 0 float mask=0xf reg=0 sv=0x40
        function
          store_output f32x4(1), _, _, [0 0 0]
          return
    )";
    EXPECT_EQ(transform(
                  text, [&](ir::Module &m) { passes::link(m, {}); }, {}, true),
              trim(text));
}

// Colour is read in part and kept whole besides; texture coordinate 0 is read whole, which is enough. What
// only one of the streams has goes by its stream.
TEST(Link, KeepsWhatSomeoneElseWants) {
    const char *text = R"(
        shader geometry
        vertices 1 0
        geometry point point 1 1
        output 0 COLOR 0 float mask=0xf reg=1
        output 1 TEXCOORD 0 float mask=0x3 reg=2
        output 2 TEXCOORD 1 float mask=0x1 reg=3
        output 3 TEXCOORD 1 float mask=0x1 reg=0 loc=4 stream=1
        function
          store_output f32x4(1), _, _, [0 0 0]
          store_output f32x2(2), _, _, [1 0 0]
          store_output f32(3), _, _, [2 0 0]
          emit_vertex 0
          store_output f32(4), _, _, [3 0 0]
          emit_vertex 1
          return
    )";
    const VaryingMapEntry map[] = {{0, 1, 0x3}, {1, 2, 0x3}};
    const passes::KeptOutput kept[] = {{"color", 0, 0}, {"TEXCOORD", 0, 0}, {"TEXCOORD", 1, 1}};
    EXPECT_EQ(transform(
                  text, [&](ir::Module &m) { passes::link(m, map, kept); }, {}, true),
              trim(R"(
        shader geometry
        geometry point point 1 1
        vertices 1 0
        output 0 COLOR 0 float mask=0x3 reg=1 loc=1
        output 1 TEXCOORD 0 float mask=0x3 reg=2 loc=2
        output 2 COLOR 0 float mask=0xf loc=3 scan=0
        output 3 TEXCOORD 1 float mask=0x1 loc=4 stream=1
        function
          store_output f32x4(1), _, _, [2 0 0]
          store_output f32x2(1), _, _, [0 0 0]
          store_output f32x2(2), _, _, [1 0 0]
          emit_vertex 0
          store_output f32(4), _, _, [3 0 0]
          emit_vertex 1
          return
    )"));
}

} // namespace
} // namespace weft
