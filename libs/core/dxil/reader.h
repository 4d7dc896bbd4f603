// Bytes -> model. Every count is checked against what remains, so that any input ends in a model or a
// diagnostic.
#pragma once

#include "core/dxil/model.h"
#include "core/support/diagnostics.h"

namespace weft::dxil {

// The payload of a DXIL, ILDB or STAT part.
Result read_header(std::span<const uint8_t> part, Diagnostics &diag, ProgramHeader *out);

// `out` is set on success and lives in the arena.
Result read_module(std::span<const uint8_t> bitcode, Arena &arena, Diagnostics &diag, const Module **out);

} // namespace weft::dxil
