// The state of one lowering, shared by the files that each treat one subject.
#pragma once

#include "core/ir/builder.h"
#include "core/ir/ssa.h"
#include "core/tpf/plan.h"
#include "core/tpf/to_ir.h"

namespace weft::tpf {

// The components of a destination that an instruction writes, in order.
struct Components {
    uint8_t index[4] = {};
    uint8_t count = 0;

    Components() = default;
    explicit Components(uint8_t mask) {
        for (uint8_t c = 0; c < 4; ++c)
            if (mask >> c & 1) index[count++] = c;
    }
};

// A declared constant buffer, sampler, SRV or UAV.
struct Bound {
    Binding binding;
    uint32_t resource; // index into Module::resources
};

// A declared block of group-shared memory.
struct Shared {
    uint32_t id;
    uint32_t stride; // bytes; 0 = raw
    uint32_t index;  // into Module::shared
};

// In a map from registers to elements: no signature names this component.
constexpr uint16_t no_element = 0xffff;

inline bool texel_is_float(const ir::Resource &r) {
    return r.sampled != ir::SampledType::sint && r.sampled != ir::SampledType::uint;
}

class Lowering {
  public:
    Lowering(const Program &program, const Interface &interface, const LowerOptions &options,
             const Plan &plan, Diagnostics &diag, ir::Module &module);

    bool run();

  private:
    using Value = ir::Value;
    using Lane = ir::Lane;
    using Kind = ir::Kind;

    bool fail(unsigned code, const char *what);
    bool unsupported(const char *what);
    Arena &arena() { return *m_.arena; }
    const Operand &operand(const Instruction &ins, unsigned i) const { return program_.operands_of(ins)[i]; }

    // --- lowering.cpp: dispatch ---
    bool lower(const Instruction &ins);
    bool declare(const Instruction &ins);
    bool declare_range(uint32_t first, uint32_t end);
    bool run_main();

    // --- lower_operands.cpp: registers, literals, modifiers ---
    // What lane components[i] of the operand's swizzle selects, for each i, without modifiers.
    bool lanes(const Operand &op, const Components &components, Lane *out);
    bool index_value(const Index &index, Value *out); // i32 scalar
    Value modify(const Operand &op, Value v, Kind kind);
    // The lanes as one value of this kind, modifiers applied.
    bool source(const Operand &op, const Components &components, Kind kind, Value *out);
    // Component x of the swizzle.
    bool scalar(const Operand &op, Kind kind, Value *out);
    // The first `count` components of the swizzle.
    bool vector(const Operand &op, unsigned count, Kind kind, Value *out);
    Kind untyped_kind(const Lane *lanes, unsigned count) const;
    // `value` is a scalar, for every component, or has one component for each bit of the mask.
    bool write(const Operand &dst, Value value);
    bool write_lanes(const Operand &dst, const Lane *lanes); // one lane for each bit of the mask
    Components written(const Operand &dst) const { return Components(dst.write_mask()); }
    bool cbuffer_lanes(const Operand &op, const Components &components, Lane *out);
    bool local_lanes(uint32_t local, Value row, const uint8_t *components, unsigned count, Lane *out);
    bool store_row(uint32_t local, Value row, const Components &components, Value value);
    Value temporary_row(const Operand &op);

    // --- lower_io.cpp: stage inputs and outputs ---
    bool begin_io();
    bool declare_io(const Instruction &ins);
    bool declare_output(const IoDeclaration &d);
    bool declare_depth(signature::SystemValue value);
    bool finish_declarations();
    void make_arrays();
    void fill_arrays();
    RegisterType file(RegisterType type) const { return register_file(type, phase_); }
    bool input_lanes(const Operand &op, const Components &components, Lane *out);
    // `vertex` is a value in stages that read whole primitives, else 0.
    Lane input_lane(uint32_t reg, unsigned component, Value vertex = 0);
    Lane element_lane(uint32_t element, uint32_t row, unsigned column, Value vertex = 0);
    bool reads_vertices() const {
        return program_.stage >= Stage::geometry && program_.stage <= Stage::domain;
    }
    // The rows of one vertex, for these components.
    void fill_range(const IndexRange &range, const uint8_t *components, unsigned count, Value vertex);
    void load_element(uint32_t element, unsigned columns);
    bool system_lanes(signature::SystemValue value, uint8_t mask, const Operand &op,
                      const Components &components, Lane *out);
    uint32_t system_element(signature::SystemValue value, uint8_t mask);
    void evaluated_lanes(uint32_t reg, const Operand &src, const Components &components, Value where,
                         uint32_t mode, Lane *out);
    bool evaluate(const Instruction &ins);
    void store_outputs(uint32_t stream = 0);
    // The array and row of a register in an index range; false without a message when it is in none.
    const IndexRange *range_row(const Operand &op, uint8_t mask, Value *row);
    // A relative operand's components, and the row of the range that they are in.
    const IndexRange *relative_row(const Operand &op, const Components &components, uint8_t *out, Value *row);
    uint32_t range_local(const IndexRange *range) const { return range->local; }
    Kind element_kind(const signature::Element &e) const;
    void map_elements(std::span<const signature::Element> elements, uint16_t (&map)[max_io_registers][4]);
    Lane output_lane(const signature::Element &e, uint32_t row, unsigned component);

    // --- lower_tessellation.cpp ---
    bool run_hull();
    bool run_phase(const Body &phase);
    bool run_instance(const Body &phase);
    bool pass_through();
    void begin_patch_constants();
    bool declare_tessellation(const Instruction &ins);
    bool declare_patch_constant(const IoDeclaration &d);
    bool domain_constant_lanes(const Operand &op, const Components &components, Lane *out);
    bool control_point_lanes(const Operand &op, const Components &components, Lane *out);
    Lane patch_lane(uint32_t reg, unsigned component);
    Lane control_point_lane(uint32_t reg, unsigned component, Value vertex);
    void store_patch_constants();

    // --- lower_geometry.cpp ---
    bool declare_geometry(const Instruction &ins);
    bool finish_geometry();
    bool emit_vertex(const Instruction &ins);

    // --- lower_alu.cpp, lower_double.cpp ---
    bool arithmetic(const Instruction &ins);
    bool unary(const Instruction &ins, ir::Op op, Kind from, Kind to);
    bool binary(const Instruction &ins, ir::Op op, Kind kind);
    bool compare(const Instruction &ins, ir::Op op, Kind kind);
    bool dot(const Instruction &ins, unsigned count);
    bool move(const Instruction &ins);
    bool move_conditional(const Instruction &ins);
    bool swap_conditional(const Instruction &ins);
    bool two_results(const Instruction &ins, ir::Op first, ir::Op second, Kind kind);
    // Reads several sources for the components of dst 0; one component when all of them are equal.
    bool sources(const Instruction &ins, unsigned first, unsigned count, const Kind *kinds,
                 const Components &c, Value *out);
    bool finish(const Instruction &ins, Value value); // saturate and write
    bool doubles(const Instruction &ins);
    bool double_source(const Operand &op, unsigned which, Value *out);

    // --- lower_flow.cpp ---
    bool run_range(uint32_t first, uint32_t end, unsigned depth);
    bool flow(uint32_t *at, unsigned depth, bool *done);
    bool call(const Body &body, unsigned depth);
    bool condition(const Instruction &ins, Value *out);
    void return_from_main();

    // --- lower_resources.cpp ---
    bool declare_resource(const Instruction &ins);
    bool declare_shared(const Instruction &ins);
    Bound *find(Binding::Kind kind, uint32_t id);
    // The declaration that an operand names, and the descriptor index relative to its first register (0 =
    // none).
    bool bound(const Operand &op, Bound **out, Value *array_index);
    ir::Resource &resource(const Bound &b) { return m_.resources[b.resource]; }

    // --- lower_texture.cpp ---
    bool texture(const Instruction &ins);
    bool sample(const Instruction &ins);
    bool load(const Instruction &ins);
    bool load_typed_uav(const Instruction &ins);
    bool store_typed_uav(const Instruction &ins);
    bool query_size(const Instruction &ins);
    bool query_buffer(const Instruction &ins);
    bool query_samples(const Instruction &ins);
    bool sample_position(const Instruction &ins);
    bool query_lod(const Instruction &ins);
    bool sample_count(const Operand &op, Value *out);
    bool write_texel(const Instruction &ins, const Operand &resource, Value texel);
    bool write_query(const Instruction &ins, const Operand &resource, const Value *values);
    bool write_status(const Instruction &ins, Value read);
    Value texel_offset(const Instruction &ins, ir::Dim dim);

    // --- lower_memory.cpp ---
    bool memory(const Instruction &ins);
    bool load_memory(const Instruction &ins);
    bool store_memory(const Instruction &ins);
    bool atomic(const Instruction &ins);
    bool counter(const Instruction &ins);
    bool sync(const Instruction &ins);
    struct Address {
        Bound *bound = nullptr;   // a buffer or typed UAV ...
        Shared *shared = nullptr; // ... or shared memory
        Value array_index = 0;
        Value dword = 0;
    };
    bool memory_block(const Operand &op, Address *out);
    bool dword_address(const Address &a, Value index, Value byte_offset, Value *out);

    const Program &program_;
    const Interface &interface_;
    const LowerOptions &options_;
    const Plan &plan_;
    Diagnostics &diag_;
    ir::Module &m_;
    ir::Builder b_;
    ir::RegisterFile r_;

    size_t at_ = 0;     // instruction being lowered
    uint8_t flags_ = 0; // ir::flag bits of its results
    bool all_precise_ = false;
    bool at_entry_ = true; // nothing but declarations so far: loads of inputs reach everything
    uint32_t position_table_ = ~0u;
    uint32_t icb_ = ~0u;

    Vec<Bound> bound_;
    Vec<Shared> shared_;
    Vec<signature::Element> inputs_, outputs_, patch_;
    // Element of each register component; 0xffff = none.
    uint16_t input_map_[max_io_registers][4];
    uint16_t output_map_[max_io_registers][4];
    uint16_t patch_map_[max_io_registers][4];
    PhaseKind phase_ = PhaseKind::main;
    uint32_t patch_location_ = 0;
    bool control_points_pass_ = false; // a hull shader without a control point phase
    float max_factor_ = 64;            // Direct3D's own limit
    uint32_t stream_ = 0;              // that output declarations belong to
    Vec<Value> loaded_;                // by input element: what the entry loaded of it, or 0
    Lane zero_;
};

} // namespace weft::tpf
