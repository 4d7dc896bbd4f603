#include "shader-runner/bindings.h"

#include <algorithm>
#include <cstring>

namespace weft::runner {
namespace {

VkSamplerAddressMode vulkan_address(Address address) {
    switch (address) {
    case Address::border: return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
    case Address::clamp: return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    case Address::mirror_once: return VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE;
    case Address::mirror: return VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT;
    case Address::wrap: break;
    }
    return VK_SAMPLER_ADDRESS_MODE_REPEAT;
}

VkFilter vulkan_filter(Filter filter) {
    return filter == Filter::linear ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
}

// Registers a D3D9 program can name; what no test sets reads 0.
constexpr size_t d3d9_float_bytes = 256 * 16, d3d9_int_bytes = 16 * 16, d3d9_bool_bytes = 16 * 16;

} // namespace

VkCompareOp vulkan_compare(Compare compare) {
    // Both number the functions in the same order, Direct3D from 1.
    return compare == Compare::none ? VK_COMPARE_OP_ALWAYS : VkCompareOp(unsigned(compare) - 1);
}

BindingSet::Registers BindingSet::registers_of(const Place &place, unsigned slot) {
    if (place.array_count) return {place.space, place.array_first, place.array_count};
    return {place.space, place.register_index.value_or(slot), 1};
}

unsigned BindingSet::new_binding(VkDescriptorType type, unsigned count) {
    bindings_.push_back({type, count});
    return unsigned(bindings_.size() - 1);
}

void BindingSet::add(vkd3d_shader_descriptor_type type, const Place &place, unsigned slot, unsigned flags,
                     Entry entry) {
    const Registers registers = registers_of(place, slot);
    entry.element = place.register_index.value_or(slot) - registers.first;
    for (const auto &known : interface_.bindings)
        if (known.type == type && known.register_space == registers.space && known.flags == flags &&
            known.register_index == registers.first && place.array_count) {
            entry.binding = known.binding.binding;
            entries_.push_back(entry);
            return;
        }
    entry.binding = new_binding(entry.type, registers.count);
    vkd3d_shader_resource_binding binding{};
    binding.type = type;
    binding.register_space = registers.space;
    binding.register_index = registers.first;
    binding.shader_visibility = VKD3D_SHADER_VISIBILITY_ALL;
    binding.flags = flags;
    binding.binding = {0, entry.binding, registers.count};
    interface_.bindings.push_back(binding);
    entries_.push_back(entry);
}

void BindingSet::add_counter(const Place &place, unsigned slot, Entry entry) {
    const Registers registers = registers_of(place, slot);
    entry.element = place.register_index.value_or(slot) - registers.first;
    for (const auto &known : interface_.counters)
        if (known.register_space == registers.space && known.register_index == registers.first &&
            place.array_count) {
            entry.binding = known.binding.binding;
            entries_.push_back(entry);
            return;
        }
    entry.binding = new_binding(entry.type, registers.count);
    vkd3d_shader_uav_counter_binding counter{};
    counter.register_space = registers.space;
    counter.register_index = registers.first;
    counter.shader_visibility = VKD3D_SHADER_VISIBILITY_ALL;
    counter.binding = {0, entry.binding, registers.count};
    interface_.counters.push_back(counter);
    entries_.push_back(entry);
}

bool BindingSet::add_resource(Resource &resource, const Requirements &requirements) {
    const ResourceDesc &desc = resource.desc();
    const unsigned flags =
        desc.is_buffer() ? VKD3D_SHADER_BINDING_FLAG_BUFFER : VKD3D_SHADER_BINDING_FLAG_IMAGE;
    Entry entry{};
    entry.resource = &resource;
    switch (desc.kind) {
    case ResourceKind::srv:
        entry.type =
            desc.is_buffer() ? VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER : VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
        entry.view = resource.texel_view();
        add(VKD3D_SHADER_DESCRIPTOR_TYPE_SRV, desc.place, desc.slot, flags, entry);
        return true;
    case ResourceKind::uav: {
        const bool untyped = desc.structured || desc.dimension == Dimension::raw_buffer;
        entry.type = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
        if (desc.is_buffer())
            entry.type = untyped && requirements.storage_buffer_uavs
                             ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
                             : VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
        entry.view = resource.texel_view();
        entry.buffer = resource.buffer().handle;
        add(VKD3D_SHADER_DESCRIPTOR_TYPE_UAV, desc.place, desc.slot, flags, entry);
        if (!desc.has_counter) return true;
        Entry counter_entry{};
        counter_entry.type = requirements.storage_buffer_uavs ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
                                                              : VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
        counter_entry.view = resource.counter_view();
        counter_entry.buffer = resource.counter().handle;
        add_counter(desc.place, desc.slot, counter_entry);
        return true;
    }
    case ResourceKind::cbv:
        entry.type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
        entry.buffer = resource.buffer().handle;
        add(VKD3D_SHADER_DESCRIPTOR_TYPE_CBV, desc.place, desc.slot, VKD3D_SHADER_BINDING_FLAG_BUFFER, entry);
        return true;
    default: return true;
    }
}

VkSampler BindingSet::create_sampler(const SamplerState &state) {
    VkSamplerCreateInfo info{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    info.minFilter = vulkan_filter(state.min);
    info.magFilter = vulkan_filter(state.mag);
    info.mipmapMode =
        state.mip == Filter::linear ? VK_SAMPLER_MIPMAP_MODE_LINEAR : VK_SAMPLER_MIPMAP_MODE_NEAREST;
    info.addressModeU = vulkan_address(state.address[0]);
    info.addressModeV = vulkan_address(state.address[1]);
    info.addressModeW = vulkan_address(state.address[2]);
    info.mipLodBias = state.lod_bias;
    info.compareEnable = state.comparison != Compare::none;
    info.compareOp = vulkan_compare(state.comparison);
    info.minLod = state.min_lod;
    info.maxLod = state.max_lod;
    VkSampler sampler;
    if (vkCreateSampler(device_.handle(), &info, nullptr, &sampler) != VK_SUCCESS) return VK_NULL_HANDLE;
    samplers_.push_back(sampler);
    return sampler;
}

bool BindingSet::add_sampler(const SamplerState &state) {
    Entry entry{};
    entry.type = VK_DESCRIPTOR_TYPE_SAMPLER;
    entry.sampler = create_sampler(state);
    if (!entry.sampler) return false;
    add(VKD3D_SHADER_DESCRIPTOR_TYPE_SAMPLER, state.place, state.slot, VKD3D_SHADER_BINDING_FLAG_IMAGE,
        entry);
    return true;
}

// A texture with each of the samplers, and once more for what reads it without any. Pairs name single
// registers, also those of arrays.
bool BindingSet::add_combined(Resource &resource, const std::vector<SamplerState> &samplers) {
    const Place &texture = resource.desc().place;
    auto add_pair = [&](const SamplerState &state, unsigned space, unsigned index) {
        Entry entry{};
        entry.type = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
        entry.resource = &resource;
        entry.sampler = create_sampler(state);
        entry.binding = new_binding(entry.type, 1);
        entries_.push_back(entry);
        vkd3d_shader_combined_resource_sampler pair{};
        pair.resource_space = texture.space;
        pair.resource_index = texture.register_index.value_or(resource.desc().slot);
        pair.sampler_space = space;
        pair.sampler_index = index;
        pair.shader_visibility = VKD3D_SHADER_VISIBILITY_ALL;
        pair.flags = VKD3D_SHADER_BINDING_FLAG_IMAGE;
        pair.binding = {0, entry.binding, 1};
        interface_.combined.push_back(pair);
        return entry.sampler != VK_NULL_HANDLE;
    };
    bool ok = true;
    for (const SamplerState &state : samplers)
        ok = ok && add_pair(state, state.place.space, state.place.register_index.value_or(state.slot));
    return ok && add_pair({}, 0, VKD3D_SHADER_DUMMY_SAMPLER_INDEX);
}

bool BindingSet::add_constants(unsigned slot, const std::vector<uint32_t> &words, size_t minimum_bytes) {
    Buffer buffer =
        device_.create_buffer(std::max(words.size() * 4, minimum_bytes), VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
    if (!buffer.handle) return false;
    if (!words.empty()) memcpy(buffer.mapped, words.data(), words.size() * 4);
    buffers_.push_back(buffer);
    Entry entry{};
    entry.type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    entry.buffer = buffer.handle;
    add(VKD3D_SHADER_DESCRIPTOR_TYPE_CBV, {}, slot, VKD3D_SHADER_BINDING_FLAG_BUFFER, entry);
    return true;
}

bool BindingSet::add_parameter_buffer() {
    Buffer buffer = device_.create_buffer(parameter_buffer_bytes, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
    if (!buffer.handle) return false;
    buffers_.push_back(buffer);
    Entry entry{};
    entry.type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    entry.buffer = buffer.handle;
    entry.binding = parameter_binding_ = new_binding(entry.type, 1);
    entries_.push_back(entry);
    parameter_buffer_ = buffer.mapped;
    return true;
}

std::unique_ptr<BindingSet>
BindingSet::create(Device &device, const std::vector<std::unique_ptr<Resource>> &resources,
                   const std::vector<SamplerState> &samplers, const std::vector<uint32_t> &uniforms,
                   const Requirements &requirements, bool d3d9, std::string &error) {
    std::unique_ptr<BindingSet> set(new BindingSet(device));
    bool ok = true;
    bool declared[3] = {};
    for (const auto &resource : resources) {
        const ResourceDesc &desc = resource->desc();
        if (desc.kind == ResourceKind::cbv) continue;
        if (requirements.combined_samplers && desc.kind == ResourceKind::srv && !desc.is_buffer())
            ok = ok && set->add_combined(*resource, samplers);
        else
            ok = ok && set->add_resource(*resource, requirements);
    }
    if (!requirements.combined_samplers)
        for (const auto &sampler : samplers)
            ok = ok && set->add_sampler(sampler);
    for (const auto &resource : resources) {
        if (resource->desc().kind != ResourceKind::cbv) continue;
        ok = ok && set->add_resource(*resource, requirements);
        const Registers registers = registers_of(resource->desc().place, resource->desc().slot);
        if (!registers.space && registers.first < 3) declared[registers.first] = true;
    }
    if (requirements.push_constants) {
        if (uniforms.size() * 4 > device.limits().maxPushConstantsSize) {
            error = "the uniforms do not fit into " + std::to_string(device.limits().maxPushConstantsSize) +
                    " bytes of push constants";
            return nullptr;
        }
        set->push_constants_ = uniforms;
        if (!uniforms.empty())
            set->interface_.push_constants.push_back(
                {0, 0, VKD3D_SHADER_VISIBILITY_ALL, 0, unsigned(uniforms.size() * 4)});
    } else if (!declared[0]) {
        ok = ok && set->add_constants(0, uniforms, d3d9 ? d3d9_float_bytes : 16);
    }
    if (d3d9) {
        if (!declared[1]) ok = ok && set->add_constants(1, {}, d3d9_int_bytes);
        if (!declared[2]) ok = ok && set->add_constants(2, {}, d3d9_bool_bytes);
    }
    if (requirements.parameters == Requirements::Parameters::buffer) ok = ok && set->add_parameter_buffer();
    if (!ok || !set->create_layout() || !set->write_descriptors()) {
        error = "cannot create descriptors";
        return nullptr;
    }
    return set;
}

bool BindingSet::create_layout() {
    std::vector<VkDescriptorSetLayoutBinding> bindings;
    for (size_t i = 0; i < bindings_.size(); ++i)
        bindings.push_back({uint32_t(i), bindings_[i].type, bindings_[i].count,
                            VK_SHADER_STAGE_ALL_GRAPHICS | VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
    VkDescriptorSetLayoutCreateInfo set_info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    set_info.bindingCount = uint32_t(bindings.size());
    set_info.pBindings = bindings.data();
    if (vkCreateDescriptorSetLayout(device_.handle(), &set_info, nullptr, &set_layout_) != VK_SUCCESS)
        return false;
    const VkPushConstantRange range = {VK_SHADER_STAGE_ALL_GRAPHICS | VK_SHADER_STAGE_COMPUTE_BIT, 0,
                                       uint32_t(push_constants_.size() * 4)};
    VkPipelineLayoutCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    info.setLayoutCount = 1;
    info.pSetLayouts = &set_layout_;
    if (!push_constants_.empty()) {
        info.pushConstantRangeCount = 1;
        info.pPushConstantRanges = &range;
    }
    return vkCreatePipelineLayout(device_.handle(), &info, nullptr, &pipeline_layout_) == VK_SUCCESS;
}

bool BindingSet::write_descriptors() {
    if (entries_.empty()) return true;
    std::vector<VkDescriptorPoolSize> sizes;
    for (const auto &binding : bindings_)
        sizes.push_back({binding.type, binding.count});
    VkDescriptorPoolCreateInfo pool{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    pool.maxSets = 1;
    pool.poolSizeCount = uint32_t(sizes.size());
    pool.pPoolSizes = sizes.data();
    if (vkCreateDescriptorPool(device_.handle(), &pool, nullptr, &pool_) != VK_SUCCESS) return false;
    VkDescriptorSetAllocateInfo allocate{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    allocate.descriptorPool = pool_;
    allocate.descriptorSetCount = 1;
    allocate.pSetLayouts = &set_layout_;
    if (vkAllocateDescriptorSets(device_.handle(), &allocate, &set_) != VK_SUCCESS) return false;

    // Elements that no test sets show what another one of the array does: none may stay empty.
    std::vector<Entry> all = entries_;
    for (const Entry &entry : entries_)
        for (unsigned element = 0; element < bindings_[entry.binding].count; ++element)
            if (std::none_of(all.begin(), all.end(), [&](const Entry &e) {
                    return e.binding == entry.binding && e.element == element;
                })) {
                all.push_back(entry);
                all.back().element = element;
            }
    std::vector<VkDescriptorImageInfo> images(all.size());
    std::vector<VkDescriptorBufferInfo> buffers(all.size());
    std::vector<VkWriteDescriptorSet> writes;
    for (size_t i = 0; i < all.size(); ++i) {
        const Entry &entry = all[i];
        VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
        write.dstSet = set_;
        write.dstBinding = entry.binding;
        write.dstArrayElement = entry.element;
        write.descriptorCount = 1;
        write.descriptorType = entry.type;
        switch (entry.type) {
        case VK_DESCRIPTOR_TYPE_SAMPLER: images[i].sampler = entry.sampler; break;
        case VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER: images[i].sampler = entry.sampler; [[fallthrough]];
        case VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE:
            images[i].imageView = entry.resource->shader_view();
            images[i].imageLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
            break;
        case VK_DESCRIPTOR_TYPE_STORAGE_IMAGE:
            images[i].imageView = entry.resource->shader_view();
            images[i].imageLayout = VK_IMAGE_LAYOUT_GENERAL;
            break;
        case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER:
        case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER: write.pTexelBufferView = &entry.view; break;
        default: buffers[i] = {entry.buffer, 0, VK_WHOLE_SIZE}; break;
        }
        write.pImageInfo = &images[i];
        write.pBufferInfo = &buffers[i];
        writes.push_back(write);
    }
    vkUpdateDescriptorSets(device_.handle(), uint32_t(writes.size()), writes.data(), 0, nullptr);
    return true;
}

BindingSet::~BindingSet() {
    const VkDevice device = device_.handle();
    if (pool_) vkDestroyDescriptorPool(device, pool_, nullptr);
    if (pipeline_layout_) vkDestroyPipelineLayout(device, pipeline_layout_, nullptr);
    if (set_layout_) vkDestroyDescriptorSetLayout(device, set_layout_, nullptr);
    for (VkSampler sampler : samplers_)
        vkDestroySampler(device, sampler, nullptr);
    for (Buffer &buffer : buffers_)
        device_.destroy(buffer);
}

void BindingSet::transition(VkCommandBuffer commands) {
    for (const Entry &entry : entries_) {
        if (entry.type == VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE ||
            entry.type == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER)
            entry.resource->transition(commands, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
        if (entry.type == VK_DESCRIPTOR_TYPE_STORAGE_IMAGE)
            entry.resource->transition(commands, VK_IMAGE_LAYOUT_GENERAL);
    }
}

void BindingSet::bind(VkCommandBuffer commands, VkPipelineBindPoint point) {
    if (set_) vkCmdBindDescriptorSets(commands, point, pipeline_layout_, 0, 1, &set_, 0, nullptr);
    if (!push_constants_.empty())
        vkCmdPushConstants(commands, pipeline_layout_,
                           VK_SHADER_STAGE_ALL_GRAPHICS | VK_SHADER_STAGE_COMPUTE_BIT, 0,
                           uint32_t(push_constants_.size() * 4), push_constants_.data());
}

} // namespace weft::runner
