// Calls of dx.op.*.
#include "core/dxil/lowering.h"

namespace weft::dxil {

bool Lowering::begin_operations() {
    return true;
}

bool Lowering::operation(const Instruction &call) {
    uint64_t number;
    if (call.count < 2 || !literal(call, 1, &number))
        return fail(code::dxil_operand, "A call does not name its operation");
    return unsupported("Operation %llu", static_cast<unsigned long long>(number));
}

bool Lowering::end_operations(unsigned) {
    return true;
}

} // namespace weft::dxil
