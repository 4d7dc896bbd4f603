#include "core/dxil/structure.h"

namespace weft::dxil {

Result analyse(const Module &, const Function &, Arena &, Diagnostics &diag, Cfg *) {
    return diag.result();
}

} // namespace weft::dxil
