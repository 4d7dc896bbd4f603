// Inputs of pixel shaders for targets where an output may be larger than the input it feeds.
#include "core/passes/trim_inputs.h"
#include "pass_test.h"

namespace weft {
namespace {

std::string trimmed(std::string_view text) {
    return transform(text, passes::trim_inputs, {}, true);
}

// Trailing components go; first ones stay, for both sides of a location begin alike. System values are whole.
TEST(TrimInputs, EndsWithWhatIsRead) {
    EXPECT_EQ(trimmed(R"(
        shader pixel
        input 0 A 0 float mask=0xf reg=0 interp=2
        input 1 B 0 float mask=0xe reg=1 interp=2
        input 2 C 0 float mask=0xf reg=2 interp=2
        input 3 D 0 float mask=0xf reg=3 interp=2
        input 4 SV_Position 0 float mask=0xf reg=4 sv=0x1 interp=4
        output 0 SV_Target 0 float mask=0xf reg=0 sv=0x40
        function
          %1 = load_input f32x2 _, _, [0 0 0]
          %2 = load_input f32 _, _, [1 0 1]
          %3 = eval_input f32 _, _, [2 0 0], 0
          %4 = load_input f32 _, _, [2 0 3]
          %5 = load_input f32x2 _, _, [4 0 0]
          %6 = construct f32x4 %1, %5
          store_output %6, _, _, [0 0 0]
          return
    )"),
              trim(R"(
        shader pixel
        input 0 A 0 float mask=0x3 reg=0 interp=2
        input 1 B 0 float mask=0x6 reg=1 interp=2
        input 2 C 0 float mask=0xf reg=2 interp=2
        input 3 D 0 float mask=0xf reg=3 interp=2
        input 4 SV_Position 0 float mask=0xf reg=4 sv=0x1 interp=4
        output 0 SV_Target 0 float mask=0xf reg=0 sv=0x40
        function
          %1 = load_input f32x2 _, _, [0 0 0]
          %2 = load_input f32 _, _, [1 0 1]
          %3 = eval_input f32 _, _, [2 0 0], 0
          %4 = load_input f32 _, _, [2 0 3]
          %5 = load_input f32x2 _, _, [4 0 0]
          %6 = construct f32x4 %1, %5
          store_output %6, _, _, [0 0 0]
          return
    )"));
}

// What is loaded in one piece and looked at in part counts by its parts.
TEST(TrimInputs, LoadsShrink) {
    EXPECT_EQ(trimmed(R"(
        shader pixel
        input 0 A 0 float mask=0xf reg=0 interp=2
        input 1 B 0 float mask=0xf reg=1 interp=2
        input 2 C 0 float mask=0xf reg=2 interp=2
        output 0 SV_Target 0 float mask=0xf reg=0 sv=0x40
        function
          %1 = load_input f32x4 _, _, [0 0 0]
          %2 = load_input f32x4 _, _, [1 0 0]
          %3 = load_input f32x4 _, _, [2 0 0]
          %4 = extract f32 %1, 0
          %5 = shuffle f32x2 %2, %3, <1 5>
          %6 = construct f32x4 %5, %4, %4
          store_output %6, _, _, [0 0 0]
          return
    )"),
              trim(R"(
        shader pixel
        input 0 A 0 float mask=0x1 reg=0 interp=2
        input 1 B 0 float mask=0x3 reg=1 interp=2
        input 2 C 0 float mask=0x3 reg=2 interp=2
        output 0 SV_Target 0 float mask=0xf reg=0 sv=0x40
        function
          %1 = load_input f32 _, _, [0 0 0]
          %2 = load_input f32x2 _, _, [1 0 0]
          %3 = load_input f32x2 _, _, [2 0 0]
          %4 = alias f32 %1
          %5 = shuffle f32x2 %2, %3, <1 5>
          %6 = construct f32x4 %5, %4, %4
          store_output %6, _, _, [0 0 0]
          return
    )"));
}

TEST(TrimInputs, OfPixelShadersOnly) {
    const std::string_view vertex = R"(
        shader vertex
        input 0 A 0 float mask=0xf reg=0
        output 0 SV_Position 0 float mask=0xf reg=0 sv=0x1
        function
          %1 = load_input f32 _, _, [0 0 0]
          %2 = construct f32x4 %1, %1, %1, %1
          store_output %2, _, _, [0 0 0]
          return
    )";
    EXPECT_EQ(trimmed(vertex), trim(vertex));
}

} // namespace
} // namespace weft
