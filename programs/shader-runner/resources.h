// Resources of a test as they exist on the device.
#pragma once

#include "shader-runner/device.h"

#include <functional>

namespace weft::runner {

class Resource {
  public:
    static std::unique_ptr<Resource> create(Device &device, const ResourceDesc &desc, std::string &error);
    ~Resource();
    Resource(const Resource &) = delete;
    Resource &operator=(const Resource &) = delete;

    const ResourceDesc &desc() const { return desc_; }
    const Buffer &buffer() const { return buffer_; }
    const Buffer &counter() const { return counter_; }
    VkBufferView texel_view() const { return texel_view_; }
    VkBufferView counter_view() const { return counter_view_; }
    VkImageView shader_view() const { return view_; }
    VkImageView attachment_view() const { return attachment_view_; }
    VkImage image() const { return image_; }
    VkImageAspectFlags aspect() const { return aspect_; }

    void transition(VkCommandBuffer commands, VkImageLayout layout);

    // A sub-resource of level 0 as tightly packed rows. `slice` is a layer, or z in a volume. Stencil comes
    // as one 32-bit word a texel.
    bool read_back(unsigned slice, bool stencil, cli::Bytes &bytes, std::string &error);
    bool clear(const float (&value)[4], uint32_t stencil = 0);

    static bool copy(Resource &source, Resource &target);

  private:
    Resource(Device &device, const ResourceDesc &desc) : device_(device), desc_(desc) {}
    bool create_buffer(std::string &error);
    bool create_image(std::string &error);
    bool upload(std::string &error);
    bool resolve(VkImage &image, VkDeviceMemory &memory, std::string &error);

    Device &device_;
    ResourceDesc desc_;
    Buffer buffer_, counter_;
    VkBufferView texel_view_ = VK_NULL_HANDLE, counter_view_ = VK_NULL_HANDLE;
    VkImage image_ = VK_NULL_HANDLE;
    VkDeviceMemory memory_ = VK_NULL_HANDLE;
    VkImageView view_ = VK_NULL_HANDLE, attachment_view_ = VK_NULL_HANDLE;
    VkImageLayout layout_ = VK_IMAGE_LAYOUT_UNDEFINED;
    VkImageAspectFlags aspect_ = VK_IMAGE_ASPECT_COLOR_BIT;      // colour or depth
    VkImageAspectFlags all_aspects_ = VK_IMAGE_ASPECT_COLOR_BIT; // with stencil
};

} // namespace weft::runner
