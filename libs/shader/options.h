// From a compile_info and its chain to the core's options.
#pragma once

#include <vkd3d_shader.h>

#include "core/driver/driver.h"
#include "core/support/arena.h"
#include "core/support/diagnostics.h"
#include "shader/call.h"

namespace weft::shader {

// Everything that `options` points to lives in the arena or is the caller's own, and so lasts as long as the
// call.
Result read_options(const vkd3d_shader_compile_info &info, const Chain &chain, Arena &arena,
                    Diagnostics &diag, driver::Options *options);

// Parameters in either form; parameter_info replaces those of spirv_target_info. `check` refuses what a
// translation could not honour; scans and listings only take note.
Result read_parameters(const Chain &chain, bool check, Arena &arena, Diagnostics &diag,
                       driver::Options *options);

// The source's bytes, its end found where the caller did not give a size.
Result read_source(const vkd3d_shader_compile_info &info, Diagnostics &diag,
                   std::span<const uint8_t> *source);

} // namespace weft::shader
