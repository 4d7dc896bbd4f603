// Instructions other than those of control flow.
#include "core/dxil/lowering.h"

namespace weft::dxil {

bool Lowering::instruction(const Instruction &ins) {
    switch (ins.opcode) {
    case Opcode::call: return operation(ins);
    default: return unsupported("Instruction %u", static_cast<unsigned>(ins.opcode));
    }
}

} // namespace weft::dxil
