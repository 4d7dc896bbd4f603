// Calls of dx.op functions, interface and resources: what of DXIL is Direct3D's and not LLVM's.
#pragma once

#include "core/dxil/lowering.h"
#include "core/dxil/operations.h"

namespace weft::dxil {

class Calls {
  public:
    explicit Calls(Lowering &lowering);

    // Stage, properties, signatures and resources of the IR module.
    bool begin();
    // Before the first instruction of the entry point (0) or of the patch constant function (1).
    bool begin_function(unsigned which);
    bool call(const Instruction &ins);
    // Before such a function returns.
    bool before_return();
    // Behind all code.
    void finish();
    // Of the thread within its group.
    ir::Value thread_index() { return load_system(signature::SystemValue::thread_index_in_group); }

  private:
    using Value = ir::Value;
    using Lane = ir::Lane;
    using Kind = ir::Kind;
    using Element = signature::Element;
    using SystemValue = signature::SystemValue;

    // What lowers an operation, and what it needs to know of it: an ir::Op, a SystemValue, an ir::RayState.
    struct Form {
        bool (Calls::*lower)();
        uint32_t parameter;
    };
    static const Form forms[operation_count];

    // One of the signatures. The IR has an element for each row.
    struct Side {
        explicit Side(Arena &arena) : elements(arena), current(arena) {}
        Vec<Element> elements;
        uint32_t given = 0, rows = 0; // elements and rows that the metadata lists
        std::span<uint32_t> first;    // by element of the metadata: its first one here
        std::span<uint32_t> local;    // by element of the metadata: the array that holds it, or none
        Vec<Lane> current;            // four an element: what was stored last

        uint32_t rows_of(uint32_t id) const { return (id + 1 < given ? first[id + 1] : rows) - first[id]; }
    };
    struct Place {
        uint32_t id = 0;    // in the metadata
        uint32_t first = 0; // first row in Side::elements
        uint32_t rows = 0;
        uint32_t row = 0;    // 0 when computed
        Value row_value = 0; // computed
        unsigned column = 0;
    };
    // A read or written range of a buffer.
    struct Address {
        Handle handle;
        ir::Resource *resource = nullptr;
        Value index = 0; // in dwords, or halfwords of 16-bit accesses
    };

    // --- calls.cpp ---
    bool fail(unsigned code, const char *what);
    bool unsupported(const char *what);
    bool check(const dxil::Value &callee, const Operation &op);
    bool matches(char letter, uint32_t type) const;
    bool find_overload(const Operation &op, const Type &function, uint32_t *out) const;
    Arena &arena() { return *l_.m_.arena; }
    ir::Module &ir() { return l_.m_; }
    uint32_t argument_number(unsigned i) const { return m_.operands[ins_->first + 2 + i]; }
    unsigned argument_count() const { return ins_->count - 2; }
    // A scalar; zero when it cannot be had, and the call fails.
    Value argument(unsigned i);
    bool literal(unsigned i, uint64_t *out) const { return l_.literal(argument_number(i), out); }
    // A literal that has to be below `limit`.
    bool literal_below(unsigned i, uint32_t limit, const char *what, uint32_t *out);
    bool is_undefined(unsigned i) const { return l_.is_undefined(argument_number(i)); }
    bool handle(unsigned i, Handle *out);
    // Several arguments as one vector.
    Value vector(unsigned first, unsigned count);
#ifdef WEFT_DXIL_MUTATION
    bool forget(uint32_t type);
#endif
    void result(Value v) {
        l_.set(*ins_, v);
    }
    void result(std::initializer_list<Value> members);
    // Four components, or one for all of them, and the residency status of what read them; those that are
    // used.
    void result_texel(Value v);
    // Members of the result that some instruction picks, a bit each.
    static constexpr uint16_t precise_bit = 0x8000, long_atomics_bit = 0x4000;
    unsigned used() const {
        return used_[static_cast<size_t>(ins_ - m_.instructions.data())];
    }
    uint8_t status_flag() const {
        return used() >> 4 & 1 ? ir::flag::sparse : 0;
    }
    static uint8_t handle_flags(const Handle &h) {
        return h.non_uniform ? ir::flag::non_uniform : 0;
    }
    Kind overload_kind() const {
        return l_.scalar_type(overload_).kind();
    }
    bool is_min_precision(uint32_t type) const {
        return l_.precision(type) != 0;
    }
    // Between the 32-bit form in which signatures and typed resources have data and the overload.
    Value to_overload(Value v);
    Value from_overload(Value v);
    ir::Op parameter_op() const {
        return static_cast<ir::Op>(parameter_);
    }
    uint8_t precision() const {
        return l_.precision(overload_);
    }

    // --- calls_math.cpp ---
    bool unary();
    bool binary();
    bool ternary();
    bool integer_mad();
    bool dot();
    bool dot2_add();
    bool dot4_add();
    bool test();
    bool classify();
    bool derivative();
    bool convert();
    bool bitcast();
    bool make_double();
    bool split_double();

    // --- calls_bits.cpp ---
    bool bits();
    bool reverse();
    bool wide_multiply();
    bool divide();
    bool with_carry();
    bool extract_bits();
    bool insert_bits();
    bool pack();
    bool unpack();

    // --- calls_survey.cpp ---
    void survey(const Function &function, const Cfg *cfg, bool patch);
    void survey_uses();
    void survey_atomic(const Function &f, const Instruction &ins);
    void make_array(Side &side, uint32_t id);

    // --- calls_interface.cpp ---
    bool begin_signatures();
    bool expand(std::span<const Element> elements, Side *side);
    bool reads_vertices() const;
    static ir::Type row_type(const Element &e);
    bool find_element(Side &side, Place *out);
    uint32_t system_element(SystemValue value, uint8_t mask);
    Value load_system(SystemValue value);
    Value load_row(uint32_t element, Value vertex);
    Value load_array(const Side &side, const Place &p);
    bool load_input();
    bool evaluate();
    bool attribute_at_vertex();
    bool system_value();
    bool store(Side &side);
    bool store_output() {
        return store(outputs_);
    }
    Value initial(const Element &e);
    void begin_arrays(Side &side, bool output);
    void store_all(Side &side, uint32_t stream);
    bool emit_stream();
    bool discard();
    bool helper_lane();

    // --- calls_patch.cpp ---
    bool begin_geometry();
    bool begin_tessellation();
    bool pass_through();
    bool load_control_point();
    bool load_patch_constant();
    Value load_patch_row(uint32_t element);
    bool store_patch_constant();

    // --- calls_mesh.cpp ---
    bool begin_mesh();
    bool set_mesh_counts();
    bool emit_indices();
    bool store_mesh_output(Side &side, ir::Op op);
    bool store_vertex_output() {
        return store_mesh_output(outputs_, ir::Op::store_output);
    }
    bool store_primitive_output() {
        return store_mesh_output(patch_, ir::Op::store_primitive);
    }
    bool size_payload(uint32_t type);
    bool mesh_payload();
    bool dispatch_mesh();

    // --- calls_handles.cpp ---
    bool begin_resources();
    bool declare(const Resource &r, ir::Resource *out);
    uint32_t heap_resource(const ir::Resource &r);
    bool handle_of(const Resource *r, unsigned index, unsigned non_uniform);
    bool create_handle();
    bool create_handle_from_binding();
    bool create_handle_from_heap();
    bool annotate_handle();

    // --- calls_buffers.cpp ---
    bool cbuffer(Handle *h, bool literal_row);
    Value cbuffer_row(const Handle &h, Value row, ir::Type type, unsigned first);
    bool load_cbuffer();
    bool load_cbuffer_scalar();
    bool address(unsigned first, Address *out);
    bool is_typed(unsigned i, Handle *h);
    bool load_buffer();
    bool store_buffer();
    bool update_counter();

    // --- calls_atomics.cpp ---
    bool atomic();
    bool barrier();

    // --- calls_textures.cpp ---
    bool sampled(Handle *texture, Handle *sampler, bool compares);
    Value texel_offset(unsigned first, unsigned count, bool *computed);
    bool sample();
    bool gather_raw();
    bool load_texture();
    bool load_typed(const Handle &h, Value coordinate, bool texture);
    bool store_texture();
    bool store_typed(const Handle &h, Value coordinate, unsigned first_value, Value sample);
    bool dimensions();
    bool calculate_lod();
    bool check_mapped();
    bool sample_count();
    bool sample_position();
    Value target_samples();

    // --- calls_wave.cpp, calls_ray_query.cpp ---
    bool wave_state();
    bool wave_value();
    bool wave_mask();
    bool wave_reduce();
    bool wave_multi_prefix();
    bool quad_swap();
    bool quad_vote();
    bool clock();
    bool ray_query(Value *object);
    bool ray_query_allocate();
    bool ray_query_start();
    bool ray_query_step();
    bool ray_query_get();
    bool refused();

    Lowering &l_;
    const Module &m_; // of DXIL
    const Interface &interface_;
    ir::Builder &b_;
    Diagnostics &diag_;
    uint16_t stage_;

    // The call in hand.
    const Instruction *ins_ = nullptr;
    DxOp op_ = DxOp::count_;
    uint32_t overload_ = 0; // its type
    uint32_t parameter_ = 0;
    uint8_t flags_ = 0; // ir::flag bits of its results
    bool failed_ = false;

    // What is known of declared functions: the operation that their type was last found right for.
    struct Checked {
        uint32_t operation = none;
        uint32_t overload = 0;
    };
    std::span<Checked> checked_; // by function
    std::span<uint16_t> used_;   // by instruction: members that are picked, and the bits above

    Side inputs_, outputs_, patch_;
    unsigned which_ = 0;  // function in hand
    bool writes_ = false; // the entry point stores outputs
    Resources resources_;
    uint32_t positions_ = none;
    Vec<uint32_t> query_flags_; // of each ray query
};

} // namespace weft::dxil
