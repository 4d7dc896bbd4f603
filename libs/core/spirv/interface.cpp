// Stage inputs and outputs: variables, built-ins and what happens when they are loaded or stored.
#include <cstdio>

#include "core/spirv/writer_state.h"

namespace weft::spirv {

namespace {

using signature::ComponentType;
using signature::Element;
using signature::Interpolation;
using signature::SystemValue;

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

} // namespace

Id Writer::builtin_variable(spv::BuiltIn builtin, Id value_type, spv::StorageClass storage, bool flat) {
    Id pointer = b_.pointer(storage, value_type);
    Id v = b_.new_id();
    b_.globals.emit(spv::Op::OpVariable, pointer, v, storage);
    b_.decorate(v, spv::Decoration::BuiltIn, static_cast<uint32_t>(builtin));
    if (flat) b_.decorate(v, spv::Decoration::Flat);
    interface_.push(v);
    return v;
}

// Clip and cull distances of all elements are slices of one array, numbered by semantic index and component.
unsigned Writer::distance_slot(std::span<const Element> signature, uint32_t element, uint32_t column,
                               unsigned *total) const {
    const Element &self = signature[element];
    uint32_t key = self.semantic_index * 4 + column;
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

Id Writer::distance_variable(SystemValue value, bool is_output, unsigned total) {
    Id &slot = clip_variables_[is_output][value == SystemValue::cull_distance];
    if (slot) return slot;
    const BuiltIn *b = find_builtin(m_.stage, is_output, value);
    if (b->capability != no_capability) b_.capability(static_cast<spv::Capability>(b->capability));
    return slot = builtin_variable(b->builtin, b_.array(type(ir::f32()), total),
                                   is_output ? spv::StorageClass::Output : spv::StorageClass::Input);
}

void Writer::declare(InterfaceVariable &var, const Element &e, uint32_t row, bool is_output) {
    auto storage = is_output ? spv::StorageClass::Output : spv::StorageClass::Input;
    const unsigned columns = signature::column_count(e.mask);
    const BuiltIn *b = find_builtin(m_.stage, is_output, e.system_value);
    var.builtin = b;
    if (b && b->shape == Shape::float_array) return; // shared by all elements
    bool plain = !b;
    if (b) {
        uint32_t capability = b->capability;
        spv::BuiltIn builtin = b->builtin;
        const bool layer = builtin == spv::BuiltIn::Layer || builtin == spv::BuiltIn::ViewportIndex;
        if (is_output && layer && m_.stage != ir::Stage::geometry) {
            if (!extension_allowed(driver::extension_viewport_index_layer)) {
                error(code::spirv_feature,
                      "Writing %.*s from this stage needs SPV_EXT_shader_viewport_index_layer, which the "
                      "target "
                      "environment does not offer.",
                      static_cast<int>(e.name.size()), e.name.data());
                return;
            }
            b_.extension("SPV_EXT_shader_viewport_index_layer");
            b_.capability(spv::Capability::ShaderViewportIndexLayerEXT);
        }
        if (builtin == spv::BuiltIn::FragStencilRefEXT) {
            if (!extension_allowed(driver::extension_stencil_export)) {
                error(code::spirv_feature, "Writing the stencil reference needs "
                                           "SPV_EXT_shader_stencil_export, which the target environment "
                                           "does not offer.");
                return;
            }
            b_.extension("SPV_EXT_shader_stencil_export");
            b_.modes.emit(spv::Op::OpExecutionMode, entry_, spv::ExecutionMode::StencilRefReplacingEXT);
        }
        if (opengl() && builtin == spv::BuiltIn::VertexIndex) builtin = spv::BuiltIn::VertexId;
        if (opengl() && builtin == spv::BuiltIn::InstanceIndex) builtin = spv::BuiltIn::InstanceId;
        if (capability != no_capability) b_.capability(static_cast<spv::Capability>(capability));
        switch (b->shape) {
        case Shape::uint: var.value = ir::i32(); break;
        case Shape::boolean: var.value = ir::boolean(); break;
        case Shape::float_: var.value = ir::f32(); break;
        case Shape::float2: var.value = ir::f32(2); break;
        case Shape::float4: var.value = ir::f32(4); break;
        case Shape::uint3: var.value = ir::i32(3); break;
        case Shape::float_array:
        case Shape::mask_array: var.value = ir::i32(); break;
        }
        var.type = type(var.value);
        Id declared = b->shape == Shape::mask_array ? b_.array(var.type, 1) : var.type;
        var.id = builtin_variable(builtin, declared, storage, b->flat && !is_output);
        if (!o_.strip_debug) b_.name(var.id, e.name);
        plain = b->fixup == Fixup::mirror;
    }
    if (!plain) return;
    ir::Type t{kind_of(e.component_type), columns ? columns : 1};
    // Integers cross stages as uint; the sign matters only where a format decides.
    bool fixed_format =
        (m_.stage == ir::Stage::vertex && !is_output) || (m_.stage == ir::Stage::pixel && is_output);
    bool is_signed = fixed_format && e.component_type == ComponentType::int_;
    Id declared = is_signed ? b_.type_signed(t.count()) : type(t);
    Id pointer = b_.pointer(storage, declared);
    Id v = b_.new_id();
    b_.globals.emit(spv::Op::OpVariable, pointer, v, storage);
    interface_.push(v);
    uint32_t location = e.location != signature::no_register ? e.location : e.register_index;
    if (m_.stage == ir::Stage::pixel && is_output && e.system_value == SystemValue::target)
        location = e.semantic_index;
    location += row;
    if (m_.stage == ir::Stage::pixel && is_output && o_.dual_source_blending && location < 2) {
        b_.decorate(v, spv::Decoration::Location, 0);
        b_.decorate(v, spv::Decoration::Index, location);
    } else {
        b_.decorate(v, spv::Decoration::Location, location);
    }
    if (unsigned start = signature::start_column(e.mask)) b_.decorate(v, spv::Decoration::Component, start);
    if (m_.stage == ir::Stage::pixel && !is_output) {
        if (!t.is_float()) {
            b_.decorate(v, spv::Decoration::Flat);
        } else {
            switch (e.interpolation) {
            case Interpolation::constant: b_.decorate(v, spv::Decoration::Flat); break;
            case Interpolation::linear_centroid: b_.decorate(v, spv::Decoration::Centroid); break;
            case Interpolation::linear_noperspective: b_.decorate(v, spv::Decoration::NoPerspective); break;
            case Interpolation::linear_noperspective_centroid:
                b_.decorate(v, spv::Decoration::NoPerspective);
                b_.decorate(v, spv::Decoration::Centroid);
                break;
            case Interpolation::linear_noperspective_sample:
                b_.decorate(v, spv::Decoration::NoPerspective);
                [[fallthrough]];
            case Interpolation::linear_sample:
                b_.capability(spv::Capability::SampleRateShading);
                b_.decorate(v, spv::Decoration::Sample);
                break;
            default: break;
            }
        }
    }
    if (!o_.strip_debug) {
        char name[96];
        int n = std::snprintf(name, sizeof(name), "%s_%.*s%u", is_output ? "out" : "in",
                              static_cast<int>(e.name.size() < 64 ? e.name.size() : 64), e.name.data(),
                              e.semantic_index + row);
        b_.name(v, {name, static_cast<size_t>(n)});
    }
    if (b) {
        var.mirror = v;
        return;
    }
    var.id = v;
    var.value = t;
    var.type = declared;
    var.signed_int = is_signed;
}

InterfaceVariable &Writer::input(uint32_t element, uint32_t row) {
    InterfaceVariable &var = inputs_[input_base_[element] + row];
    if (!var.id && !var.builtin) declare(var, m_.inputs[element], row, false);
    return var;
}

InterfaceVariable &Writer::output(uint32_t element, uint32_t row) {
    InterfaceVariable &var = outputs_[output_base_[element] + row];
    if (!var.id && !var.builtin) declare(var, m_.outputs[element], row, true);
    return var;
}

void Writer::load_input(Value v, const Inst &inst) {
    auto a = ir::Access::unpack(inst.arg[2]);
    if (inst.arg[0] || inst.arg[1])
        return error(code::spirv_not_implemented, "A dynamically indexed input reached the writer.");
    InterfaceVariable &var = input(a.element, a.row);
    if (diag_.has_errors()) return;
    const ir::Type t = inst.type;
    if (var.builtin && var.builtin->shape == Shape::float_array) {
        Id parts[4] = {};
        for (unsigned i = 0; i < t.count(); ++i) {
            unsigned total;
            unsigned slot = distance_slot(m_.inputs, a.element, a.column + i, &total);
            Id array = distance_variable(var.builtin->value, false, total);
            Id p = typed(spv::Op::OpAccessChain, b_.pointer(spv::StorageClass::Input, type(ir::f32())), array,
                         b_.u32(slot));
            parts[i] = result(spv::Op::OpLoad, ir::f32(), p);
        }
        Id r = parts[0];
        if (t.count() > 1) {
            Id ty = type(ir::f32(t.count()));
            r = b_.new_id();
            f_.begin(spv::Op::OpCompositeConstruct);
            f_.push(ty);
            f_.push(r);
            for (unsigned i = 0; i < t.count(); ++i)
                f_.push(parts[i]);
            f_.end();
        }
        return set(v, inst, r);
    }
    Id r;
    if (var.builtin && var.builtin->shape == Shape::mask_array) {
        Id p = typed(spv::Op::OpAccessChain, b_.pointer(spv::StorageClass::Input, type(ir::i32())), var.id,
                     b_.u32(0));
        r = result(spv::Op::OpLoad, ir::i32(), p);
    } else {
        r = typed(spv::Op::OpLoad, var.type, var.id);
    }
    ir::Type have = var.value;
    if (var.builtin) {
        switch (var.builtin->fixup) {
        case Fixup::reciprocal_w: {
            uint32_t one = 0x3f800000;
            if (a.column + t.count() > 3) {
                Id w = extract(r, ir::f32(), 3);
                w = result(spv::Op::OpFDiv, ir::f32(), b_.f32(one), w);
                r = result(spv::Op::OpCompositeInsert, have, w, r, 3u);
            }
            break;
        }
        case Fixup::minus_base_vertex:
        case Fixup::minus_base_instance: {
            const bool vertex = var.builtin->fixup == Fixup::minus_base_vertex;
            if (opengl() && !vertex) break; // InstanceId does not include the base there
            Id &base = vertex ? base_vertex_ : base_instance_;
            if (!base) {
                if (o_.environment == driver::Environment::vulkan_1_0 || opengl())
                    b_.extension("SPV_KHR_shader_draw_parameters");
                b_.capability(spv::Capability::DrawParameters);
                base = builtin_variable(vertex ? spv::BuiltIn::BaseVertex : spv::BuiltIn::BaseInstance,
                                        type(ir::i32()), spv::StorageClass::Input);
            }
            Id from = result(spv::Op::OpLoad, ir::i32(), base);
            r = result(spv::Op::OpISub, ir::i32(), r, from);
            break;
        }
        case Fixup::all_ones:
            r = result(spv::Op::OpSelect, ir::i32(), r, b_.u32(~0u), b_.u32(0));
            have = ir::i32();
            break;
        default: break;
        }
        // Scalar built-ins have one column, whichever the register keeps it in.
        if (have.count() == 1) a.column = 0;
    } else if (var.signed_int) {
        r = result(spv::Op::OpBitcast, ir::i32(have.count()), r);
    }
    if (have.count() != t.count()) {
        if (t.count() == 1) {
            r = extract(r, have.scalar(), a.column);
        } else {
            Id ty = type(have.with_count(t.count()));
            Id whole = r;
            r = b_.new_id();
            f_.begin(spv::Op::OpVectorShuffle);
            f_.push(ty);
            f_.push(r);
            f_.push(whole);
            f_.push(whole);
            for (unsigned i = 0; i < t.count(); ++i)
                f_.push(a.column + i < have.count() ? a.column + i : 0);
            f_.end();
        }
    }
    if (have.kind() != t.kind()) r = result(spv::Op::OpBitcast, t, r);
    set(v, inst, r);
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
    if (inst.arg[3] == 0)
        r = glsl(var.value, GLSLstd450InterpolateAtCentroid, {var.id});
    else
        r = glsl(var.value, inst.arg[3] == 1 ? GLSLstd450InterpolateAtSample : GLSLstd450InterpolateAtOffset,
                 {var.id, id(inst.arg[0])});
    const ir::Type t = inst.type;
    if (t.count() == 1 && var.value.count() > 1) {
        r = extract(r, ir::f32(), a.column);
    } else if (t.count() != var.value.count()) {
        Id ty = type(ir::f32(t.count()));
        Id whole = r;
        r = b_.new_id();
        f_.begin(spv::Op::OpVectorShuffle);
        f_.push(ty);
        f_.push(r);
        f_.push(whole);
        f_.push(whole);
        for (unsigned i = 0; i < t.count(); ++i)
            f_.push(a.column + i);
        f_.end();
    }
    set(v, inst, r);
}

void Writer::store_output(const Inst &inst) {
    auto a = ir::Access::unpack(inst.arg[3]);
    if (inst.arg[1] || inst.arg[2])
        return error(code::spirv_not_implemented, "A dynamically indexed output reached the writer.");
    const Element &e = m_.outputs[a.element];
    InterfaceVariable &var = output(a.element, a.row);
    if (diag_.has_errors()) return;
    ir::Type t = m_[m_.resolve(inst.arg[0])].type;
    Id value = id(inst.arg[0]);
    if (var.builtin && var.builtin->shape == Shape::float_array) {
        if (t.kind() != ir::Kind::f32) value = result(spv::Op::OpBitcast, ir::f32(t.count()), value);
        for (unsigned i = 0; i < t.count(); ++i) {
            unsigned total;
            unsigned slot = distance_slot(m_.outputs, a.element, a.column + i, &total);
            Id array = distance_variable(var.builtin->value, true, total);
            Id p = typed(spv::Op::OpAccessChain, b_.pointer(spv::StorageClass::Output, type(ir::f32())),
                         array, b_.u32(slot));
            f_.emit(spv::Op::OpStore, p, t.count() == 1 ? value : extract(value, ir::f32(), i));
        }
        return;
    }
    // An output swizzle reorders what the shader wrote just before it leaves.
    if (m_.stage == ir::Stage::pixel && e.register_index < o_.output_swizzles.size() && t.count() == 4 &&
        e.system_value == SystemValue::target) {
        uint32_t s = o_.output_swizzles[e.register_index];
        if (s != 0x03020100)
            value = result(spv::Op::OpVectorShuffle, t, value, value, s & 3, s >> 8 & 3, s >> 16 & 3,
                           s >> 24 & 3);
    }
    if (t.kind() != var.value.kind()) {
        t = t.with_kind(var.value.kind());
        value = result(spv::Op::OpBitcast, t, value);
    }
    if (var.mirror) f_.emit(spv::Op::OpStore, var.mirror, value);
    if (var.signed_int && t.count() == var.value.count()) value = typed(spv::Op::OpBitcast, var.type, value);
    if (var.builtin && var.builtin->shape == Shape::mask_array) {
        Id p = typed(spv::Op::OpAccessChain, b_.pointer(spv::StorageClass::Output, type(ir::i32())), var.id,
                     b_.u32(0));
        f_.emit(spv::Op::OpStore, p, value);
        return;
    }
    if (t.count() == var.value.count()) {
        f_.emit(spv::Op::OpStore, var.id, value);
        return;
    }
    // Part of the element.
    Id component =
        b_.pointer(spv::StorageClass::Output, var.signed_int ? b_.type_signed(1) : type(t.scalar()));
    for (unsigned i = 0; i < t.count() && a.column + i < var.value.count(); ++i) {
        Id p = typed(spv::Op::OpAccessChain, component, var.id, b_.u32(a.column + i));
        Id c = t.count() == 1 ? value : extract(value, t.scalar(), i);
        if (var.signed_int) c = typed(spv::Op::OpBitcast, b_.type_signed(1), c);
        f_.emit(spv::Op::OpStore, p, c);
    }
}

} // namespace weft::spirv
