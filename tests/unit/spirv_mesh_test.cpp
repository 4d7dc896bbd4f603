// Amplification and mesh shaders, and what else shader model 6 adds to the interface, as SPIR-V.
#include "spirv_test_util.h"

// SPIRV-Tools print the modes and decorations by the names of the extension's predecessor.
namespace weft::spirv::test {
namespace {

using driver::Environment;

driver::Options with(Environment e, uint32_t extensions) {
    driver::Options o;
    o.environment = e;
    o.extensions = extensions;
    return o;
}

constexpr std::string_view mesh = R"(
    shader mesh
    mesh triangle 64 126
    payload 4
    workgroup 32 1 1
    input 0 _ 0 uint mask=0x1 scan=-1 sv=0x83
    output 0 SV_Position 0 float mask=0xf reg=0 sv=0x1
    output 1 COLOR 0 float mask=0x7 reg=1
    output 2 SV_ClipDistance 0 float mask=0x3 reg=2 sv=0x2
    patch 0 SV_RenderTargetArrayIndex 0 uint mask=0x1 reg=3 sv=0x4
    patch 1 SV_CullPrimitive 0 bool mask=0x1 sv=0x19
    patch 2 SV_PrimitiveID 0 uint mask=0x1 reg=4 sv=0x7
    patch 3 MATERIAL 0 uint mask=0x1 reg=5
    function
      %1 = load_input i32 _, _, [0 0 0]
      set_mesh_outputs i32(3), i32(1)
      %2 = load_payload i32x4 i32(0)
      %3 = extract i32 %2, 1
      store_output f32x4(1), _, %1, [0 0 0]
      store_output f32x3(0.5), _, %1, [1 0 0]
      store_output f32x2(2), _, %1, [2 0 0]
      store_indices i32(0), i32x3(0, 1, 2)
      store_primitive %3, _, %1, [0 0 0]
      store_primitive i32(1), _, i32(0), [1 0 0]
      store_primitive %3, _, i32(0), [2 0 0]
      store_primitive %3, _, i32(0), [3 0 0]
      return
)";

TEST(SpirvMesh, Mesh) {
    for (Environment e : {Environment::vulkan_1_2, Environment::vulkan_1_3}) {
        const Written w = write(mesh, with(e, driver::extension_mesh_shader));
        EXPECT_TRUE(w.ok()) << w.messages;
        EXPECT_TRUE(has(w, "OpCapability MeshShadingEXT"));
        EXPECT_TRUE(has(w, "OpExtension \"SPV_EXT_mesh_shader\""));
        EXPECT_TRUE(has(w, "OpEntryPoint MeshEXT"));
        EXPECT_TRUE(has(w, "OutputVertices 64"));
        EXPECT_TRUE(has(w, "OutputPrimitivesNV 126"));
        EXPECT_TRUE(has(w, "OutputTrianglesNV"));
        EXPECT_TRUE(has(w, "LocalSize 32 1 1"));
        EXPECT_TRUE(has(w, "OpSetMeshOutputsEXT %uint_3 %uint_1"));
        EXPECT_TRUE(has(w, "BuiltIn PrimitiveTriangleIndicesEXT"));
        EXPECT_TRUE(has(w, "%SV_Position BuiltIn Position"));
        EXPECT_TRUE(has(w, "BuiltIn ClipDistance"));
        EXPECT_TRUE(has(w, "%SV_RenderTargetArrayIndex PerPrimitiveNV"));
        EXPECT_TRUE(has(w, "%SV_CullPrimitive BuiltIn CullPrimitiveEXT"));
        EXPECT_TRUE(has(w, "%SV_PrimitiveID PerPrimitiveNV"));
        EXPECT_TRUE(has(w, "%patch_MATERIAL0 PerPrimitiveNV"));
        EXPECT_TRUE(has(w, "%patch_MATERIAL0 Location 5"));
        EXPECT_TRUE(has(w, "%payload = OpVariable * TaskPayloadWorkgroupEXT"));
    }
}

TEST(SpirvMesh, Lines) {
    const Written w = write("shader mesh\nmesh line 2 1\nfunction\nset_mesh_outputs i32(2), i32(1)\n"
                            "store_indices i32(0), i32x2(0, 1)\nreturn\n",
                            with(Environment::vulkan_1_3, driver::extension_mesh_shader));
    EXPECT_TRUE(has(w, "OutputLinesNV"));
    EXPECT_TRUE(has(w, "BuiltIn PrimitiveLineIndicesEXT"));
}

constexpr std::string_view amplification = R"(
    shader amplification
    payload 4
    workgroup 8 1 1
    input 0 _ 0 uint mask=0x1 scan=-1 sv=0x83
    shared 0 elements=4 i32
    function
      %1 = load_input i32 _, _, [0 0 0]
      store_shared i32(1), %1, 0
      barrier 0x3
      copy_payload 0
      dispatch_mesh %1, i32(2), i32(3)
      return
)";

TEST(SpirvMesh, Amplification) {
    for (Environment e : {Environment::vulkan_1_2, Environment::vulkan_1_3}) {
        const Written w = write(amplification, with(e, driver::extension_mesh_shader));
        EXPECT_TRUE(w.ok()) << w.messages;
        EXPECT_TRUE(has(w, "OpEntryPoint TaskEXT"));
        EXPECT_TRUE(has(w, "OpEmitMeshTasksEXT * %uint_2 %uint_3 %payload"));
        EXPECT_TRUE(lacks(w, "OpReturn"));
    }
}

// SPIR-V starts the groups where the shader ends.
TEST(SpirvMesh, DispatchAheadOfTheEnd) {
    const Written w =
        write("shader amplification\nworkgroup 8 1 1\npayload 1\nresource 0 rw_raw_buffer reg=0 written\n"
              "function\nstore_payload i32(0), i32(7)\ndispatch_mesh i32(1), i32(2), i32(3)\n"
              "store_buffer i32(0), i32(1), _, r0\nreturn\n",
              with(Environment::vulkan_1_3, driver::extension_mesh_shader));
    EXPECT_TRUE(w.ok()) << w.messages;
    EXPECT_EQ(w.count("OpEmitMeshTasksEXT"), 1u);
    EXPECT_TRUE(has(w, "OpLoad %v3uint"));
}

TEST(SpirvMesh, WhatTheyNeed) {
    EXPECT_TRUE(refused(write(mesh, with(Environment::vulkan_1_3, 0)), Result::invalid_shader,
                        {"SPV_EXT_mesh_shader"}));
    EXPECT_TRUE(refused(write(amplification, with(Environment::vulkan_1_1, driver::extension_mesh_shader)),
                        Result::invalid_shader, {"Vulkan 1.2"}));
}

// --- other system values ---

struct SystemValueCase {
    const char *stage, *element, *type;
    uint32_t extension;
    const char *lines[3];
    Environment first; // that has it with the extension, or without
    Environment core;  // from here on the extension is not named
};

TEST(SpirvMesh, SystemValues) {
    constexpr auto never = static_cast<Environment>(99);
    const SystemValueCase cases[] = {
        {"vertex",
         "SV_ViewID 0 uint mask=0x1 scan=-1 sv=0x8b",
         "i32",
         driver::extension_multiview,
         {"BuiltIn ViewIndex", "OpCapability MultiView", "OpExtension \"SPV_KHR_multiview\""},
         Environment::vulkan_1_0,
         Environment::vulkan_1_1},
        {"pixel",
         "SV_ViewID 0 uint mask=0x1 scan=-1 sv=0x8b",
         "i32",
         driver::extension_multiview,
         {"BuiltIn ViewIndex", "OpCapability MultiView", "OpExtension \"SPV_KHR_multiview\""},
         Environment::vulkan_1_0,
         Environment::vulkan_1_1},
        {"vertex",
         "SV_StartVertexLocation 0 uint mask=0x1 scan=-1 sv=0x8c",
         "i32",
         0,
         {"BuiltIn BaseVertex", "OpCapability DrawParameters",
          "OpExtension \"SPV_KHR_shader_draw_parameters\""},
         Environment::vulkan_1_0,
         Environment::vulkan_1_1},
        {"vertex",
         "SV_StartInstanceLocation 0 uint mask=0x1 scan=-1 sv=0x8d",
         "i32",
         0,
         {"BuiltIn BaseInstance", "OpCapability DrawParameters",
          "OpExtension \"SPV_KHR_shader_draw_parameters\""},
         Environment::vulkan_1_0,
         Environment::vulkan_1_1},
        {"pixel",
         "SV_Barycentrics 0 float mask=0x7 reg=0 interp=2 sv=0x17",
         "f32x3",
         driver::extension_fragment_shader_barycentric,
         {"BuiltIn BaryCoordKHR", "OpCapability FragmentBarycentricKHR",
          "OpExtension \"SPV_KHR_fragment_shader_barycentric\""},
         Environment::vulkan_1_0,
         never},
        {"pixel",
         "SV_Barycentrics 0 float mask=0x7 reg=0 interp=4 sv=0x17",
         "f32x3",
         driver::extension_fragment_shader_barycentric,
         {"BuiltIn BaryCoordNoPerspKHR", "OpCapability FragmentBarycentricKHR",
          "OpExtension \"SPV_KHR_fragment_shader_barycentric\""},
         Environment::vulkan_1_0,
         never},
        {"pixel",
         "SV_ShadingRate 0 uint mask=0x1 reg=0 interp=1 sv=0x18",
         "i32",
         driver::extension_fragment_shading_rate,
         {"BuiltIn ShadingRateKHR", "OpCapability FragmentShadingRateKHR",
          "OpExtension \"SPV_KHR_fragment_shading_rate\""},
         Environment::vulkan_1_1,
         never},
        {"pixel",
         "SV_InnerCoverage 0 uint mask=0x1 scan=-1 sv=0x85",
         "i32",
         driver::extension_fragment_fully_covered,
         {"BuiltIn FullyCoveredEXT", "OpCapability FragmentFullyCoveredEXT",
          "OpExtension \"SPV_EXT_fragment_fully_covered\""},
         Environment::vulkan_1_0,
         never},
    };
    for (const SystemValueCase &c : cases) {
        const std::string kind = c.type[0] == 'f' ? "float" : "uint";
        const bool pixel = std::string_view(c.stage) == "pixel";
        const std::string text = std::string("shader ") + c.stage + "\ninput 0 " + c.element + "\noutput 0 " +
                                 (pixel ? "SV_Target 0 " : "A 0 ") + kind + " mask=0x7 reg=0 " +
                                 (pixel ? "sv=0x40" : "") + "\nfunction\n%1 = load_input " + c.type +
                                 " _, _, [0 0 0]\nstore_output %1, _, _, [0 0 0]\nreturn\n";
        for (Environment e : {Environment::vulkan_1_0, Environment::vulkan_1_1, Environment::vulkan_1_2,
                              Environment::vulkan_1_3}) {
            if (e < c.first) continue;
            const Written w = write(text, with(e, c.extension));
            EXPECT_TRUE(w.ok()) << text << w.messages;
            EXPECT_TRUE(has(w, c.lines[0]));
            EXPECT_TRUE(has(w, c.lines[1]));
            EXPECT_EQ(w.count(c.lines[2]), e < c.core ? 1u : 0u) << w.text();
            if (!c.extension || e >= c.core) continue;
            EXPECT_TRUE(refused(write(text, with(e, 0)), Result::invalid_shader, {"SPV_"}));
        }
    }
}

TEST(SpirvMesh, ShadingRateOfPrimitives) {
    const Written w = write("shader vertex\noutput 0 SV_ShadingRate 0 uint mask=0x1 reg=0 sv=0x18\nfunction\n"
                            "store_output i32(5), _, _, [0 0 0]\nreturn\n",
                            with(Environment::vulkan_1_1, driver::extension_fragment_shading_rate));
    EXPECT_TRUE(has(w, "BuiltIn PrimitiveShadingRateKHR"));
}

TEST(SpirvMesh, AttributesOfVertices) {
    constexpr std::string_view text = R"(
        shader pixel
        input 0 COLOR 0 float mask=0xf reg=0 interp=1
        input 1 INDEX 0 uint mask=0x1 reg=1 interp=1
        output 0 SV_Target 0 float mask=0xf reg=0 sv=0x40
        function
          %1 = load_attribute f32x4 _, i32(2), [0 0 0]
          %2 = load_input f32x4 _, _, [0 0 0]
          %3 = load_attribute i32 _, i32(1), [1 0 0]
          %4 = fadd f32x4 %1, %2
          %5 = utof f32 %3
          %6 = construct f32x4 %5, %5, %5, %5
          %7 = fadd f32x4 %4, %6
          store_output %7, _, _, [0 0 0]
          return
    )";
    for (Environment e : {Environment::vulkan_1_0, Environment::vulkan_1_1, Environment::vulkan_1_2,
                          Environment::vulkan_1_3}) {
        const Written w = write(text, with(e, driver::extension_fragment_shader_barycentric));
        EXPECT_TRUE(w.ok()) << w.messages;
        EXPECT_TRUE(has(w, "%in_COLOR0 PerVertexKHR"));
        EXPECT_TRUE(has(w, "OpAccessChain %_ptr_Input_v4float %in_COLOR0 %uint_2"));
        // The first vertex speaks for the primitive.
        EXPECT_TRUE(has(w, "OpAccessChain %_ptr_Input_v4float %in_COLOR0 %uint_0"));
        EXPECT_TRUE(has(w, "%in_INDEX0 PerVertexKHR"));
        EXPECT_TRUE(refused(write(text, with(e, 0)), Result::invalid_shader,
                            {"SPV_KHR_fragment_shader_barycentric"}));
    }
}

} // namespace
} // namespace weft::spirv::test
