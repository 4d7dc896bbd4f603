// What the writer's files share. Not for use outside this folder.
#pragma once

#include "core/spirv/builtins.h"
#include "core/spirv/writer.h"
#include "core/support/printf_format.h"

namespace weft::spirv {

inline constexpr uint32_t identity_swizzle = 0x03020100; // of a render target: component i in byte i

// One interface variable: a row of an element.
struct InterfaceVariable {
    Id id = 0;
    Id type = 0;    // of the variable's value
    ir::Type value; // as IR sees it
    const BuiltIn *builtin = nullptr;
    uint32_t vertices = 0;                      // an array of so many, or 0: none
    uint32_t slot = 0;                          // of a tessellation factor in its array
    Id mirror = 0;                              // plain twin of a Layer or ViewportIndex output
    uint32_t location = signature::no_register; // of the plain variable
    bool signed_int = false;
    bool declared = false;
    Id loaded = 0; // inputs: the value, loaded at the head of the function
    Id fixed = 0;  // and with the built-in's fix-up
};

// The elements of a signature and their variables, one a row.
struct InterfacePlace {
    std::span<const signature::Element> elements;
    std::span<uint32_t> base; // of each element: its first variable
    std::span<InterfaceVariable> variables;
};

enum class Form : uint8_t {
    none,
    uniform_block,
    push_constants,
    sampler,
    image, // sampled or storage, texel buffers included
    storage_block,
    atomic_counter,
    acceleration_structure,
};

// A variable that holds one descriptor, or an array of them.
struct DescriptorVariable {
    Id id = 0;
    spv::StorageClass storage = spv::StorageClass::UniformConstant;
    Id value_type = 0;        // of one descriptor
    bool array = false;       // of descriptors
    uint32_t first = 0;       // array element that the resource's first register has
    uint32_t dynamic = ~0u;   // word of the descriptor table that is added, or ~0
    Id loaded = 0;            // images and samplers that are no arrays: at the head of the function
    uint32_t push_member = 0; // push constants: member of the block
};

struct ResourceVariable {
    Form form = Form::none;
    Form counter_form = Form::none;
    uint32_t counter_offset = 0; // bytes within its descriptor
    bool declared = false;
    DescriptorVariable descriptor, counter;
    DescriptorVariable halfwords, quadwords; // storage blocks: the same descriptor by other elements
    bool aliased = false;                    // one of them exists
    Id sampled_image = 0;                    // type, made when first sampled
    ir::Kind kind = ir::Kind::none;          // texel kind; constant buffers: component kind
    bool texel_signed = false;
    uint32_t float_loads = 0, int_loads = 0; // of a constant buffer
    bool push_words = false;                 // push constants: an array of words instead of rows
    uint32_t push_count = 0;                 // and its length
};

// OpSampledImage may be used in its own block only.
struct SampledImage {
    uint32_t resource, sampler;
    Id id;
};

// What the tables of an interface know a resource by.
driver::DescriptorType descriptor_type(ir::ResourceKind k);
uint32_t binding_flag(const ir::Resource &r);

class Writer {
  public:
    Writer(ir::Module &m, const driver::Options &o, Arena &arena, Diagnostics &diag);
    Result run(std::span<const uint32_t> *words);

  private:
    using Op = ir::Op;
    using Value = ir::Value;
    using Inst = ir::Inst;

    // writer.cpp
    void survey();
    void emit_code(const ir::Function &function);
    void emit_function();
    void float_controls();
    void check_features();
    void finish_module();
    void error(unsigned code, const char *format, ...) WEFT_PRINTF(3, 4);
    void unimplemented(const char *format, ...) WEFT_PRINTF(2, 3);
    bool extension_allowed(driver::Extension e) const { return o_.extensions & e; }
    bool opengl() const { return o_.environment == driver::Environment::opengl_4_5; }
    // SPIR-V 1.4: a scalar selects vectors, and the entry point lists all global variables.
    bool from_spirv_1_4() const { return o_.environment >= driver::Environment::vulkan_1_2; }
    bool visible(driver::Visibility v) const;
    Id id(Value v);
    // Of a value; of an exit: the block that it leaves; of a case: its label. 0: none yet.
    Id &id_of(Value v) { return m_[v].id; }
    Id parameter(uint32_t index);
    Id parameter_in_buffer(uint32_t index);
    const Inst &origin(Value v) const { return m_[m_.resolve(v)]; }
    ir::Type type_of(Value v) const { return origin(v).type; }
    bool is_constant(Value v) const { return origin(v).op == Op::constant; }
    Id type(ir::Type t) { return b_.type(t); }
    Id label() { return b_.new_id(); }
    Id global(spv::StorageClass storage, Id pointee, Id initial = 0);

    // Instructions with a result, behind what the current section holds.
    template <typename... Words>
    Id typed(spv::Op op, Id result_type, Words... words) {
        Id r = b_.new_id();
        f_->emit(op, result_type, r, words...);
        return r;
    }
    template <typename... Words>
    Id result(spv::Op op, ir::Type t, Words... words) {
        return typed(op, type(t), words...);
    }
    Id glsl(ir::Type t, uint32_t instruction, std::initializer_list<Id> operands);
    Id construct(ir::Type t, const Id *parts, unsigned count);
    Id broadcast(Id scalar, ir::Type t);
    Id extract(Id vector, ir::Type scalar, unsigned lane);
    // Components [first, first + count) of a value of type `have`.
    Id slice(Id vector, ir::Type have, unsigned first, unsigned count);
    Id cast(Id v, ir::Type have, ir::Kind kind);
    Id bitcast(Id v, ir::Type have, ir::Type want);
    Id pointer_to(spv::StorageClass storage, ir::Type t) { return b_.pointer(storage, type(t)); }
    Id offset_by(Id index, uint32_t n) {
        return n ? result(spv::Op::OpIAdd, ir::i32(), index, b_.u32(n)) : index;
    }

    // Redirects what is written to the head of the function, where it dominates everything.
    class AtHead {
      public:
        explicit AtHead(Writer &w) : w_(w), saved_(w.f_) { w.f_ = &w.head_; }
        ~AtHead() { w_.f_ = saved_; }
        AtHead(const AtHead &) = delete;
        AtHead &operator=(const AtHead &) = delete;

      private:
        Writer &w_;
        Section *saved_;
    };

    // control.cpp
    bool control(Value v, const Inst &inst);
    void start_block(Id label_id);
    void branch(Id to);
    void branch_conditional(Id condition, Id yes, Id no, Id merge, uint32_t hint);
    void finish_header();
    void enter_region();
    void leave_region();
    void begin_if(Value v, const Inst &inst);
    void begin_else();
    void end_if();
    void begin_loop(Value v, const Inst &inst);
    void end_loop(const Inst &inst);
    void begin_switch(Value v, const Inst &inst);
    void begin_case(Value v, const Inst &inst);
    void end_switch();
    void leave(Value v, const Inst &inst);
    Id exit_target(Value v);
    void phi(Value v, const Inst &inst, Value first_exit);
    void case_param(Value v, const Inst &inst);
    void merge_result(Value v, const Inst &inst);
    void demote(const Inst &inst);
    void end_without_exit();

    // instructions.cpp
    void instruction(Value v, const Inst &inst);
    bool simple(Value v, const Inst &inst);
    bool group_derivatives() const;
    bool derivatives();
    Id bit_field_operand(Value v);
    void call(Value v, const Inst &inst);
    Id callee_type(const ir::Callee &callee);
    void emit_callee(const ir::Callee &callee, Id function);
    Id condition_for(Value condition, unsigned count);
    void set(Value v, const Inst &inst, Id r);

    // interface.cpp
    InterfaceVariable &variable(Place where, uint32_t element, uint32_t row);
    bool declare_builtin(InterfaceVariable &var, const signature::Element &e, uint32_t row, Place where);
    void declare_plain(InterfaceVariable &var, const signature::Element &e, uint32_t row, Place where);
    bool declare_needs(const BuiltIn &b, const signature::Element &e, spv::BuiltIn *builtin);
    bool barycentrics();
    void draw_parameters();
    void decorate_patch(Id variable);
    bool level_slot(InterfaceVariable &var, const signature::Element &e, uint32_t row);
    void interpolation(Id variable, signature::Interpolation mode, ir::Type t);
    Id builtin_variable(spv::BuiltIn builtin, Id value_type, spv::StorageClass storage, bool flat = false);
    uint32_t vertices(Place where, const signature::Element &e) const;
    spv::StorageClass storage(Place where) const;
    unsigned distance_slot(std::span<const signature::Element> signature, uint32_t element, uint32_t column,
                           unsigned *total) const;
    Id distance_block(signature::SystemValue wanted, uint32_t vertices, uint32_t *member);
    Id distance_pointer(Place where, uint32_t element, uint32_t column, Id vertex);

    // interface_access.cpp
    Id part(const InterfaceVariable &var, spv::StorageClass storage_class, Id value_type, Id vertex,
            Id component);
    Id vertex_index(Value vertex, uint32_t count);
    Id load_whole(Place where, InterfaceVariable &var, uint32_t element, Id vertex);
    Id loaded_input(Place where, InterfaceVariable &var, uint32_t element, bool with_fixup);
    Id columns(Id row, ir::Type have, unsigned column, ir::Type want);
    void load_element(Value v, const Inst &inst, Place where, uint32_t packed, Value row, Value vertex);
    void load_dynamic_row(Value v, const Inst &inst, Place where, uint32_t packed, Value row, Value vertex);
    void store_element(Place where, uint32_t packed, Value from, Value vertex);
    void eval_input(Value v, const Inst &inst);
    uint32_t output_swizzle(const signature::Element &e) const;
    void store_swizzled(Id variable, Id value, ir::Type t, const signature::Element &e, unsigned column);
    Id own_vertex();
    Id invocation_id();

    // locations.cpp
    struct TakenLocation {
        uint32_t location;
        uint8_t mask;
    };
    void check_locations(Place where, Vec<TakenLocation> &taken);

    // capture.cpp
    struct CapturePlace {
        uint32_t offset, stride;
    };
    // Columns of an output that go into a buffer through a variable of their own.
    struct CapturedPart {
        uint32_t element, row, first;
        ir::Type type;
        Id id;
    };
    bool captures() const;
    CapturePlace capture_place(size_t index) const;
    void check_captures();
    void decorate_capture(Id variable, size_t index);
    Id capture_twin(const signature::Element &e, ir::Type t);
    void declare_captures(InterfaceVariable &var, uint32_t element, uint32_t row);
    void store_captured(ir::Access access, Value from);

    // geometry.cpp
    void geometry_modes();
    bool several_streams() const;
    void emit_or_cut(const Inst &inst);

    // stages.cpp
    void execution_model(spv::ExecutionModel *model);
    void tessellation_modes(const ir::Tessellation &t);
    void patch_function();

    // memory.cpp
    Id local_variable(uint32_t index);
    Id shared_variable(uint32_t index);
    ir::Type icb_row_type(uint32_t index) const;
    Id icb_variable(uint32_t index);
    Id safe_row(Value row, uint32_t rows);
    void load_local(Value v, const Inst &inst);
    void store_local(const Inst &inst);
    void load_icb(Value v, const Inst &inst);
    void load_shared(Value v, const Inst &inst);
    void store_shared(const Inst &inst);
    void atomic_shared(Value v, const Inst &inst);
    void barrier(const Inst &inst);
    Id load_row(Id base, spv::StorageClass storage, ir::Type row_type, Id index, Id row, unsigned first,
                unsigned count);

    // mesh.cpp
    void thread_group_modes();
    bool mesh_shading(); // declares it, or says why it cannot be had
    void mesh_modes();
    Id payload();
    Id payload_word(Id at);
    void store_indices(const Inst &inst);
    Id dispatch_variable();
    void dispatch_mesh(const Inst &inst);
    void end_amplification();
    void mesh(Value v, const Inst &inst);

    // ray_query.cpp
    bool ray_queries(); // declares them, or says why they cannot be had
    Id ray_query_pointer(uint32_t index, Value object);
    void start_ray_query(const Inst &inst);
    void ray_query(Value v, const Inst &inst);

    // lanes.cpp
    bool use_lanes(spv::Capability capability, ir::Kind kind);
    Id lane_builtin(spv::BuiltIn builtin, Id *known);
    Id lane_index();
    Id read_lane(ir::Type t, Id value, Value lane);
    void lanes(Value v, const Inst &inst);
    void packed_dot(Value v, const Inst &inst);
    void read_clock(Value v, const Inst &inst);

    // resources.cpp and combined.cpp
    // A texture and a sampler, or none, that an access names: what the shader declares and which registers of
    // it.
    struct Pair {
        uint32_t resource, sampler;
        uint32_t texture_register, sampler_register;
        bool by_value; // a value chooses among several registers
        bool operator==(const Pair &) const = default;
    };
    struct CombinedVariable {
        Pair pair;
        const driver::CombinedSampler *binding; // or nullptr: the resource's own
        Id loaded;
        Id image; // without the sampler; made when first asked for
    };
    ResourceVariable &resource(uint32_t index);
    void declare_resource(uint32_t index);
    void declare_counter(uint32_t index);
    bool descriptor_indexing();
    bool use_interlock();
    uint32_t default_counter_binding(uint32_t index) const;
    const driver::ResourceBinding *fitting_binding(uint32_t index) const;
    bool find_binding(uint32_t index, driver::DescriptorBinding *binding, DescriptorVariable *var);
    void finish_descriptor(uint32_t index, DescriptorVariable &var, const driver::DescriptorBinding &binding,
                           uint32_t count);
    const driver::PushConstantBuffer *find_push_constants(const ir::Resource &r) const;
    void declare_push_constants();
    Id uniform_block(uint32_t rows, ir::Kind kind);
    void storage_block(DescriptorVariable &d, Id member, uint32_t offset = 0);
    Id descriptor_pointer(uint32_t index, DescriptorVariable &var, Value array_index, const Inst &inst);
    Id load_descriptor(uint32_t index, Value array_index, const Inst &inst);
    bool non_uniform(const Inst &inst, const DescriptorVariable &var, Value array_index) const;
    void decorate_non_uniform(Id id);
    Pair pair(uint32_t resource, Value array_index, uint32_t sampler, Value sampler_array_index) const;
    const driver::CombinedSampler *find_combined(const Pair &p) const;
    bool is_combined(const Pair &p) const;
    CombinedVariable *combined(const Pair &p);
    bool further_pair_binding(uint32_t *binding);
    Id image_type(const ir::Resource &r, ResourceVariable &var);
    Id sampled_image_type(uint32_t index);

    // buffers.cpp
    void load_cbuffer(Value v, const Inst &inst);
    Id load_cbuffer_row(uint32_t index, const Inst &inst, unsigned first, unsigned count);
    Id load_push_words(const ResourceVariable &var, Value row, unsigned first, unsigned count);
    void load_buffer(Value v, const Inst &inst);
    void store_buffer(const Inst &inst);
    void atomic_buffer(Value v, const Inst &inst);
    DescriptorVariable *element_view(uint32_t index, ir::Kind kind);
    Id element_pointer(uint32_t index, ir::Kind kind, Id at, Value array_index, const Inst &inst);
    bool storage_16bit(); // declares it, where it can be had
    Id atomic(ir::AtomicOp op, ir::Type t, Id result_type, Id pointer, Id value, Id comparator,
              uint32_t scope);
    Id signed_atomic(ir::AtomicOp op, ir::Type t, Id pointer, Id value, Id scope, Id relaxed);
    void counter(Value v, const Inst &inst);
    void query_buffer(Value v, const Inst &inst);

    // texture.cpp
    void texture(Value v, const Inst &inst);
    bool residency_feedback(); // declares it, or says why it cannot be had
    Id texels_resident(Id sparse_result);
    void set_residency(Value read, Id status) {
        if (residency_.empty()) residency_ = arena_.zeroed<Id>(m_.insts.size());
        residency_[read] = status;
    }
    Id signed_offset(Value offset, unsigned axes);
    Id sampled_image(const Inst &inst, Value array_index, Value sampler_array_index);
    Id image(uint32_t resource, uint32_t sampler, Value array_index, const Inst &inst);
    void query(Value v, const Inst &inst, Id handle, Id coordinate, Value lod);

    ir::Module &m_;
    const driver::Options &o_;
    Arena &arena_;
    Diagnostics &diag_;
    ModuleBuilder b_;
    Section variables_; // Function-class variables
    Section head_;      // what dominates everything: loads of inputs and of descriptors
    Section body_;
    Section *f_ = &body_;     // where instructions go now
    std::span<Id> residency_; // of sparse reads: their status, once there is one
    Vec<Id> interface_;
    struct KnownBuiltIn {
        spv::BuiltIn builtin;
        spv::StorageClass storage;
        Id id;
    };
    Vec<KnownBuiltIn> builtins_;
    InterfacePlace places_[3]; // by Place
    std::span<ResourceVariable> resources_;
    Vec<CombinedVariable> combined_;
    Vec<uint8_t> non_uniform_; // by id: decorated
    Vec<SampledImage> sampled_;
    Vec<CapturedPart> captured_;
    std::span<uint8_t> capture_done_; // by element of the stream-output declaration
    uint32_t twin_location_ = 0;
    bool captured_any_ = false;
    bool streams_ = false; // several: vertices and outputs say which
    std::span<Id> callees_; // that are called
    std::span<Id> locals_, icbs_, shared_, parameters_, ray_queries_;
    std::span<uint8_t> of_vertices_; // by element of the inputs: read as attributes of vertices
    Id payload_ = 0, dispatch_variable_ = 0;
    Id dispatch_[3] = {}; // the groups that the return behind it starts
    struct UniformBlock {
        uint32_t rows;
        ir::Kind kind;
        Id id;
    };
    Vec<UniformBlock> uniform_blocks_;
    uint32_t further_pairs_ = 0; // combined samplers that share their texture with an earlier one
    bool interlock_ = false;
    bool derivative_groups_ = false;
    Id push_block_ = 0;
    uint32_t push_table_member_ = ~0u;
    Id distances_[2][2] = {}; // clip or cull, input or output
    Id distance_block_ = 0;   // of both as inputs, for GLSL and MSL
    Id base_vertex_ = 0, base_instance_ = 0, own_vertex_ = 0, invocation_id_ = 0, lane_index_ = 0,
       lane_count_ = 0;
    Id entry_ = 0;

    Id block_ = 0; // label of the current block; 0 behind a terminator
    // A loop's header is still open: its OpLoopMerge goes before the block's branch.
    Id header_merge_ = 0, header_continue_ = 0;
    uint32_t header_hint_ = 0;

    struct OpenConstruct {
        Value inst;
        Op op;
        Id merge;
        Id cont;       // loops
        Id header;     // loops: header label; others: the block that branches
        Id else_label; // ifs: 0 when nothing is there
        bool elided;   // ifs: neither arm holds anything
        size_t phis;   // loops: place of the first header phi
        size_t fallthroughs;
    };
    Vec<OpenConstruct> open_;
    Vec<Value> fallthroughs_;
    Vec<uint32_t> regions_; // open ones, innermost last
    Vec<uint8_t> region_open_;

    // Rows of constant buffers that are read more than once; found by `survey`, loaded whole when first met.
    struct BufferRow {
        uint32_t resource, row; // value of the row
        uint32_t uses;
        Id loaded;
        uint32_t region;
    };
    BufferRow *find_row(uint32_t resource, Value row);
    std::span<BufferRow> rows_;
};

} // namespace weft::spirv
