// From tokens to the model, in one pass.
#pragma once

#include <cstdint>
#include <span>

#include "core/d3dbc/model.h"
#include "core/support/arena.h"
#include "core/support/diagnostics.h"

namespace weft::d3dbc {

// Comments of `program` point into `code`, everything else lives in the arena. Stops at the first fault. A
// caller that does not know the size passes SIZE_MAX; then only the end token bounds the reading. Bytes
// behind the end token are ignored, and a stream that ends between two instructions without one is accepted.
Result read(std::span<const uint8_t> code, Arena &arena, Diagnostics &diag, Program *program);

// Bytes of a stream whose size nobody told, end token included. Walks it and trusts it.
size_t extent(const void *code);

} // namespace weft::d3dbc
