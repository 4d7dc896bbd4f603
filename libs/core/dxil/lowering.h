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
    bool long_atomics = false;   // out of a heap, for atomic operations of 64 bits
    uint32_t properties[2] = {}; // what annotateHandle said
};

// Memory behind pointers, counted in units: one for each scalar of the allocated type, two for a 64-bit one
// where scalars of several types are mixed.
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

class Calls;

class Lowering {
  public:
    Lowering(const Module &module, const Interface &interface, const LowerOptions &options, Diagnostics &diag,
             ir::Module &out);

    bool run();

  private:
    friend class Calls;
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

    // --- lower_memory.cpp: pointers and what is behind them ---
    // Scalars in a type.
    struct Layout {
        bool known = false;
        bool mixed = false;      // of several types
        bool other = false;      // not of scalars alone
        ir::Type scalar;         // the first one's
        uint8_t widths = 0;      // bits of scalars: 1 less than 64, 2 64
        uint32_t units = 0;      // scalars
        uint32_t wide_units = 0; // 64-bit ones counted twice
    };
    const Layout &layout(uint32_t type);
    uint32_t units(uint32_t type, const Memory &m);
    bool variable(uint32_t index, Slot *out);
    bool local(const Layout &l, Memory *out);
    bool start_shared(); // behind all code
    void initialise(uint32_t type, const Memory &m, std::span<const uint64_t> words);
    void initialise_part(uint32_t type, const Memory &m, std::span<const uint64_t> words, size_t *at,
                         uint32_t *unit);
    uint32_t constant_array(uint32_t memory);
    void fill_rows(uint32_t type, std::span<const uint64_t> table, std::span<uint32_t> words,
                   unsigned row_words, size_t *at);
    void put(const Memory &m, IrValue unit, IrValue v); // into a local or group-shared memory
    bool memory(const Instruction &ins);
    bool allocate(const Instruction &ins);
    bool element_address(std::span<const uint32_t> operands, Slot *out);
    bool cast_pointer(uint32_t v, uint32_t to, Slot *out);
    bool pointer(uint32_t v, Pointer *out);
    bool load(const Instruction &ins);
    bool store(const Instruction &ins);
    bool atomic(const Instruction &ins);
    // A scalar as it lies in memory of 32-bit words, and back.
    IrValue to_words(IrValue v);
    IrValue from_words(IrValue words, ir::Type type);
    bool flatten(const Constant &c, Vec<uint64_t> *out); // bits of the scalars
    bool constant_expression(const Constant &c, Slot *out);

    // --- lower_structure.cpp: blocks along the dominator tree, calls of local functions;
    // lower_switch.cpp, lower_merges.cpp ---
    // Ifs within ifs that lead to one place; beyond, they follow one another in a block.
    static constexpr unsigned max_aliases = 24;
    enum class Form : uint8_t { if_, switch_, block, loop };
    struct Construct {
        Form form;
        bool alias;      // goes on to the node of the construct around it
        uint8_t aliases; // of this kind around it
        IrValue inst;
        uint32_t node;  // where breaks lead; none: nothing breaks out of it
        uint32_t outer; // construct that leads to the same node, or none
        uint32_t first_exit;
        // Switches:
        uint32_t last_case;
        uint32_t cases;    // in cases_
        IrValue fall;      // exit of the last case into the next one, or 0
        uint32_t fall_row; // what it brings
    };
    // A break, and what it brings for the phis at its target.
    struct Exit {
        IrValue inst;
        uint32_t from;   // node
        uint32_t target; // loops: which of Loop::targets
        uint32_t row;    // in rows_
        uint32_t next;   // in exits_; 0 ends
    };
    // A way out of a node.
    struct Branch {
        uint32_t to;   // block
        uint32_t edge; // of a block: the edge; behind a loop: which of its targets
    };
    // The cases of a switch, each a branch of its node.
    struct Cases {
        std::span<uint32_t> order;       // of branches
        std::span<uint8_t> falls;        // by branch: it may run into the next in order
        std::span<uint32_t> first_label; // by branch, and the end: in labels
        std::span<uint32_t> labels;
        uint32_t default_branch = 0;
    };
    enum class Step : uint8_t {
        node,      // a
        resume,    // block a from instruction b on
        else_arm,  // of construct a: branch b of node c
        end_if,    // construct a
        end_alone, // construct a, an if whose arm does not reach its end: branch b of node c goes on
        next_case, // of construct a: case b of node c
        end_fall,  // a block whose end falls into the next case
        end_switch,
        end_block,
        end_loop,
        leave, // the function
    };
    struct Task {
        Step step;
        uint32_t a = 0, b = 0, c = 0;
    };
    struct Frame {
        const Function *function = nullptr;
        const Cfg *cfg = nullptr;
        uint32_t slots = 0;      // first in slots_, bound_
        uint32_t nodes = 0;      // first in construct_of_
        uint32_t loops = 0;      // first in selectors_
        uint32_t targets = 0;    // first in target_rows_
        uint32_t constructs = 0; // that the caller has open
        uint32_t call = none;    // instruction of the caller
        bool wrapped = false;    // all of it stands in a block that its returns leave
        Slot result;
    };

    bool run_function(uint32_t function, unsigned ir_function);
    const Cfg *cfg(uint32_t function); // null with a message
    bool enter_function(uint32_t function, uint32_t call);
    bool leave_function(unsigned ir_function);
    bool step(const Task &task);
    bool call_function(const Instruction &ins);
    bool emit_node(uint32_t node);
    bool emit_block(uint32_t block, uint32_t first);
    bool terminate(uint32_t node);
    bool return_from(uint32_t block, const Instruction &ins);
    Branch branch(uint32_t node, uint32_t i) const;
    uint32_t branch_count(uint32_t node) const;
    bool leaves(uint32_t node, const Branch &b) const; // goes elsewhere than to code that follows it alone
    uint32_t place(uint32_t node, const Branch &b) const;
    bool go(uint32_t node, const Branch &b);
    bool two_ways(uint32_t node, IrValue condition, const Branch &yes, const Branch &no);
    bool many_ways(uint32_t node, const Instruction *ins);
    bool open_merges(uint32_t node, const Cases *cases, uint32_t *innermost);
    bool find_cases(uint32_t node, const Instruction &ins, Cases *cases, IrValue *selector);
    void find_falls(uint32_t node, Cases *cases);
    bool next_case(const Task &task);
    bool push(Form form, IrValue inst, uint32_t node, bool alias, uint32_t *out = nullptr);
    Construct pop();
    bool exit_to(uint32_t construct, uint32_t from, uint32_t target, uint32_t row);
    bool begin_loop(uint32_t header);
    bool end_loop(const Construct &c);
    bool merge_exits(const Construct &c, uint32_t count, uint32_t *row);
    bool close(const Construct &c);
    // Rows: what the phis of a block take on one way in.
    bool read_row(uint32_t node, const Branch &b, uint32_t *row);
    void bind_row(uint32_t block, uint32_t row);
    bool unify(Slot a, Slot b, Slot *out);
    void scalars(Slot shape, Slot s);
    Slot rebuild(Slot shape, const IrValue **values);
    // A slot of that shape, of params or results of the construct from `index` on.
    Slot merged(Slot shape, ir::Op op, IrValue construct, uint32_t *index);
    IrValue insert(ir::Op op, ir::Type type, IrValue construct, uint32_t index);
    bool varies(const Handle &h) const;
    Slot &phi(uint32_t block, uint32_t k);
    bool within_merge_limit(size_t more);

    // --- lower_instructions.cpp ---
    bool instruction(const Instruction &ins);
    uint8_t arithmetic_flags(const Instruction &ins) const;
    bool binary(unsigned op, uint32_t type, uint32_t a, uint32_t b, uint8_t flags, Slot *out);
    bool cast(unsigned op, uint32_t v, uint32_t to, Slot *out);
    bool compare(unsigned predicate, uint32_t a, uint32_t b, Slot *out);
    bool select(uint32_t condition, uint32_t a, uint32_t b, uint8_t flags, Slot *out);
    IrValue select_scalar(IrValue condition, IrValue a, IrValue b, uint8_t flags);
    IrValue compare_floats(unsigned predicate, IrValue a, IrValue b);
    IrValue compare_integers(unsigned predicate, IrValue a, IrValue b);
    IrValue convert(ir::Op op, IrValue v, ir::Type to, uint8_t flags = 0);
    bool elements(const Instruction &ins);
    bool member(const Instruction &ins);
    bool members_of(uint32_t v, Slot *out); // as an aggregate, even where undefined
    bool call(const Instruction &ins);

    // --- calls.cpp: dx.op.* ---
    bool begin_operations();                     // interface, resources: before any code
    bool enter_operations(unsigned ir_function); // before the first instruction, the function entered
    bool operation(const Instruction &call);
    bool end_operations(unsigned ir_function); // before the return
    void finish_operations();                  // behind all code

    // Group-shared memory that does not start as zeros.
    struct SharedStart {
        uint32_t type;
        Memory memory;
        std::span<const uint64_t> words;
    };

    const Module &module_;
    const Interface &interface_;
    const LowerOptions &options_;
    Diagnostics &diag_;
    ir::Module &m_;
    ir::Builder b_;

    bool native_16_bit_ = false;
    Frame frame_;
    Vec<Frame> frames_; // callers
    uint32_t at_ = 0;   // instruction in hand, in Module::instructions
    uint32_t globals_;
    std::span<Slot> global_slots_;
    Vec<Slot> slots_;
    Vec<Slot> members_;
    Vec<Handle> handles_;
    Vec<Pointer> pointers_;
    Vec<Memory> memories_;
    Vec<SharedStart> shared_starts_;
    std::span<Layout> layouts_;             // by type
    Vec<std::span<const uint64_t>> tables_; // of constant memory, by Memory::index: bits of the scalars
    std::span<uint8_t> callee_kinds_;       // by function: 1 dx.op, 2 nothing to do, 3 other
    unsigned ir_function_ = 0;

    std::span<const Cfg *> cfgs_; // by function
    Vec<Task> tasks_;
    Vec<Construct> constructs_; // open ones
    Vec<Exit> exits_;
    Vec<Slot> rows_;
    Vec<uint32_t> construct_of_; // by node, and one for returns: the innermost construct that leads there
    Vec<uint32_t> bound_;        // by value: node behind the loop that it has left last
    Vec<IrValue> selectors_;     // by loop: which target
    Vec<uint32_t> target_rows_;  // by target: its row
    Vec<Cases> cases_;
    Vec<uint32_t> branch_of_; // by block: of the switch in hand
    Vec<uint8_t> is_case_;    // by block: entered from another case
    Vec<IrValue> scratch_;
    size_t merged_ = 0;   // operands of exits, against a limit
    size_t expanded_ = 0; // instructions of inlined functions, likewise
    Calls *calls_ = nullptr;
};

} // namespace weft::dxil
