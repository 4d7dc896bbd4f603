// What the lowering must know before it walks the code: block structure, subroutines, and what each block
// writes.
#pragma once

#include <span>

#include "core/d3dbc/model.h"
#include "core/support/arena.h"
#include "core/support/diagnostics.h"

namespace weft::d3dbc {

// Where each register file begins among the numbered registers that SSA construction tracks.
namespace slot {
enum : uint32_t {
    temp = 0,
    input = temp + 32,
    texture = input + 16,
    raster_output = texture + 8,
    color_attribute = raster_output + 3,
    output = color_attribute + 2,
    color_output = output + 16,
    depth_output = color_output + 16,
    misc = depth_output + 1,
    address = misc + 2,
    predicate = address + 1,
    loops = predicate + 1, // one for each loop in the code: x counts down, y is aL
};
}

inline constexpr uint32_t no_slot = ~0u;

// The tracked register of an operand; no_slot for constants, samplers and the like.
uint32_t slot_of(Version version, RegisterType type, unsigned number);

// The components that a destination really writes. Scalar registers take one component whatever the mask
// says.
uint8_t effective_mask(const Instruction &ins);

// The destination register of these names what they read, or nothing; the result is the pixel's depth.
constexpr bool writes_depth_only(Op op) {
    return op == Op::texdepth || op == Op::texm3x2depth;
}

struct Subroutine {
    bool defined = false;
    bool early_return = false;   // a ret inside a block
    uint32_t begin = 0, end = 0; // instructions of the body
};

struct Plan {
    // For an instruction that opens a block (if, else, loop, rep): the one that ends or continues it.
    std::span<uint32_t> match;
    // For loop and rep: its slot. Else no_slot.
    std::span<uint32_t> loop_slot;
    // write_begin[i] .. write_begin[i + 1]: words for ir::RegisterFile that instruction i writes, calls
    // included.
    std::span<uint32_t> write_begin;
    std::span<const uint32_t> writes;
    std::span<const Subroutine> subroutines; // by label
    uint32_t main_end = 0;                   // first instruction behind the main program
    uint32_t slots = 0;
    bool relative_inputs = false;
    bool relative_outputs = false;

    std::span<const uint32_t> written(uint32_t first, uint32_t last) const {
        return writes.subspan(write_begin[first], write_begin[last] - write_begin[first]);
    }
};

// False after a diagnostic.
bool make_plan(const Program &program, Arena &arena, Diagnostics &diag, Plan *plan);

} // namespace weft::d3dbc
