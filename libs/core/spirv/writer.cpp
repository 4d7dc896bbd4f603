#include "core/spirv/writer_state.h"

#include <cstdarg>

namespace weft::spirv {

namespace {

// Words that stand in front of the code in most modules, and seldom more.
size_t room_ahead(const ir::Module &m) {
    return 256 + m.insts.size() / 16;
}

} // namespace

Writer::Writer(ir::Module &m, const driver::Options &o, Arena &arena, Diagnostics &diag)
    : m_(m),
      o_(o),
      arena_(arena),
      diag_(diag),
      b_(arena),
      variables_(arena, 16),
      head_(arena, 128),
      body_(arena, 1024 + 6 * m.insts.size(), room_ahead(m)),
      interface_(arena, 16),
      builtins_(arena),
      combined_(arena),
      non_uniform_(arena, 0),
      sampled_(arena),
      captured_(arena),
      callees_(arena.zeroed<Id>(m.callees.size())),
      locals_(arena.zeroed<Id>(m.locals.size())),
      icbs_(arena.zeroed<Id>(m.constant_arrays.size())),
      shared_(arena.zeroed<Id>(m.shared.size())),
      parameters_(arena.zeroed<Id>(m.parameters.size())),
      ray_queries_(arena.zeroed<Id>(m.ray_queries.size())),
      uniform_blocks_(arena),
      open_(arena, 16),
      fallthroughs_(arena),
      regions_(arena, 16),
      region_open_(arena, 64) {
    auto fresh = [&arena]<typename T>(size_t n, std::span<T> *out) {
        T *p = arena.array<T>(n);
        for (size_t i = 0; i < n; ++i)
            new (p + i) T();
        *out = {p, n};
    };
    fresh(m.resources.size(), &resources_);
    const signature::Signature signatures[] = {m.inputs, m.outputs, m.patch_constants};
    for (unsigned p = 0; p < 3; ++p) {
        InterfacePlace &place = places_[p];
        place.elements = signatures[p];
        place.base = arena.zeroed<uint32_t>(place.elements.size());
        uint32_t n = 0;
        for (size_t i = 0; i < place.elements.size(); ++i) {
            place.base[i] = n;
            n += place.elements[i].rows ? place.elements[i].rows : 1;
        }
        fresh(n, &place.variables);
    }
    entry_ = b_.new_id();
}

void Writer::error(unsigned code, const char *format, ...) {
    va_list args;
    va_start(args, format);
    diag_.error_v({}, Result::invalid_shader, code, format, args);
    va_end(args);
}

void Writer::unimplemented(const char *format, ...) {
    va_list args;
    va_start(args, format);
    diag_.error_v({}, Result::not_implemented, code::spirv_not_implemented, format, args);
    va_end(args);
}

bool Writer::visible(driver::Visibility v) const {
    if (v == driver::Visibility::all) return true;
    switch (m_.stage) {
    case ir::Stage::compute: return v == driver::Visibility::compute;
    case ir::Stage::amplification: return v == driver::Visibility::amplification;
    case ir::Stage::mesh: return v == driver::Visibility::mesh;
    default: break;
    }
    return static_cast<uint32_t>(v) == static_cast<uint32_t>(m_.stage) + 1;
}

// --- what is counted before anything is written
// --------------------------------------------------------------------

Writer::BufferRow *Writer::find_row(uint32_t resource_index, Value row) {
    const size_t mask = rows_.size() - 1;
    size_t i = (resource_index * 0x9e3779b1u ^ row * 0x85ebca6bu) >> 7 & mask;
    for (;; i = (i + 1) & mask) {
        BufferRow &r = rows_[i];
        if (!r.uses) {
            r.resource = resource_index;
            r.row = row;
            return &r;
        }
        if (r.resource == resource_index && r.row == row) return &r;
    }
}

void Writer::survey() {
    for (const ir::Resource &r : m_.resources)
        if (r.rasteriser_ordered && !use_interlock()) return;
    of_vertices_ = arena_.zeroed<uint8_t>(m_.inputs.size());
    // Those that no function has any more are among them.
    size_t loads = 0, attributes = 0;
    // From here on the way back is known for cases only, and only what matters about it.
    for (Inst &i : m_.insts) {
        i.mark = i.op == Op::case_ && m_[i.prev].op == Op::fallthrough;
        i.id = 0;
        loads += i.op == Op::load_cbuffer;
        attributes += i.op == Op::load_attribute;
    }
    size_t size = 16;
    while (size < loads * 2)
        size *= 2;
    rows_ = arena_.zeroed<BufferRow>(size);
    if (!loads && !attributes) return;
    for (const ir::Function &f : m_.functions)
        for (Value v = f.head; v; v = m_[v].next) {
            const Inst &inst = m_[v];
            m_.fetch_ahead(v, ir::Module::forwards);
            if (inst.op == Op::load_attribute) of_vertices_[ir::Access::unpack(inst.arg[2]).element] = 1;
            if (inst.op != Op::load_cbuffer) continue;
            ResourceVariable &var = resources_[inst.arg[2]];
            ++(inst.type.is_float() ? var.float_loads : var.int_loads);
            if (!inst.arg[1]) ++find_row(inst.arg[2], m_.resolve(inst.arg[0]))->uses;
        }
}

// --- values
// ------------------------------------------------------------------------------------------------------

Id Writer::id(Value v) {
    v = m_.resolve(v);
    Id &slot = id_of(v);
    if (slot) return slot;
    const Inst &inst = m_[v];
    switch (inst.op) {
    case Op::constant: return slot = b_.constant(inst.type, inst.arg);
    case Op::spec_constant: return slot = parameter(inst.arg[0]);
    default: error(code::spirv_invalid, "Value %u is used before it is made.", v); return slot = b_.new_id();
    }
}

Id Writer::parameter(uint32_t index) {
    const ir::Parameter &p = m_.parameters[index];
    Id &known = parameters_[index];
    if (known) return known;
    switch (p.source) {
    case ir::Parameter::Source::immediate: return known = b_.constant(p.type, p.words);
    case ir::Parameter::Source::buffer: return known = parameter_in_buffer(index);
    case ir::Parameter::Source::specialization: break;
    }
    Id parts[4] = {};
    const unsigned n = p.type.count();
    for (unsigned i = 0; i < n; ++i) {
        Id t = type(p.type.scalar());
        parts[i] = b_.new_id();
        b_.globals.emit(spv::Op::OpSpecConstant, t, parts[i], p.words[i]);
        b_.decorate(parts[i], spv::Decoration::SpecId, p.spec_id + i);
    }
    if (n == 1) return known = parts[0];
    Id t = type(p.type);
    known = b_.new_id();
    b_.globals.begin(spv::Op::OpSpecConstantComposite);
    b_.globals.push(t);
    b_.globals.push(known);
    for (unsigned i = 0; i < n; ++i)
        b_.globals.push(parts[i]);
    b_.globals.end();
    return known;
}

// Parameters of one buffer are members of one block.
Id Writer::parameter_in_buffer(uint32_t index) {
    const ir::Parameter &wanted = m_.parameters[index];
    Vec<uint32_t> members(arena_);
    Vec<Id> types(arena_);
    auto end = [](const ir::Parameter &p) { return uint64_t{p.offset} + p.type.count() * 4; };
    for (uint32_t i = 0; i < m_.parameters.size(); ++i) {
        const ir::Parameter &p = m_.parameters[i];
        if (p.source != wanted.source || p.set != wanted.set || p.binding != wanted.binding) continue;
        const uint32_t alignment = p.type.count() > 1 ? 16 : 4;
        if (p.offset % alignment) {
            error(code::spirv_binding, "A parameter lies at offset %u, which is no multiple of %u.", p.offset,
                  alignment);
            return 0;
        }
        bool again = false;
        for (uint32_t other : members)
            if (m_.parameters[other].offset == p.offset) {
                again = true;
                if (m_.parameters[other].type != p.type) {
                    error(code::spirv_binding, "Parameters of different types share offset %u of a buffer.",
                          p.offset);
                    return 0;
                }
            } else if (m_.parameters[other].offset < end(p) && p.offset < end(m_.parameters[other])) {
                error(code::spirv_binding, "The parameters at offsets %u and %u of a buffer overlap.",
                      m_.parameters[other].offset, p.offset);
                return 0;
            }
        if (again) continue;
        members.push(i);
        types.push(type(p.type));
    }
    Id block = b_.unique_struct(types.span());
    b_.decorate(block, spv::Decoration::Block);
    for (uint32_t k = 0; k < members.size(); ++k)
        b_.member_decorate(block, k, spv::Decoration::Offset, m_.parameters[members[k]].offset);
    Id variable = global(spv::StorageClass::Uniform, block);
    b_.decorate(variable, spv::Decoration::DescriptorSet, wanted.set);
    b_.decorate(variable, spv::Decoration::Binding, wanted.binding);
    if (!o_.strip_debug) b_.name(variable, "parameters");
    AtHead at_head(*this);
    for (uint32_t i = 0; i < m_.parameters.size(); ++i) {
        const ir::Parameter &p = m_.parameters[i];
        if (p.source != wanted.source || p.set != wanted.set || p.binding != wanted.binding) continue;
        uint32_t member = 0;
        while (m_.parameters[members[member]].offset != p.offset)
            ++member;
        Id pointer = typed(spv::Op::OpAccessChain, pointer_to(spv::StorageClass::Uniform, p.type), variable,
                           b_.u32(member));
        parameters_[i] = result(spv::Op::OpLoad, p.type, pointer);
    }
    return parameters_[index];
}

Id Writer::global(spv::StorageClass storage, Id pointee, Id initial) {
    Id pointer = b_.pointer(storage, pointee);
    Id v = b_.new_id();
    if (initial)
        b_.globals.emit(spv::Op::OpVariable, pointer, v, storage, initial);
    else
        b_.globals.emit(spv::Op::OpVariable, pointer, v, storage);
    if (from_spirv_1_4() || storage == spv::StorageClass::Input || storage == spv::StorageClass::Output)
        interface_.push(v);
    return v;
}

Id Writer::glsl(ir::Type t, uint32_t instruction, std::initializer_list<Id> operands) {
    Id set = b_.glsl();
    Id result_type = type(t);
    Id r = b_.new_id();
    f_->begin(spv::Op::OpExtInst);
    f_->push(result_type);
    f_->push(r);
    f_->push(set);
    f_->push(instruction);
    for (Id o : operands)
        f_->push(o);
    f_->end();
    return r;
}

Id Writer::construct(ir::Type t, const Id *parts, unsigned count) {
    if (t.count() == 1) return parts[0];
    Id result_type = type(t);
    Id r = b_.new_id();
    f_->begin(spv::Op::OpCompositeConstruct);
    f_->push(result_type);
    f_->push(r);
    for (unsigned i = 0; i < count; ++i)
        f_->push(parts[i]);
    f_->end();
    return r;
}

Id Writer::broadcast(Id scalar, ir::Type t) {
    const Id parts[4] = {scalar, scalar, scalar, scalar};
    return construct(t, parts, t.count());
}

Id Writer::extract(Id vector, ir::Type scalar, unsigned lane) {
    return result(spv::Op::OpCompositeExtract, scalar, vector, lane);
}

Id Writer::slice(Id vector, ir::Type have, unsigned first, unsigned count) {
    if (count == have.count()) return vector;
    if (count == 1) return extract(vector, have.scalar(), first);
    Id result_type = type(have.with_count(count));
    Id r = b_.new_id();
    f_->begin(spv::Op::OpVectorShuffle);
    f_->push(result_type);
    f_->push(r);
    f_->push(vector);
    f_->push(vector);
    for (unsigned i = 0; i < count; ++i)
        f_->push(first + i < have.count() ? first + i : 0);
    f_->end();
    return r;
}

Id Writer::cast(Id v, ir::Type have, ir::Kind kind) {
    return have.kind() == kind ? v : result(spv::Op::OpBitcast, have.with_kind(kind), v);
}

// SPIRV-Cross knows no cast between a double and its words, but has GLSL's functions for that.
Id Writer::bitcast(Id v, ir::Type have, ir::Type want) {
    if (o_.for_cross && have.count() != want.count()) {
        if (want == ir::Type{ir::Kind::f64})
            return glsl(want, GLSLstd450PackDouble2x32, {cast(v, have, ir::Kind::i32)});
        if (have == ir::Type{ir::Kind::f64})
            return cast(glsl(ir::i32(2), GLSLstd450UnpackDouble2x32, {v}), ir::i32(2), want.kind());
    }
    return result(spv::Op::OpBitcast, want, v);
}

// --- the module
// --------------------------------------------------------------------------------------------------

void Writer::emit_code(const ir::Function &function) {
    for (Value v = function.head; v; v = m_[v].next) {
        const Inst &inst = m_[v];
        m_.fetch_ahead(v, ir::Module::forwards);
        if (!control(v, inst)) instruction(v, inst);
        if (diag_.has_errors()) return;
    }
}

void Writer::emit_function() {
    region_open_.push(1);
    regions_.push(0);
    Id first = label();
    Id void_type = b_.type_void();
    Id function_type = b_.function_type();
    b_.functions.emit(spv::Op::OpFunction, void_type, entry_, spv::FunctionControlMask::MaskNone,
                      function_type);
    b_.functions.emit(spv::Op::OpLabel, first);
    block_ = first;
    emit_code(m_.functions[0]);
    if (m_.stage == ir::Stage::hull && !diag_.has_errors()) patch_function();
    if (diag_.has_errors()) return;
    end_without_exit();
    b_.functions.append(variables_);
    b_.functions.append(head_);
    if (interlock_) b_.functions.emit(spv::Op::OpBeginInvocationInterlockEXT);
    body_.emit(spv::Op::OpFunctionEnd);
    // A callee calls those in front of it only.
    for (size_t c = m_.callees.size(); c-- && !diag_.has_errors();)
        if (callees_[c]) emit_callee(m_.callees[c], callees_[c]);
}

void Writer::emit_callee(const ir::Callee &callee, Id function) {
    Id result_type = type(callee.result);
    Id function_type = callee_type(callee);
    if (!o_.strip_debug) b_.name(function, callee.name);
    f_->emit(spv::Op::OpFunction, result_type, function, spv::FunctionControlMask::DontInline, function_type);
    for (Value v = callee.code.head; v && m_[v].op == Op::argument; v = m_[v].next)
        set(v, m_[v], result(spv::Op::OpFunctionParameter, m_[v].type));
    start_block(label());
    emit_code(callee.code);
    if (diag_.has_errors()) return;
    end_without_exit();
    f_->emit(spv::Op::OpFunctionEnd);
}

// Direct3D keeps signed zeros, infinities and NaNs; drivers may drop them unless they are asked not to.
void Writer::float_controls() {
    const bool core = o_.environment >= driver::Environment::vulkan_1_2;
    const bool listed = extension_allowed(driver::extension_float_controls);
    auto mode = [&](spv::Capability capability, spv::ExecutionMode execution, uint32_t width) {
        if (!core) b_.extension("SPV_KHR_float_controls");
        b_.capability(capability);
        b_.modes.emit(spv::Op::OpExecutionMode, entry_, execution, width);
    };
    if (listed)
        mode(spv::Capability::SignedZeroInfNanPreserve, spv::ExecutionMode::SignedZeroInfNanPreserve, 32);
    struct {
        const driver::DenormalOverride &override_;
        uint32_t width;
        ir::Kind kind;
    } widths[] = {{o_.denormal_f16, 16, ir::Kind::f16},
                  {o_.denormal_f32, 32, ir::Kind::f32},
                  {o_.denormal_f64, 64, ir::Kind::f64}};
    for (const auto &w : widths) {
        if (!w.override_.present || w.override_.mode == driver::DenormalMode::any) continue;
        // Without a type of this width there is nothing to control.
        if (!b_.has_scalar(w.kind)) continue;
        // Where it is core, a device may still lack the mode: what nobody asked for is not worth a refusal.
        if (w.override_.implied && !listed) continue;
        if (!listed && !core) {
            if (o_.api_version >= driver::api_version_2_0)
                error(code::spirv_feature,
                      "The denormal mode of %u-bit floats needs SPV_KHR_float_controls, which the target "
                      "environment does not offer.",
                      w.width);
            else
                diag_.warning(
                    {}, code::spirv_warn_flag,
                    "The denormal mode of %u-bit floats needs SPV_KHR_float_controls and is ignored.",
                    w.width);
        } else if (w.override_.mode == driver::DenormalMode::preserve) {
            mode(spv::Capability::DenormPreserve, spv::ExecutionMode::DenormPreserve, w.width);
        } else {
            mode(spv::Capability::DenormFlushToZero, spv::ExecutionMode::DenormFlushToZero, w.width);
        }
    }
}

// The caller says which types its device has.
void Writer::check_features() {
    const struct {
        ir::Kind kind;
        driver::Feature feature;
        const char *what, *name;
    } needs[] = {
        {ir::Kind::f64, driver::feature_float64, "Floats of 64 bits", "FLOAT64"},
        {ir::Kind::i64, driver::feature_int64, "Integers of 64 bits", "INT64"},
        {ir::Kind::f16, driver::feature_float16, "Floats of 16 bits", "FLOAT16"},
        {ir::Kind::i16, driver::feature_int16, "Integers of 16 bits", "INT16"},
    };
    for (const auto &n : needs)
        if (b_.has_scalar(n.kind) && !(o_.features & n.feature))
            error(code::spirv_feature, "%s need the compile option %s with %s.", n.what,
                  n.feature >> driver::weft_shift ? "WEFT_FEATURE" : "FEATURE", n.name);
}

void Writer::finish_module() {
    check_features();
    Vec<TakenLocation> in(arena_), out(arena_);
    check_locations(Place::input, in);
    check_locations(Place::output, out);
    check_locations(Place::patch, m_.stage == ir::Stage::hull ? out : in);
    spv::ExecutionModel model = spv::ExecutionModel::Vertex;
    execution_model(&model);
    if (diag_.has_errors()) return;
    float_controls();
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
    streams_ = several_streams();
    if (streams_) b_.capability(spv::Capability::GeometryStreams);
    if (captures()) check_captures();
    if (diag_.has_errors()) return diag_.result();
    survey();
    if (diag_.has_errors()) return diag_.result();
    emit_function();
    if (!diag_.has_errors()) finish_module();
    if (diag_.has_errors()) return diag_.result();
    // The words take as much again.
    m_.insts.release();
    m_.pool.release();
    if (!b_.within_limits() || body_.overflowed()) {
        diag_.error({}, Result::not_implemented, code::spirv_not_implemented,
                    "The shader is too large for a SPIR-V module.");
        return diag_.result();
    }
    uint32_t version = 0x10000;
    switch (o_.environment) {
    case driver::Environment::vulkan_1_1: version = 0x10300; break;
    case driver::Environment::vulkan_1_2: version = 0x10500; break;
    case driver::Environment::vulkan_1_3: version = 0x10600; break;
    default: break;
    }
    *words = b_.assemble(version, body_, arena_);
    return Result::ok;
}

Result write(ir::Module &module, const driver::Options &options, Arena &arena, Diagnostics &diag,
             std::span<const uint32_t> *words) {
    if (options.environment == driver::Environment::none) {
        diag.bare_error(Result::error, code::spirv_feature, "No SPIR-V environment given.");
        return diag.result();
    }
    auto *writer = arena.make<Writer>(module, options, arena, diag);
    return writer->run(words);
}

} // namespace weft::spirv
