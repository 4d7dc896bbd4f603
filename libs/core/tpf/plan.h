// What lowering must know before it starts: one pass over the program.
#pragma once

#include "core/support/diagnostics.h"
#include "core/tpf/model.h"

namespace weft::tpf {

// Scalar outputs that are registers of their own.
enum class ScalarOutput : uint8_t { depth, coverage, stencil, count };

constexpr uint32_t no_slot = ~0u;
constexpr uint32_t max_temps = 4096; // r# and x# together, in vec4
constexpr uint32_t max_io_registers = 64;

// A subroutine body, or a phase of a hull shader.
struct Body {
    uint32_t label;
    uint32_t first; // instructions [first, end)
    uint32_t end;
    bool early_return;                 // some ret is not its last instruction
    uint8_t state;                     // while planning: 0 unseen, 1 being planned, 2 done
    uint32_t cost;                     // instructions when all calls are inlined
    std::span<const uint32_t> written; // RegisterFile::Written, callees included
    PhaseKind kind = PhaseKind::main;
    uint32_t instances = 1;
    bool unrolled = true; // its instances are copies
};

// A hull shader's functions have registers of their own: o# of the control point phase are outputs, those of
// fork and join phases are what vpc# reads. The register file that an operand means, under one name each.
constexpr RegisterType register_file(RegisterType type, PhaseKind phase) {
    if (type == RegisterType::input_control_point) return RegisterType::input;
    if (type == RegisterType::output && (phase == PhaseKind::fork || phase == PhaseKind::join))
        return RegisterType::patch_constant;
    return type;
}

// x#
struct IndexableTemp {
    uint32_t id;
    uint32_t rows = 0;
    uint8_t components = 4;
    bool relative = false; // else its rows are register slots
    uint32_t slot = no_slot;
    uint32_t phase = 0; // the last one that declared it
    uint32_t local = 0;
    uint32_t float_uses = 0;
    uint32_t int_uses = 0;
};

// dcl_index_range: registers [base, base + count) that may be addressed relatively.
struct IndexRange {
    RegisterType type; // a register_file
    uint8_t mask;
    uint32_t base;
    uint32_t count;
    uint32_t phase = 0; // the last one that declared it; ranges of several phases become one where they meet
    uint32_t local = 0; // the array that holds them
};

// Register file slots: temps, then x# rows without relative access, then o#, then scalar outputs, then a hull
// shader's number of the instance. x# of several phases share what they are kept in: nothing of them survives
// a phase.
struct Plan {
    uint32_t slots = 0;
    uint32_t temps = 0;
    uint32_t first_output = 0;
    uint32_t output_count = 0;
    uint32_t scalar_outputs[static_cast<unsigned>(ScalarOutput::count)] = {no_slot, no_slot, no_slot};
    std::span<IndexableTemp> indexable;
    std::span<IndexRange> ranges;
    std::span<Body> bodies;
    std::span<Body> phases;        // of a hull shader, without its declarations
    uint32_t instance = no_slot;   // vForkInstanceID, vJoinInstanceID
    bool domain_constants = false; // vpc# are inputs
    uint32_t main_end = 0;         // the main program is instructions [0, main_end)
    // The components that a construct writes, by the instruction that opens it; spans into `writes`.
    std::span<const uint32_t> writes;
    std::span<const uint32_t> write_begin; // by instruction; what is written from it on starts here
    std::span<const uint32_t> partner;     // by instruction: the end of the construct opened there

    std::span<const uint32_t> written(uint32_t open) const {
        uint32_t first = write_begin[open], last = write_begin[partner[open]];
        return writes.subspan(first, last - first);
    }
    IndexableTemp *find_indexable(uint32_t id) const {
        for (IndexableTemp &t : indexable)
            if (t.id == id) return &t;
        return nullptr;
    }
    const Body *find_body(uint32_t label) const {
        for (const Body &b : bodies)
            if (b.label == label) return &b;
        return nullptr;
    }
    // The register file slot that a destination writes, or no_slot.
    uint32_t slot_of(const Operand &op) const;
    // The range that a relatively addressed I/O register lies in, or that a register belongs to.
    const IndexRange *range_of(RegisterType type, uint32_t reg, uint8_t mask, bool relative) const;
};

// Checks nesting, labels and register numbers on the way; a negative result comes with an error.
Result make_plan(const Program &program, Arena &arena, Diagnostics &diag, Plan *plan);

// True for the opcodes that open a structured construct.
constexpr bool opens(Opcode opcode) {
    return opcode == Opcode::if_ || opcode == Opcode::loop || opcode == Opcode::switch_;
}

} // namespace weft::tpf
