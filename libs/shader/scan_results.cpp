#include "shader/scan_results.h"

#include "shader/signatures.h"

namespace weft::shader {

ScanOutputs::ScanOutputs(const Chain &chain) {
    const auto find = [&chain]<typename T>(T *&slot, vkd3d_shader_structure_type type) {
        slot = chain.find_output<T>(type);
    };
    find(descriptors_, VKD3D_SHADER_STRUCTURE_TYPE_SCAN_DESCRIPTOR_INFO);
    find(combined_samplers_, VKD3D_SHADER_STRUCTURE_TYPE_SCAN_COMBINED_RESOURCE_SAMPLER_INFO);
    find(signatures_, VKD3D_SHADER_STRUCTURE_TYPE_SCAN_SIGNATURE_INFO);
    find(tessellation_, VKD3D_SHADER_STRUCTURE_TYPE_SCAN_HULL_SHADER_TESSELLATION_INFO);
    find(thread_group_size_, VKD3D_SHADER_STRUCTURE_TYPE_SCAN_THREAD_GROUP_SIZE_INFO);
    find(denormal_modes_, VKD3D_SHADER_STRUCTURE_TYPE_SCAN_DENORMAL_MODE_INFO);
}

void ScanOutputs::clear() {
    if (descriptors_) {
        descriptors_->descriptors = nullptr;
        descriptors_->descriptor_count = 0;
    }
    if (combined_samplers_) {
        combined_samplers_->combined_samplers = nullptr;
        combined_samplers_->combined_sampler_count = 0;
    }
    if (signatures_) {
        signatures_->input = {};
        signatures_->output = {};
        signatures_->patch_constant = {};
    }
    if (tessellation_) {
        tessellation_->output_primitive = {};
        tessellation_->partitioning = {};
    }
    if (thread_group_size_) thread_group_size_->x = thread_group_size_->y = thread_group_size_->z = 0;
    if (denormal_modes_) {
        denormal_modes_->f16_denormal_mode = VKD3D_SHADER_DENORMAL_MODE_ANY;
        denormal_modes_->f32_denormal_mode = VKD3D_SHADER_DENORMAL_MODE_ANY;
        denormal_modes_->f64_denormal_mode = VKD3D_SHADER_DENORMAL_MODE_ANY;
    }
}

driver::ScanRequest ScanOutputs::request() const {
    driver::ScanRequest request;
    request.descriptors = descriptors_;
    request.combined_samplers = combined_samplers_;
    request.signatures = signatures_;
    request.tessellation = tessellation_;
    request.thread_group_size = thread_group_size_;
    request.denormal_modes = denormal_modes_;
    return request;
}

void ScanOutputs::fill_descriptors(const driver::ScanResult &result, uint32_t api_version) {
    descriptors_->descriptors = allocate<vkd3d_shader_descriptor_info>(result.descriptors.size());
    descriptors_->descriptor_count = static_cast<unsigned>(result.descriptors.size());
    for (size_t i = 0; i < result.descriptors.size(); ++i) {
        const driver::Descriptor &d = result.descriptors[i];
        auto data_type = static_cast<vkd3d_shader_resource_data_type>(d.data_type);
        if (d.type == driver::DescriptorType::sampler && api_version < VKD3D_SHADER_API_VERSION_1_16)
            data_type = VKD3D_SHADER_RESOURCE_DATA_UINT;
        if (data_type > VKD3D_SHADER_RESOURCE_DATA_FLOAT && api_version < VKD3D_SHADER_API_VERSION_1_3)
            data_type = VKD3D_SHADER_RESOURCE_DATA_FLOAT;
        descriptors_->descriptors[i] = {static_cast<vkd3d_shader_descriptor_type>(d.type),
                                        d.register_space,
                                        d.register_index,
                                        static_cast<vkd3d_shader_resource_type>(d.resource_type),
                                        data_type,
                                        d.flags,
                                        d.count};
    }
}

void ScanOutputs::fill(const driver::ScanResult &result, uint32_t api_version) {
    try {
        if (descriptors_) fill_descriptors(result, api_version);
        if (combined_samplers_ && !result.combined_samplers.empty()) {
            const auto pairs = result.combined_samplers;
            auto *copy = allocate<vkd3d_shader_combined_resource_sampler_info>(pairs.size());
            for (size_t i = 0; i < pairs.size(); ++i)
                copy[i] = {pairs[i].resource_space, pairs[i].resource_index, pairs[i].sampler_space,
                           pairs[i].sampler_index};
            combined_samplers_->combined_samplers = copy;
            combined_samplers_->combined_sampler_count = static_cast<unsigned>(pairs.size());
        }
        if (signatures_) {
            signatures_->input = copy_signature(result.inputs);
            signatures_->output = copy_signature(result.outputs);
            signatures_->patch_constant = copy_signature(result.patch_constants);
        }
    } catch (...) {
        release();
        throw;
    }
    if (tessellation_) {
        tessellation_->output_primitive =
            static_cast<vkd3d_shader_tessellator_output_primitive>(result.tessellator_output);
        tessellation_->partitioning =
            static_cast<vkd3d_shader_tessellator_partitioning>(result.tessellator_partitioning);
    }
    if (thread_group_size_) {
        thread_group_size_->x = result.thread_group_size[0];
        thread_group_size_->y = result.thread_group_size[1];
        thread_group_size_->z = result.thread_group_size[2];
    }
    if (denormal_modes_) {
        denormal_modes_->f16_denormal_mode = static_cast<vkd3d_shader_denormal_mode>(result.denormal_f16);
        denormal_modes_->f32_denormal_mode = static_cast<vkd3d_shader_denormal_mode>(result.denormal_f32);
        denormal_modes_->f64_denormal_mode = static_cast<vkd3d_shader_denormal_mode>(result.denormal_f64);
    }
}

void ScanOutputs::release() {
    if (descriptors_) vkd3d_shader_free_scan_descriptor_info(descriptors_);
    if (combined_samplers_) vkd3d_shader_free_scan_combined_resource_sampler_info(combined_samplers_);
    if (signatures_) vkd3d_shader_free_scan_signature_info(signatures_);
}

} // namespace weft::shader

extern "C" {

VKD3D_SHADER_API void vkd3d_shader_free_scan_descriptor_info(vkd3d_shader_scan_descriptor_info *info) {
    if (!info) return;
    std::free(info->descriptors);
    info->descriptors = nullptr;
    info->descriptor_count = 0;
}

VKD3D_SHADER_API void vkd3d_shader_free_scan_combined_resource_sampler_info(
    vkd3d_shader_scan_combined_resource_sampler_info *info) {
    if (!info) return;
    std::free(info->combined_samplers);
    info->combined_samplers = nullptr;
    info->combined_sampler_count = 0;
}

VKD3D_SHADER_API void vkd3d_shader_free_scan_signature_info(vkd3d_shader_scan_signature_info *info) {
    if (!info) return;
    vkd3d_shader_free_shader_signature(&info->input);
    vkd3d_shader_free_shader_signature(&info->output);
    vkd3d_shader_free_shader_signature(&info->patch_constant);
}
}
