// Vertices of a geometry shader past the declared maximum.
#pragma once

#include "core/ir/module.h"

namespace weft::passes {

// After: an invocation never executes more than `Module::geometry.max_vertices` `emit_vertex`. Direct3D
// ignores those beyond, whatever their stream; SPIR-V leaves them undefined. Code that cannot have more stays
// as it is.
void limit_emits(ir::Module &module);

} // namespace weft::passes
