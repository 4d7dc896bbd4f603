// The part of `legalise` that finds a form for `demote`.
#pragma once

#include "core/passes/legalise.h"

namespace weft::passes {

// Direct3D keeps a discarded lane as a helper: its quad's derivatives stay defined, its stores vanish.
// Before: `demote` with any condition.
// After: where the profile has demote, it stands with a constant true operand, inside an `if` where it
// depends on something. Elsewhere there is none: a lane ends with `kill` at once when nothing behind it needs
// the whole quad; else it sets a flag that guards the stores and atomics behind it, and ends where it would
// return.
Result lower_discard(ir::Module &module, const Profile &profile, Diagnostics &diag);

} // namespace weft::passes
