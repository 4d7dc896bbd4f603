// What a compiled shader says of itself.
#pragma once

#include "core/container/reflection.h"

namespace weft::driver {

// `data` is a container of shader models 4 to 6, whose checksum has to be right unless it is unsigned DXIL.
// The result points into it and into the arena.
Result reflect(std::span<const uint8_t> data, Arena &arena, Diagnostics &diag, container::Reflection *out);

} // namespace weft::driver
