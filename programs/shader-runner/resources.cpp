#include "shader-runner/resources.h"

#include <algorithm>
#include <cstring>

namespace weft::runner {
namespace {

VkImageType image_type(Dimension dimension) {
    switch (dimension) {
    case Dimension::d1:
    case Dimension::d1_array: return VK_IMAGE_TYPE_1D;
    case Dimension::d3: return VK_IMAGE_TYPE_3D;
    default: return VK_IMAGE_TYPE_2D;
    }
}

VkImageViewType view_type(Dimension dimension) {
    switch (dimension) {
    case Dimension::d1: return VK_IMAGE_VIEW_TYPE_1D;
    case Dimension::d1_array: return VK_IMAGE_VIEW_TYPE_1D_ARRAY;
    case Dimension::d2_array:
    case Dimension::d2_ms_array: return VK_IMAGE_VIEW_TYPE_2D_ARRAY;
    case Dimension::d3: return VK_IMAGE_VIEW_TYPE_3D;
    case Dimension::cube: return VK_IMAGE_VIEW_TYPE_CUBE;
    case Dimension::cube_array: return VK_IMAGE_VIEW_TYPE_CUBE_ARRAY;
    default: return VK_IMAGE_VIEW_TYPE_2D;
    }
}

VkImageUsageFlags image_usage(ResourceKind kind) {
    constexpr VkImageUsageFlags transfer = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    switch (kind) {
    case ResourceKind::rtv: return transfer | VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    case ResourceKind::dsv: return transfer | VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    case ResourceKind::uav: return transfer | VK_IMAGE_USAGE_STORAGE_BIT;
    default: return transfer | VK_IMAGE_USAGE_SAMPLED_BIT;
    }
}

VkDeviceSize level_bytes(const ResourceDesc &desc, unsigned level) {
    return VkDeviceSize(mip_size(desc.width, level)) * mip_size(desc.height, level) *
           mip_size(desc.depth, level) * desc.texel_size;
}

VkExtent3D level_extent(const ResourceDesc &desc, unsigned level) {
    return {mip_size(desc.width, level), mip_size(desc.height, level), mip_size(desc.depth, level)};
}

} // namespace

std::unique_ptr<Resource> Resource::create(Device &device, const ResourceDesc &desc, std::string &error) {
    std::unique_ptr<Resource> resource(new Resource(device, desc));
    const bool ok = desc.is_buffer() ? resource->create_buffer(error)
                                     : resource->create_image(error) && resource->upload(error);
    return ok ? std::move(resource) : nullptr;
}

Resource::~Resource() {
    const VkDevice device = device_.handle();
    for (VkImageView view : {view_, attachment_view_})
        if (view) vkDestroyImageView(device, view, nullptr);
    for (VkBufferView view : {texel_view_, counter_view_})
        if (view) vkDestroyBufferView(device, view, nullptr);
    if (image_) vkDestroyImage(device, image_, nullptr);
    if (memory_) vkFreeMemory(device, memory_, nullptr);
    device_.destroy(buffer_);
    device_.destroy(counter_);
}

bool Resource::create_buffer(std::string &error) {
    const VkDeviceSize size =
        std::max<VkDeviceSize>(desc_.data.size(), VkDeviceSize(desc_.width) * desc_.texel_size);
    VkBufferUsageFlags usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    VkFormatFeatureFlags needed = 0;
    switch (desc_.kind) {
    case ResourceKind::vb: usage |= VK_BUFFER_USAGE_VERTEX_BUFFER_BIT; break;
    case ResourceKind::cbv: usage |= VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT; break;
    case ResourceKind::so:
        if (!device_.transform_feedback().transformFeedback) {
            error = "the device lacks transform feedback";
            return false;
        }
        usage |= VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_BUFFER_BIT_EXT;
        break;
    case ResourceKind::srv:
        usage |= VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
        needed = VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT;
        break;
    case ResourceKind::uav:
        usage |= VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
        needed = VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT;
        break;
    default: error = "a buffer cannot be a render target"; return false;
    }
    if (needed && !device_.supports(desc_.format->vulkan, needed, true)) {
        error = std::string("the device has no texel buffers of format ") + desc_.format->name;
        return false;
    }
    buffer_ = device_.create_buffer(size, usage);
    if (desc_.has_counter) {
        counter_ = device_.create_buffer(4, VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT |
                                                VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
        if (counter_.mapped) memcpy(counter_.mapped, &desc_.counter, 4);
    }
    if (desc_.kind == ResourceKind::so) // the number of bytes that a draw writes
        counter_ = device_.create_buffer(4, VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_COUNTER_BUFFER_BIT_EXT);
    if (!buffer_.handle || (desc_.has_counter && !counter_.handle)) {
        error = "cannot create a buffer of " + std::to_string(size) + " bytes";
        return false;
    }
    std::copy(desc_.data.begin(), desc_.data.end(), buffer_.mapped);
    if (!needed) return true;

    VkBufferViewCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO};
    info.buffer = buffer_.handle;
    info.format = desc_.format->vulkan;
    info.range = size;
    bool ok = vkCreateBufferView(device_.handle(), &info, nullptr, &texel_view_) == VK_SUCCESS;
    if (ok && desc_.has_counter) {
        info.buffer = counter_.handle;
        info.format = VK_FORMAT_R32_UINT;
        info.range = 4;
        ok = vkCreateBufferView(device_.handle(), &info, nullptr, &counter_view_) == VK_SUCCESS;
    }
    if (!ok) error = "cannot create a view of the buffer";
    return ok;
}

bool Resource::create_image(std::string &error) {
    const bool target = desc_.kind == ResourceKind::rtv || desc_.kind == ResourceKind::dsv;
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.imageType = image_type(desc_.dimension);
    info.format = desc_.format->vulkan;
    info.extent = {desc_.width, desc_.height, desc_.depth};
    info.mipLevels = desc_.levels;
    info.arrayLayers = desc_.layers;
    info.samples = VkSampleCountFlagBits(desc_.samples);
    info.tiling = VK_IMAGE_TILING_OPTIMAL;
    info.usage = image_usage(desc_.kind);
    if (desc_.dimension == Dimension::cube || desc_.dimension == Dimension::cube_array)
        info.flags = VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
    aspect_ = desc_.format->depth ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT;
    all_aspects_ = desc_.format->stencil ? aspect_ | VK_IMAGE_ASPECT_STENCIL_BIT : aspect_;

    VkImageFormatProperties limits;
    if (vkGetPhysicalDeviceImageFormatProperties(device_.physical(), info.format, info.imageType, info.tiling,
                                                 info.usage, info.flags, &limits) != VK_SUCCESS ||
        !(limits.sampleCounts & desc_.samples) || desc_.levels > limits.maxMipLevels ||
        desc_.layers > limits.maxArrayLayers) {
        error = std::string("the device cannot create an image of format ") + desc_.format->name + " with " +
                std::to_string(desc_.samples) + " samples, " + std::to_string(desc_.levels) + " levels and " +
                std::to_string(desc_.layers) + " layers for " + resource_name(desc_.kind, desc_.slot);
        return false;
    }
    if (vkCreateImage(device_.handle(), &info, nullptr, &image_) != VK_SUCCESS) {
        error = "cannot create an image";
        return false;
    }
    VkMemoryRequirements requirements;
    vkGetImageMemoryRequirements(device_.handle(), image_, &requirements);
    memory_ = device_.allocate(requirements, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    if (!memory_) memory_ = device_.allocate(requirements, 0);
    if (!memory_ || vkBindImageMemory(device_.handle(), image_, memory_, 0) != VK_SUCCESS) {
        error = "no memory for an image";
        return false;
    }

    VkImageViewCreateInfo view{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    view.image = image_;
    view.format = info.format;
    view.viewType = view_type(desc_.dimension);
    view.subresourceRange = {target ? all_aspects_ : aspect_, 0, desc_.levels, 0, desc_.layers};
    VkResult result = VK_SUCCESS;
    if (!target) {
        // A storage image shows one level.
        if (desc_.kind == ResourceKind::uav) view.subresourceRange.levelCount = 1;
        result = vkCreateImageView(device_.handle(), &view, nullptr, &view_);
    } else {
        view.subresourceRange.levelCount = 1;
        view.viewType = desc_.layers > 1 ? VK_IMAGE_VIEW_TYPE_2D_ARRAY : VK_IMAGE_VIEW_TYPE_2D;
        if (info.imageType != VK_IMAGE_TYPE_2D) {
            error = "render targets must be two-dimensional";
            return false;
        }
        result = vkCreateImageView(device_.handle(), &view, nullptr, &attachment_view_);
    }
    if (result != VK_SUCCESS) error = "cannot create a view of the image";
    return result == VK_SUCCESS;
}

void Resource::transition(VkCommandBuffer commands, VkImageLayout layout) {
    VkImageMemoryBarrier barrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
    barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
    barrier.oldLayout = layout_;
    barrier.newLayout = layout;
    barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = image_;
    barrier.subresourceRange = {all_aspects_, 0, desc_.levels, 0, desc_.layers};
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0,
                         0, nullptr, 0, nullptr, 1, &barrier);
    layout_ = layout;
}

bool Resource::clear(const float (&value)[4], uint32_t stencil) {
    if (!image_) return false;
    const VkCommandBuffer commands = device_.begin();
    transition(commands, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    const VkImageSubresourceRange range = {all_aspects_, 0, desc_.levels, 0, desc_.layers};
    if (aspect_ == VK_IMAGE_ASPECT_DEPTH_BIT) {
        const VkClearDepthStencilValue depth = {value[0], stencil};
        vkCmdClearDepthStencilImage(commands, image_, layout_, &depth, 1, &range);
    } else {
        VkClearColorValue colour;
        std::copy(value, value + 4, colour.float32);
        vkCmdClearColorImage(commands, image_, layout_, &colour, 1, &range);
    }
    return device_.finish();
}

bool Resource::upload(std::string &error) {
    // Without data the contents are undefined; zeros make a wrong test repeatable.
    if (desc_.data.empty() || desc_.samples > 1) {
        const float zero[4] = {};
        if (clear(zero)) return true;
        error = "cannot clear an image";
        return false;
    }
    VkDeviceSize total = 0;
    for (unsigned level = 0; level < desc_.levels; ++level)
        total += level_bytes(desc_, level) * desc_.layers;
    Buffer staging = device_.create_buffer(total, VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
    if (!staging.handle) {
        error = "no memory for the data of an image";
        return false;
    }
    std::copy_n(desc_.data.begin(), std::min<size_t>(desc_.data.size(), total), staging.mapped);
    const VkCommandBuffer commands = device_.begin();
    transition(commands, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    VkDeviceSize offset = 0;
    for (unsigned level = 0; level < desc_.levels; ++level) {
        for (unsigned layer = 0; layer < desc_.layers; ++layer) {
            VkBufferImageCopy region{};
            region.bufferOffset = offset;
            region.imageSubresource = {aspect_, level, layer, 1};
            region.imageExtent = level_extent(desc_, level);
            vkCmdCopyBufferToImage(commands, staging.handle, image_, layout_, 1, &region);
            offset += level_bytes(desc_, level);
        }
    }
    const bool ok = device_.finish();
    device_.destroy(staging);
    if (!ok) error = "cannot upload an image";
    return ok;
}

bool Resource::resolve(VkImage &image, VkDeviceMemory &memory, std::string &error) {
    if (aspect_ != VK_IMAGE_ASPECT_COLOR_BIT) {
        error = "a multisampled depth target cannot be read";
        return false;
    }
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = desc_.format->vulkan;
    info.extent = {desc_.width, desc_.height, 1};
    info.mipLevels = 1;
    info.arrayLayers = desc_.layers;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    VkMemoryRequirements requirements;
    if (vkCreateImage(device_.handle(), &info, nullptr, &image) != VK_SUCCESS) {
        error = "cannot create an image to resolve to";
        return false;
    }
    vkGetImageMemoryRequirements(device_.handle(), image, &requirements);
    memory = device_.allocate(requirements, 0);
    if (memory && vkBindImageMemory(device_.handle(), image, memory, 0) == VK_SUCCESS) return true;
    error = "no memory for an image to resolve to";
    return false;
}

bool Resource::read_back(unsigned slice, bool stencil, cli::Bytes &bytes, std::string &error) {
    if (stencil && !(all_aspects_ & VK_IMAGE_ASPECT_STENCIL_BIT)) {
        error = resource_name(desc_.kind, desc_.slot) + " has no stencil";
        return false;
    }
    if (desc_.is_buffer()) {
        if (slice) {
            error = "a buffer has no layers";
            return false;
        }
        bytes.assign(buffer_.mapped, buffer_.mapped + buffer_.size);
        return true;
    }
    const bool volume = desc_.dimension == Dimension::d3;
    if (slice >= (volume ? desc_.depth : desc_.layers)) {
        error = "there is no layer " + std::to_string(slice);
        return false;
    }
    const VkDeviceSize size = VkDeviceSize(desc_.width) * desc_.height * (stencil ? 1 : desc_.texel_size);
    Buffer staging = device_.create_buffer(size, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    VkImage resolved = VK_NULL_HANDLE;
    VkDeviceMemory resolved_memory = VK_NULL_HANDLE;
    bool ok = staging.handle && (desc_.samples == 1 || resolve(resolved, resolved_memory, error));
    if (ok) {
        const VkCommandBuffer commands = device_.begin();
        transition(commands, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
        if (resolved) {
            VkImageMemoryBarrier barrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
            barrier.dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
            barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL;
            barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
            barrier.image = resolved;
            barrier.subresourceRange = {aspect_, 0, 1, 0, desc_.layers};
            vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT,
                                 0, 0, nullptr, 0, nullptr, 1, &barrier);
            VkImageResolve region{};
            region.srcSubresource = region.dstSubresource = {aspect_, 0, slice, 1};
            region.extent = {desc_.width, desc_.height, 1};
            vkCmdResolveImage(commands, image_, layout_, resolved, VK_IMAGE_LAYOUT_GENERAL, 1, &region);
            VkMemoryBarrier done{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
            done.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
            done.dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT;
            vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0,
                                 1, &done, 0, nullptr, 0, nullptr);
        }
        VkBufferImageCopy region{};
        region.imageSubresource = {stencil ? VkImageAspectFlags(VK_IMAGE_ASPECT_STENCIL_BIT) : aspect_, 0,
                                   volume ? 0 : slice, 1};
        region.imageOffset = {0, 0, volume ? int32_t(slice) : 0};
        region.imageExtent = {desc_.width, desc_.height, 1};
        vkCmdCopyImageToBuffer(commands, resolved ? resolved : image_,
                               resolved ? VK_IMAGE_LAYOUT_GENERAL : layout_, staging.handle, 1, &region);
        ok = device_.finish();
        if (ok && stencil) {
            bytes.assign(size * 4, 0);
            for (size_t i = 0; i < size; ++i)
                bytes[i * 4] = staging.mapped[i];
        } else if (ok) {
            bytes.assign(staging.mapped, staging.mapped + size);
        }
    }
    if (!ok && error.empty()) error = "the read-back failed";
    if (resolved) vkDestroyImage(device_.handle(), resolved, nullptr);
    if (resolved_memory) vkFreeMemory(device_.handle(), resolved_memory, nullptr);
    device_.destroy(staging);
    return ok;
}

bool Resource::copy(Resource &source, Resource &target) {
    const ResourceDesc &a = source.desc_, &b = target.desc_;
    Device &device = source.device_;
    if (a.is_buffer()) {
        const VkCommandBuffer commands = device.begin();
        const VkBufferCopy region = {0, 0, std::min(source.buffer_.size, target.buffer_.size)};
        vkCmdCopyBuffer(commands, source.buffer_.handle, target.buffer_.handle, 1, &region);
        return device.finish();
    }
    const VkCommandBuffer commands = device.begin();
    source.transition(commands, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    target.transition(commands, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    Buffer staging;
    if (source.aspect_ == target.aspect_) {
        for (unsigned level = 0; level < a.levels; ++level) {
            VkImageCopy region{};
            region.srcSubresource = {source.aspect_, level, 0, a.layers};
            region.dstSubresource = {target.aspect_, level, 0, b.layers};
            region.extent = level_extent(a, level);
            vkCmdCopyImage(commands, source.image_, source.layout_, target.image_, target.layout_, 1,
                           &region);
        }
    } else {
        // Depth and colour images meet only in a buffer.
        VkDeviceSize size = 0;
        for (unsigned level = 0; level < a.levels; ++level)
            size += level_bytes(a, level) * a.layers;
        staging =
            device.create_buffer(size, VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
        VkDeviceSize offset = 0;
        std::vector<VkBufferImageCopy> regions;
        for (unsigned level = 0; level < a.levels && staging.handle; ++level) {
            VkBufferImageCopy region{};
            region.bufferOffset = offset;
            region.imageSubresource = {source.aspect_, level, 0, a.layers};
            region.imageExtent = level_extent(a, level);
            vkCmdCopyImageToBuffer(commands, source.image_, source.layout_, staging.handle, 1, &region);
            regions.push_back(region);
            offset += level_bytes(a, level) * a.layers;
        }
        VkMemoryBarrier barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
        barrier.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
        barrier.dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT;
        vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 1,
                             &barrier, 0, nullptr, 0, nullptr);
        for (auto &region : regions) {
            region.imageSubresource.aspectMask = target.aspect_;
            vkCmdCopyBufferToImage(commands, staging.handle, target.image_, target.layout_, 1, &region);
        }
    }
    const bool ok = device.finish();
    device.destroy(staging);
    return ok;
}

} // namespace weft::runner
