// From the model to the IR.
#pragma once

#include "core/dxil/interface.h"
#include "core/dxil/model.h"
#include "core/ir/module.h"
#include "core/support/diagnostics.h"

namespace weft::dxil {

struct LowerOptions {
    // The sample count of the render targets, which the API knows.
    ir::Parameter rasterizer_samples{.type = ir::i32(), .words = {1}};
};

// Fills `out`, which must be fresh, from a module that read_module() and read_interface() accepted.
// Module::inputs, ::outputs and ::patch_constants start with the elements of the interface in their order.
Result to_ir(const Module &module, const Interface &interface, const LowerOptions &options, Diagnostics &diag,
             ir::Module *out);

} // namespace weft::dxil
