// How time and memory grow with the length of a shader.
#pragma once

#include "shader-bench/library.h"

namespace weft::bench {

// Prints a line for each kind and length of program. False when doubling a program costs more than twice and
// a bit, when an instruction costs too much memory, or when a program is refused.
bool measure_scaling(const Library &library);

} // namespace weft::bench
