// Between the core's signatures and those of the C interface.
#pragma once

#include <span>

#include <vkd3d_shader.h>

#include "core/signature/signature.h"
#include "core/support/arena.h"

namespace weft::shader {

// A copy for the caller, one element for each row. Throws std::bad_alloc and then leaves nothing behind.
vkd3d_shader_signature copy_signature(std::span<const signature::Element> elements);

// Names stay where they are.
std::span<signature::Element> read_signature(const vkd3d_shader_signature &signature, Arena &arena);

} // namespace weft::shader
