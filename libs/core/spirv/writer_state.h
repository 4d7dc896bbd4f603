// What the writer's files share. Not for use outside this folder.
#pragma once

#include "core/spirv/builtins.h"
#include "core/spirv/writer.h"

namespace weft::spirv {

struct InterfaceVariable {
    Id id = 0;
    Id type = 0;    // of the variable's value, without the per-vertex dimension
    ir::Type value; // as IR sees it
    const BuiltIn *builtin = nullptr;
    Id mirror = 0; // plain twin of a Layer or ViewportIndex output
    bool signed_int = false;
};

enum class Form : uint8_t {
    none,
    uniform_block,
    push_constants,
    sampler,
    image, // sampled or storage, texel buffers included
    combined,
    storage_block,
};

struct ResourceVariable {
    Id id = 0;
    Form form = Form::none;
    Id value_type = 0;    // image, sampler or block type
    Id sampled_image = 0; // type, for images
    bool array = false;   // of descriptors
    uint32_t first = 0;   // register that element 0 stands for, after offsets
    Id counter = 0;
    Form counter_form = Form::none;
    ir::Kind kind = ir::Kind::none; // texel kind
    bool texel_signed = false;
};

struct CombinedVariable {
    uint32_t resource, sampler;
    Id id;
};

class Writer {
  public:
    Writer(const ir::Module &m, const driver::Options &o, Arena &arena, Diagnostics &diag);
    Result run(std::span<const uint32_t> *words);

  private:
    using Op = ir::Op;
    using Value = ir::Value;
    using Inst = ir::Inst;

    // writer.cpp
    void emit_function();
    void finish_module();
    Id id(Value v);
    Id parameter(const ir::Parameter &p);
    Id type(ir::Type t) { return b_.type(t); }
    Id label() { return b_.new_id(); }
    void start_block(Id label_id);
    void branch(Id to) { f_.emit(spv::Op::OpBranch, to); }
    template <typename... Words>
    Id result(spv::Op op, ir::Type t, Words... words) {
        Id r = b_.new_id();
        f_.emit(op, type(t), r, words...);
        return r;
    }
    template <typename... Words>
    Id typed(spv::Op op, Id result_type, Words... words) {
        Id r = b_.new_id();
        f_.emit(op, result_type, r, words...);
        return r;
    }
    Id glsl(ir::Type t, uint32_t instruction, std::initializer_list<Id> operands);
    void error(unsigned code, const char *format, ...) __attribute__((format(printf, 3, 4)));
    bool extension_allowed(driver::Extension e) const { return o_.extensions & e; }
    bool opengl() const { return o_.environment == driver::Environment::opengl_4_5; }

    // control.cpp
    bool control(Value v, const Inst &inst);
    void begin_if(Value v, const Inst &inst);
    void begin_loop(Value v, const Inst &inst);
    void end_loop(const Inst &inst);
    void begin_switch(Value v, const Inst &inst);
    void leave(Value v, const Inst &inst, Id target);
    void merge_result(Value v, const Inst &inst);
    void loop_param(Value v, const Inst &inst);
    void demote(const Inst &inst);
    bool only_break(Value after, Value construct) const;

    // instructions.cpp
    void instruction(Value v, const Inst &inst);
    bool simple(Value v, const Inst &inst);
    Id bit_field_operand(Value v);
    Id splat_condition(Value condition, unsigned count);
    void set(Value v, const Inst &inst, Id r);
    Id extract(Id vector, ir::Type scalar, unsigned lane);

    // interface.cpp
    InterfaceVariable &input(uint32_t element, uint32_t row);
    InterfaceVariable &output(uint32_t element, uint32_t row);
    void declare(InterfaceVariable &var, const signature::Element &e, uint32_t row, bool is_output);
    void load_input(Value v, const Inst &inst);
    void store_output(const Inst &inst);
    void eval_input(Value v, const Inst &inst);
    Id builtin_variable(spv::BuiltIn builtin, Id value_type, spv::StorageClass storage, bool flat = false);
    unsigned distance_slot(std::span<const signature::Element> signature, uint32_t element, uint32_t column,
                           unsigned *total) const;
    Id distance_variable(signature::SystemValue v, bool is_output, unsigned total);

    // locations.cpp
    void check_locations(std::span<const signature::Element> elements,
                         std::span<const InterfaceVariable> variables, bool is_output);

    // memory.cpp
    Id clamp_row(Value row, uint32_t rows, uint32_t limit, bool *in_range);
    void load_local(Value v, const Inst &inst);
    void store_local(const Inst &inst);
    void load_icb(Value v, const Inst &inst);
    void load_shared(Value v, const Inst &inst);
    void store_shared(const Inst &inst);
    void atomic_shared(Value v, const Inst &inst);
    void barrier(const Inst &inst);
    Id atomic(ir::AtomicOp op, Id pointer, Id value, Id comparator, uint32_t scope);

    // resources.cpp
    ResourceVariable &resource(uint32_t index);
    void declare_resource(uint32_t index);
    void declare_counter(uint32_t index);
    bool find_binding(const ir::Resource &r, uint32_t *set, uint32_t *binding, uint32_t *count,
                      uint32_t *offset);
    Id descriptor_pointer(uint32_t index, Value array_index, bool non_uniform);
    Id load_descriptor(uint32_t index, Value array_index, bool non_uniform);
    const driver::CombinedSampler *find_combined(uint32_t resource, uint32_t sampler) const;
    Id image_type(const ir::Resource &r, ResourceVariable &var, bool storage);
    void load_cbuffer(Value v, const Inst &inst);
    void load_buffer(Value v, const Inst &inst);
    void store_buffer(const Inst &inst);
    void atomic_buffer(Value v, const Inst &inst);
    void counter(Value v, const Inst &inst);
    void query_buffer(Value v, const Inst &inst);

    // texture.cpp
    Id signed_constant(const Inst &inst);
    void texture(Value v, const Inst &inst);
    Id sampled_image(const Inst &inst, uint32_t resource_index, uint32_t sampler_index, Value array_index,
                     Value sampler_array_index);
    Id image(const Inst &inst, uint32_t resource_index, uint32_t sampler_index, Value array_index);

    const ir::Module &m_;
    const driver::Options &o_;
    Arena &arena_;
    Diagnostics &diag_;
    ModuleBuilder b_;
    Section &f_;
    Section variables_; // Function-class variables, at the head of the function
    Vec<Id> ids_;
    Vec<Id> interface_;
    Vec<InterfaceVariable> inputs_, outputs_;
    Vec<uint32_t> input_base_, output_base_;
    Vec<ResourceVariable> resources_;
    Vec<CombinedVariable> combined_;
    Vec<Id> locals_, icbs_, shared_;
    Id entry_ = 0;
    Id block_ = 0; // label of the current block
    size_t function_start_ = 0;
    Value fallthrough_ = 0;
    uint32_t next_binding_ = 0;
    Id clip_variables_[2][2] = {};
    Id base_vertex_ = 0, base_instance_ = 0;

    struct OpenConstruct {
        Value inst;
        Id merge;
        Id cont;       // loops
        Id header;     // loops: header label; if and switch: block that branches
        Id else_label; // ifs
        size_t phis;   // loops: place of the first header phi
        uint32_t params;
    };
    Vec<OpenConstruct> open_;
};

} // namespace weft::spirv
