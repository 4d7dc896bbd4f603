// A Direct3D 9 program in which one instruction does nothing.
#pragma once

#include "core/d3dbc/model.h"
#include "core/support/arena.h"
#include "d3dbc_rows.h"

namespace weft::d3dbc {

// The row that every translation forgets; null forgets none.
extern const mutation::D3dbcRow *forgotten_row;

// Results are zero and effects do not happen. A condition counts as false; loops go with their bodies, for
// they have a count and so end without their breaks. Declarations and marks of structure are dropped.
Program mutate(const Program &program, Arena &arena);

} // namespace weft::d3dbc
