// The walk from the model to the IR; one file a subject implements it.
#pragma once

#include "core/d3dbc/plan.h"
#include "core/d3dbc/to_ir.h"
#include "core/ir/ssa.h"

namespace weft::d3dbc {

inline constexpr float float_max = 3.402823466e+38f;

// The components that a mask names, in order.
struct Components {
    explicit Components(uint8_t mask) {
        for (uint8_t c = 0; c < 4; ++c)
            if (mask >> c & 1) index[count++] = c;
    }
    uint8_t index[4] = {};
    unsigned count = 0;
};

class Lowering {
  public:
    Lowering(const Program &program, const LowerOptions &options, const Plan &plan, Diagnostics &diag,
             ir::Module &module);

    bool run();

  private:
    // --- lowering.cpp: common ground ---
    bool fail(unsigned code, const char *what);
    bool lower(const Instruction &ins);
    Arena &arena() { return *m_.arena; }
    bool vertex() const { return version_.is_vertex(); }

    // --- lower_flow.cpp ---
    bool run_range(uint32_t begin, uint32_t end, unsigned depth);
    bool flow(uint32_t index, unsigned depth, unsigned *loops, unsigned *blocks);
    bool call(const Instruction &ins, unsigned depth);
    bool begin_loop(uint32_t index);
    void end_loop();
    bool condition(const Instruction &ins, unsigned first, ir::Value *out);
    ir::Value comparison(unsigned control, ir::Value a, ir::Value b);
    void break_if(ir::Value condition);

    // --- lower_io.cpp ---
    bool begin_io();
    void load_inputs();
    void store_outputs();
    ir::Lane output_lane(uint32_t index, unsigned column);
    bool local_store(const Instruction &ins, ir::Value value);

    // --- lower_constants.cpp ---
    bool begin_constants();
    bool constant_lanes(const Operand &operand, unsigned offset, ir::Lane *lanes);
    ir::Value relative_constant(ir::Value row);
    bool integer_constant(const Operand &operand, unsigned component, ir::Value *out);
    bool boolean_constant(const Operand &operand, ir::Value *out);

    // --- lower_operands.cpp ---
    bool address(const Operand &operand, unsigned offset, ir::Value *out);
    // The four components of a register, `offset` registers behind the operand's.
    bool lanes(const Operand &operand, unsigned offset, ir::Lane *out);
    // Source `i` with swizzle and modifier, for these components of the destination.
    bool source(const Instruction &ins, unsigned i, const Components &c, ir::Value *out, unsigned offset = 0);
    bool scalar(const Instruction &ins, unsigned i, ir::Value *out);
    // The components that source `i` reads for these components of the destination, before its modifier.
    bool picked(const Instruction &ins, unsigned i, const Components &c, unsigned offset, ir::Lane *out);
    // Whether the first `n` sources have one value for all these components each.
    bool uniform(const Instruction &ins, unsigned n, const Components &c);
    bool same_component(ir::Lane a, ir::Lane b) const;
    ir::Value modify(SourceModifier modifier, ir::Value v);
    ir::Value predicate(const Source &operand, const Components &c);
    // Shift, saturation, predicate and mask, in this order. `value` has one component or one for each
    // written.
    bool write(const Instruction &ins, ir::Value value);
    bool commit(const Instruction &ins, ir::Value value);

    // --- lower_alu.cpp ---
    bool arithmetic(const Instruction &ins);
    bool move(const Instruction &ins);
    bool macro(const Instruction &ins);
    bool set_predicate(const Instruction &ins);
    void guard(ir::Value *a, ir::Value *b);
    ir::Value multiply(ir::Value a, ir::Value b);
    ir::Value multiply_add(ir::Value a, ir::Value b, ir::Value c);
    ir::Value dot(ir::Value a, ir::Value b);
    ir::Value at_most(ir::Value v, float limit);
    ir::Value at_least(ir::Value v, float limit);
    ir::Value reciprocal(ir::Value v);
    ir::Value inverse_root(ir::Value v);
    ir::Value exponential(ir::Value v);
    ir::Value logarithm(ir::Value v);
    ir::Value power(ir::Value base, ir::Value exponent);
    ir::Value pick(const ir::Value *components, const Components &c);

    // --- lower_texture.cpp ---
    bool begin_resources();
    // What a texture is asked for.
    struct Fetch {
        unsigned stage = 0;
        ir::Value coordinate = 0; // as many components as the texture has, one more when projected
        ir::Value reference = 0;  // of comparing samplers
        ir::Value lod = 0;        // level or bias
        ir::Value dx = 0, dy = 0;
        uint32_t flags = 0; // ir::tex_flag
    };
    const ir::Resource &texture_of(unsigned stage) const { return m_.resources[texture_resource_[stage]]; }
    // Four components, or one where the sampler compares.
    ir::Value fetch(const Fetch &what);
    ir::Value fetch4(const Fetch &what);
    bool texture(const Instruction &ins);
    bool kill(const Instruction &ins);

    // --- lower_texture1.cpp: shader model 1 ---
    bool texture1(const Instruction &ins);
    bool texture14(const Instruction &ins);
    bool bump(const Instruction &ins);
    bool depth1(const Instruction &ins);
    ir::Value bump_offset(unsigned stage, ir::Value s);
    ir::Value coordinate1(unsigned set, unsigned count);
    bool sample1(const Instruction &ins, const ir::Lane *coordinates, bool projected = false);
    bool fetch1(const Instruction &ins, const ir::Lane *coordinates, bool projected, ir::Value *texel);

    const Program &program_;
    Version version_;
    const LowerOptions &options_;
    const Plan &plan_;
    Diagnostics &diag_;
    ir::Module &m_;
    ir::Builder b_;
    ir::RegisterFile r_;
    Interface io_;
    Resources resources_;

    uint32_t line_ = 0;
    uint8_t flags_ = 0; // ir::flag bits for what the current instruction emits
    uint32_t budget_;   // instructions that may still be lowered, inlined ones included

    // Indices into Module::resources by sampler number and constant set.
    uint32_t texture_resource_[sampler_count], sampler_resource_[sampler_count],
        constant_resource_[constant_set_count];

    // c#: the value of each register the code names without an address register; 0 for the rest.
    std::span<ir::Value> constants_;
    // Registers with a definition, in order, and their values.
    struct Definition {
        uint32_t number;
        ir::Value value;
    };
    std::span<const Definition> definitions_;
    std::span<ir::Value> integers_; // by register: the i32 x4 of defi, or 0
    std::span<ir::Value> booleans_; // by register: the bool of defb, or 0

    ir::Value coordinates_[8] = {}; // ps_1_0 .. 1_3: interpolated coordinates, whatever t# holds now
    ir::Value rows_[2] = {};        // what texm3x2pad and texm3x3pad gave so far
    unsigned row_count_ = 0;
    uint32_t input_array_ = 0, output_array_ = 0; // Module::locals of relatively addressed registers

    struct Loop {
        uint32_t slot;
        ir::Value step; // i32; 0 for rep
        bool has_index; // loop, not rep
    };
    Vec<Loop> loops_;

    // The first of a co-issued pair waits here until the second has read its sources.
    const Instruction *pending_ = nullptr;
    ir::Value pending_value_ = 0;
    bool pairing_ = false;
};

} // namespace weft::d3dbc
