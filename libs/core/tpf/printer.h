// Model -> assembly text in the spelling of Microsoft's disassembler.
#pragma once

#include <string_view>

#include "core/signature/signature.h"
#include "core/tpf/model.h"

namespace weft::tpf {

struct PrintOptions {
    bool colour = false; // ANSI escapes
    bool indent = true;
    bool signatures = false; // list the stage interface before the code
    std::span<const signature::Element> inputs, outputs, patch_constants;
};

// Literals print with the fewest digits that read back to the same bits; those of untyped operands are spelt
// as integer, float or hexadecimal, whichever the bits look like.
std::string_view print(const Program &program, const PrintOptions &options, Arena &arena);

} // namespace weft::tpf
