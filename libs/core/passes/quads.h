// Quads of lanes: votes, and derivatives where a group of threads has them.
#pragma once

#include "core/ir/module.h"
#include "core/passes/legalise.h"

namespace weft::passes {

// See lanes.h.
void lower_quads(ir::Module &module, const Profile &profile);

} // namespace weft::passes
