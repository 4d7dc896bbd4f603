// The output structures of a chain: emptied before a call does anything, filled when it has succeeded.
#pragma once

#include "core/driver/driver.h"
#include "shader/call.h"

namespace weft::shader {

class ScanOutputs {
  public:
    explicit ScanOutputs(const Chain &chain);

    // A caller may pass structures it never initialised, so nothing in them is looked at.
    void clear();

    driver::ScanRequest request() const;

    // Throws std::bad_alloc, and then leaves them empty.
    void fill(const driver::ScanResult &result, uint32_t api_version);

  private:
    void fill_descriptors(const driver::ScanResult &result, uint32_t api_version);
    void release();

    vkd3d_shader_scan_descriptor_info *descriptors_;
    vkd3d_shader_scan_combined_resource_sampler_info *combined_samplers_;
    vkd3d_shader_scan_signature_info *signatures_;
    vkd3d_shader_scan_hull_shader_tessellation_info *tessellation_;
    vkd3d_shader_scan_thread_group_size_info *thread_group_size_;
    vkd3d_shader_scan_denormal_mode_info *denormal_modes_;
};

} // namespace weft::shader
