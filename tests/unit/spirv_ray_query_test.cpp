// Inline ray tracing as SPIR-V.
#include "core/ir/print.h"
#include "spirv_test_util.h"

namespace weft::spirv::test {
namespace {

using driver::Environment;

driver::Options with(Environment e, uint32_t extensions) {
    driver::Options o;
    o.environment = e;
    o.extensions = extensions;
    o.buffer_uav_storage_buffer = true;
    return o;
}

std::string shader(std::string_view declaration, std::string_view code) {
    return "shader compute\nresource 0 acceleration_structure reg=0\nresource 1 rw_raw_buffer reg=0 read "
           "written\n" +
           std::string(declaration) + "\nfunction\n%1 = load_buffer i32 i32(0), _, r1\n" + std::string(code) +
           "\nreturn\n";
}

constexpr const char *start =
    "ray_query_start (_, _, i32(0), i32(255), f32x3(0), f32(0), f32x3(1), f32(10)), 0, r0\n";

TEST(SpirvRayQuery, Loop) {
    const std::string text = shader("ray_query 0 count=1 flags=1", std::string(start) + R"(
        @2 = loop ()
          %3 = ray_query_proceed bool _, 0
          @4 = if %3
            ray_query_commit_triangle _, 0
            ray_query_commit_procedural _, f32(1), 0
            break @4 ()
          else @4
            break @2 ()
          end @4
          continue @2 ()
        end @2
        ray_query_abort _, 0
        %5 = ray_query_get i32 _, 0, committed_type, 0
        store_buffer i32(0), %5, _, r1)");
    for (Environment e : {Environment::vulkan_1_2, Environment::vulkan_1_3}) {
        const Written w = write(text, with(e, driver::extension_ray_query));
        EXPECT_TRUE(w.ok()) << w.messages;
        EXPECT_TRUE(has(w, "OpCapability RayQueryKHR"));
        EXPECT_TRUE(has(w, "OpExtension \"SPV_KHR_ray_query\""));
        EXPECT_TRUE(has(w, "OpTypeAccelerationStructureKHR"));
        // The declaration's flags go with each start.
        EXPECT_TRUE(has(w, "OpRayQueryInitializeKHR * * %uint_1 %uint_255"));
        EXPECT_TRUE(has(w, "OpRayQueryProceedKHR %bool"));
        EXPECT_TRUE(has(w, "OpRayQueryConfirmIntersectionKHR"));
        EXPECT_TRUE(has(w, "OpRayQueryGenerateIntersectionKHR"));
        EXPECT_TRUE(has(w, "OpRayQueryTerminateKHR"));
        EXPECT_TRUE(has(w, "OpRayQueryGetIntersectionTypeKHR %uint * %uint_1"));
    }
    EXPECT_TRUE(refused(write(text, with(Environment::vulkan_1_3, 0)), Result::invalid_shader,
                        {"SPV_KHR_ray_query"}));
    EXPECT_TRUE(refused(write(text, with(Environment::vulkan_1_1, driver::extension_ray_query)),
                        Result::invalid_shader, {"Vulkan 1.2"}));
}

TEST(SpirvRayQuery, EveryState) {
    for (unsigned k = 0; k < static_cast<unsigned>(ir::RayState::count); ++k) {
        const auto state = static_cast<ir::RayState>(k);
        const ir::Type t = ir::type_of(state);
        std::string type = ir::text::kinds[static_cast<unsigned>(t.kind())];
        if (t.count() > 1) type += "x" + std::to_string(t.count());
        std::string code = std::string(start) + "%2 = ray_query_get " + type + " _, 0, " +
                           ir::text::ray_states[k] + (ir::is_matrix(state) ? ", 3\n" : ", 0\n");
        code += t.is_bool() ? "%3 = select i32 %2, i32(1), i32(0)\nstore_buffer i32(0), %3, _, r1"
                            : "store_buffer i32(0), %2, _, r1";
        const Written w = write(shader("ray_query 0 count=1 flags=0", code),
                                with(Environment::vulkan_1_2, driver::extension_ray_query));
        EXPECT_TRUE(w.ok()) << code << w.messages;
        EXPECT_NE(w.text().find(" = OpRayQueryGet"), std::string::npos) << code;
    }
}

TEST(SpirvRayQuery, ArraysAndFlags) {
    const Written w =
        write(shader("ray_query 0 count=4 flags=0",
                     "ray_query_start (%1, _, %1, i32(255), f32x3(0), f32(0), f32x3(1), f32(10)), 0, r0\n"
                     "%2 = ray_query_proceed bool %1, 0\n%3 = select i32 %2, i32(1), i32(0)\nstore_buffer "
                     "i32(0), %3, _, r1"),
              with(Environment::vulkan_1_2, driver::extension_ray_query));
    EXPECT_TRUE(w.ok()) << w.messages;
    EXPECT_TRUE(has(w, "OpExtInst %uint * UMin * %uint_3"));
    const Written skip = write(shader("ray_query 0 count=1 flags=256", start),
                               with(Environment::vulkan_1_2, driver::extension_ray_query));
    EXPECT_TRUE(has(skip, "OpCapability RayTraversalPrimitiveCullingKHR"));
}

} // namespace
} // namespace weft::spirv::test
