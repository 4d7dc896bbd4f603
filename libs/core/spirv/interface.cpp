// Stage inputs and outputs: variables, built-ins and what happens when they are loaded or stored.
#include <cstdio>

#include "core/spirv/writer_state.h"

namespace weft::spirv {

namespace {

using signature::ComponentType;
using signature::Element;
using signature::Interpolation;
using signature::SystemValue;

constexpr uint32_t identity_swizzle = 0x03020100; // component i in byte i

ir::Kind kind_of(ComponentType t) {
    switch (t) {
    case ComponentType::float_:
    case ComponentType::float16:
    case ComponentType::none: return ir::Kind::f32;
    case ComponentType::double_: return ir::Kind::f64;
    case ComponentType::uint64:
    case ComponentType::int64: return ir::Kind::i64;
    default: return ir::Kind::i32;
    }
}

ir::Type value_type(Shape shape) {
    switch (shape) {
    case Shape::uint:
    case Shape::mask_array: return ir::i32();
    case Shape::boolean: return ir::boolean();
    case Shape::float_:
    case Shape::float_array: return ir::f32();
    case Shape::float2: return ir::f32(2);
    case Shape::float4: return ir::f32(4);
    case Shape::uint3: return ir::i32(3);
    }
    return ir::i32();
}

} // namespace

// --- declarations
// --------------------------------------------------------------------------------------------------

Id Writer::builtin_variable(spv::BuiltIn builtin, Id value_type, spv::StorageClass storage, bool flat) {
    for (const KnownBuiltIn &k : builtins_)
        if (k.builtin == builtin && k.storage == storage) return k.id;
    Id v = global(storage, value_type);
    b_.decorate(v, spv::Decoration::BuiltIn, static_cast<uint32_t>(builtin));
    if (flat) b_.decorate(v, spv::Decoration::Flat);
    // Passes that draw the same surface again compare depths for equality: the same code must give the same
    // position in every pipeline.
    if (builtin == spv::BuiltIn::Position && storage == spv::StorageClass::Output)
        b_.decorate(v, spv::Decoration::Invariant);
    builtins_.push({builtin, storage, v});
    return v;
}

// Clip and cull distances of all elements are slices of one array, numbered by semantic index and component.
unsigned Writer::distance_slot(std::span<const Element> signature, uint32_t element, uint32_t column,
                               unsigned *total) const {
    const Element &self = signature[element];
    const uint32_t key = self.semantic_index * 4 + column;
    unsigned below = 0;
    *total = 0;
    for (const Element &e : signature) {
        if (e.system_value != self.system_value) continue;
        unsigned n = signature::column_count(e.mask);
        *total += n;
        for (unsigned i = 0; i < n; ++i)
            below += e.semantic_index * 4 + i < key;
    }
    return below;
}

Id Writer::distance_pointer(std::span<const Element> signature, uint32_t element, uint32_t column,
                            bool is_output) {
    const SystemValue value = signature[element].system_value;
    const auto storage = is_output ? spv::StorageClass::Output : spv::StorageClass::Input;
    unsigned total;
    const unsigned slot = distance_slot(signature, element, column, &total);
    Id &variable = distances_[value == SystemValue::cull_distance][is_output];
    if (!variable) {
        const BuiltIn *b = find_builtin(m_.stage, is_output, value);
        b_.capability(static_cast<spv::Capability>(b->capability));
        variable = builtin_variable(b->builtin, b_.array(type(ir::f32()), total), storage);
    }
    Id pointer_type = pointer_to(storage, ir::f32());
    return typed(spv::Op::OpAccessChain, pointer_type, variable, b_.u32(slot));
}

bool Writer::declare_builtin(InterfaceVariable &var, const Element &e, bool is_output) {
    const BuiltIn &b = *var.builtin;
    spv::BuiltIn builtin = b.builtin;
    const bool core = o_.environment >= driver::Environment::vulkan_1_2;
    if (b.needs == Needs::viewport_index_layer) {
        if (core) {
            b_.capability(builtin == spv::BuiltIn::Layer ? spv::Capability::ShaderLayer
                                                         : spv::Capability::ShaderViewportIndex);
        } else if (extension_allowed(driver::extension_viewport_index_layer)) {
            b_.extension("SPV_EXT_shader_viewport_index_layer");
            b_.capability(spv::Capability::ShaderViewportIndexLayerEXT);
        } else {
            error(code::spirv_feature,
                  "Writing %.*s from this stage needs SPV_EXT_shader_viewport_index_layer, which the target "
                  "environment does not offer.",
                  static_cast<int>(e.name.size()), e.name.data());
            return false;
        }
    }
    if (b.needs == Needs::stencil_export) {
        if (!extension_allowed(driver::extension_stencil_export)) {
            error(code::spirv_feature, "Writing the stencil reference needs SPV_EXT_shader_stencil_export, "
                                       "which the target environment does not offer.");
            return false;
        }
        b_.extension("SPV_EXT_shader_stencil_export");
        b_.modes.emit(spv::Op::OpExecutionMode, entry_, spv::ExecutionMode::StencilRefReplacingEXT);
    }
    if (builtin == spv::BuiltIn::FragDepth) {
        auto mode = [this](spv::ExecutionMode m) { b_.modes.emit(spv::Op::OpExecutionMode, entry_, m); };
        mode(spv::ExecutionMode::DepthReplacing);
        if (b.value == SystemValue::depth_greater_equal) mode(spv::ExecutionMode::DepthGreater);
        if (b.value == SystemValue::depth_less_equal) mode(spv::ExecutionMode::DepthLess);
    }
    if (b.capability != no_capability) b_.capability(static_cast<spv::Capability>(b.capability));
    if (opengl() && builtin == spv::BuiltIn::VertexIndex) builtin = spv::BuiltIn::VertexId;
    if (opengl() && builtin == spv::BuiltIn::InstanceIndex) builtin = spv::BuiltIn::InstanceId;
    var.value = value_type(b.shape);
    var.type = type(var.value);
    Id declared = b.shape == Shape::mask_array ? b_.array(var.type, 1) : var.type;
    var.id = builtin_variable(builtin, declared,
                              is_output ? spv::StorageClass::Output : spv::StorageClass::Input, b.flat);
    if (!o_.strip_debug) b_.name(var.id, e.name);
    return true;
}

void Writer::interpolation(Id variable, Interpolation mode, ir::Type t) {
    auto decorate = [&](spv::Decoration d) { b_.decorate(variable, d); };
    if (!t.is_float() || t.kind() == ir::Kind::f64) return decorate(spv::Decoration::Flat);
    switch (mode) {
    case Interpolation::undefined:
    case Interpolation::linear: return;
    case Interpolation::constant: return decorate(spv::Decoration::Flat);
    case Interpolation::linear_centroid: return decorate(spv::Decoration::Centroid);
    case Interpolation::linear_noperspective: return decorate(spv::Decoration::NoPerspective);
    case Interpolation::linear_noperspective_centroid:
        decorate(spv::Decoration::NoPerspective);
        return decorate(spv::Decoration::Centroid);
    case Interpolation::linear_noperspective_sample:
        decorate(spv::Decoration::NoPerspective);
        [[fallthrough]];
    case Interpolation::linear_sample:
        b_.capability(spv::Capability::SampleRateShading);
        return decorate(spv::Decoration::Sample);
    }
}

// A varying, an attribute or a render target.
void Writer::declare_plain(InterfaceVariable &var, const Element &e, uint32_t row, bool is_output) {
    const bool swizzled = is_output && output_swizzle(e) != identity_swizzle;
    const unsigned columns = swizzled ? 4 : signature::column_count(e.mask);
    const bool target = m_.stage == ir::Stage::pixel && is_output && e.system_value == SystemValue::target;
    const ir::Type t{kind_of(e.component_type), columns ? columns : 1};
    // Integers cross stages as uint; the sign matters only where a format decides.
    const bool fixed_format =
        (m_.stage == ir::Stage::vertex && !is_output) || (m_.stage == ir::Stage::pixel && is_output);
    const bool is_signed = fixed_format && e.component_type == ComponentType::int_;
    Id declared = is_signed ? b_.type_signed(t.count()) : type(t);
    Id v = global(is_output ? spv::StorageClass::Output : spv::StorageClass::Input, declared);
    uint32_t location = target                                 ? e.semantic_index
                        : e.location != signature::no_register ? e.location
                                                               : e.register_index;
    location += row;
    var.location = location;
    if (target && o_.dual_source_blending && location < 2) {
        b_.decorate(v, spv::Decoration::Location, 0);
        b_.decorate(v, spv::Decoration::Index, location);
    } else {
        b_.decorate(v, spv::Decoration::Location, location);
    }
    if (unsigned start = signature::start_column(e.mask); start && !swizzled)
        b_.decorate(v, spv::Decoration::Component, start);
    if (m_.stage == ir::Stage::pixel && !is_output) interpolation(v, e.interpolation, t);
    if (!o_.strip_debug) {
        char name[96];
        int n = std::snprintf(name, sizeof(name), "%s_%.*s%u", is_output ? "out" : "in",
                              static_cast<int>(e.name.size() < 64 ? e.name.size() : 64), e.name.data(),
                              e.semantic_index + row);
        b_.name(v, {name, static_cast<size_t>(n)});
    }
    if (var.builtin) {
        var.mirror = v;
        return;
    }
    var.id = v;
    var.value = t;
    var.type = declared;
    var.signed_int = is_signed;
}

void Writer::declare(InterfaceVariable &var, const Element &e, uint32_t row, bool is_output) {
    var.declared = true;
    var.builtin = find_builtin(m_.stage, is_output, e.system_value);
    if (!var.builtin) return declare_plain(var, e, row, is_output);
    if (var.builtin->shape == Shape::float_array) return; // all elements share the variable
    if (declare_builtin(var, e, is_output) && var.builtin->fixup == Fixup::mirror)
        declare_plain(var, e, row, is_output);
}

InterfaceVariable &Writer::input(uint32_t element, uint32_t row) {
    InterfaceVariable &var = inputs_[input_base_[element] + row];
    if (!var.declared) declare(var, m_.inputs[element], row, false);
    return var;
}

InterfaceVariable &Writer::output(uint32_t element, uint32_t row) {
    InterfaceVariable &var = outputs_[output_base_[element] + row];
    if (!var.declared) declare(var, m_.outputs[element], row, true);
    return var;
}

// --- inputs
// --------------------------------------------------------------------------------------------------------

// The whole variable, read once at the head of the function: components are cheaper to take from there than
// through pointers of their own.
Id Writer::loaded_input(InterfaceVariable &var, uint32_t element, bool with_fixup) {
    AtHead at_head(*this);
    const BuiltIn *b = var.builtin;
    if (!var.loaded) {
        if (b && b->shape == Shape::float_array) {
            const unsigned n = signature::column_count(m_.inputs[element].mask);
            Id parts[4] = {};
            for (unsigned i = 0; i < n; ++i)
                parts[i] = result(spv::Op::OpLoad, ir::f32(), distance_pointer(m_.inputs, element, i, false));
            var.value = ir::f32(n);
            var.loaded = construct(var.value, parts, n);
        } else if (b && b->shape == Shape::mask_array) {
            Id pointer_type = pointer_to(spv::StorageClass::Input, ir::i32());
            Id p = typed(spv::Op::OpAccessChain, pointer_type, var.id, b_.u32(0));
            var.loaded = result(spv::Op::OpLoad, ir::i32(), p);
        } else {
            var.loaded = typed(spv::Op::OpLoad, var.type, var.id);
            if (var.signed_int) var.loaded = result(spv::Op::OpBitcast, var.value, var.loaded);
        }
    }
    if (!with_fixup) return var.loaded;
    if (var.fixed) return var.fixed;
    switch (b ? b->fixup : Fixup::none) {
    case Fixup::reciprocal_w: {
        Id w = extract(var.loaded, ir::f32(), 3);
        w = result(spv::Op::OpFDiv, ir::f32(), b_.f32(0x3f800000), w);
        return var.fixed = result(spv::Op::OpCompositeInsert, var.value, w, var.loaded, 3u);
    }
    case Fixup::minus_base_vertex:
    case Fixup::minus_base_instance: {
        const bool vertex = b->fixup == Fixup::minus_base_vertex;
        if (opengl() && !vertex) break; // InstanceId does not include the base there
        Id &base = vertex ? base_vertex_ : base_instance_;
        if (!base) {
            if (o_.environment < driver::Environment::vulkan_1_1)
                b_.extension("SPV_KHR_shader_draw_parameters");
            b_.capability(spv::Capability::DrawParameters);
            base = builtin_variable(vertex ? spv::BuiltIn::BaseVertex : spv::BuiltIn::BaseInstance,
                                    type(ir::i32()), spv::StorageClass::Input);
        }
        Id from = result(spv::Op::OpLoad, ir::i32(), base);
        return var.fixed = result(spv::Op::OpISub, ir::i32(), var.loaded, from);
    }
    case Fixup::all_ones: {
        Id ones = b_.u32(~0u);
        Id zero = b_.u32(0);
        return var.fixed = result(spv::Op::OpSelect, ir::i32(), var.loaded, ones, zero);
    }
    default: break;
    }
    return var.fixed = var.loaded;
}

void Writer::load_input(Value v, const Inst &inst) {
    auto a = ir::Access::unpack(inst.arg[2]);
    if (inst.arg[0] || inst.arg[1]) return unimplemented("A dynamically indexed input reached the writer.");
    InterfaceVariable &var = input(a.element, a.row);
    if (diag_.has_errors()) return;
    const ir::Type t = inst.type;
    // Only w of a pixel's position differs.
    const bool fixup = var.builtin && (var.builtin->fixup != Fixup::reciprocal_w || a.column + t.count() > 3);
    Id r = loaded_input(var, a.element, fixup);
    ir::Type have = var.value;
    if (fixup && have.is_bool()) have = ir::i32();
    // Scalar built-ins have one column, whichever the register keeps it in.
    if (have.is_scalar()) {
        r = cast(r, have, t.kind());
        return set(v, inst, t.is_scalar() ? r : broadcast(r, t));
    }
    r = slice(r, have, a.column, t.count());
    set(v, inst, cast(r, have.with_count(t.count()), t.kind()));
}

void Writer::eval_input(Value v, const Inst &inst) {
    auto a = ir::Access::unpack(inst.arg[2]);
    InterfaceVariable &var = input(a.element, a.row);
    if (diag_.has_errors()) return;
    const Element &e = m_.inputs[a.element];
    // A flat input has one value wherever it is asked for.
    if (var.builtin || !var.value.is_float() || e.interpolation == Interpolation::constant) {
        Inst load = inst;
        load.op = Op::load_input;
        load.arg[0] = load.arg[1] = 0;
        return load_input(v, load);
    }
    b_.capability(spv::Capability::InterpolationFunction);
    Id r = 0;
    switch (inst.arg[3]) {
    case 0: r = glsl(var.value, GLSLstd450InterpolateAtCentroid, {var.id}); break;
    case 1: r = glsl(var.value, GLSLstd450InterpolateAtSample, {var.id, id(inst.arg[0])}); break;
    default: r = glsl(var.value, GLSLstd450InterpolateAtOffset, {var.id, id(inst.arg[0])}); break;
    }
    r = slice(r, var.value, a.column, inst.type.count());
    set(v, inst, cast(r, var.value.with_count(inst.type.count()), inst.type.kind()));
}

// --- outputs
// -------------------------------------------------------------------------------------------------------

// The order of components that the caller wants of a render target.
uint32_t Writer::output_swizzle(const Element &e) const {
    if (m_.stage != ir::Stage::pixel || e.system_value != SystemValue::target ||
        e.register_index >= o_.output_swizzles.size())
        return identity_swizzle;
    return o_.output_swizzles[e.register_index];
}

// A swizzled target has four components, and 0 in those that show what the shader does not write. `column` is
// the first one that `value` holds, counted from the element's own first.
void Writer::store_swizzled(Id variable, Id value, ir::Type t, const Element &e, unsigned column) {
    const uint32_t swizzle = output_swizzle(e);
    const unsigned first = signature::start_column(e.mask) + column;
    Id parts[4] = {};
    for (unsigned i = 0; i < 4; ++i) {
        const unsigned from = (swizzle >> (8 * i) & 3) - first; // wraps when it lies in front
        parts[i] = from >= t.count() ? b_.null(type(t.scalar()))
                   : t.is_scalar()   ? value
                                     : extract(value, t.scalar(), from);
    }
    const bool is_signed = e.component_type == ComponentType::int_;
    Id whole = construct(t.with_count(4), parts, 4);
    if (is_signed) whole = typed(spv::Op::OpBitcast, b_.type_signed(4), whole);
    f_->emit(spv::Op::OpStore, variable, whole);
}

void Writer::store_output(const Inst &inst) {
    auto a = ir::Access::unpack(inst.arg[3]);
    if (inst.arg[1] || inst.arg[2]) return unimplemented("A dynamically indexed output reached the writer.");
    const Element &e = m_.outputs[a.element];
    InterfaceVariable &var = output(a.element, a.row);
    if (diag_.has_errors()) return;
    ir::Type t = type_of(inst.arg[0]);
    Id value = id(inst.arg[0]);
    const ir::Kind kind =
        var.builtin && var.builtin->shape == Shape::float_array ? ir::Kind::f32 : var.value.kind();
    value = cast(value, t, kind);
    t = t.with_kind(kind);
    auto component = [&](unsigned i) { return t.is_scalar() ? value : extract(value, t.scalar(), i); };
    if (var.builtin && var.builtin->shape == Shape::float_array) {
        for (unsigned i = 0; i < t.count(); ++i) {
            Id c = component(i);
            f_->emit(spv::Op::OpStore, distance_pointer(m_.outputs, a.element, a.column + i, true), c);
        }
        return;
    }
    if (var.builtin && var.value.is_scalar()) {
        value = component(0);
        if (var.mirror) f_->emit(spv::Op::OpStore, var.mirror, value);
        Id p = var.id;
        if (var.builtin->shape == Shape::mask_array) {
            Id pointer_type = pointer_to(spv::StorageClass::Output, ir::i32());
            p = typed(spv::Op::OpAccessChain, pointer_type, var.id, b_.u32(0));
        }
        f_->emit(spv::Op::OpStore, p, value);
        return;
    }
    const ir::Type have = var.value;
    if (output_swizzle(e) != identity_swizzle) return store_swizzled(var.id, value, t, e, a.column);
    if (t.count() == have.count()) {
        if (var.signed_int) value = typed(spv::Op::OpBitcast, var.type, value);
        f_->emit(spv::Op::OpStore, var.id, value);
        return;
    }
    // Part of the element.
    Id scalar_type = var.signed_int ? b_.type_signed(1) : type(t.scalar());
    Id pointer_type = b_.pointer(spv::StorageClass::Output, scalar_type);
    for (unsigned i = 0; i < t.count() && a.column + i < have.count(); ++i) {
        Id c = component(i);
        if (var.signed_int) c = typed(spv::Op::OpBitcast, scalar_type, c);
        Id p = typed(spv::Op::OpAccessChain, pointer_type, var.id, b_.u32(a.column + i));
        f_->emit(spv::Op::OpStore, p, c);
    }
}

} // namespace weft::spirv
