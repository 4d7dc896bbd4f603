// Doubles for targets that have none.
#pragma once

#include "core/ir/module.h"
#include "core/support/diagnostics.h"

namespace weft::passes {

// Before: any sound module.
// After: an equivalent one without floats of 64 bits. Each is its two words, i32 x 2; arithmetic is exact, by
// calls of the callees that float64.h describes. Arrays of the invocation and the group whose elements have
// 64 bits hold words as well, unless atomic operations need them whole, and casts that nobody uses are left.
Result lower_doubles(ir::Module &module, Diagnostics &diag);

} // namespace weft::passes
