#include "shader-runner/needs.h"

#include <spirv/unified1/spirv.hpp11>
#include <weft.h>

namespace weft::runner {
namespace {

struct Need {
    spv::Capability capability;
    const char *name;
    VkBool32 VkPhysicalDeviceFeatures::*feature;
};
// Capabilities that go with a feature of Vulkan 1.0. Those of extensions are only used when the device's own
// list offered the extension to the compiler.
constexpr Need needs[] = {
    {spv::Capability::Geometry, "Geometry", &VkPhysicalDeviceFeatures::geometryShader},
    {spv::Capability::Tessellation, "Tessellation", &VkPhysicalDeviceFeatures::tessellationShader},
    {spv::Capability::TessellationPointSize, "TessellationPointSize",
     &VkPhysicalDeviceFeatures::shaderTessellationAndGeometryPointSize},
    {spv::Capability::GeometryPointSize, "GeometryPointSize",
     &VkPhysicalDeviceFeatures::shaderTessellationAndGeometryPointSize},
    {spv::Capability::Float64, "Float64", &VkPhysicalDeviceFeatures::shaderFloat64},
    {spv::Capability::Int64, "Int64", &VkPhysicalDeviceFeatures::shaderInt64},
    {spv::Capability::Int16, "Int16", &VkPhysicalDeviceFeatures::shaderInt16},
    {spv::Capability::ClipDistance, "ClipDistance", &VkPhysicalDeviceFeatures::shaderClipDistance},
    {spv::Capability::CullDistance, "CullDistance", &VkPhysicalDeviceFeatures::shaderCullDistance},
    {spv::Capability::ImageCubeArray, "ImageCubeArray", &VkPhysicalDeviceFeatures::imageCubeArray},
    {spv::Capability::SampledCubeArray, "SampledCubeArray", &VkPhysicalDeviceFeatures::imageCubeArray},
    {spv::Capability::SampleRateShading, "SampleRateShading", &VkPhysicalDeviceFeatures::sampleRateShading},
    {spv::Capability::ImageGatherExtended, "ImageGatherExtended",
     &VkPhysicalDeviceFeatures::shaderImageGatherExtended},
    {spv::Capability::StorageImageMultisample, "StorageImageMultisample",
     &VkPhysicalDeviceFeatures::shaderStorageImageMultisample},
    {spv::Capability::StorageImageReadWithoutFormat, "StorageImageReadWithoutFormat",
     &VkPhysicalDeviceFeatures::shaderStorageImageReadWithoutFormat},
    {spv::Capability::StorageImageWriteWithoutFormat, "StorageImageWriteWithoutFormat",
     &VkPhysicalDeviceFeatures::shaderStorageImageWriteWithoutFormat},
    {spv::Capability::UniformBufferArrayDynamicIndexing, "UniformBufferArrayDynamicIndexing",
     &VkPhysicalDeviceFeatures::shaderUniformBufferArrayDynamicIndexing},
    {spv::Capability::SampledImageArrayDynamicIndexing, "SampledImageArrayDynamicIndexing",
     &VkPhysicalDeviceFeatures::shaderSampledImageArrayDynamicIndexing},
    {spv::Capability::StorageBufferArrayDynamicIndexing, "StorageBufferArrayDynamicIndexing",
     &VkPhysicalDeviceFeatures::shaderStorageBufferArrayDynamicIndexing},
    {spv::Capability::StorageImageArrayDynamicIndexing, "StorageImageArrayDynamicIndexing",
     &VkPhysicalDeviceFeatures::shaderStorageImageArrayDynamicIndexing},
    {spv::Capability::SparseResidency, "SparseResidency", &VkPhysicalDeviceFeatures::shaderResourceResidency},
    {spv::Capability::MinLod, "MinLod", &VkPhysicalDeviceFeatures::shaderResourceMinLod},
    {spv::Capability::MultiViewport, "MultiViewport", &VkPhysicalDeviceFeatures::multiViewport},
};

} // namespace

std::string missing_capability(const cli::Bytes &module, const Device &device) {
    const vkd3d_shader_code code{module.data(), module.size()};
    weft_module_needs asked;
    if (weft_get_module_needs(&code, &asked, nullptr) < 0) return {};
    std::string missing;
    for (unsigned i = 0; i < asked.capability_count && missing.empty(); ++i) {
        const auto capability = spv::Capability(asked.capabilities[i]);
        if (capability == spv::Capability::TransformFeedback &&
            !device.transform_feedback().transformFeedback)
            missing = "TransformFeedback";
        if (capability == spv::Capability::GeometryStreams && !device.transform_feedback().geometryStreams)
            missing = "GeometryStreams";
        for (const Need &need : needs)
            if (need.capability == capability && !(device.features().*need.feature)) missing = need.name;
    }
    weft_free_module_needs(&asked);
    return missing;
}

} // namespace weft::runner
