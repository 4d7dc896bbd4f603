// What only the module shows of texture operations.
#include "spirv_test_util.h"

namespace weft {
namespace {

using namespace spirv::test;

const char *const sparse_read = R"(
    shader pixel
    input 0 TEXCOORD 0 float mask=0x3 reg=0 interp=2
    output 0 SV_Target 0 float mask=0xf reg=0 sv=0x40
    resource 0 texture d2 float reg=0
    resource 1 sampler reg=0
    function
      %1 = load_input f32x2 _, _, [0 0 0]
      %2 = sample.sparse f32x4 r0, r1, 0x0 coord=%1
      %3 = resident i32 %2
      %4 = utof f32 %3
      store_output %2, _, _, [0 0 0]
      store_output %4, _, _, [0 0 0]
      return
)";

driver::Options for_environment(driver::Environment e) {
    driver::Options o;
    o.environment = e;
    return o;
}

TEST(SpirvTexture, ResidencyFeedback) {
    const Written w = write(sparse_read, for_environment(driver::Environment::vulkan_1_0));
    EXPECT_TRUE(has(w, "OpCapability SparseResidency"));
    EXPECT_TRUE(has(w, "OpImageSparseSampleImplicitLod"));
    EXPECT_TRUE(has(w, "OpImageSparseTexelsResident"));
}

TEST(SpirvTexture, OpenGlHasNoResidencyFeedback) {
    EXPECT_TRUE(refused(write(sparse_read, for_environment(driver::Environment::opengl_4_5)),
                        Result::invalid_shader, {"SparseResidency"}));
}

} // namespace
} // namespace weft
