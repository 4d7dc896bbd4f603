// Lanes of a wave and of a quad.
#include "core/dxil/calls.h"

namespace weft::dxil {

using ir::Op;
using ir::WaveOp;

namespace {

// By the numbers that WaveActiveOp and WavePrefixOp have for them, then unsigned ones.
constexpr WaveOp arithmetic[2][4] = {
    {WaveOp::add, WaveOp::mul, WaveOp::min, WaveOp::max},
    {WaveOp::add, WaveOp::mul, WaveOp::umin, WaveOp::umax},
};
constexpr WaveOp bitwise[] = {WaveOp::and_, WaveOp::or_, WaveOp::xor_};
constexpr WaveOp multi_prefix[] = {WaveOp::add, WaveOp::and_, WaveOp::or_, WaveOp::xor_, WaveOp::mul};

} // namespace

// Nothing goes in.
bool Calls::wave_state() {
    result(b_.emit(parameter_op(), l_.scalar_type(ins_->type)));
    return true;
}

// A scalar goes in, and where a lane is named its number. What comes out is of the result's type.
bool Calls::wave_value() {
    const Value second = argument_count() > 1 ? argument(1) : 0;
    result(b_.emit(parameter_op(), l_.scalar_type(ins_->type), argument(0), second, 0, 0, precision()));
    return true;
}

// Four words with a bit for each lane.
bool Calls::wave_mask() {
    const Value v = b_.emit(parameter_op(), ir::i32(4), argument(0));
    result({b_.extract(v, 0), b_.extract(v, 1), b_.extract(v, 2), b_.extract(v, 3)});
    return true;
}

bool Calls::wave_reduce() {
    WaveOp op;
    uint32_t number, is_unsigned;
    if (op_ == DxOp::WaveActiveBit) {
        if (!literal_below(1, 3, "the operation", &number)) return false;
        op = bitwise[number];
    } else {
        const unsigned most = op_ == DxOp::WavePrefixOp ? 2 : 4;
        if (!literal_below(1, most, "the operation", &number) ||
            !literal_below(2, 2, "the sign", &is_unsigned))
            return false;
        op = arithmetic[is_unsigned && b_.type(argument(0)).is_int()][number];
    }
    const Value v = argument(0);
    result(b_.emit(parameter_op(), b_.type(v), v, static_cast<uint32_t>(op), 0, 0, flags_));
    return true;
}

bool Calls::wave_multi_prefix() {
    const Value v = argument(0), mask = vector(1, 4);
    if (op_ == DxOp::WaveMultiPrefixBitCount) {
        result(b_.emit(Op::wave_multi_prefix_bit_count, ir::i32(), v, mask));
        return true;
    }
    uint32_t number;
    if (!literal_below(5, std::size(multi_prefix), "the operation", &number)) return false;
    result(b_.emit(Op::wave_multi_prefix, b_.type(v), v, mask, static_cast<uint32_t>(multi_prefix[number]), 0,
                   flags_));
    return true;
}

bool Calls::quad_swap() {
    uint32_t direction;
    if (!literal_below(1, 3, "the direction", &direction)) return false;
    const Value v = argument(0);
    result(b_.emit(Op::quad_swap, b_.type(v), v, direction, 0, 0, precision()));
    return true;
}

bool Calls::quad_vote() {
    uint32_t all;
    if (!literal_below(1, 2, "the operation", &all)) return false;
    result(b_.emit(all ? Op::quad_all : Op::quad_any, ir::boolean(), argument(0)));
    return true;
}

// Low word first.
bool Calls::clock() {
    const Value v = b_.emit(Op::read_clock, ir::i32(2));
    result({b_.extract(v, 0), b_.extract(v, 1)});
    return true;
}

} // namespace weft::dxil
