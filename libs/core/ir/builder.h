// Emission of instructions at a cursor, with folding and value numbering on the way.
#pragma once

#include <bit>
#include <initializer_list>

#include "core/ir/module.h"

namespace weft::ir {

// One component of a value: what an untyped register component currently is.
class Lane {
  public:
    constexpr Lane() = default;
    constexpr Lane(Value value, unsigned lane) : bits_(value << 2 | lane) {}
    constexpr Value value() const { return bits_ >> 2; }
    constexpr unsigned lane() const { return bits_ & 3; }
    constexpr Lane next() const { return {value(), lane() + 1}; }
    constexpr bool operator==(const Lane &) const = default;

  private:
    uint32_t bits_ = 0;
};

// Pure instructions are folded and numbered when they are emitted at the end of a function: the same
// operation on the same operands is found again as long as its region is still open. Front ends therefore
// need no common-subexpression or copy logic of their own, and a later sweep finds little left to do.
class Builder {
  public:
    // `expected`: about so many values will come; saves growing.
    explicit Builder(Module &module, unsigned function = 0, size_t expected = 0)
        : Builder(module, module.functions[function], expected) {}
    Builder(Module &module, Function &function, size_t expected = 0);
    ~Builder();
    Builder(const Builder &) = delete;
    Builder &operator=(const Builder &) = delete;
    // Goes on with another, empty function. Constants stay known, values do not.
    void begin_function(unsigned function);

    Module &module() { return m_; }
    Arena &arena() { return *m_.arena; }
    Type type(Value v) const { return m_[v].type; }

    // --- constants (outside every region) ---
    Value constant(Type type, std::span<const uint32_t> words);
    Value splat(Type type, uint32_t word); // every component the same 32-bit word
    Value f32c(float v) { return splat(f32(), std::bit_cast<uint32_t>(v)); }
    Value f32c(unsigned count, float v) { return splat(f32(count), std::bit_cast<uint32_t>(v)); }
    Value i32c(uint32_t v) { return splat(i32(), v); }
    Value i32c(unsigned count, uint32_t v) { return splat(i32(count), v); }
    Value boolc(bool v) { return splat(boolean(), v); }
    Value f64c(unsigned count, double v);
    Value zero(Type type);
    bool is_constant(Value v) const { return m_[v].op == Op::constant; }
    // Whether every component is this 32-bit word.
    bool is_splat(Value v, uint32_t word) const;
    // Has one entry in the module, however often it is asked for.
    Value parameter(const Parameter &p);

    // --- any opcode with its operands inline; literals follow the values ---
    Value emit(Op op, Type type, uint32_t a = 0, uint32_t b = 0, uint32_t c = 0, uint32_t d = 0,
               uint8_t flags = 0);
    // Variadic opcodes: `values` go to the pool, literals to arg[1..3].
    Value emit_variadic(Op op, Type type, std::span<const Value> values, uint32_t lit1 = 0, uint32_t lit2 = 0,
                        uint32_t lit3 = 0, uint8_t flags = 0);

    // Result type taken from the first operand; comparisons give bool of its count.
    Value unary(Op op, Value a, uint8_t flags = 0) { return emit(op, type(a), a, 0, 0, 0, flags); }
    Value binary(Op op, Value a, Value b, uint8_t flags = 0) { return emit(op, type(a), a, b, 0, 0, flags); }
    Value ternary(Op op, Value a, Value b, Value c, uint8_t flags = 0) {
        return emit(op, type(a), a, b, c, 0, flags);
    }
    Value compare(Op op, Value a, Value b) { return emit(op, boolean(type(a).count()), a, b); }
    Value select(Value condition, Value a, Value b) { return emit(Op::select, type(a), condition, a, b); }
    Value not_(Value a) { return unary(Op::not_, a); }

    // Direct3D's boolean: all ones or zero in an i32, and back ("any bit set").
    Value to_mask(Value boolean_value);
    Value nonzero(Value v);

    // --- vectors ---
    // Reinterprets 32-bit components as another 32-bit kind (16 as 16, 64 as 64); no code when it is that
    // already.
    Value cast(Value v, Kind kind);
    Value extract(Value v, unsigned lane); // of a scalar: the scalar
    Value construct(Type type, std::initializer_list<Value> parts);
    Value shuffle(Value v, const uint8_t *lanes, unsigned count); // one source
    Value broadcast(Value scalar, unsigned count);
    // The vector of these components, as kind `kind`; uses an existing vector when the lanes line up, else
    // one shuffle or construct. Component kinds may differ as long as they have 32 bits.
    Value gather(const Lane *lanes, unsigned count, Kind kind);

    // --- structure; ssa.h is the usual way to write it ---
    Value begin_if(Value condition);
    void begin_else(Value if_value);
    void end_if(Value if_value);
    Value begin_loop(); // params and initial values are set by set_values()
    void end_loop(Value loop_value);
    Value begin_switch(Value selector);
    Value begin_case(Value switch_value, Value previous_case);
    void end_switch(Value switch_value, bool any_case);
    Value begin_block();
    void end_block(Value block_value);
    Value break_(Value construct); // values are set later by set_values()
    Value continue_(Value loop_value);
    Value fallthrough(Value switch_value, Value next_case);
    void return_() { emit(Op::return_, void_type); }
    // Puts the operand list of a variadic instruction (exit, loop, case_) in place; labels of a case_ are
    // kept.
    void set_values(Value inst, std::span<const Value> values);
    void add_case_label(Value case_value, uint32_t label);
    void set_case_labels(Value case_value, std::span<const uint32_t> labels, bool is_default);

    // --- cursor ---
    // Instructions go behind the cursor; 0 is the front of the function. Value numbering works only at the
    // end.
    uint32_t cursor() const { return cursor_; }
    void set_cursor(uint32_t behind) { cursor_ = behind; }
    void set_cursor_before(uint32_t inst) { cursor_ = m_[inst].prev; }
    void set_cursor_end() { cursor_ = f_->tail; }
    bool at_end() const { return cursor_ == f_->tail; }
    Value insert(const Inst &inst); // raw: no folding, no numbering
    // What a pure instruction folds to now that its operands have changed, or 0. Code goes to the cursor.
    Value refold(Value v) {
        const Inst inst = m_[v];
        return fold(inst.op, inst.type, inst.arg, inst.flags);
    }
    Function &function() { return *f_; }

  private:
    static constexpr unsigned region_bits = 20;
    struct Entry {
        Value value;
        uint32_t region : region_bits;
        uint32_t tag : 32 - region_bits; // of the hash: nearly all that differs is told apart by it
    };

    Value fold(Op op, Type type, const uint32_t *arg, uint8_t flags);
    Value fold_constants(Op op, Type type, const uint32_t *arg);
    Value fold_logic(Op op, Type type, const uint32_t *arg);
    Value fold_vector(Op op, Type type, const uint32_t *arg);
    Value number(const Inst &inst, uint32_t region);
    Entry *room_for(const Inst &inst);
    void grow_table();
    void enter_region();
    void leave_region();
    Lane origin(Lane lane) const;
    bool mask_condition(Value v, Value *condition);
    bool both_lanes(Value a, Value b, Value *vector) const;

    Module &m_;
    Function *f_;
    uint32_t cursor_;
    Vec<Entry> table_;
    uint32_t table_used_ = 0;
    uint32_t table_mask_;
    Vec<uint8_t> region_open_;
    Vec<uint32_t> regions_; // stack
};

} // namespace weft::ir
