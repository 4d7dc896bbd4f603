// Integer operations that look at bits.
#include "core/dxil/calls.h"

namespace weft::dxil {

using ir::Kind;
using ir::Op;

bool Calls::bits() {
    const bool sign = op_ == DxOp::FirstbitSHi;
    Value v = l_.extended(argument(0), overload_, sign);
    Value r = b_.unary(parameter_op(), v);
    const unsigned bits = b_.type(r).bits();
    if (bits == 64) {
        r = b_.emit(Op::uconvert, ir::i32(), r); // -1 stays that
    } else if (bits == 16) {
        r = b_.emit(Op::sconvert, ir::i32(), r);
    } else if (is_min_precision(overload_) && (sign || op_ == DxOp::FirstbitHi)) {
        // Counted from bit 15.
        Value none = b_.compare(Op::ieq, r, b_.i32c(~0u));
        r = b_.select(none, r, b_.binary(Op::isub, r, b_.i32c(16)));
    }
    result(r);
    return true;
}

bool Calls::reverse() {
    Value r = b_.unary(Op::bit_reverse, argument(0));
    if (is_min_precision(overload_)) r = b_.binary(Op::ushr, r, b_.i32c(16));
    result(r);
    return true;
}

// The high half comes first.
bool Calls::wide_multiply() {
    Value a = argument(0), b = argument(1);
    result({b_.binary(parameter_op(), a, b), b_.binary(Op::imul, a, b)});
    return true;
}

bool Calls::divide() {
    Value a = argument(0), b = argument(1);
    result({b_.binary(Op::udiv, a, b), b_.binary(Op::umod, a, b)});
    return true;
}

bool Calls::with_carry() {
    Value a = argument(0), b = argument(1);
    const Value r = b_.binary(parameter_op(), a, b);
    result({r, op_ == DxOp::UAddc ? b_.compare(Op::ult, r, a) : b_.compare(Op::ult, a, b)});
    return true;
}

bool Calls::extract_bits() {
    result(b_.ternary(parameter_op(), argument(2), argument(1), argument(0)));
    return true;
}

bool Calls::insert_bits() {
    result(b_.emit(Op::bfi, ir::i32(), argument(3), argument(2), argument(1), argument(0)));
    return true;
}

bool Calls::pack() {
    uint32_t mode;
    if (!literal_below(0, 3, "the way to pack", &mode)) return false;
    Value v = vector(1, 4);
    if (is_min_precision(overload_)) {
        v = b_.binary(Op::shl, v, b_.i32c(4, 16));
        v = b_.binary(Op::sshr, v, b_.i32c(4, 16));
    }
    result(b_.emit(Op::pack_4x8, ir::i32(), v, mode));
    return true;
}

bool Calls::unpack() {
    uint32_t mode;
    if (!literal_below(0, 2, "the way to unpack", &mode)) return false;
    Value v = b_.emit(Op::unpack_4x8, ir::Type(overload_kind(), 4), argument(1), mode);
    result({b_.extract(v, 0), b_.extract(v, 1), b_.extract(v, 2), b_.extract(v, 3)});
    return true;
}

} // namespace weft::dxil
