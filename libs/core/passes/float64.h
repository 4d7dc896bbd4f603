// IEEE 754 binary64 arithmetic with 32-bit integers: callees that compute bit for bit what the operation
// would, rounded to nearest even, denormals kept. A double is its two words, the low one first. All NaNs that
// come out of arithmetic are one: quiet, without payload.
#pragma once

#include "core/ir/builder.h"

namespace weft::passes {

enum class Float64Routine : uint8_t {
    round, // sign (bit 31), exponent, significand of 64 bits: to a double. The exponent is what the double's
           // field would hold if the significand's highest set bit were bit 62
    parts, // double: exponent in that sense, then the significand, shifted up until bit 63 is set
    add,
    multiply,
    divide,
    fused,    // a * b + c
    less,     // bools; ordered
    not_less, // a >= b, ordered
    equal,    // ordered
    minimum,  // of a NaN and a number the number
    maximum,
    saturate,
    truncate,
    floor,
    ceiling,
    nearest,    // ties to even
    from_float, // i32 holds the other format's bits
    to_float,
    to_half,
    magnitude, // toward zero, without the sign, 64 bits; too large gives all ones, NaN 0
    to_i32,    // these saturate; NaN gives 0
    to_u32,
    to_i64, // i64 as two words
    to_u64,
    count
};

// Makes each callee when it is first asked for.
class Float64 {
  public:
    explicit Float64(ir::Module &m) : m_(m) {}

    ir::Value call(ir::Builder &b, Float64Routine routine, ir::Value x, ir::Value y = 0, ir::Value z = 0);

  private:
    uint32_t callee(Float64Routine routine);

    ir::Module &m_;
    uint32_t known_[static_cast<size_t>(Float64Routine::count)] = {}; // index + 1
};

} // namespace weft::passes
