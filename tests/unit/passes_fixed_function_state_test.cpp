#include "core/passes/fixed_function.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "core/driver/driver.h"
#include "pass_test.h"

namespace weft {
namespace {

using passes::FixedFunction;

ir::Parameter number(float v) {
    ir::Parameter p;
    p.type = ir::f32();
    p.words[0] = std::bit_cast<uint32_t>(v);
    return p;
}

ir::Parameter vector(float x, float y, float z, float w) {
    ir::Parameter p;
    p.type = ir::f32(4);
    const float values[] = {x, y, z, w};
    std::memcpy(p.words, values, sizeof(values));
    return p;
}

std::string applied(std::string_view text, const FixedFunction &state, bool header = false) {
    return transform(
        text,
        [&](ir::Module &m) {
            Diagnostics diag;
            EXPECT_EQ(apply_fixed_function(m, state, diag), Result::ok) << diag.text();
        },
        {}, header);
}

Result refused(std::string_view text, const FixedFunction &state) {
    Arena arena;
    ir::Module m(arena);
    std::string error;
    EXPECT_TRUE(ir::parse(text, m, &error)) << error;
    Diagnostics diag;
    const Result r = apply_fixed_function(m, state, diag);
    EXPECT_EQ(failed(r), diag.has_errors());
    return r;
}

std::string unchanged(std::string_view text) {
    return transform(text, [](ir::Module &) {});
}

const char *const target = R"(
    shader pixel
    output 0 SV_Target 0 float mask=0xe reg=0 sv=0x40
    output 1 SV_Target 1 float mask=0xf reg=1 sv=0x40
    function
      store_output f32x3(1, 2, 3), _, _, [0 0 0]
      store_output f32x4(4), _, _, [1 0 0]
      return
)";

// Alpha is where the mask has it, and only target 0 counts.
TEST(FixedFunctionState, AlphaTest) {
    FixedFunction state;
    state.alpha_reference = number(0.5f);
    EXPECT_EQ(applied(target, state), unchanged(target)); // always
    state.alpha_test = passes::known(passes::Comparison::never);
    EXPECT_EQ(applied(target, state), trim(R"(
        function
          demote bool(true)
          store_output f32x3(1, 2, 3), _, _, [0 0 0]
          store_output f32x4(4), _, _, [1 0 0]
          return
    )"));
    // Without alpha there is nothing to test.
    const char *red = R"(
        shader pixel
        output 0 SV_Target 0 float mask=0x1 reg=0 sv=0x40
        function
          store_output f32(1), _, _, [0 0 0]
          return
    )";
    EXPECT_EQ(applied(red, state), unchanged(red));
}

// Integers compare as numbers without a sign, whatever the target's type says.
TEST(FixedFunctionState, AlphaTestOfIntegers) {
    FixedFunction state;
    state.alpha_test = passes::known(passes::Comparison::less);
    state.alpha_reference = passes::known(7);
    EXPECT_EQ(applied(R"(
        shader pixel
        input 0 TEXCOORD 0 uint mask=0xf reg=0 interp=1
        output 0 SV_Target 0 uint mask=0xf reg=0 sv=0x40
        function
          %1 = load_input i32x4 _, _, [0 0 0]
          store_output %1, _, _, [0 0 0]
          return
    )",
                      state),
              trim(R"(
        function
          %1 = load_input i32x4 _, _, [0 0 0]
          %2 = extract i32 %1, 3
          %3 = ult bool %2, i32(7)
          %4 = uge bool %2, i32(7)
          demote %4
          store_output %1, _, _, [0 0 0]
          return
    )"));
}

const char *const vertex = R"(
    shader vertex
    input 0 POSITION 0 float mask=0xf reg=0
    output 0 SV_Position 0 float mask=0xf reg=0 sv=0x1
    function
      %1 = load_input f32x4 _, _, [0 0 0]
      store_output %1, _, _, [0 0 0]
      return
)";

TEST(FixedFunctionState, ClipPlanes) {
    FixedFunction state;
    state.clip_planes = passes::known(0x81);
    state.clip_plane[0] = vector(1, 0, 0, 0);
    state.clip_plane[7] = vector(0, 1, 0, 2);
    EXPECT_EQ(applied(vertex, state, true), trim(R"(
        shader vertex
        input 0 POSITION 0 float mask=0xf reg=0
        output 0 SV_Position 0 float mask=0xf reg=0 sv=0x1
        output 1 SV_ClipDistance 0 float mask=0x3 scan=-1 sv=0x2
        function
          %1 = load_input f32x4 _, _, [0 0 0]
          %2 = fdot f32 %1, f32x4(1, 0, 0, 0)
          %3 = fdot f32 %1, f32x4(0, 1, 0, 2)
          %4 = construct f32x2 %2, %3
          store_output %4, _, _, [1 0 0]
          store_output %1, _, _, [0 0 0]
          return
    )"));
}

TEST(FixedFunctionState, ClipPlanesComeBehindTheShadersOwnDistances) {
    FixedFunction state;
    state.clip_planes = passes::known(1);
    state.clip_plane[0] = vector(1, 0, 0, 0);
    EXPECT_EQ(applied(R"(
        shader vertex
        input 0 POSITION 0 float mask=0xf reg=0
        output 0 SV_Position 0 float mask=0xf reg=0 sv=0x1
        output 1 SV_ClipDistance 1 float mask=0x3 reg=1 sv=0x2
        function
          %1 = load_input f32x4 _, _, [0 0 0]
          store_output %1, _, _, [0 0 0]
          store_output f32x2(3), _, _, [1 0 0]
          return
    )",
                      state, true),
              trim(R"(
        shader vertex
        input 0 POSITION 0 float mask=0xf reg=0
        output 0 SV_Position 0 float mask=0xf reg=0 sv=0x1
        output 1 SV_ClipDistance 1 float mask=0x3 reg=1 sv=0x2
        output 2 SV_ClipDistance 2 float mask=0x1 scan=-1 sv=0x2
        function
          %1 = load_input f32x4 _, _, [0 0 0]
          %2 = fdot f32 %1, f32x4(1, 0, 0, 0)
          store_output %2, _, _, [2 0 0]
          store_output %1, _, _, [0 0 0]
          store_output f32x2(3), _, _, [1 0 0]
          return
    )"));
}

TEST(FixedFunctionState, ClipPlanesThatCannotBe) {
    FixedFunction state;
    state.clip_planes = passes::known(1);
    state.clip_plane[0] = vector(1, 0, 0, 0);
    EXPECT_EQ(refused(R"(
        shader vertex
        output 0 TEXCOORD 0 float mask=0xf reg=0
        function
          store_output f32x4(0), _, _, [0 0 0]
          return
    )",
                      state),
              Result::invalid_shader);
}

TEST(FixedFunctionState, PointSizeOfTheState) {
    FixedFunction state;
    state.point_size = number(8);
    state.point_size_min = number(1);
    state.point_size_max = number(4);
    EXPECT_EQ(applied(vertex, state, true), trim(R"(
        shader vertex
        input 0 POSITION 0 float mask=0xf reg=0
        output 0 SV_Position 0 float mask=0xf reg=0 sv=0x1
        output 1 PSIZE 0 float mask=0x1 scan=-1 sv=0x89
        function
          %1 = load_input f32x4 _, _, [0 0 0]
          store_output %1, _, _, [0 0 0]
          %2 = fmax f32 f32(8), f32(1)
          %3 = fmin f32 %2, f32(4)
          store_output %3, _, _, [1 0 0]
          return
    )"));
}

// The rasteriser takes the first component; the others may be a varying.
TEST(FixedFunctionState, PointSizeOfTheShader) {
    FixedFunction state;
    state.point_size = number(8);
    state.point_size_max = number(4);
    EXPECT_EQ(applied(R"(
        shader vertex
        input 0 POSITION 0 float mask=0xf reg=0
        output 0 PSIZE 0 float mask=0x6 reg=0 sv=0x89
        function
          %1 = load_input f32x2 _, _, [0 0 0]
          store_output %1, _, _, [0 0 0]
          return
    )",
                      state),
              trim(R"(
        function
          %1 = load_input f32x2 _, _, [0 0 0]
          %2 = extract f32 %1, 0
          %3 = fmin f32 %2, f32(4)
          %4 = extract f32 %1, 1
          %5 = construct f32x2 %3, %4
          store_output %5, _, _, [0 0 0]
          return
    )"));
}

// By w, and behind what planes and fog take of the position.
TEST(FixedFunctionState, PositionMoves) {
    FixedFunction state;
    state.position_offset = vector(0.5f, -0.25f, 9, 9);
    state.clip_planes = passes::known(1);
    state.clip_plane[0] = vector(1, 0, 0, 0);
    state.fog_source = passes::known(passes::FogSource::z);
    EXPECT_EQ(applied(R"(
        shader vertex
        output 0 SV_Position 0 float mask=0xf reg=0 sv=0x1
        function
          store_output f32x4(1, 2, 3, 4), _, _, [0 0 0]
          return
    )",
                      state),
              trim(R"(
        function
          %1 = fdot f32 f32x4(1, 2, 3, 4), f32x4(1, 0, 0, 0)
          store_output %1, _, _, [2 0 0]
          %2 = fmad f32x2 f32x2(4), f32x2(0.5, -0.25), f32x2(1, 2)
          %3 = construct f32x4 %2, f32(3), f32(4)
          store_output %3, _, _, [0 0 0]
          store_output f32(3), _, _, [1 0 0]
          return
    )"));
}

TEST(FixedFunctionState, FogFromPosition) {
    FixedFunction state;
    state.fog_source = passes::known(passes::FogSource::z);
    EXPECT_EQ(applied(vertex, state, true), trim(R"(
        shader vertex
        input 0 POSITION 0 float mask=0xf reg=0
        output 0 SV_Position 0 float mask=0xf reg=0 sv=0x1
        output 1 FOG 0 float mask=0x1 reg=1
        function
          %1 = load_input f32x4 _, _, [0 0 0]
          store_output %1, _, _, [0 0 0]
          %2 = extract f32 %1, 2
          store_output %2, _, _, [1 0 0]
          return
    )"));
    // There is no specular colour here.
    state.fog_source = passes::known(passes::FogSource::fog_or_specular_w);
    EXPECT_EQ(applied(vertex, state), unchanged(vertex));
}

// The position is taken whatever the shader puts out, its specular colour where it has no fog of its own.
TEST(FixedFunctionState, FogOfTheShader) {
    const char *const own = R"(
        shader vertex
        output 0 POSITION 0 float mask=0xf reg=0 sv=0x1
        output 1 FOG 0 float mask=0x3 reg=1
        output 2 COLOR 1 float mask=0xf reg=2
        function
          store_output f32x4(1, 2, 3, 4), _, _, [0 0 0]
          store_output f32x2(5, 6), _, _, [1 0 0]
          store_output f32x4(7, 8, 9, 10), _, _, [2 0 0]
          return
    )";
    FixedFunction state;
    state.fog_source = passes::known(passes::FogSource::fog_or_specular_w);
    EXPECT_EQ(applied(own, state), unchanged(own));
    state.fog_source = passes::known(passes::FogSource::w);
    EXPECT_EQ(applied(own, state), trim(R"(
        function
          store_output f32x4(1, 2, 3, 4), _, _, [0 0 0]
          store_output f32x4(7, 8, 9, 10), _, _, [2 0 0]
          store_output f32x2(4, 6), _, _, [1 0 0]
          return
    )"));
    // An element that is there for the sake of the pass is not the shader's.
    state.fog_source = passes::known(passes::FogSource::fog_or_specular_w);
    EXPECT_EQ(applied(R"(
        shader vertex
        output 0 COLOR 1 float mask=0xf reg=0
        output 1 FOG 0 float mask=0x1 reg=1
        function
          store_output f32x4(7, 8, 9, 10), _, _, [0 0 0]
          return
    )",
                      state),
              trim(R"(
        function
          store_output f32x4(7, 8, 9, 10), _, _, [0 0 0]
          store_output f32(10), _, _, [1 0 0]
          return
    )"));
}

// What only the pipeline or a buffer says selects among all that it may say.
TEST(FixedFunctionState, SelectorsThatComeLater) {
    auto later = [](uint32_t name) {
        ir::Parameter p;
        p.source = ir::Parameter::Source::buffer;
        p.type = ir::i32();
        p.name = name;
        return p;
    };
    FixedFunction state;
    state.alpha_test = later(1); // of 3, which is greater than 0
    EXPECT_EQ(applied(target, state), trim(R"(
        function
          %1 = spec_constant i32 0
          %2 = iadd i32 %1, i32(-1)
          %3 = uge bool %2, i32(7)
          %4 = and_ i32 %2, i32(1)
          %5 = ine bool %4, i32(0)
          %6 = and_ i32 %2, i32(2)
          %7 = ine bool %6, i32(0)
          %8 = and_ i32 %2, i32(4)
          %9 = ine bool %8, i32(0)
          %10 = or_ bool %3, %9
          %11 = not_ bool %10
          demote %11
          store_output f32x3(1, 2, 3), _, _, [0 0 0]
          store_output f32x4(4), _, _, [1 0 0]
          return
    )"));
    state = {};
    state.clip_planes = later(2);
    state.point_sprite = state.fog = later(3); // of another stage
    for (ir::Parameter &plane : state.clip_plane)
        plane = vector(1, 0, 0, 0);
    const std::string planes = applied(vertex, state, true);
    EXPECT_NE(planes.find("output 1 SV_ClipDistance 0 float mask=0xf"), std::string::npos) << planes;
    EXPECT_NE(planes.find("output 2 SV_ClipDistance 1 float mask=0xf"), std::string::npos) << planes;
    size_t selects = 0;
    for (size_t at = 0; (at = planes.find("select", at)) != std::string::npos; ++at)
        ++selects;
    EXPECT_EQ(selects, 8u) << planes;
}

// What the pass adds, a scan for the target reports, in the same place.
TEST(FixedFunctionState, ScansReportFog) {
    std::ifstream file(std::filesystem::path(WEFT_TEST_DATA) / "data" / "tpf" / "vs_basic.vs_4_0.bin",
                       std::ios::binary);
    const std::vector<uint8_t> code{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    ASSERT_FALSE(code.empty());
    driver::Parameter source;
    source.name = driver::ParameterName::fog_source;
    source.source = driver::ParameterSource::immediate;
    source.bits[0] = 3;
    driver::Options options;
    options.source_type = driver::SourceType::dxbc_tpf;
    options.parameters = {&source, 1};
    size_t own = 0;
    for (driver::TargetType target : {driver::TargetType::none, driver::TargetType::spirv_binary}) {
        options.target_type = target;
        Arena arena;
        Diagnostics diag;
        driver::ScanResult scanned;
        ASSERT_EQ(driver::scan(arena, code, options, {.signatures = true}, diag, &scanned), Result::ok);
        const signature::Element *fog = signature::find(scanned.outputs, "FOG", 0);
        if (target == driver::TargetType::none) {
            own = scanned.outputs.size();
            EXPECT_FALSE(fog);
        } else {
            ASSERT_EQ(scanned.outputs.size(), own + 1);
            EXPECT_EQ(fog, &scanned.outputs[own]);
            EXPECT_EQ(fog->scan_index, own);
        }
    }
}

// A value that a pipeline supplies is one parameter of the module, wherever it is used.
TEST(FixedFunctionState, ParametersAreKeptOnce) {
    FixedFunction state;
    state.fog = passes::known(passes::FogMode::linear);
    state.fog_color = vector(0, 0, 0, 0);
    state.fog_end = number(1);
    state.fog_scale = number(2);
    state.fog_scale.source = ir::Parameter::Source::specialization;
    Arena arena;
    ir::Module m(arena);
    std::string error;
    ASSERT_TRUE(ir::parse(R"(
        shader pixel
        input 0 FOG 0 float mask=0x1 reg=0 interp=2
        output 0 SV_Target 0 float mask=0xf reg=0 sv=0x40
        function
          @1 = if bool(true)
            store_output f32x4(1), _, _, [0 0 0]
            return
          end @1
          store_output f32x4(0), _, _, [0 0 0]
          return
    )",
                          m, &error))
        << error;
    Diagnostics diag;
    ASSERT_EQ(apply_fixed_function(m, state, diag), Result::ok);
    ASSERT_TRUE(ir::verify(m, &error)) << error;
    EXPECT_EQ(m.parameters.size(), 1u);
    EXPECT_EQ(m.inputs.size(), 1u);
}

} // namespace
} // namespace weft
