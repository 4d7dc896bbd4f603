// One Vulkan device for the whole run: what it can do, memory, and one command buffer that is submitted and
// waited for.
#pragma once

#include "shader-runner/model.h"

#include <vulkan/vulkan.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace weft::runner {

struct DeviceOptions {
    bool validate = false;
    std::string name; // substring of the device's name; empty takes the first device
};

struct Buffer {
    VkBuffer handle = VK_NULL_HANDLE;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    VkDeviceSize size = 0;
    uint8_t *mapped = nullptr;
};

struct TransformFeedbackCalls {
    PFN_vkCmdBindTransformFeedbackBuffersEXT bind = nullptr;
    PFN_vkCmdBeginTransformFeedbackEXT begin = nullptr;
    PFN_vkCmdEndTransformFeedbackEXT end = nullptr;
};

class Device {
  public:
    static std::unique_ptr<Device> create(const DeviceOptions &options, std::string &error);
    ~Device();
    Device(const Device &) = delete;
    Device &operator=(const Device &) = delete;

    VkDevice handle() const { return device_; }
    VkPhysicalDevice physical() const { return physical_; }
    const VkPhysicalDeviceLimits &limits() const { return properties_.limits; }
    const VkPhysicalDeviceFeatures &features() const { return features_; }
    // What later versions and extensions have; all false where the device lacks them.
    const VkPhysicalDeviceVulkan11Features &features_1_1() const { return features_1_1_; }
    const VkPhysicalDeviceVulkan12Features &features_1_2() const { return features_1_2_; }
    const VkPhysicalDeviceVulkan13Features &features_1_3() const { return features_1_3_; }
    const VkPhysicalDeviceSubgroupProperties &subgroups() const { return subgroups_; }
    bool has_extension(const char *name) const { return extensions_.contains(name); }
    // The highest environment that the device runs modules of.
    Environment environment() const { return environment_; }
    const VkPhysicalDeviceTransformFeedbackFeaturesEXT &transform_feedback() const {
        return transform_feedback_;
    }
    const TransformFeedbackCalls &transform_feedback_calls() const { return transform_feedback_calls_; }
    const std::string &description() const { return description_; }

    TagSet tags() const { return tags_; }
    CapabilitySet capabilities() const { return capabilities_; }
    uint32_t spirv_extensions() const { return spirv_extensions_; }
    unsigned features_beyond() const; // enum weft_feature_flags
    bool can_load_uav(const FormatInfo &format) const;
    bool supports(VkFormat format, VkFormatFeatureFlags features, bool buffer = false) const;

    // Host-visible, mapped and filled with zeros. A null handle on failure.
    Buffer create_buffer(VkDeviceSize size, VkBufferUsageFlags usage);
    void destroy(Buffer &buffer);
    VkDeviceMemory allocate(const VkMemoryRequirements &requirements, VkMemoryPropertyFlags wanted);

    // Commands recorded between the two calls are complete, and visible to the host, when finish() returns.
    VkCommandBuffer begin();
    bool finish();

    // Messages of the validation layer since the last call.
    std::vector<std::string> take_messages();
    bool validating() const { return messenger_ != VK_NULL_HANDLE; }

  private:
    Device() = default;
    bool create_instance(const DeviceOptions &options, std::string &error);
    bool choose_physical(const DeviceOptions &options, std::string &error);
    bool create_device(std::string &error);
    static VkBool32 VKAPI_PTR on_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                         VkDebugUtilsMessageTypeFlagsEXT types,
                                         const VkDebugUtilsMessengerCallbackDataEXT *data, void *user);

    VkInstance instance_ = VK_NULL_HANDLE;
    VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
    VkPhysicalDevice physical_ = VK_NULL_HANDLE;
    VkPhysicalDeviceProperties properties_{};
    VkPhysicalDeviceFeatures features_{};
    VkPhysicalDeviceVulkan11Features features_1_1_{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES};
    VkPhysicalDeviceVulkan12Features features_1_2_{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    VkPhysicalDeviceVulkan13Features features_1_3_{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
    VkPhysicalDeviceSubgroupProperties subgroups_{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES};
    std::set<std::string, std::less<>> extensions_;
    Environment environment_ = Environment::vulkan_1_1;
    VkPhysicalDeviceTransformFeedbackFeaturesEXT transform_feedback_{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_FEATURES_EXT};
    TransformFeedbackCalls transform_feedback_calls_;
    VkPhysicalDeviceMemoryProperties memory_{};
    VkDevice device_ = VK_NULL_HANDLE;
    VkQueue queue_ = VK_NULL_HANDLE;
    uint32_t family_ = 0;
    VkCommandPool pool_ = VK_NULL_HANDLE;
    VkCommandBuffer commands_ = VK_NULL_HANDLE;
    VkFence fence_ = VK_NULL_HANDLE;
    std::string description_;
    TagSet tags_ = 0;
    CapabilitySet capabilities_ = 0;
    uint32_t spirv_extensions_ = 0;
    std::vector<std::string> messages_;
};

} // namespace weft::runner
