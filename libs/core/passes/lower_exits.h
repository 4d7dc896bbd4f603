// Turns exits that SPIR-V has no branch for into ones it has.
#pragma once

#include "core/ir/module.h"
#include "core/support/diagnostics.h"

namespace weft::passes {

// Before: an exit may name any construct around it.
// After: there is no `block`, and every exit is one that SPIR-V can say:
//   - an if's arm to its end, directly;
//   - the innermost switch, through ifs;
//   - break and continue of the innermost loop, through ifs and switches.
// A block becomes a switch with nothing but a default. Any other exit stores its values and a flag, leaves
// what it can, and a test of the flag behind that leaves the next.
Result lower_exits(ir::Module &module, Diagnostics &diag);

} // namespace weft::passes
