// SSA construction for front ends with untyped four-component registers.
#pragma once

#include "core/ir/builder.h"

namespace weft::ir {

// Tracks what every register component currently is while a front end walks structured code once. Moves cost
// nothing: they copy lanes. Where control flow meets, only components that the construct wrote and whose
// values differ become results or loop parameters; components that travel together become one vector.
//
// The front end tells each construct which registers it writes (from a prescan): `written` is a list of
// (register << 4 | mask) words, repetition allowed. It may name too much, never too little.
class RegisterFile {
  public:
    // All components start as integer zero: Direct3D leaves unwritten registers undefined, zero is what we
    // promise.
    // What it notes about constructs lies in `scratch`, which need not live longer than it.
    RegisterFile(Builder &builder, uint32_t registers, Arena &scratch);
    RegisterFile(Builder &builder, uint32_t registers) : RegisterFile(builder, registers, builder.arena()) {}

    // As new, for another function of the builder.
    void begin_function();

    static constexpr uint32_t write_word(uint32_t reg, unsigned mask) { return reg << 4 | mask; }
    using Written = std::span<const uint32_t>;

    // --- registers ---
    Lane lane(uint32_t reg, unsigned component) const { return lanes_[reg * 4 + component]; }
    void set_lane(uint32_t reg, unsigned component, Lane lane) {
        lanes_[reg * 4 + component] = lane;
        ++writes_;
    }
    // `components` holds one source component for each of `count` results.
    Value read(uint32_t reg, const uint8_t *components, unsigned count, Kind kind);
    // Component i of `value` goes to the i-th set bit of `mask`; a scalar goes to all of them.
    void write(uint32_t reg, unsigned mask, Value value);

    // False behind an exit until the construct ends: code there is dead and must not be emitted.
    bool live() const { return live_; }
    // False once a program has asked for more merging than any real one: the front end must refuse it by
    // name.
    bool within_limits() const { return within_limits_; }
    unsigned depth() const { return static_cast<unsigned>(stack_.size()); }

    // --- control flow; calls made while !live() only keep the nesting ---
    void begin_if(Value condition, Written written);
    void begin_else();
    void end_if();
    void begin_loop(Written written);
    void end_loop(); // falling off the end continues
    // Labels come one by one; consecutive ones share a body. Code that runs into the next label falls
    // through.
    void begin_switch(Value selector, Written written);
    void case_label(uint32_t label);
    void default_label();
    void end_switch();
    // A region that break_block() leaves: an inlined subroutine, for instance.
    void begin_block(Written written);
    void end_block();

    // Out of the innermost loop or switch; out of the innermost loop; to the next iteration of it. False when
    // there is no such construct.
    bool break_innermost();
    bool break_loop();
    bool continue_loop();
    bool break_block(); // out of the innermost block
    // Whether such a construct is open, seen from here.
    bool in_loop() const;
    bool in_breakable() const;
    // Ends the function. The front end stores outputs first.
    void return_();

  private:
    enum class Form : uint8_t { if_, loop, switch_, block };

    struct Exit {
        Value inst;
        Lane *snapshot;
        Exit *next;
    };

    struct Construct {
        Form form;
        bool dead; // opened in dead code: nothing is emitted
        bool has_else;
        bool has_default;
        bool any_case;
        Value inst;
        Value case_inst;               // current case
        uint64_t case_writes;          // writes_ when the current case began
        std::span<const uint32_t> set; // lane indices written inside
        Lane *entry;   // their values at the beginning (switch: at each case; loop: before the parameters)
        Value *params; // loops: one scalar parameter a lane
        Exit *breaks;
        Exit *continues;
    };

    struct Group {
        uint32_t first; // index into the set
        uint32_t count; // lanes
        Kind kind;
    };

    Construct &push(Form form, Written written);
    void pop();
    // Words for as long as a construct is open. They come in powers of two and are used again.
    uint32_t *take(size_t words);
    void give_back(void *p, size_t words);
    Lane *snapshot(std::span<const uint32_t> set);
    void restore(const Construct &c);
    void leave(Construct &c, bool as_continue);
    bool close(Construct &c, bool as_continue);
    Construct *innermost(bool loops, bool switches, bool blocks);
    void start_case(Construct &c);
    void join_or_start_case(Construct &c);
    void merge(Construct &c);
    void finish_params(Construct &c);
    void set_operands(Value inst, const Lane *snapshot);
    uint32_t group_length(const Construct &c, uint32_t first, Exit *exits, const Lane *extra,
                          const uint8_t *wanted);
    Lane canonical(Lane lane) const;
    bool outside(const Construct &c, Lane lane) const;
    Kind kind_of(Exit *exits, const Lane *extra, uint32_t index) const;

    Builder &b_;
    Module &m_;
    Arena &scratch_;
    std::span<Lane> lanes_;
    std::span<uint32_t> stamp_;
    Vec<Construct> stack_;
    uint64_t writes_ = 0;
    size_t snapshot_lanes_ = 0;
    struct Free {
        Free *next;
    };
    Free *free_[32] = {}; // by the power of two
    Exit *free_exits_ = nullptr;
    // Of the merge under way.
    Vec<uint8_t> wanted_;
    Vec<Group> groups_;
    Vec<Value> values_, moved_;
    bool live_ = true;
    bool within_limits_ = true;
};

} // namespace weft::ir
