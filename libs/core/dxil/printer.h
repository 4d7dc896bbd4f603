// Model -> text in the spelling of LLVM's assembly.
#pragma once

#include "core/dxil/model.h"
#include "core/signature/signature.h"
#include "core/support/diagnostics.h"

namespace weft::dxil {

struct PrintOptions {
    bool colour = false; // ANSI escapes
    bool indent = true;
    bool signatures = false; // list the stage interface before the code, as comments
    std::span<const signature::Element> inputs, outputs, patch_constants;
};

// Types, global variables, functions with numbered values, attributes and metadata. Nodes are numbered in the
// order of the module. Fails when the text would be out of all proportion to the module, which takes a
// hostile one.
Result print(const ProgramHeader &header, const Module &module, const PrintOptions &options, Arena &arena,
             Diagnostics &diag, std::string_view *out);

} // namespace weft::dxil
