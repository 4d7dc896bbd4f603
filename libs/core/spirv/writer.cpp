#include "core/spirv/writer_state.h"

#include <cstdarg>
#include <cstdio>

namespace weft::spirv {

Writer::Writer(const ir::Module &m, const driver::Options &o, Arena &arena, Diagnostics &diag)
    : m_(m),
      o_(o),
      arena_(arena),
      diag_(diag),
      b_(arena),
      f_(b_.functions),
      variables_(arena, 16),
      ids_(arena),
      interface_(arena, 16),
      inputs_(arena),
      outputs_(arena),
      input_base_(arena),
      output_base_(arena),
      resources_(arena),
      combined_(arena),
      locals_(arena),
      icbs_(arena),
      shared_(arena),
      open_(arena, 16) {
    ids_.resize(m.insts.size());
    resources_.resize(m.resources.size());
    locals_.resize(m.locals.size());
    icbs_.resize(m.constant_arrays.size());
    shared_.resize(m.shared.size());
    auto layout = [](std::span<const signature::Element> s, Vec<uint32_t> &base,
                     Vec<InterfaceVariable> &vars) {
        uint32_t n = 0;
        for (const signature::Element &e : s) {
            base.push(n);
            n += e.rows ? e.rows : 1;
        }
        vars.resize(n);
    };
    layout(m.inputs, input_base_, inputs_);
    layout(m.outputs, output_base_, outputs_);
}

void Writer::error(unsigned code, const char *format, ...) {
    char text[512];
    va_list args;
    va_start(args, format);
    std::vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    diag_.error({}, code, "%s", text);
}

Id Writer::id(Value v) {
    v = m_.resolve(v);
    Id &slot = ids_[v];
    if (slot) return slot;
    const Inst &inst = m_[v];
    if (inst.op == Op::constant)
        slot = b_.constant(inst.type, inst.arg);
    else if (inst.op == Op::spec_constant)
        slot = parameter(m_.parameters[inst.arg[0]]);
    else
        slot = b_.new_id();
    return slot;
}

// A scalar that the caller fixes now or when the pipeline is made.
Id Writer::parameter(const ir::Parameter &p) {
    switch (p.source) {
    case ir::Parameter::Source::immediate: return b_.constant(p.type, p.words);
    case ir::Parameter::Source::specialization: {
        Id t = type(p.type.scalar());
        Id parts[4];
        for (unsigned i = 0; i < p.type.count(); ++i) {
            parts[i] = b_.new_id();
            b_.globals.emit(spv::Op::OpSpecConstant, t, parts[i], p.words[i]);
            b_.decorate(parts[i], spv::Decoration::SpecId, p.spec_id + i);
        }
        if (p.type.count() == 1) return parts[0];
        Id r = b_.new_id();
        t = type(p.type);
        b_.globals.begin(spv::Op::OpSpecConstantComposite);
        b_.globals.push(t);
        b_.globals.push(r);
        for (unsigned i = 0; i < p.type.count(); ++i)
            b_.globals.push(parts[i]);
        b_.globals.end();
        return r;
    }
    case ir::Parameter::Source::buffer:
        diag_.error({}, Result::not_implemented, code::spirv_not_implemented,
                    "A shader parameter in a buffer is not implemented.");
        return b_.constant(p.type, p.words);
    }
    return 0;
}

void Writer::start_block(Id label_id) {
    f_.emit(spv::Op::OpLabel, label_id);
    block_ = label_id;
}

Id Writer::glsl(ir::Type t, uint32_t instruction, std::initializer_list<Id> operands) {
    Id r = b_.new_id();
    Id set = b_.glsl();
    Id result_type = type(t);
    f_.begin(spv::Op::OpExtInst);
    f_.push(result_type);
    f_.push(r);
    f_.push(set);
    f_.push(instruction);
    for (Id o : operands)
        f_.push(o);
    f_.end();
    return r;
}

void Writer::emit_function() {
    Id void_type = b_.type_void();
    entry_ = b_.new_id();
    f_.emit(spv::Op::OpFunction, void_type, entry_, spv::FunctionControlMask::MaskNone, b_.function_type());
    start_block(label());
    function_start_ = f_.size();
    for (Value v = m_.functions[0].head; v; v = m_[v].next) {
        const Inst &inst = m_[v];
        if (!control(v, inst)) instruction(v, inst);
        if (diag_.has_errors()) return;
    }
    f_.emit(spv::Op::OpFunctionEnd);
}

void Writer::finish_module() {
    check_locations(m_.inputs, inputs_.span(), false);
    check_locations(m_.outputs, outputs_.span(), true);
    spv::ExecutionModel model = spv::ExecutionModel::Vertex;
    switch (m_.stage) {
    case ir::Stage::vertex: break;
    case ir::Stage::pixel:
        model = spv::ExecutionModel::Fragment;
        b_.modes.emit(spv::Op::OpExecutionMode, entry_,
                      o_.fragment_coordinate_lower_left ? spv::ExecutionMode::OriginLowerLeft
                                                        : spv::ExecutionMode::OriginUpperLeft);
        if (m_.early_fragment_tests)
            b_.modes.emit(spv::Op::OpExecutionMode, entry_, spv::ExecutionMode::EarlyFragmentTests);
        if (m_.depth_mode != ir::DepthMode::none)
            b_.modes.emit(spv::Op::OpExecutionMode, entry_, spv::ExecutionMode::DepthReplacing);
        if (m_.depth_mode == ir::DepthMode::greater_equal)
            b_.modes.emit(spv::Op::OpExecutionMode, entry_, spv::ExecutionMode::DepthGreater);
        if (m_.depth_mode == ir::DepthMode::less_equal)
            b_.modes.emit(spv::Op::OpExecutionMode, entry_, spv::ExecutionMode::DepthLess);
        break;
    case ir::Stage::compute:
        model = spv::ExecutionModel::GLCompute;
        b_.modes.emit(spv::Op::OpExecutionMode, entry_, spv::ExecutionMode::LocalSize, m_.workgroup_size[0],
                      m_.workgroup_size[1], m_.workgroup_size[2]);
        break;
    default:
        diag_.error({}, Result::not_implemented, code::spirv_not_implemented,
                    "SPIR-V for this shader stage is not implemented.");
        return;
    }
    b_.entry_points.begin(spv::Op::OpEntryPoint);
    b_.entry_points.push(static_cast<uint32_t>(model));
    b_.entry_points.push(entry_);
    b_.entry_points.push_string(o_.entry_point);
    for (Id v : interface_)
        b_.entry_points.push(v);
    b_.entry_points.end();
    if (!o_.strip_debug) b_.name(entry_, o_.entry_point);
}

Result Writer::run(std::span<const uint32_t> *words) {
    emit_function();
    if (!diag_.has_errors()) finish_module();
    if (diag_.has_errors()) return diag_.result();
    // Variables of the function stand at the head of its first block.
    if (variables_.size()) {
        Section with(arena_, f_.size() + variables_.size());
        auto all = f_.words();
        for (uint32_t w : all.first(function_start_))
            with.push(w);
        for (uint32_t w : variables_.words())
            with.push(w);
        for (uint32_t w : all.subspan(function_start_))
            with.push(w);
        f_ = with;
    }
    uint32_t version = o_.environment == driver::Environment::vulkan_1_1 ? 0x10300 : 0x10000;
    if (o_.environment == driver::Environment::vulkan_1_2) version = 0x10500;
    if (o_.environment == driver::Environment::vulkan_1_3) version = 0x10600;
    *words = b_.assemble(version, arena_);
    return Result::ok;
}

Result write(const ir::Module &module, const driver::Options &options, Arena &arena, Diagnostics &diag,
             std::span<const uint32_t> *words) {
    if (options.environment == driver::Environment::none) {
        diag.bare_error(Result::error, code::spirv_feature, "No SPIR-V environment given.");
        return diag.result();
    }
    auto *writer = arena.make<Writer>(module, options, arena, diag);
    return writer->run(words);
}

} // namespace weft::spirv
