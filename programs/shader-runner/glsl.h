// Shaders by way of GLSL: glslangValidator compiles what the library writes, for the Vulkan device of the
// tests. So the GLSL is run, and not only accepted.
#pragma once

#include "shader-runner/compile.h"

namespace weft::runner {

// Whether glslangValidator is installed.
bool glslang_available();

// GLSL for OpenGL to SPIR-V for Vulkan.
CompileResult compile_glsl(const cli::Bytes &text, Stage stage, Environment environment);

} // namespace weft::runner
