// What the caller's options, extensions and parameters make of a module.
#include "spirv_test_util.h"

namespace weft::spirv {
namespace {

using namespace test;
using driver::DenormalMode;
using driver::Environment;
using driver::Options;

constexpr std::string_view plain = R"(
    shader pixel
    input 0 TEXCOORD 0 float mask=0xf reg=0 interp=2
    output 0 SV_Target 0 float mask=0xf reg=0 sv=0x40
    function
      %1 = load_input f32x4 _, _, [0 0 0]
      %2 = fadd f32x4 %1, f32x4(1, 2, 3, 4)
      store_output %2, _, _, [0 0 0]
      return
)";

// --- the environment

TEST(SpirvOptions, Versions) {
    const struct {
        Environment environment;
        uint32_t version;
    } versions[] = {{Environment::opengl_4_5, 0x10000},
                    {Environment::vulkan_1_0, 0x10000},
                    {Environment::vulkan_1_1, 0x10300},
                    {Environment::vulkan_1_2, 0x10500},
                    {Environment::vulkan_1_3, 0x10600}};
    for (const auto &v : versions) {
        Options o;
        o.environment = v.environment;
        const Written w = write(plain, o);
        EXPECT_EQ(w.version, v.version);
        EXPECT_TRUE(lacks(w, "OpExtension"));
    }
    Options o;
    o.environment = Environment::none;
    EXPECT_TRUE(refused(write(plain, o), Result::error, {"environment"}));
}

TEST(SpirvOptions, EntryPoint) {
    Options o;
    o.entry_point = "draw_it";
    EXPECT_TRUE(has(write(plain, o), "OpEntryPoint Fragment * \"draw_it\""));
}

TEST(SpirvOptions, StripDebug) {
    EXPECT_TRUE(has(write(plain), "OpName"));
    Options o;
    o.strip_debug = true;
    o.buffer_uav_storage_buffer = true;
    for (std::string_view ir : {plain, std::string_view(R"(
            shader compute
            workgroup 1 1 1
            resource 0 rw_structured_buffer reg=0 stride=4 written counter
            resource 1 constant_buffer reg=0 size=1
            parameter 0 buffer i32 set=5
            parameter 1 specialization i32
            function
              %1 = counter i32 _, r0, 0
              %2 = load_cbuffer i32 i32(0), _, r1, 0
              %3 = iadd i32 %1, %2
              %4 = spec_constant i32 0
              %5 = iadd i32 %3, %4
              %6 = spec_constant i32 1
              %7 = iadd i32 %5, %6
              store_buffer %7, i32(7), _, r0
              return
        )")}) {
        for (const bool push : {false, true}) {
            const driver::PushConstantBuffer buffers[] = {{0, 0, driver::Visibility::all, 0, 16}};
            if (push) o.interface.push_constant_buffers = buffers;
            const Written w = write(ir, o);
            for (const char *op : {"OpName", "OpMemberName", "OpSource", "OpString", "OpLine"})
                EXPECT_TRUE(lacks(w, op));
            o.interface.push_constant_buffers = {};
        }
    }
}

TEST(SpirvOptions, FragmentCoordinateOrigin) {
    EXPECT_TRUE(has(write(plain), "OriginUpperLeft"));
    Options o;
    o.fragment_coordinate_lower_left = true;
    EXPECT_TRUE(refused(write(plain, o), Result::invalid_shader, {"E2004", "origin"}));
    o.environment = Environment::opengl_4_5;
    EXPECT_TRUE(has(write(plain, o), "OriginLowerLeft"));
}

// --- outputs

std::string target(const char *mask, const char *type, const char *value) {
    return std::string("shader pixel\noutput 0 SV_Target 0 float mask=") + mask +
           " reg=0 sv=0x40\nfunction\nstore_output " + type + value + ", _, _, [0 0 0]\nreturn\n";
}

TEST(SpirvOptions, OutputSwizzles) {
    const std::string all = target("0xf", "f32x4", "(1, 2, 3, 4)");
    const std::string two = target("0x3", "f32x2", "(1, 2)");
    const std::string last = target("0x8", "f32", "(4)");
    uint32_t swizzles[] = {0x03020100};
    Options o;
    o.output_swizzles = swizzles;
    auto stored = [](const Written &w) {
        std::string parts;
        for (const std::string &line : w.lines)
            if (Written::matches(line, "OpConstantComposite %v4float") ||
                Written::matches(line, "OpCompositeConstruct %v4float"))
                parts = line.substr(line.find("%v4float") + 9);
        return parts;
    };
    EXPECT_EQ(stored(write(all, o)), "%float_1 %float_2 %float_3 %float_4");
    auto component = [&](const std::string &ir, unsigned i) {
        // What the store makes component i of.
        const Written w = write(ir, o);
        const std::string parts = stored(w);
        const auto ids = Written::words(parts);
        if (ids.size() != 4) return "no vector of 4 components:\n" + w.text();
        const std::string id(ids[i]);
        if (!id.starts_with("%float") && w.count(id + " = OpCompositeExtract")) {
            for (const std::string &line : w.lines)
                if (line.starts_with(id + " = OpCompositeExtract"))
                    return "component " + line.substr(line.rfind(' ') + 1);
        }
        return w.count(id + " = OpConstantNull") ? "0" : id;
    };
    swizzles[0] = 0x03000102; // bgra
    for (unsigned i = 0; i < 4; ++i)
        EXPECT_EQ(component(all, i), "component " + std::to_string(i == 3 ? 3 : 2 - i));
    // A component that the shader does not write is 0; one that it writes goes where it is wanted.
    EXPECT_EQ(component(two, 0), "0");
    EXPECT_EQ(component(two, 1), "component 1");
    EXPECT_EQ(component(two, 2), "component 0");
    EXPECT_EQ(component(two, 3), "0");
    swizzles[0] = 0x00000003; // wxxx: alpha in a red format
    EXPECT_EQ(component(last, 0), "%float_4");
    EXPECT_EQ(component(last, 1), "0");
    // Outputs past the end of the list keep their order.
    o.output_swizzles = {};
    EXPECT_TRUE(has(write(last, o), "OpDecorate %out_SV_Target0 Component 3"));
}

TEST(SpirvOptions, DualSourceBlending) {
    constexpr std::string_view two = R"(
        shader pixel
        output 0 SV_Target 0 float mask=0xf reg=0 sv=0x40
        output 1 SV_Target 1 float mask=0xf reg=1 sv=0x40
        function
          store_output f32x4(1), _, _, [0 0 0]
          store_output f32x4(2), _, _, [1 0 0]
          return
    )";
    Options o;
    Written w = write(two, o);
    EXPECT_TRUE(has(w, "OpDecorate %out_SV_Target1 Location 1"));
    EXPECT_TRUE(lacks(w, "Index"));
    o.dual_source_blending = true;
    w = write(two, o);
    for (const char *i : {"0", "1"}) {
        const std::string id = std::string("OpDecorate %out_SV_Target") + i;
        EXPECT_TRUE(has(w, id + " Location 0"));
        EXPECT_TRUE(has(w, id + " Index " + i));
    }
}

// --- extensions

// Each of them: a shader that needs it, what it then declares, and the words of the refusal.
struct Need {
    const char *what;
    uint32_t extension;
    std::string_view ir;
    std::initializer_list<std::string_view> lines;
    const char *name;
};

const Need needs[] = {
    {"stencil reference",
     driver::extension_stencil_export,
     R"(shader pixel
        output 0 SV_StencilRef 0 uint mask=0x1 sv=0x45
        function
          store_output i32(7), _, _, [0 0 0]
          return
     )",
     {"OpExtension \"SPV_EXT_shader_stencil_export\"", "OpCapability StencilExportEXT",
      "OpExecutionMode %main StencilRefReplacingEXT", "BuiltIn FragStencilRefEXT"},
     "SPV_EXT_shader_stencil_export"},
    {"layer of a vertex shader",
     driver::extension_viewport_index_layer,
     R"(shader vertex
        output 0 SV_RenderTargetArrayIndex 0 uint mask=0x1 reg=0 sv=0x4
        function
          store_output i32(1), _, _, [0 0 0]
          return
     )",
     {"OpExtension \"SPV_EXT_shader_viewport_index_layer\"", "OpCapability ShaderViewportIndexLayerEXT",
      "BuiltIn Layer"},
     "SPV_EXT_shader_viewport_index_layer"},
    {"viewport of a vertex shader",
     driver::extension_viewport_index_layer,
     R"(shader vertex
        output 0 SV_ViewportArrayIndex 0 uint mask=0x1 reg=0 sv=0x5
        function
          store_output i32(1), _, _, [0 0 0]
          return
     )",
     {"OpExtension \"SPV_EXT_shader_viewport_index_layer\"", "OpCapability ShaderViewportIndexLayerEXT",
      "BuiltIn ViewportIndex"},
     "SPV_EXT_shader_viewport_index_layer"},
    {"rasteriser-ordered view",
     driver::extension_fragment_shader_interlock,
     R"(shader pixel
        input 0 TEXCOORD 0 uint mask=0x3 reg=0 interp=1
        resource 0 image d2 uint reg=0 read written rasteriser_ordered
        function
          %1 = load_input i32x2 _, _, [0 0 0]
          %2 = tex_load i32x4 r0, _, 0x0 coord=%1
          tex_store r0, _, 0x0 coord=%1 value=%2
          return
     )",
     {"OpExtension \"SPV_EXT_fragment_shader_interlock\"", "OpCapability FragmentShaderPixelInterlockEXT",
      "OpExecutionMode %main PixelInterlockOrderedEXT", "OpBeginInvocationInterlockEXT",
      "OpEndInvocationInterlockEXT"},
     "SPV_EXT_fragment_shader_interlock"},
};

TEST(SpirvOptions, Extensions) {
    for (const Need &n : needs) {
        SCOPED_TRACE(n.what);
        Options o;
        o.extensions = ~n.extension & 0x7e & ~driver::extension_float_controls;
        EXPECT_TRUE(refused(write(n.ir, o), Result::invalid_shader, {"E2004", n.name}));
        o.extensions = n.extension;
        const Written w = write(n.ir, o);
        for (std::string_view line : n.lines)
            EXPECT_TRUE(has(w, line));
        // What is not needed is not declared.
        const Written without = write(plain, o);
        EXPECT_TRUE(lacks(without, "OpExtension"));
    }
}

// A caller tells from the result whether the shader or the interface is at fault, the target lacks something,
// or this library does.
TEST(SpirvOptions, ResultsTellFaultsFromWhatIsMissing) {
    constexpr std::string_view offset_by_value = R"(
        shader pixel
        input 0 OFFSET 0 int mask=0x3 reg=0 interp=1
        output 0 SV_Target 0 float mask=0xf reg=0 sv=0x40
        resource 0 texture d2 float reg=0 plain_sample
        resource 1 sampler reg=0
        function
          %1 = load_input i32x2 _, _, [0 0 0]
          %2 = sample f32x4 r0, r1, 0x0 coord=f32x2(0.5) offset=%1
          store_output %2, _, _, [0 0 0]
          return
    )";
    EXPECT_TRUE(refused(write(offset_by_value), Result::not_implemented, {"E2008", "texel offset"}));
    const driver::ResourceBinding elsewhere[] = {
        {driver::DescriptorType::srv, 0, 9, driver::Visibility::all, driver::binding_image, {0, 0, 1}, {}}};
    Options o;
    o.interface.bindings = elsewhere;
    EXPECT_TRUE(refused(write(offset_by_value, o), Result::invalid_shader, {"E2000"}));
    o = {};
    o.extensions = 0;
    EXPECT_TRUE(refused(write(needs[0].ir, o), Result::invalid_shader, {"E2004", needs[0].name}));
}

// In Vulkan 1.2 the layer and the viewport index need no extension.
TEST(SpirvOptions, LayerInVulkan12) {
    Options o;
    o.environment = Environment::vulkan_1_2;
    const Written w = write(needs[1].ir, o);
    EXPECT_TRUE(has(w, "OpCapability ShaderLayer"));
    EXPECT_TRUE(lacks(w, "OpExtension"));
}

// Every path out of the shader ends the interlock, and nothing of the view is touched outside of it.
TEST(SpirvOptions, InterlockSpansTheShader) {
    Options o;
    o.extensions = driver::extension_fragment_shader_interlock;
    const Written w = write(R"(
        shader pixel
        input 0 TEXCOORD 0 float mask=0x1 reg=0 interp=2
        resource 0 rw_raw_buffer reg=0 read written rasteriser_ordered
        function
          %1 = load_input f32 _, _, [0 0 0]
          %2 = load_buffer i32 i32(0), _, r0
          %3 = flt bool %1, f32(0.5)
          @4 = if %3
            return
          end @4
          store_buffer i32(1), %2, _, r0
          return
    )",
                            o);
    EXPECT_EQ(w.count("OpBeginInvocationInterlockEXT"), 1u) << w.text();
    size_t begin = 0, first = 0, last_end = 0, last_access = 0;
    for (size_t i = 0; i < w.lines.size(); ++i) {
        if (Written::matches(w.lines[i], "OpBeginInvocationInterlockEXT")) begin = i;
        if (Written::matches(w.lines[i], "OpEndInvocationInterlockEXT")) last_end = i;
        if (!first && Written::matches(w.lines[i], "OpImageRead")) first = i;
        if (Written::matches(w.lines[i], "OpImageWrite")) last_access = i;
        // Nothing but the return stands behind an end.
        if (Written::matches(w.lines[i], "OpReturn")) {
            EXPECT_TRUE(Written::matches(w.lines[i - 1], "OpEndInvocationInterlockEXT")) << w.text();
        }
    }
    EXPECT_LT(begin, first);
    EXPECT_LT(last_access, last_end);
}

TEST(SpirvOptions, InterlockIsForPixelShaders) {
    Options o;
    o.extensions = driver::extension_fragment_shader_interlock;
    EXPECT_TRUE(refused(write(R"(
        shader compute
        workgroup 1 1 1
        resource 0 rw_raw_buffer reg=0 written rasteriser_ordered
        function
          store_buffer i32(1), i32(2), _, r0
          return
    )",
                              o),
                        Result::invalid_shader, {"E2004"}));
}

TEST(SpirvOptions, Demote) {
    constexpr std::string_view discards = R"(
        shader pixel
        input 0 TEXCOORD 0 float mask=0x1 reg=0 interp=2
        output 0 SV_Target 0 float mask=0x1 reg=0 sv=0x40
        function
          %1 = load_input f32 _, _, [0 0 0]
          %2 = flt bool %1, f32(0.5)
          demote %2
          %3 = ddx f32 %1, 0
          store_output %3, _, _, [0 0 0]
          return
    )";
    Options o;
    const Written kills = write(discards, o);
    EXPECT_TRUE(lacks(kills, "OpExtension"));
    EXPECT_TRUE(has(kills, "OpKill"));
    o.extensions = driver::extension_demote_to_helper_invocation;
    const Written demotes = write(discards, o);
    EXPECT_TRUE(has(demotes, "OpExtension \"SPV_EXT_demote_to_helper_invocation\""));
    EXPECT_TRUE(has(demotes, "OpCapability DemoteToHelperInvocation"));
    EXPECT_TRUE(has(demotes, "OpDemoteToHelperInvocation"));
    EXPECT_TRUE(lacks(demotes, "OpKill"));
}

// --- float controls

TEST(SpirvOptions, FloatControls) {
    Options o;
    EXPECT_TRUE(lacks(write(plain, o), "SPV_KHR_float_controls"));
    o.extensions = driver::extension_float_controls;
    const Written w = write(plain, o);
    EXPECT_TRUE(has(w, "OpExtension \"SPV_KHR_float_controls\""));
    EXPECT_TRUE(has(w, "OpCapability SignedZeroInfNanPreserve"));
    EXPECT_TRUE(has(w, "OpExecutionMode %main SignedZeroInfNanPreserve 32"));
    EXPECT_TRUE(lacks(w, "OpExecutionMode %main DenormFlushToZero"));
}

constexpr std::string_view doubles = R"(
    shader compute
    workgroup 1 1 1
    resource 0 rw_raw_buffer reg=0 read written
    function
      %1 = load_buffer i32x2 i32(0), _, r0
      %2 = bitcast f64 %1
      %3 = fadd f64 %2, %2
      %4 = bitcast i32x2 %3
      store_buffer i32(0), %4, _, r0
      return
)";

TEST(SpirvOptions, DenormalModes) {
    const struct {
        DenormalMode mode;
        const char *name;
    } modes[] = {{DenormalMode::preserve, "DenormPreserve"},
                 {DenormalMode::flush_to_zero, "DenormFlushToZero"}};
    for (const auto &m : modes) {
        Options o;
        o.extensions = driver::extension_float_controls;
        o.features = driver::feature_float64;
        o.denormal_f32 = {true, m.mode};
        Written w = write(plain, o);
        EXPECT_TRUE(has(w, std::string("OpCapability ") + m.name));
        EXPECT_TRUE(has(w, std::string("OpExecutionMode %main ") + m.name + " 32"));
        // Widths that the module has nothing of stay out of it.
        o.denormal_f16 = o.denormal_f64 = o.denormal_f32;
        w = write(plain, o);
        EXPECT_TRUE(lacks(w, std::string(m.name) + " 64"));
        EXPECT_TRUE(lacks(w, std::string(m.name) + " 16"));
        EXPECT_TRUE(has(write(doubles, o), std::string("OpExecutionMode %main ") + m.name + " 64"));
    }
    Options o;
    o.extensions = driver::extension_float_controls;
    o.denormal_f32 = {true, DenormalMode::any};
    EXPECT_TRUE(lacks(write(plain, o), "OpExecutionMode %main DenormPreserve"));
}

// Without the extension: an error from API version 2.0 on, before that a warning.
TEST(SpirvOptions, DenormalModesThatCannotBe) {
    Options o;
    o.denormal_f32 = {true, DenormalMode::flush_to_zero};
    const Written warned = write(plain, o);
    EXPECT_TRUE(lacks(warned, "SPV_KHR_float_controls"));
    EXPECT_NE(warned.messages.find("W2302"), std::string::npos) << warned.messages;
    o.api_version = 20;
    EXPECT_TRUE(refused(write(plain, o), Result::invalid_shader, {"E2004", "SPV_KHR_float_controls"}));
    // What the source language implies is taken where it can be had.
    o.denormal_f32.implied = true;
    EXPECT_EQ(write(plain, o).messages, "");
    o.denormal_f32 = {true, DenormalMode::any};
    EXPECT_EQ(write(plain, o).messages, "");
}

// --- features

TEST(SpirvOptions, Float64) {
    Options o;
    EXPECT_TRUE(refused(write(doubles, o), Result::invalid_shader, {"E2004", "FLOAT64"}));
    o.features = driver::feature_float64;
    EXPECT_TRUE(has(write(doubles, o), "OpCapability Float64"));
}

TEST(SpirvOptions, Int64) {
    constexpr std::string_view wide = R"(
        shader compute
        workgroup 1 1 1
        resource 0 rw_raw_buffer reg=0 read written
        function
          %1 = load_buffer i32x2 i32(0), _, r0
          %2 = bitcast i64 %1
          %3 = iadd i64 %2, %2
          %4 = bitcast i32x2 %3
          store_buffer i32(0), %4, _, r0
          return
    )";
    Options o;
    EXPECT_TRUE(refused(write(wide, o), Result::invalid_shader, {"E2004", "INT64"}));
    o.features = driver::feature_int64;
    EXPECT_TRUE(has(write(wide, o), "OpCapability Int64"));
}

TEST(SpirvOptions, ZeroInitialisedGroupMemory) {
    constexpr std::string_view shared = R"(
        shader compute
        workgroup 8 1 1
        resource 0 rw_raw_buffer reg=0 written
        shared 0 elements=16 i32
        function
          %1 = load_shared i32 i32(3), 0
          store_buffer i32(0), %1, _, r0
          return
    )";
    Options o;
    Written w = write(shared, o);
    EXPECT_TRUE(lacks(w, "OpVariable %_ptr_Workgroup__arr_uint_uint_16 Workgroup *"));
    EXPECT_TRUE(has(w, "OpVariable %_ptr_Workgroup__arr_uint_uint_16 Workgroup"));
    o.features = driver::feature_zero_initialize_workgroup_memory;
    w = write(shared, o);
    EXPECT_TRUE(has(w, "OpVariable %_ptr_Workgroup__arr_uint_uint_16 Workgroup " +
                           w.id_of("OpConstantNull %_arr_uint_uint_16")));
}

// --- parameters

std::string with_parameter(const char *declaration, const char *type) {
    std::string ir = "shader pixel\noutput 0 SV_Target 0 float mask=0xf reg=0 sv=0x40\nparameter 0 ";
    ir += declaration;
    ir += "\nfunction\n%1 = spec_constant ";
    ir += type;
    ir += " 0\n";
    if (std::string_view(type) == "f32x4")
        ir += "store_output %1, _, _, [0 0 0]\nreturn\n";
    else
        ir += "%2 = construct f32x4 %1, %1, %1, %1\nstore_output %2, _, _, [0 0 0]\nreturn\n";
    return ir;
}

TEST(SpirvOptions, ParameterAsSpecializationConstant) {
    Written w = write(with_parameter("specialization f32 spec=7", "f32"));
    EXPECT_TRUE(has(w, "OpDecorate " + w.id_of("OpSpecConstant %float") + " SpecId 7"));
    // A vector takes four in a row.
    w = write(with_parameter("specialization f32x4 spec=7", "f32x4"));
    EXPECT_EQ(w.count("OpSpecConstant %float"), 4u) << w.text();
    for (const char *n : {"7", "8", "9", "10"})
        EXPECT_TRUE(has(w, std::string("SpecId ") + n));
    EXPECT_TRUE(has(w, "OpSpecConstantComposite %v4float"));
}

TEST(SpirvOptions, ParameterAsLiteral) {
    const Written w = write(with_parameter("immediate f32", "f32"));
    EXPECT_TRUE(lacks(w, "OpSpecConstant"));
    EXPECT_TRUE(has(w, "%float_0"));
}

TEST(SpirvOptions, ParameterInABuffer) {
    const Written w = write(with_parameter("buffer f32x4 set=2 binding=3 offset=32", "f32x4"));
    EXPECT_TRUE(has(w, "OpDecorate %parameters DescriptorSet 2"));
    EXPECT_TRUE(has(w, "OpDecorate %parameters Binding 3"));
    EXPECT_TRUE(has(w, "OpMemberDecorate * 0 Offset 32"));
    EXPECT_TRUE(refused(write(with_parameter("buffer f32x4 offset=4", "f32x4")), Result::invalid_shader,
                        {"E2002", "offset 4"}));
}

TEST(SpirvOptions, ParametersThatOverlap) {
    const std::string ir = R"(
        shader pixel
        output 0 SV_Target 0 float mask=0xf reg=0 sv=0x40
        parameter 0 buffer f32x4 set=2 binding=3 offset=16
        parameter 1 buffer f32 set=2 binding=3 offset=20
        function
          %1 = spec_constant f32x4 0
          %2 = spec_constant f32 1
          %3 = construct f32x4 %2, %2, %2, %2
          %4 = fadd f32x4 %1, %3
          store_output %4, _, _, [0 0 0]
          return
    )";
    EXPECT_TRUE(refused(write(ir), Result::invalid_shader, {"E2002", "overlap"}));
}

} // namespace
} // namespace weft::spirv
