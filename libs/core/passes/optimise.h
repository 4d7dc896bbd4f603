// Takes out what a translation leaves behind. One sweep each way; compile time matters as much as size.
#pragma once

#include "core/ir/module.h"

namespace weft::passes {

// Before: any sound module.
// After: an equivalent one in which
//   - aliases, casts back and forth, and params and results that are always one value have no users left;
//   - branches on constants are decided, blocks and one-turn loops that need no exit but their last are open
//   code;
//   - a param or result is float or integer by what most of its sources and users are (decided for all that
//     pass it on to each other at once);
//   - everything that does not lead to an effect is gone: values, params, results, locals nobody reads, whole
//     constructs;
//   - an if whose arms hold a few cheap pure operations is a select, and an arm that does nothing is dropped.
// Folding and common subexpressions are the builder's work, not done again here.
void optimise(ir::Module &module);

} // namespace weft::passes
