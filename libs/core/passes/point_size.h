// Gives the points that a geometry shader or the tessellator makes the size they have in Direct3D.
#pragma once

#include "core/ir/module.h"

namespace weft::passes {

// After: every vertex that goes out as a point has a size of 1. Direct3D has no point size; Vulkan leaves the
// size of a point undefined unless it is written. What a domain shader makes only the hull shader knows, so
// all of its vertices count unless Module::tessellation says otherwise. Other shaders, and those that write a
// size, stay as they are.
void write_point_size(ir::Module &module);

} // namespace weft::passes
