// Descriptors of one draw or dispatch: which binding number each resource has, as the library and as Vulkan
// see it.
#pragma once

#include "shader-runner/compile.h"
#include "shader-runner/resources.h"

namespace weft::runner {

class BindingSet {
  public:
    // `resources` in the order of their declaration. Shaders of D3D9 find float, integer and boolean
    // constants in the constant buffers 0, 1 and 2.
    static std::unique_ptr<BindingSet>
    create(Device &device, const std::vector<std::unique_ptr<Resource>> &resources,
           const std::vector<SamplerState> &samplers, const std::vector<uint32_t> &uniforms,
           const Requirements &requirements, bool d3d9, std::string &error);
    ~BindingSet();
    BindingSet(const BindingSet &) = delete;
    BindingSet &operator=(const BindingSet &) = delete;

    const ShaderInterface &interface() const { return interface_; }
    VkPipelineLayout layout() const { return pipeline_layout_; }

    // A uniform buffer for parameters, where a test wants one.
    static constexpr size_t parameter_buffer_bytes = 1024;
    uint8_t *parameter_buffer() const { return parameter_buffer_; }
    unsigned parameter_binding() const { return parameter_binding_; }

    // Before a render pass begins.
    void transition(VkCommandBuffer commands);
    void bind(VkCommandBuffer commands, VkPipelineBindPoint point);

  private:
    // One descriptor; several may be elements of one binding.
    struct Entry {
        VkDescriptorType type;
        unsigned binding = 0, element = 0;
        Resource *resource = nullptr; // null for samplers and uniform buffers
        VkSampler sampler = VK_NULL_HANDLE;
        VkBuffer buffer = VK_NULL_HANDLE;
        VkBufferView view = VK_NULL_HANDLE;
    };

    explicit BindingSet(Device &device) : device_(device) {}
    struct Binding {
        VkDescriptorType type;
        unsigned count;
    };

    // The register numbers that a binding stands for.
    struct Registers {
        unsigned space, first, count;
    };
    static Registers registers_of(const Place &place, unsigned slot);
    unsigned new_binding(VkDescriptorType type, unsigned count);
    void add(vkd3d_shader_descriptor_type type, const Place &place, unsigned slot, unsigned flags,
             Entry entry);
    void add_counter(const Place &place, unsigned slot, Entry entry);
    bool add_resource(Resource &resource, const Requirements &requirements);
    VkSampler create_sampler(const SamplerState &state);
    bool add_sampler(const SamplerState &state);
    bool add_combined(Resource &resource, const std::vector<SamplerState> &samplers);
    bool add_parameter_buffer();
    bool add_constants(unsigned slot, const std::vector<uint32_t> &words, size_t minimum_bytes);
    bool create_layout();
    bool write_descriptors();

    Device &device_;
    ShaderInterface interface_;
    std::vector<Entry> entries_;
    std::vector<Binding> bindings_;
    std::vector<VkSampler> samplers_;
    std::vector<Buffer> buffers_;
    std::vector<uint32_t> push_constants_;
    uint8_t *parameter_buffer_ = nullptr;
    unsigned parameter_binding_ = 0;
    VkDescriptorSetLayout set_layout_ = VK_NULL_HANDLE;
    VkPipelineLayout pipeline_layout_ = VK_NULL_HANDLE;
    VkDescriptorPool pool_ = VK_NULL_HANDLE;
    VkDescriptorSet set_ = VK_NULL_HANDLE;
};

VkCompareOp vulkan_compare(Compare compare);

} // namespace weft::runner
