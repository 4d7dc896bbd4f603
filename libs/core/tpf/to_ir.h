// From the model to the IR.
#pragma once

#include "core/ir/module.h"
#include "core/signature/signature.h"
#include "core/support/diagnostics.h"
#include "core/tpf/model.h"

namespace weft::tpf {

// The stage interface as the container tells it. Lowering addresses inputs and outputs by these elements.
struct Interface {
    std::span<const signature::Element> inputs, outputs, patch_constants;
};

struct LowerOptions {
    // The sample count of the render targets, which the API knows.
    ir::Parameter rasterizer_samples{.type = ir::i32(), .words = {1}};
};

ir::Stage ir_stage(Stage stage);

// Fills `module`, which must be fresh, from a program that read() accepted. Module::inputs and ::outputs
// start with the elements of the interface in their order; system registers that no signature names follow.
// Outputs are stored once for each element at every exit, with what the shader does not write at its default.
Result to_ir(const Program &program, const Interface &interface, const LowerOptions &options,
             Diagnostics &diag, ir::Module *module);

} // namespace weft::tpf
