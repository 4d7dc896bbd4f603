// Functions of random but reducible control flow, as DXIL models, and what they compute.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "core/dxil/interface.h"
#include "core/dxil/model.h"
#include "core/support/arena.h"

namespace weft::structure_test {

// A module made in memory, the way the reader makes it from bitcode.
class Model {
  public:
    explicit Model(Arena &arena);

    dxil::Module &module() { return m_; }
    uint32_t globals() const { return static_cast<uint32_t>(m_.global_values.size()); }

    // Constants are of the module, so all of them come before the first function's body.
    uint32_t constant(uint32_t type, uint64_t bits);
    uint32_t i32c(uint32_t value) { return constant(i32, value); }
    uint32_t undefined(uint32_t type);
    // The address of a private variable of so many i32.
    uint32_t variable(uint32_t elements);
    uint32_t function_type(uint32_t result, std::span<const uint32_t> parameters);
    uint32_t pointer(uint32_t type);
    uint32_t structure(std::initializer_list<uint32_t> members) {
        return type(dxil::TypeKind::structure, 0, {members.begin(), members.size()});
    }
    // Value of a function; a body may follow.
    uint32_t function(const std::string &name, uint32_t type);
    dxil::Function &of(uint32_t value) { return m_.functions[m_.global_values[value].index]; }

    // Bodies, one at a time. Operands are value numbers; arguments come first.
    void begin(uint32_t function);
    uint32_t argument(uint32_t i) const { return globals() + i; }
    void begin_block() {
        m_.block_starts.push(static_cast<uint32_t>(m_.instructions.size()));
        ++fn_->blocks.count;
    }
    // The number that the next instruction with a result gets.
    uint32_t next_value() const { return globals() + fn_->values.count; }
    uint32_t add(dxil::Opcode opcode, uint32_t type, std::span<const uint32_t> operands, unsigned sub = 0,
                 uint32_t aux = 0);
    uint32_t add(dxil::Opcode opcode, uint32_t type, std::initializer_list<uint32_t> operands,
                 unsigned sub = 0, uint32_t aux = 0) {
        return add(opcode, type, std::span<const uint32_t>(operands.begin(), operands.size()), sub, aux);
    }

    uint32_t node(std::span<const uint32_t> operands); // metadata + 1 each, 0 null; the result likewise
    uint32_t metadata_value(uint32_t value);
    uint32_t metadata_string(const char *text);
    void name(const char *name, std::span<const uint32_t> nodes); // metadata + 1

    uint32_t void_, i1, i8, i32, f32, i32_pointer;

  private:
    uint32_t type(dxil::TypeKind kind, uint64_t size, std::span<const uint32_t> list);
    uint32_t string(const std::string &text);

    Arena &arena_;
    dxil::Module m_;
    dxil::Function *fn_ = nullptr;
    std::map<std::pair<uint32_t, uint64_t>, uint32_t> constants_;
};

struct Shape {
    unsigned blocks = 12;
    unsigned back_edges = 3;
    bool switches = true;
    bool early_returns = true;
    bool shuffled = false; // blocks do not stand in the order in which they run
    // Values made in a loop are used behind it. Mesa's llvmpipe (22.3) goes on to change such a value for
    // lanes that have left while others take further turns.
    bool values_leave_loops = true;
};

// i32 @name(i32): what it returns depends on every block that ran, in order. Ends within `turns` ways back.
class RandomFunction {
  public:
    RandomFunction(uint32_t seed, const Shape &shape);

    void declare(Model &model, const std::string &name); // its constants
    void define(Model &model);
    uint32_t value() const { return value_; }
    std::string text() const; // the blocks and their successors

  private:
    struct Operand {
        bool constant;
        uint32_t n; // the constant, or which value of this function
    };
    struct Ins {
        dxil::Opcode opcode;
        unsigned sub = 0;
        uint32_t id = 0;
        std::vector<Operand> operands;
        std::vector<uint32_t> blocks; // of a phi
    };
    struct Block {
        std::vector<uint32_t> successors; // of a switch: default first
        std::vector<uint32_t> labels;     // of a switch: one for each but the first
        std::vector<Ins> phis, body;
        Operand condition{true, 0};
        std::vector<uint32_t> predecessors;
        std::vector<bool> dominators;
        std::vector<uint32_t> values; // made here
        std::vector<uint32_t> loops;  // by the block that goes back
    };

    uint32_t below(uint32_t n) { return std::uniform_int_distribution<uint32_t>(0, n - 1)(rng_); }
    bool chance(unsigned percent) { return below(100) < percent; }
    Operand constant(uint32_t n) {
        constants_.push_back(n);
        return {true, n};
    }
    Operand emit(uint32_t block, dxil::Opcode opcode, unsigned sub, std::vector<Operand> operands,
                 bool available = true);
    // For use in `user`, the block itself unless it is for a phi.
    Operand any_value(uint32_t block, bool at_end) { return any_value(block, at_end, block); }
    Operand any_value(uint32_t block, bool at_end, uint32_t user);
    void find_loops();
    void make_graph();
    void make_code();

    Shape shape_;
    std::mt19937 rng_;
    std::vector<Block> blocks_;
    std::vector<uint32_t> back_to_; // by block: header of a way back, ~0 for none
    std::vector<uint32_t> constants_;
    uint32_t next_id_ = 1; // 0 is the argument
    uint32_t value_ = 0;
    uint32_t trace_ = 0, fuel_ = 0; // ids of the allocas
};

// Runs a function of the model as its instructions say.
class Reference {
  public:
    explicit Reference(const dxil::Module &module) : m_(module) {}
    // False when it does not end, or does what has no rule here.
    bool run(uint32_t function, std::span<const uint32_t> arguments, uint32_t *result, unsigned depth = 0);

  private:
    const dxil::Module &m_;
    unsigned steps_ = 0;
};

} // namespace weft::structure_test
