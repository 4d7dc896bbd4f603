// Direct3D assembly, in the style of Microsoft's disassembler.
#pragma once

#include <string_view>

#include "core/d3dbc/model.h"
#include "core/support/arena.h"

namespace weft::d3dbc {

struct PrintOptions {
    bool colour = false; // ANSI escape sequences
    bool indent = true;  // four columns, and two more for each open block
    bool header = false; // what the constant table says, as a comment before the code
};

// The text lives in the arena; a zero byte follows it that the length does not count.
std::string_view print(const Program &program, const PrintOptions &options, Arena &arena);

} // namespace weft::d3dbc
