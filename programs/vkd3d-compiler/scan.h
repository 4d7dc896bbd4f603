#pragma once

#include <vkd3d_shader.h>

#include <string>

namespace weft::compiler {

// Scans the shader of `info` (whose chain is extended for the time of the call) and writes a readable report.
int print_scan(vkd3d_shader_compile_info info, std::string &report, char **messages);

} // namespace weft::compiler
