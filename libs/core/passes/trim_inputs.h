// Leaves out what a pixel shader does not read of its inputs.
#pragma once

#include "core/ir/module.h"

namespace weft::passes {

// Before: every input has the components of its signature.
// After: the varyings of a pixel shader end with the last component that some row of them is read of. First
// components stay, since those of both sides of a location have to begin alike.
// Only for targets where an output may have more components than the input it feeds: without that both sides
// have to declare the same ones, whatever they use.
void trim_inputs(ir::Module &module);

} // namespace weft::passes
