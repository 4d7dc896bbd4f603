#include "shader-runner/device.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <type_traits>
#include <utility>
#include <weft.h>

namespace weft::runner {
namespace {

constexpr char validation_layer[] = "VK_LAYER_KHRONOS_validation";

template <typename Property, typename F>
std::vector<Property> enumerate(F &&call) {
    uint32_t count = 0;
    call(&count, nullptr);
    std::vector<Property> list(count);
    call(&count, list.data());
    list.resize(count);
    return list;
}

bool has_extension(const std::vector<VkExtensionProperties> &list, const char *name) {
    return std::any_of(list.begin(), list.end(),
                       [&](auto &entry) { return strcmp(entry.extensionName, name) == 0; });
}

} // namespace

VkBool32 VKAPI_PTR Device::on_message(VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
                                      const VkDebugUtilsMessengerCallbackDataEXT *data, void *user) {
    // Direct3D lets a pixel shader write targets that are not there.
    constexpr char unused_output[] = "UNASSIGNED-CoreValidation-Shader-OutputNotConsumed";
    if (data->pMessageIdName && strcmp(data->pMessageIdName, unused_output) == 0) return VK_FALSE;
    auto *device = static_cast<Device *>(user);
    device->messages_.push_back(data->pMessage ? data->pMessage : "message without text");
    return VK_FALSE;
}

std::unique_ptr<Device> Device::create(const DeviceOptions &options, std::string &error) {
    std::unique_ptr<Device> device(new Device);
    if (!device->create_instance(options, error) || !device->choose_physical(options, error) ||
        !device->create_device(error))
        return nullptr;
    return device;
}

bool Device::create_instance(const DeviceOptions &options, std::string &error) {
    uint32_t loader_version = VK_API_VERSION_1_0;
    vkEnumerateInstanceVersion(&loader_version);
    if (loader_version < VK_API_VERSION_1_1) {
        error = "the Vulkan loader is older than 1.1";
        return false;
    }
    VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
    application.pApplicationName = "shader-runner";
    application.apiVersion = std::min(loader_version, VK_API_VERSION_1_3);

    VkDebugUtilsMessengerCreateInfoEXT messenger{VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
    messenger.messageSeverity =
        VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    messenger.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
    messenger.pfnUserCallback = on_message;
    messenger.pUserData = this;

    const char *layers[] = {validation_layer}, *extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME};
    VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    info.pApplicationInfo = &application;
    if (options.validate) {
        const auto available = enumerate<VkLayerProperties>(
            [](uint32_t *n, VkLayerProperties *p) { return vkEnumerateInstanceLayerProperties(n, p); });
        if (std::none_of(available.begin(), available.end(),
                         [](auto &layer) { return strcmp(layer.layerName, validation_layer) == 0; })) {
            error = "the layer VK_LAYER_KHRONOS_validation is not installed";
            return false;
        }
        info.enabledLayerCount = info.enabledExtensionCount = 1;
        info.ppEnabledLayerNames = layers;
        info.ppEnabledExtensionNames = extensions;
    }
    const VkResult result = vkCreateInstance(&info, nullptr, &instance_);
    if (result != VK_SUCCESS) {
        error =
            "cannot create a Vulkan instance (result " + std::to_string(result) + "); is a driver installed?";
        return false;
    }
    if (options.validate) {
        auto create = reinterpret_cast<PFN_vkCreateDebugUtilsMessengerEXT>(
            vkGetInstanceProcAddr(instance_, "vkCreateDebugUtilsMessengerEXT"));
        if (!create || create(instance_, &messenger, nullptr, &messenger_) != VK_SUCCESS) {
            error = "cannot listen to the validation layer";
            return false;
        }
    }
    return true;
}

bool Device::choose_physical(const DeviceOptions &options, std::string &error) {
    const auto devices = enumerate<VkPhysicalDevice>(
        [&](uint32_t *n, VkPhysicalDevice *p) { return vkEnumeratePhysicalDevices(instance_, n, p); });
    for (const VkPhysicalDevice candidate : devices) {
        VkPhysicalDeviceProperties properties;
        vkGetPhysicalDeviceProperties(candidate, &properties);
        if (properties.apiVersion < VK_API_VERSION_1_1 ||
            !strstr(properties.deviceName, options.name.c_str()))
            continue;
        const auto families =
            enumerate<VkQueueFamilyProperties>([&](uint32_t *n, VkQueueFamilyProperties *p) {
                vkGetPhysicalDeviceQueueFamilyProperties(candidate, n, p);
                return VK_SUCCESS;
            });
        const VkQueueFlags needed = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
        const auto family = std::find_if(families.begin(), families.end(),
                                         [&](auto &entry) { return (entry.queueFlags & needed) == needed; });
        if (family == families.end()) continue;
        physical_ = candidate;
        properties_ = properties;
        family_ = uint32_t(family - families.begin());
        return true;
    }
    error = devices.empty()
                ? "no Vulkan device found; on a machine without a GPU install mesa-vulkan-drivers (lavapipe)"
                : "no Vulkan 1.1 device with a graphics queue" +
                      (options.name.empty() ? std::string() : " matches '" + options.name + "'");
    return false;
}

bool Device::create_device(std::string &error) {
    vkGetPhysicalDeviceMemoryProperties(physical_, &memory_);
    const auto available = enumerate<VkExtensionProperties>([&](uint32_t *n, VkExtensionProperties *p) {
        return vkEnumerateDeviceExtensionProperties(physical_, nullptr, n, p);
    });

    // Each structure is filled by the device and handed back to it unchanged, so what it has is what is
    // enabled.
    VkPhysicalDeviceFeatures2 features{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    void **tail = &features.pNext;
    auto chain = [&](auto &structure) {
        *tail = &structure;
        tail = &structure.pNext;
    };
    std::vector<const char *> enabled;
    auto enable = [&](const char *name) {
        if (!weft::runner::has_extension(available, name)) return false;
        enabled.push_back(name);
        extensions_.insert(name);
        return true;
    };
    if (properties_.apiVersion >= VK_API_VERSION_1_2) environment_ = Environment::vulkan_1_2;
    if (properties_.apiVersion >= VK_API_VERSION_1_3) environment_ = Environment::vulkan_1_3;
    const bool is_1_2 = environment_ >= Environment::vulkan_1_2,
               is_1_3 = environment_ >= Environment::vulkan_1_3;

    // One structure of the core version each, or those that it took in.
    VkPhysicalDeviceShaderDrawParametersFeatures draw_parameters{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_DRAW_PARAMETERS_FEATURES};
    VkPhysicalDevice16BitStorageFeatures storage16{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES};
    VkPhysicalDeviceShaderDemoteToHelperInvocationFeatures demote{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_DEMOTE_TO_HELPER_INVOCATION_FEATURES};
    VkPhysicalDeviceDescriptorIndexingFeatures indexing{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_INDEXING_FEATURES};
    const bool demotes = enable(VK_EXT_SHADER_DEMOTE_TO_HELPER_INVOCATION_EXTENSION_NAME);
    const bool indexes = enable(VK_EXT_DESCRIPTOR_INDEXING_EXTENSION_NAME);
    if (is_1_2) {
        chain(features_1_1_);
        chain(features_1_2_);
    } else {
        chain(draw_parameters);
        chain(storage16);
        if (indexes) chain(indexing);
    }
    if (is_1_3)
        chain(features_1_3_);
    else if (demotes)
        chain(demote);
    VkPhysicalDeviceRobustness2FeaturesEXT robustness{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_FEATURES_EXT};
    VkPhysicalDeviceFragmentShaderInterlockFeaturesEXT interlock{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FRAGMENT_SHADER_INTERLOCK_FEATURES_EXT};
    VkPhysicalDeviceShaderAtomicFloatFeaturesEXT float_atomics{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT};
    VkPhysicalDeviceFragmentShaderBarycentricFeaturesKHR barycentrics{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FRAGMENT_SHADER_BARYCENTRIC_FEATURES_KHR};
    VkPhysicalDeviceShaderImageAtomicInt64FeaturesEXT image_atomics{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_IMAGE_ATOMIC_INT64_FEATURES_EXT};
    VkPhysicalDeviceComputeShaderDerivativesFeaturesNV derivatives{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COMPUTE_SHADER_DERIVATIVES_FEATURES_NV};
    VkPhysicalDeviceShaderClockFeaturesKHR clock{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CLOCK_FEATURES_KHR};
    if (enable(VK_KHR_SHADER_CLOCK_EXTENSION_NAME)) chain(clock);
    if (enable(VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME)) chain(float_atomics);
    if (enable(VK_EXT_ROBUSTNESS_2_EXTENSION_NAME)) chain(robustness);
    if (enable(VK_EXT_FRAGMENT_SHADER_INTERLOCK_EXTENSION_NAME)) chain(interlock);
    if (enable(VK_KHR_FRAGMENT_SHADER_BARYCENTRIC_EXTENSION_NAME)) chain(barycentrics);
    if (enable(VK_EXT_SHADER_IMAGE_ATOMIC_INT64_EXTENSION_NAME)) chain(image_atomics);
    if (enable(VK_NV_COMPUTE_SHADER_DERIVATIVES_EXTENSION_NAME)) chain(derivatives);
    const bool feedback = enable(VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME);
    if (feedback) chain(transform_feedback_);
    const bool stencil_export = enable(VK_EXT_SHADER_STENCIL_EXPORT_EXTENSION_NAME);
    const bool viewport_layer = enable(VK_EXT_SHADER_VIEWPORT_INDEX_LAYER_EXTENSION_NAME);
    vkGetPhysicalDeviceFeatures2(physical_, &features);
    features_ = features.features;
    VkPhysicalDeviceProperties2 more{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
    more.pNext = &subgroups_;
    vkGetPhysicalDeviceProperties2(physical_, &more);

    const struct {
        VkBool32 present;
        const char *name;
    } needed[] = {
        {features_.fragmentStoresAndAtomics, "fragmentStoresAndAtomics"},
        {features_.vertexPipelineStoresAndAtomics, "vertexPipelineStoresAndAtomics"},
        {features_.shaderClipDistance, "shaderClipDistance"},
        {features_.shaderImageGatherExtended, "shaderImageGatherExtended"},
        {features_.shaderStorageImageWriteWithoutFormat, "shaderStorageImageWriteWithoutFormat"},
        {features_.multiViewport, "multiViewport"},
    };
    for (const auto &feature : needed) {
        if (feature.present) continue;
        error = std::string(properties_.deviceName) + " lacks " + feature.name;
        return false;
    }

    const float priority = 1;
    VkDeviceQueueCreateInfo queue{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queue.queueFamilyIndex = family_;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
    info.pNext = &features;
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    info.enabledExtensionCount = uint32_t(enabled.size());
    info.ppEnabledExtensionNames = enabled.data();
    VkResult result = vkCreateDevice(physical_, &info, nullptr, &device_);
    if (result != VK_SUCCESS) {
        error =
            "cannot open " + std::string(properties_.deviceName) + " (result " + std::to_string(result) + ")";
        return false;
    }
    transform_feedback_.pNext = features_1_1_.pNext = features_1_2_.pNext = features_1_3_.pNext = nullptr;
    subgroups_.pNext = nullptr;
    if (!is_1_2) {
        features_1_1_.shaderDrawParameters = draw_parameters.shaderDrawParameters;
        features_1_1_.storageBuffer16BitAccess = storage16.storageBuffer16BitAccess;
        features_1_1_.uniformAndStorageBuffer16BitAccess = storage16.uniformAndStorageBuffer16BitAccess;
        features_1_2_.runtimeDescriptorArray = indexing.runtimeDescriptorArray;
    }
    if (!is_1_3) features_1_3_.shaderDemoteToHelperInvocation = demote.shaderDemoteToHelperInvocation;
    if (feedback) {
        auto get = [this](auto &function, const char *name) {
            function = reinterpret_cast<std::decay_t<decltype(function)>>(vkGetDeviceProcAddr(device_, name));
        };
        get(transform_feedback_calls_.bind, "vkCmdBindTransformFeedbackBuffersEXT");
        get(transform_feedback_calls_.begin, "vkCmdBeginTransformFeedbackEXT");
        get(transform_feedback_calls_.end, "vkCmdEndTransformFeedbackEXT");
    }
    vkGetDeviceQueue(device_, family_, 0, &queue_);

    VkCommandPoolCreateInfo pool{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    pool.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
    pool.queueFamilyIndex = family_;
    VkFenceCreateInfo fence{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkCommandBufferAllocateInfo commands{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    commands.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    commands.commandBufferCount = 1;
    result = vkCreateCommandPool(device_, &pool, nullptr, &pool_);
    commands.commandPool = pool_;
    if (result == VK_SUCCESS) result = vkAllocateCommandBuffers(device_, &commands, &commands_);
    if (result == VK_SUCCESS) result = vkCreateFence(device_, &fence, nullptr, &fence_);
    if (result != VK_SUCCESS) {
        error = "cannot create command buffers";
        return false;
    }

    auto set = [&](Capability capability, bool present) {
        if (present) capabilities_ |= 1u << unsigned(capability);
    };
    set(Capability::clip_planes, true);
    set(Capability::point_size, true);
    set(Capability::fog, true);
    set(Capability::depth_bounds, features_.depthBounds);
    set(Capability::float64, features_.shaderFloat64);
    set(Capability::int64, features_.shaderInt64);
    set(Capability::geometry_shader, features_.geometryShader);
    set(Capability::tessellation_shader, features_.tessellationShader);
    set(Capability::rov, interlock.fragmentShaderPixelInterlock && interlock.fragmentShaderSampleInterlock);
    set(Capability::rt_vp_array_index, viewport_layer);
    constexpr VkSubgroupFeatureFlags wave_operations =
        VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_VOTE_BIT | VK_SUBGROUP_FEATURE_ARITHMETIC_BIT |
        VK_SUBGROUP_FEATURE_BALLOT_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_BIT | VK_SUBGROUP_FEATURE_QUAD_BIT;
    set(Capability::wave_ops, (subgroups_.supportedOperations & wave_operations) == wave_operations);
    set(Capability::native_16_bit,
        features_.shaderInt16 && features_1_2_.shaderFloat16 && features_1_1_.storageBuffer16BitAccess);
    if (features_1_3_.shaderDemoteToHelperInvocation) spirv_extensions_ |= ext_demote;
    if (features_1_2_.runtimeDescriptorArray) spirv_extensions_ |= ext_descriptor_indexing;
    if (stencil_export) spirv_extensions_ |= ext_stencil_export;
    if (viewport_layer) spirv_extensions_ |= ext_viewport_layer;
    if (interlock.fragmentShaderPixelInterlock) spirv_extensions_ |= ext_interlock;
    if (subgroups_.supportedOperations & VK_SUBGROUP_FEATURE_PARTITIONED_BIT_NV)
        spirv_extensions_ |= ext_partitioned;
    if (derivatives.computeDerivativeGroupQuads && derivatives.computeDerivativeGroupLinear)
        spirv_extensions_ |= ext_compute_derivatives;
    spirv_extensions_ |= ext_shader_model_6;

    tags_ = 1u << tag_vulkan;
    description_ = properties_.deviceName;
    VkPhysicalDeviceDriverProperties driver{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
    if (properties_.apiVersion >= VK_API_VERSION_1_2 ||
        weft::runner::has_extension(available, VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME)) {
        VkPhysicalDeviceProperties2 properties{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
        properties.pNext = &driver;
        vkGetPhysicalDeviceProperties2(physical_, &properties);
        description_ += std::string(", ") + driver.driverName + " " + driver.driverInfo;
        unsigned major, minor;
        const bool is_mesa = sscanf(driver.driverInfo, "Mesa %u.%u", &major, &minor) == 2;
        if (is_mesa && (major < 23 || (major == 23 && minor < 3))) tags_ |= 1u << tag_mesa_lt_23_3;
        if (driver.driverID == VK_DRIVER_ID_MESA_LLVMPIPE) tags_ |= 1u << tag_llvmpipe;
        if (driver.driverID == VK_DRIVER_ID_MOLTENVK) tags_ |= 1u << tag_mvk;
    }
    return true;
}

Device::~Device() {
    if (device_) {
        vkDeviceWaitIdle(device_);
        if (fence_) vkDestroyFence(device_, fence_, nullptr);
        if (pool_) vkDestroyCommandPool(device_, pool_, nullptr);
        vkDestroyDevice(device_, nullptr);
    }
    if (messenger_) {
        auto destroy = reinterpret_cast<PFN_vkDestroyDebugUtilsMessengerEXT>(
            vkGetInstanceProcAddr(instance_, "vkDestroyDebugUtilsMessengerEXT"));
        if (destroy) destroy(instance_, messenger_, nullptr);
    }
    if (instance_) vkDestroyInstance(instance_, nullptr);
}

bool Device::supports(VkFormat format, VkFormatFeatureFlags wanted, bool buffer) const {
    VkFormatProperties properties;
    vkGetPhysicalDeviceFormatProperties(physical_, format, &properties);
    return ((buffer ? properties.bufferFeatures : properties.optimalTilingFeatures) & wanted) == wanted;
}

unsigned Device::features_beyond() const {
    const struct {
        VkBool32 present;
        unsigned flag;
    } flags[] = {
        {features_1_2_.shaderFloat16, WEFT_FEATURE_FLOAT16},
        {features_.shaderInt16, WEFT_FEATURE_INT16},
        {features_1_1_.storageBuffer16BitAccess, WEFT_FEATURE_STORAGE_16BIT},
        {features_1_2_.shaderBufferInt64Atomics && features_1_2_.shaderSharedInt64Atomics,
         WEFT_FEATURE_INT64_ATOMICS},
        {features_1_2_.shaderSubgroupExtendedTypes, WEFT_FEATURE_SUBGROUP_EXTENDED_TYPES},
    };
    unsigned all = 0;
    for (const auto &entry : flags)
        if (entry.present) all |= entry.flag;
    return all;
}

bool Device::can_load_uav(const FormatInfo &format) const {
    const bool single = format.bits == 32 && format.components == 1;
    return (single || features_.shaderStorageImageReadWithoutFormat) &&
           supports(format.vulkan, VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT);
}

VkDeviceMemory Device::allocate(const VkMemoryRequirements &requirements, VkMemoryPropertyFlags wanted) {
    for (uint32_t i = 0; i < memory_.memoryTypeCount; ++i) {
        if (!(requirements.memoryTypeBits >> i & 1) ||
            (memory_.memoryTypes[i].propertyFlags & wanted) != wanted)
            continue;
        VkMemoryAllocateInfo info{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
        info.allocationSize = requirements.size;
        info.memoryTypeIndex = i;
        VkDeviceMemory memory;
        if (vkAllocateMemory(device_, &info, nullptr, &memory) == VK_SUCCESS) return memory;
    }
    return VK_NULL_HANDLE;
}

Buffer Device::create_buffer(VkDeviceSize size, VkBufferUsageFlags usage) {
    Buffer buffer;
    VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = size;
    info.usage = usage;
    if (vkCreateBuffer(device_, &info, nullptr, &buffer.handle) != VK_SUCCESS) return {};
    VkMemoryRequirements requirements;
    vkGetBufferMemoryRequirements(device_, buffer.handle, &requirements);
    buffer.memory =
        allocate(requirements, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
    void *mapped = nullptr;
    if (!buffer.memory || vkBindBufferMemory(device_, buffer.handle, buffer.memory, 0) != VK_SUCCESS ||
        vkMapMemory(device_, buffer.memory, 0, VK_WHOLE_SIZE, 0, &mapped) != VK_SUCCESS) {
        destroy(buffer);
        return {};
    }
    buffer.mapped = static_cast<uint8_t *>(mapped);
    buffer.size = size;
    memset(buffer.mapped, 0, size);
    return buffer;
}

void Device::destroy(Buffer &buffer) {
    if (buffer.handle) vkDestroyBuffer(device_, buffer.handle, nullptr);
    if (buffer.memory) vkFreeMemory(device_, buffer.memory, nullptr);
    buffer = {};
}

VkCommandBuffer Device::begin() {
    VkCommandBufferBeginInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    vkBeginCommandBuffer(commands_, &info);
    return commands_;
}

bool Device::finish() {
    VkMemoryBarrier barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT | VK_ACCESS_HOST_READ_BIT;
    vkCmdPipelineBarrier(commands_, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0,
                         nullptr, 0, nullptr);
    if (vkEndCommandBuffer(commands_) != VK_SUCCESS) return false;
    VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &commands_;
    if (vkQueueSubmit(queue_, 1, &submit, fence_) != VK_SUCCESS) return false;
    // A shader that does not end must not hang the run.
    constexpr uint64_t timeout_ns = 30'000'000'000u;
    const bool done = vkWaitForFences(device_, 1, &fence_, VK_TRUE, timeout_ns) == VK_SUCCESS;
    if (done) vkResetFences(device_, 1, &fence_);
    return done;
}

std::vector<std::string> Device::take_messages() {
    return std::exchange(messages_, {});
}

} // namespace weft::runner
