// What a DXIL container says of its shader for those who bind resources to it.
#pragma once

#include "core/container/container.h"
#include "core/container/reflection.h"

namespace weft::dxil {

// From the module made for this (the part STAT) where there is one, else from the program, which knows
// neither names nor counts if it was stripped. Everything that the result points to lives in the arena.
// Libraries are Result::not_implemented.
Result read_reflection(const container::Container &container, Arena &arena, Diagnostics &diag,
                       container::Reflection *out);

} // namespace weft::dxil
