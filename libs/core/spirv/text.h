// What SPIRV-Tools adds: the text form and validation. Both are errors that say so where it was left out of
// the build.
#pragma once

#include <string_view>

#include "core/driver/options.h"
#include "core/support/arena.h"
#include "core/support/diagnostics.h"

namespace weft::spirv {

// The text lives in the arena; a zero byte follows it that the length does not count.
Result disassemble(std::span<const uint32_t> words, const driver::Options &options, Arena &arena,
                   Diagnostics &diag, std::string_view *text);

// Checks the module for the environment it was made for.
Result validate(std::span<const uint32_t> words, const driver::Options &options, Diagnostics &diag);

} // namespace weft::spirv
