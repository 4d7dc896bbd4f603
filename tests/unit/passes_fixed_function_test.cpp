// What the state of Direct3D 9's fixed pipeline makes of code; tests/shaders/state runs it.
#include "core/passes/fixed_function.h"
#include "pass_test.h"

namespace weft {
namespace {

using passes::Comparison;
using passes::FixedFunction;

std::string applied(std::string_view text, const FixedFunction &state) {
    return transform(
        text,
        [&](ir::Module &m) {
            Diagnostics diag;
            EXPECT_EQ(passes::apply_fixed_function(m, state, diag), Result::ok) << diag.text();
        },
        {}, true);
}

constexpr std::string_view pixel = R"(
    shader pixel
    input 0 TEXCOORD 1 float mask=0xc reg=0 interp=2
    input 1 COLOR 0 float mask=0xf reg=1 interp=2
    output 0 COLOR 0 float mask=0xf reg=0 sv=0x40
    output 1 COLOR 1 float mask=0xf reg=1 sv=0x40
    function
      %1 = load_input f32x2 _, _, [0 0 0]
      %2 = load_input f32x4 _, _, [1 0 0]
      %3 = shuffle f32x4 %1, %1, <0 1 0 1>
      store_output %3, _, _, [1 0 0]
      store_output %2, _, _, [0 0 0]
      return
)";

TEST(FixedFunction, NothingAskedFor) {
    FixedFunction state;
    EXPECT_EQ(trim(applied(pixel, state)), trim(pixel));
    state.clip_planes = passes::known(3); // not of this stage
    EXPECT_EQ(trim(applied(pixel, state)), trim(pixel));
}

TEST(FixedFunction, FlatColours) {
    FixedFunction state;
    state.flat_colors = true;
    const std::string code = applied(pixel, state);
    EXPECT_NE(code.find("COLOR 0 float mask=0xf reg=1 interp=1"), std::string::npos) << code;
    EXPECT_NE(code.find("TEXCOORD 1 float mask=0xc reg=0 interp=2"), std::string::npos) << code;
}

TEST(FixedFunction, AlphaTestDiscards) {
    FixedFunction state;
    state.alpha_test = passes::known(Comparison::greater);
    ir::Parameter reference;
    reference.type = ir::f32();
    state.alpha_reference = reference;
    const std::string code = applied(pixel, state);
    const size_t discard = code.find("demote");
    EXPECT_NE(discard, std::string::npos) << code;
    // Ahead of the target that it is about.
    EXPECT_LT(discard, code.find("[0 0 0]\n  return")) << code;
}

std::string vertex(const char *type, const char *value) {
    std::string text = "shader vertex\noutput 0 SV_Position 0 ";
    ((text += type) += " mask=0xf reg=0 sv=0x1\nfunction\nstore_output ") += value;
    return text += ", _, _, [0 0 0]\nreturn\n";
}

TEST(FixedFunction, ClipPlanesArePacked) {
    const std::string shader = vertex("float", "f32x4(1)");
    const struct {
        uint8_t planes;
        const char *first, *second;
    } cases[] = {{0x01, "0x1", nullptr}, {0xa9, "0xf", nullptr}, {0x3e, "0xf", "0x1"}, {0xff, "0xf", "0xf"}};
    for (const auto &c : cases) {
        FixedFunction state;
        state.clip_planes = passes::known(c.planes);
        for (ir::Parameter &plane : state.clip_plane)
            plane.type = ir::f32(4);
        const std::string code = applied(shader, state);
        auto element = [&](const char *index, const char *mask) {
            return code.find(std::string("SV_ClipDistance ") + index + " float mask=" + mask + " ") !=
                   std::string::npos;
        };
        EXPECT_TRUE(element("0", c.first)) << code;
        if (c.second) {
            EXPECT_TRUE(element("1", c.second)) << code;
        } else {
            EXPECT_EQ(code.find("SV_ClipDistance 1"), std::string::npos) << code;
        }
    }
}

// A damaged signature may call the position an integer; what verifies is what the distances are made of.
TEST(FixedFunction, PositionOfIntegers) {
    FixedFunction state;
    state.clip_planes = passes::known(1);
    state.clip_plane[0].type = ir::f32(4);
    state.clip_plane[0].source = ir::Parameter::Source::specialization;
    const std::string code = applied("shader vertex\ninput 0 A 0 uint mask=0xf reg=0\n"
                                     "output 0 SV_Position 0 uint mask=0xf reg=0 sv=0x1\nfunction\n"
                                     "%1 = load_input i32x4 _, _, [0 0 0]\n"
                                     "store_output %1, _, _, [0 0 0]\nreturn\n",
                                     state);
    EXPECT_NE(code.find("bitcast f32x4 %1"), std::string::npos) << code;
}

TEST(FixedFunction, ClipPlanesThatCannotBe) {
    FixedFunction state;
    state.clip_planes = passes::known(1);
    for (ir::Parameter &plane : state.clip_plane)
        plane.type = ir::f32(4);
    auto result = [&](std::string_view text) {
        Arena arena;
        ir::Module m(arena);
        std::string error;
        EXPECT_TRUE(ir::parse(text, m, &error)) << error;
        Diagnostics diag;
        return passes::apply_fixed_function(m, state, diag);
    };
    EXPECT_EQ(result("shader vertex\nfunction\nreturn\n"), Result::invalid_shader);
    EXPECT_EQ(result("shader vertex\noutput 0 SV_Position 0 float mask=0xf reg=0 sv=0x1\n"
                     "output 1 SV_ClipDistance 0 float mask=0x1 reg=1 sv=0x2\nfunction\n"
                     "store_output f32x4(1), _, _, [0 0 0]\nstore_output f32(1), _, _, [1 0 0]\nreturn\n"),
              Result::ok);
    state.clip_planes = passes::known(0x1f);
    EXPECT_EQ(result("shader vertex\noutput 0 SV_Position 0 float mask=0xf reg=0 sv=0x1\n"
                     "output 1 SV_ClipDistance 0 float mask=0xf reg=1 sv=0x2\nfunction\n"
                     "store_output f32x4(1), _, _, [0 0 0]\nstore_output f32x4(1), _, _, [1 0 0]\nreturn\n"),
              Result::invalid_argument);
}

} // namespace
} // namespace weft
