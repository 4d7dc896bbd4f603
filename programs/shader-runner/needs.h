// What a module asks of the device, so that a test is excused by what its shader became and by nothing else.
#pragma once

#include "shader-runner/device.h"

namespace weft::runner {

// The first capability of the module that the device lacks; empty when there is none.
std::string missing_capability(const cli::Bytes &module, Stage stage, const Device &device);

// Whether the module asks which view it draws: its draw goes to all layers of the targets at once.
bool uses_views(const cli::Bytes &module);

VkShaderStageFlagBits vulkan_stage(Stage stage);

} // namespace weft::runner
