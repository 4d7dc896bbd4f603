// Floating-point arithmetic and conversions.
#include "core/dxil/calls.h"

namespace weft::dxil {

using ir::Kind;
using ir::Op;

namespace {

// Bits of the exponent of this kind.
uint32_t exponent_mask(Kind kind) {
    return kind == Kind::f16 ? 0x7c00 : 0x7f800000;
}

} // namespace

bool Calls::unary() {
    result(b_.unary(parameter_op(), argument(0), flags_));
    return true;
}

bool Calls::binary() {
    result(b_.binary(parameter_op(), argument(0), argument(1), flags_));
    return true;
}

bool Calls::ternary() {
    result(b_.ternary(parameter_op(), argument(0), argument(1), argument(2), flags_));
    return true;
}

bool Calls::integer_mad() {
    result(b_.binary(Op::iadd, b_.binary(Op::imul, argument(0), argument(1), flags_), argument(2), flags_));
    return true;
}

// All of a's components, then b's.
bool Calls::dot() {
    const unsigned n = argument_count() / 2;
    Value a = vector(0, n), b = vector(n, n);
    result(b_.emit(Op::fdot, b_.type(a).scalar(), a, b, 0, 0, flags_));
    return true;
}

bool Calls::dot2_add() {
    const Value a = vector(1, 2), b = vector(3, 2);
    result(b_.emit(Op::dot2add, ir::f32(), argument(0), a, b, 0, flags_));
    return true;
}

bool Calls::dot4_add() {
    result(b_.emit(parameter_op(), ir::i32(), argument(0), argument(1), argument(2)));
    return true;
}

bool Calls::test() {
    result(b_.emit(parameter_op(), ir::boolean(), argument(0)));
    return true;
}

// Finite: the exponent is not all ones. Normal: it is not zero either.
bool Calls::classify() {
    Value v = argument(0);
    const Kind kind = b_.type(v).kind();
    const ir::Type bits = kind == Kind::f16 ? ir::Type(Kind::i16) : ir::i32();
    Value mask = b_.splat(bits, exponent_mask(kind));
    Value exponent = b_.binary(Op::and_, b_.cast(v, bits.kind()), mask);
    Value r = b_.compare(Op::ine, exponent, mask);
    if (op_ == DxOp::IsNormal) r = b_.binary(Op::and_, r, b_.compare(Op::ine, exponent, b_.zero(bits)));
    result(r);
    return true;
}

// SPIR-V has them in 32 bits only.
bool Calls::derivative() {
    const bool fine = op_ == DxOp::DerivFineX || op_ == DxOp::DerivFineY;
    Value v = argument(0);
    const bool half = b_.type(v).kind() == Kind::f16;
    if (half) v = b_.emit(Op::fconvert, ir::f32(), v);
    v = b_.emit(parameter_op(), ir::f32(), v, fine ? 2 : 1, 0, 0, flags_);
    result(half ? b_.emit(Op::fconvert, ir::Type(Kind::f16), v) : v);
    return true;
}

bool Calls::convert() {
    result(b_.emit(parameter_op(), l_.scalar_type(ins_->type), argument(0), 0, 0, 0, flags_));
    return true;
}

bool Calls::bitcast() {
    if (is_min_precision(ins_->type)) return unsupported("A bit cast of minimum precision values");
    result(b_.cast(argument(0), l_.scalar_type(ins_->type).kind()));
    return true;
}

bool Calls::make_double() {
    result(b_.emit(Op::bitcast, ir::f64(), vector(0, 2)));
    return true;
}

bool Calls::split_double() {
    Value words = b_.emit(Op::bitcast, ir::i32(2), argument(0));
    result({b_.extract(words, 0), b_.extract(words, 1)});
    return true;
}

} // namespace weft::dxil
