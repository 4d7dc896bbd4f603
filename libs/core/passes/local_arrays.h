// Arrays that nobody indexes become values.
#pragma once

#include "core/ir/module.h"

namespace weft::passes {

// After: a local array of which all rows are named by literals, outside of every construct, is gone from the
// code. Such are the rows that copied instances of a hull shader's phase write.
void local_arrays(ir::Module &module);

} // namespace weft::passes
