// Direct3D's rules for the lanes of a wave and of a quad, in terms of SPIR-V's group operations.
#pragma once

#include "core/ir/module.h"
#include "core/passes/legalise.h"

namespace weft::passes {

// Before: operations of lanes mean what ops.def says.
// After: helper lanes take part like all others, and these are gone:
//   wave_match and the multi-prefixes, unless the profile says partitioned
//   quad_any, quad_all
//   derivatives and samples of an implicit level where a thread group stands for the pixels, if the profile
//   says quad_derivatives
// Four lanes that follow each other in the order of thread indices are a quad; in groups of two dimensions
// the threads are numbered anew so that they are a square.
void lower_lanes(ir::Module &module, const Profile &profile);

} // namespace weft::passes
