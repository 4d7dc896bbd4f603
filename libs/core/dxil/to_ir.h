// From the model to the IR.
#pragma once

#include "core/dxil/interface.h"
#include "core/dxil/model.h"
#include "core/ir/module.h"
#include "core/support/diagnostics.h"

namespace weft::dxil {

struct LowerOptions {
    // Values that the API supplies. Of these, DXIL itself needs only the rasterizer's sample count.
    std::span<const ir::Parameter> parameters;
};

// Fills `out`, which must be fresh, from a module that read_module() and read_interface() accepted.
// Module::inputs, ::outputs and ::patch_constants start with the elements of the interface in their order.
Result to_ir(const Module &module, const Interface &interface, const LowerOptions &options, Diagnostics &diag,
             ir::Module *out);

} // namespace weft::dxil
