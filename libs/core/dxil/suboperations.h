// What Instruction::sub and Constant::sub say, by opcode: LLVM's numbers, as the bitcode has them.
#pragma once

#include <cstdint>

namespace weft::dxil {

// Floats have add, sub, mul, sdiv and srem of these.
namespace binary_op {
enum : uint8_t { add, sub, mul, udiv, sdiv, urem, srem, shl, lshr, ashr, and_, or_, xor_, count };
}

namespace cast_op {
enum : uint8_t {
    trunc,
    zext,
    sext,
    fptoui,
    fptosi,
    uitofp,
    sitofp,
    fptrunc,
    fpext,
    ptrtoint,
    inttoptr,
    bitcast,
    addrspacecast,
    count
};
}

// Of floats: o is ordered, u is true of NaN as well.
namespace float_predicate {
enum : uint8_t { never, oeq, ogt, oge, olt, ole, one, ord, uno, ueq, ugt, uge, ult, ule, une, always, count };
}

namespace integer_predicate {
enum : uint8_t { eq = 32, ne, ugt, uge, ult, ule, sgt, sge, slt, sle, count, first = eq };
}

namespace rmw_op {
enum : uint8_t { xchg, add, sub, and_, nand, or_, xor_, max, min, umax, umin, count };
}

} // namespace weft::dxil
