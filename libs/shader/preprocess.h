// vkd3d_shader_preprocess(): macros, include callbacks and files of a caller, in the core's terms.
#pragma once

#include "shader/call.h"

namespace weft::shader {

Result preprocess(const vkd3d_shader_compile_info &info, Diagnostics &diag, vkd3d_shader_code *out);

} // namespace weft::shader
