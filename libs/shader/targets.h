// The conversions that this build offers.
#pragma once

#include <span>

#include <vkd3d_shader.h>

namespace weft::shader {

// Empty for a source type that is not supported.
std::span<const vkd3d_shader_target_type> targets(vkd3d_shader_source_type source);

bool supports(vkd3d_shader_source_type source, vkd3d_shader_target_type target);

const char *name(vkd3d_shader_source_type source);
const char *name(vkd3d_shader_target_type target);

} // namespace weft::shader
