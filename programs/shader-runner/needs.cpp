#include "shader-runner/needs.h"

#include <spirv/unified1/spirv.hpp11>
#include <weft.h>

#include <algorithm>

namespace weft::runner {
namespace {

template <auto Structure, auto Member>
bool has(const Device &device) {
    return (device.*Structure)().*Member;
}

struct Need {
    spv::Capability capability;
    const char *name;
    bool (*present)(const Device &);
    const char *extension = nullptr; // without `present`
};

// Those of extensions whose one feature is what they are for go by the extension.
constexpr Need needs[] = {
    {spv::Capability::Geometry, "Geometry",
     has<&Device::features, &VkPhysicalDeviceFeatures::geometryShader>},
    {spv::Capability::Tessellation, "Tessellation",
     has<&Device::features, &VkPhysicalDeviceFeatures::tessellationShader>},
    {spv::Capability::TessellationPointSize, "TessellationPointSize",
     has<&Device::features, &VkPhysicalDeviceFeatures::shaderTessellationAndGeometryPointSize>},
    {spv::Capability::GeometryPointSize, "GeometryPointSize",
     has<&Device::features, &VkPhysicalDeviceFeatures::shaderTessellationAndGeometryPointSize>},
    {spv::Capability::Float64, "Float64", has<&Device::features, &VkPhysicalDeviceFeatures::shaderFloat64>},
    {spv::Capability::Int64, "Int64", has<&Device::features, &VkPhysicalDeviceFeatures::shaderInt64>},
    {spv::Capability::Int16, "Int16", has<&Device::features, &VkPhysicalDeviceFeatures::shaderInt16>},
    {spv::Capability::ClipDistance, "ClipDistance",
     has<&Device::features, &VkPhysicalDeviceFeatures::shaderClipDistance>},
    {spv::Capability::CullDistance, "CullDistance",
     has<&Device::features, &VkPhysicalDeviceFeatures::shaderCullDistance>},
    {spv::Capability::ImageCubeArray, "ImageCubeArray",
     has<&Device::features, &VkPhysicalDeviceFeatures::imageCubeArray>},
    {spv::Capability::SampledCubeArray, "SampledCubeArray",
     has<&Device::features, &VkPhysicalDeviceFeatures::imageCubeArray>},
    {spv::Capability::SampleRateShading, "SampleRateShading",
     has<&Device::features, &VkPhysicalDeviceFeatures::sampleRateShading>},
    {spv::Capability::ImageGatherExtended, "ImageGatherExtended",
     has<&Device::features, &VkPhysicalDeviceFeatures::shaderImageGatherExtended>},
    {spv::Capability::StorageImageMultisample, "StorageImageMultisample",
     has<&Device::features, &VkPhysicalDeviceFeatures::shaderStorageImageMultisample>},
    {spv::Capability::StorageImageReadWithoutFormat, "StorageImageReadWithoutFormat",
     has<&Device::features, &VkPhysicalDeviceFeatures::shaderStorageImageReadWithoutFormat>},
    {spv::Capability::StorageImageWriteWithoutFormat, "StorageImageWriteWithoutFormat",
     has<&Device::features, &VkPhysicalDeviceFeatures::shaderStorageImageWriteWithoutFormat>},
    {spv::Capability::UniformBufferArrayDynamicIndexing, "UniformBufferArrayDynamicIndexing",
     has<&Device::features, &VkPhysicalDeviceFeatures::shaderUniformBufferArrayDynamicIndexing>},
    {spv::Capability::SampledImageArrayDynamicIndexing, "SampledImageArrayDynamicIndexing",
     has<&Device::features, &VkPhysicalDeviceFeatures::shaderSampledImageArrayDynamicIndexing>},
    {spv::Capability::StorageBufferArrayDynamicIndexing, "StorageBufferArrayDynamicIndexing",
     has<&Device::features, &VkPhysicalDeviceFeatures::shaderStorageBufferArrayDynamicIndexing>},
    {spv::Capability::StorageImageArrayDynamicIndexing, "StorageImageArrayDynamicIndexing",
     has<&Device::features, &VkPhysicalDeviceFeatures::shaderStorageImageArrayDynamicIndexing>},
    {spv::Capability::SparseResidency, "SparseResidency",
     has<&Device::features, &VkPhysicalDeviceFeatures::shaderResourceResidency>},
    {spv::Capability::MinLod, "MinLod",
     has<&Device::features, &VkPhysicalDeviceFeatures::shaderResourceMinLod>},
    {spv::Capability::MultiViewport, "MultiViewport",
     has<&Device::features, &VkPhysicalDeviceFeatures::multiViewport>},
    {spv::Capability::StorageBuffer16BitAccess, "StorageBuffer16BitAccess",
     has<&Device::features_1_1, &VkPhysicalDeviceVulkan11Features::storageBuffer16BitAccess>},
    {spv::Capability::UniformAndStorageBuffer16BitAccess, "UniformAndStorageBuffer16BitAccess",
     has<&Device::features_1_1, &VkPhysicalDeviceVulkan11Features::uniformAndStorageBuffer16BitAccess>},
    {spv::Capability::StoragePushConstant16, "StoragePushConstant16",
     has<&Device::features_1_1, &VkPhysicalDeviceVulkan11Features::storagePushConstant16>},
    {spv::Capability::StorageInputOutput16, "StorageInputOutput16",
     has<&Device::features_1_1, &VkPhysicalDeviceVulkan11Features::storageInputOutput16>},
    {spv::Capability::MultiView, "MultiView",
     has<&Device::features_1_1, &VkPhysicalDeviceVulkan11Features::multiview>},
    {spv::Capability::VariablePointersStorageBuffer, "VariablePointersStorageBuffer",
     has<&Device::features_1_1, &VkPhysicalDeviceVulkan11Features::variablePointersStorageBuffer>},
    {spv::Capability::VariablePointers, "VariablePointers",
     has<&Device::features_1_1, &VkPhysicalDeviceVulkan11Features::variablePointers>},
    {spv::Capability::DrawParameters, "DrawParameters",
     has<&Device::features_1_1, &VkPhysicalDeviceVulkan11Features::shaderDrawParameters>},
    {spv::Capability::Float16, "Float16",
     has<&Device::features_1_2, &VkPhysicalDeviceVulkan12Features::shaderFloat16>},
    {spv::Capability::Int8, "Int8",
     has<&Device::features_1_2, &VkPhysicalDeviceVulkan12Features::shaderInt8>},
    {spv::Capability::StorageBuffer8BitAccess, "StorageBuffer8BitAccess",
     has<&Device::features_1_2, &VkPhysicalDeviceVulkan12Features::storageBuffer8BitAccess>},
    {spv::Capability::Int64Atomics, "Int64Atomics",
     has<&Device::features_1_2, &VkPhysicalDeviceVulkan12Features::shaderBufferInt64Atomics>},
    {spv::Capability::ShaderNonUniform, "ShaderNonUniform",
     has<&Device::features_1_2, &VkPhysicalDeviceVulkan12Features::descriptorIndexing>},
    {spv::Capability::RuntimeDescriptorArray, "RuntimeDescriptorArray",
     has<&Device::features_1_2, &VkPhysicalDeviceVulkan12Features::runtimeDescriptorArray>},
    {spv::Capability::InputAttachmentArrayDynamicIndexing, "InputAttachmentArrayDynamicIndexing",
     has<&Device::features_1_2,
         &VkPhysicalDeviceVulkan12Features::shaderInputAttachmentArrayDynamicIndexing>},
    {spv::Capability::UniformTexelBufferArrayDynamicIndexing, "UniformTexelBufferArrayDynamicIndexing",
     has<&Device::features_1_2,
         &VkPhysicalDeviceVulkan12Features::shaderUniformTexelBufferArrayDynamicIndexing>},
    {spv::Capability::StorageTexelBufferArrayDynamicIndexing, "StorageTexelBufferArrayDynamicIndexing",
     has<&Device::features_1_2,
         &VkPhysicalDeviceVulkan12Features::shaderStorageTexelBufferArrayDynamicIndexing>},
    {spv::Capability::UniformBufferArrayNonUniformIndexing, "UniformBufferArrayNonUniformIndexing",
     has<&Device::features_1_2,
         &VkPhysicalDeviceVulkan12Features::shaderUniformBufferArrayNonUniformIndexing>},
    {spv::Capability::SampledImageArrayNonUniformIndexing, "SampledImageArrayNonUniformIndexing",
     has<&Device::features_1_2,
         &VkPhysicalDeviceVulkan12Features::shaderSampledImageArrayNonUniformIndexing>},
    {spv::Capability::StorageBufferArrayNonUniformIndexing, "StorageBufferArrayNonUniformIndexing",
     has<&Device::features_1_2,
         &VkPhysicalDeviceVulkan12Features::shaderStorageBufferArrayNonUniformIndexing>},
    {spv::Capability::StorageImageArrayNonUniformIndexing, "StorageImageArrayNonUniformIndexing",
     has<&Device::features_1_2,
         &VkPhysicalDeviceVulkan12Features::shaderStorageImageArrayNonUniformIndexing>},
    {spv::Capability::UniformTexelBufferArrayNonUniformIndexing, "UniformTexelBufferArrayNonUniformIndexing",
     has<&Device::features_1_2,
         &VkPhysicalDeviceVulkan12Features::shaderUniformTexelBufferArrayNonUniformIndexing>},
    {spv::Capability::StorageTexelBufferArrayNonUniformIndexing, "StorageTexelBufferArrayNonUniformIndexing",
     has<&Device::features_1_2,
         &VkPhysicalDeviceVulkan12Features::shaderStorageTexelBufferArrayNonUniformIndexing>},
    {spv::Capability::VulkanMemoryModel, "VulkanMemoryModel",
     has<&Device::features_1_2, &VkPhysicalDeviceVulkan12Features::vulkanMemoryModel>},
    {spv::Capability::VulkanMemoryModelDeviceScope, "VulkanMemoryModelDeviceScope",
     has<&Device::features_1_2, &VkPhysicalDeviceVulkan12Features::vulkanMemoryModelDeviceScope>},
    {spv::Capability::ShaderLayer, "ShaderLayer",
     has<&Device::features_1_2, &VkPhysicalDeviceVulkan12Features::shaderOutputLayer>},
    {spv::Capability::ShaderViewportIndex, "ShaderViewportIndex",
     has<&Device::features_1_2, &VkPhysicalDeviceVulkan12Features::shaderOutputViewportIndex>},
    {spv::Capability::PhysicalStorageBufferAddresses, "PhysicalStorageBufferAddresses",
     has<&Device::features_1_2, &VkPhysicalDeviceVulkan12Features::bufferDeviceAddress>},
    {spv::Capability::DemoteToHelperInvocation, "DemoteToHelperInvocation",
     has<&Device::features_1_3, &VkPhysicalDeviceVulkan13Features::shaderDemoteToHelperInvocation>},
    {spv::Capability::DotProduct, "DotProduct",
     has<&Device::features_1_3, &VkPhysicalDeviceVulkan13Features::shaderIntegerDotProduct>},
    {spv::Capability::DotProductInputAll, "DotProductInputAll",
     has<&Device::features_1_3, &VkPhysicalDeviceVulkan13Features::shaderIntegerDotProduct>},
    {spv::Capability::DotProductInput4x8Bit, "DotProductInput4x8Bit",
     has<&Device::features_1_3, &VkPhysicalDeviceVulkan13Features::shaderIntegerDotProduct>},
    {spv::Capability::DotProductInput4x8BitPacked, "DotProductInput4x8BitPacked",
     has<&Device::features_1_3, &VkPhysicalDeviceVulkan13Features::shaderIntegerDotProduct>},
    {spv::Capability::TransformFeedback, "TransformFeedback",
     has<&Device::transform_feedback, &VkPhysicalDeviceTransformFeedbackFeaturesEXT::transformFeedback>},
    {spv::Capability::GeometryStreams, "GeometryStreams",
     has<&Device::transform_feedback, &VkPhysicalDeviceTransformFeedbackFeaturesEXT::geometryStreams>},
    {spv::Capability::FragmentBarycentricKHR, "FragmentBarycentricKHR", nullptr,
     VK_KHR_FRAGMENT_SHADER_BARYCENTRIC_EXTENSION_NAME},
    {spv::Capability::FragmentFullyCoveredEXT, "FragmentFullyCoveredEXT", nullptr,
     VK_EXT_CONSERVATIVE_RASTERIZATION_EXTENSION_NAME},
    {spv::Capability::MeshShadingEXT, "MeshShadingEXT", nullptr, VK_EXT_MESH_SHADER_EXTENSION_NAME},
    {spv::Capability::RayQueryKHR, "RayQueryKHR", nullptr, VK_KHR_RAY_QUERY_EXTENSION_NAME},
    {spv::Capability::ShaderClockKHR, "ShaderClockKHR", nullptr, VK_KHR_SHADER_CLOCK_EXTENSION_NAME},
    {spv::Capability::RayTracingKHR, "RayTracingKHR", nullptr, VK_KHR_RAY_TRACING_PIPELINE_EXTENSION_NAME},
    {spv::Capability::Int64ImageEXT, "Int64ImageEXT", nullptr,
     VK_EXT_SHADER_IMAGE_ATOMIC_INT64_EXTENSION_NAME},
    {spv::Capability::FragmentShadingRateKHR, "FragmentShadingRateKHR", nullptr,
     VK_KHR_FRAGMENT_SHADING_RATE_EXTENSION_NAME},
    {spv::Capability::ComputeDerivativeGroupQuadsNV, "ComputeDerivativeGroupQuadsNV", nullptr,
     VK_NV_COMPUTE_SHADER_DERIVATIVES_EXTENSION_NAME},
    {spv::Capability::ComputeDerivativeGroupLinearNV, "ComputeDerivativeGroupLinearNV", nullptr,
     VK_NV_COMPUTE_SHADER_DERIVATIVES_EXTENSION_NAME},
    {spv::Capability::FragmentShaderPixelInterlockEXT, "FragmentShaderPixelInterlockEXT", nullptr,
     VK_EXT_FRAGMENT_SHADER_INTERLOCK_EXTENSION_NAME},
    {spv::Capability::FragmentShaderSampleInterlockEXT, "FragmentShaderSampleInterlockEXT", nullptr,
     VK_EXT_FRAGMENT_SHADER_INTERLOCK_EXTENSION_NAME},
    {spv::Capability::StencilExportEXT, "StencilExportEXT", nullptr,
     VK_EXT_SHADER_STENCIL_EXPORT_EXTENSION_NAME},
    {spv::Capability::ShaderViewportIndexLayerEXT, "ShaderViewportIndexLayerEXT", nullptr,
     VK_EXT_SHADER_VIEWPORT_INDEX_LAYER_EXTENSION_NAME},
};

// DXIL shaders use subgroup operations wherever Direct3D lets them; a device may have them in few stages.
std::string missing_subgroup(uint32_t operations, Stage stage, const Device &device) {
    const auto &subgroups = device.subgroups();
    if (!operations) return {};
    if (operations & ~subgroups.supportedOperations)
        return "subgroup operations of class " + std::to_string(operations & ~subgroups.supportedOperations);
    if (!(subgroups.supportedStages & vulkan_stage(stage)))
        return std::string("subgroup operations in ") + stage_name(stage) + " shaders";
    const bool quad = operations & VK_SUBGROUP_FEATURE_QUAD_BIT;
    if (quad && stage != Stage::pixel && stage != Stage::compute) return "quad operations in other stages";
    return {};
}

} // namespace

VkShaderStageFlagBits vulkan_stage(Stage stage) {
    switch (stage) {
    case Stage::vertex: return VK_SHADER_STAGE_VERTEX_BIT;
    case Stage::hull: return VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT;
    case Stage::domain: return VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT;
    case Stage::geometry: return VK_SHADER_STAGE_GEOMETRY_BIT;
    case Stage::pixel: return VK_SHADER_STAGE_FRAGMENT_BIT;
    case Stage::amplification: return VK_SHADER_STAGE_TASK_BIT_EXT;
    case Stage::mesh: return VK_SHADER_STAGE_MESH_BIT_EXT;
    case Stage::compute: break;
    }
    return VK_SHADER_STAGE_COMPUTE_BIT;
}

bool uses_views(const cli::Bytes &module) {
    const vkd3d_shader_code code{module.data(), module.size()};
    weft_module_needs asked;
    if (weft_get_module_needs(&code, &asked, nullptr) < 0) return false;
    const bool uses =
        std::find(asked.capabilities, asked.capabilities + asked.capability_count,
                  unsigned(spv::Capability::MultiView)) != asked.capabilities + asked.capability_count;
    weft_free_module_needs(&asked);
    return uses;
}

std::string missing_capability(const cli::Bytes &module, Stage stage, const Device &device) {
    const vkd3d_shader_code code{module.data(), module.size()};
    weft_module_needs asked;
    if (weft_get_module_needs(&code, &asked, nullptr) < 0) return {};
    std::string missing = missing_subgroup(asked.subgroup_operations, stage, device);
    for (unsigned i = 0; i < asked.capability_count && missing.empty(); ++i)
        for (const Need &need : needs)
            if (unsigned(need.capability) == asked.capabilities[i] &&
                !(need.present ? need.present(device) : device.has_extension(need.extension)))
                missing = need.name;
    weft_free_module_needs(&asked);
    return missing;
}

} // namespace weft::runner
