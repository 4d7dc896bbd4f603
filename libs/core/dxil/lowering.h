// The state of one lowering, shared by the files that each treat one subject.
#pragma once

#include "core/dxil/resources.h"
#include "core/dxil/structure.h"
#include "core/dxil/to_ir.h"
#include "core/ir/builder.h"

namespace weft::dxil {

// What an LLVM value is while its function is lowered.
enum class SlotKind : uint8_t {
    none,      // undefined, or not made yet
    value,     // ir::Value, a scalar
    aggregate, // slots of its members, side by side in Lowering::members_
    handle,    // in Lowering::handles_
    pointer,   // in Lowering::pointers_
};

struct Slot {
    SlotKind kind = SlotKind::none;
    uint16_t count = 0; // aggregate: members
    uint32_t index = 0; // by kind
};

// A resource as an operation names it.
struct Handle {
    uint32_t resource = ir::no_resource; // in ir::Module::resources
    ir::Value array_index = 0;           // relative to the declaration's first register; 0 = none
    bool non_uniform = false;
    bool heap = false; // straight from a descriptor heap, not annotated yet
    bool sampler_heap = false;
    uint32_t properties[2] = {}; // what annotateHandle said
};

// Memory behind pointers, counted in units: one for each scalar of the allocated type, two for a 64-bit one
// where scalars of several sizes are mixed. Group-shared units are dwords.
enum class MemoryKind : uint8_t { local, constant, shared, resource, payload };

struct Memory {
    MemoryKind kind = MemoryKind::local;
    bool wide = false;        // 64-bit scalars take two units
    ir::Type row;             // local, constant: what a unit is
    uint32_t index = 0;       // local, constant, shared: in the table of ir::Module
    uint32_t variable = none; // in Module::variables
    uint32_t units = 0;
};

struct Pointer {
    uint32_t memory;  // in Lowering::memories_
    uint32_t type;    // LLVM type that it points to
    ir::Value offset; // i32, in units
};

class Lowering {
  public:
    Lowering(const Module &module, const Interface &interface, const LowerOptions &options, Diagnostics &diag,
             ir::Module &out);

    bool run();

  private:
    using IrValue = ir::Value;
    using Kind = ir::Kind;

    Arena &arena() { return *m_.arena; }

    // --- lowering.cpp: diagnostics, types, values ---
    WEFT_PRINTF(3, 4) bool fail(unsigned code, const char *format, ...);
    WEFT_PRINTF(2, 3) bool unsupported(const char *what, ...); // "... is not implemented."

    uint32_t operand(const Instruction &ins, uint32_t i) const { return module_.operands[ins.first + i]; }
    const Value &llvm_value(uint32_t v) const { return module_.value(frame_.function, v); }
    uint32_t type_of(uint32_t v) const { return llvm_value(v).type; }
    // The IR's type of a scalar; void for anything else. i8, and i16 and half of minimum precision, are 32
    // bits wide.
    ir::Type scalar_type(uint32_t type) const;
    // ir::flag::relaxed for scalars of minimum precision, else 0.
    uint8_t precision(uint32_t type) const;
    // Bits of an integer type as Direct3D sees it, whatever it is held in; 0 for others.
    unsigned integer_bits(uint32_t type) const;

    // What a value of the function at hand is. Constants are made when they are first asked for; undefined
    // scalars are zero. False, with a message, for what cannot be had as such.
    bool slot(uint32_t v, Slot *out);
    bool value(uint32_t v, IrValue *out);
    bool value(const Instruction &ins, uint32_t i, IrValue *out) { return value(operand(ins, i), out); }
    // A constant integer, as its bits; false, without a message, for anything else.
    bool literal(uint32_t v, uint64_t *out) const;
    bool literal(const Instruction &ins, uint32_t i, uint64_t *out) const {
        return literal(operand(ins, i), out);
    }
    // The members of a constant structure of integers, likewise; undefined ones are 0.
    bool literals(uint32_t v, std::span<uint64_t> out) const;
    bool is_undefined(uint32_t v) const;
    // A value whose type has fewer bits than it is held in (i8, i16 of minimum precision): with these bits
    // extended. Others as they are.
    IrValue extended(IrValue v, uint32_t type, bool is_signed);

    // Results of the instruction.
    void set(const Instruction &ins, Slot s);
    void set(const Instruction &ins, IrValue v) { set(ins, Slot{SlotKind::value, 0, v}); }
    void set(const Instruction &ins, const Handle &h) { set(ins, add(h)); }
    void set(const Instruction &ins, const Pointer &p) { set(ins, add(p)); }
    // Members of a structure; 0 is undefined.
    void set_members(const Instruction &ins, std::span<const IrValue> members);
    Slot add(const Handle &h);
    Slot add(const Pointer &p);

    // --- lower_constants.cpp ---
    bool constant(const Constant &c, Slot *out);
    IrValue scalar_constant(uint32_t type, uint64_t bits);
    bool constant_expression(const Constant &c, Slot *out);

    // --- lower_memory.cpp: pointers and what is behind them ---
    bool variable(uint32_t index, Slot *out);

    // --- lower_structure.cpp: blocks along the dominator tree, phis, calls of local functions ---
    // Where control goes when the region at hand ends, and what it brings.
    struct Exit {
        IrValue inst;
        uint32_t node;   // that is left
        uint32_t target; // loops: which of its targets
        uint32_t row;    // in rows_
        uint32_t next;   // in exits_; 0 ends
    };
    enum class Form : uint8_t { if_, switch_, block, loop };
    struct Construct {
        Form form;
        IrValue inst;
        uint32_t node;  // where breaks lead
        uint32_t outer; // construct that leads to the same node, or none
        uint32_t first_exit;
    };
    enum class Step : uint8_t {
        node,      // emit it: a
        resume,    // go on in block a at instruction b
        arm,       // end the if arm of construct a; begin the else with branch b
        end_if,    // of construct a
        end_alone, // an if whose arm exits: end it and go on with branch b of node a
        next_case, // of the switch in switches_[a]
        end_block, // of construct a, then its node
        end_loop,  // of loop a
        leave,     // the function
    };
    struct Task {
        Step step;
        uint32_t a, b, c;
    };
    struct Frame {
        const Function *function = nullptr;
        const Cfg *cfg = nullptr;
        uint32_t slots = 0;     // first in slots_
        uint32_t nodes = 0;     // first in construct_of_
        uint32_t call = none;   // instruction of the caller
        uint32_t follow = none; // node that the region at hand leads to when it ends
        uint32_t alias_depth = 0;
        Slot result;
    };

    bool run_function(uint32_t function, unsigned ir_function);
    const Cfg *cfg(uint32_t function); // null with a message
    bool enter_function(uint32_t function);
    bool call(const Instruction &ins);

    // --- lower_instructions.cpp ---
    bool instruction(const Instruction &ins);

    // --- operations.cpp: dx.op.* ---
    bool begin_operations(); // interface, resources: before any code
    bool operation(const Instruction &call);
    bool end_operations(unsigned ir_function); // before the return

    const Module &module_;
    const Interface &interface_;
    const LowerOptions &options_;
    Diagnostics &diag_;
    ir::Module &m_;
    ir::Builder b_;

    bool native_16_bit_ = false;
    Frame frame_;
    uint32_t at_ = 0; // instruction in hand, in Module::instructions
    uint32_t globals_;
    std::span<Slot> global_slots_;
    Vec<Slot> slots_;
    Vec<Slot> members_;
    Vec<Handle> handles_;
    Vec<Pointer> pointers_;
    Vec<Memory> memories_;
    std::span<const Cfg *> cfgs_; // by function
};

} // namespace weft::dxil
