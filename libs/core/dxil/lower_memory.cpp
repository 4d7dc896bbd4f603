// Pointers and what is behind them.
#include "core/dxil/lowering.h"

namespace weft::dxil {

bool Lowering::variable(uint32_t, Slot *) {
    return unsupported("A global variable");
}

bool Lowering::constant_expression(const Constant &c, Slot *) {
    return unsupported("A constant expression of kind %u", static_cast<unsigned>(c.kind));
}

} // namespace weft::dxil
