// Blocks along the dominator tree, phis, calls of local functions.
#include "core/dxil/lowering.h"

namespace weft::dxil {

bool Lowering::run_function(uint32_t, unsigned) {
    return unsupported("Translating DXIL");
}

} // namespace weft::dxil
