// Stage inputs, outputs and patch constants: what happens when they are loaded or stored.
#include <algorithm>

#include "core/spirv/writer_state.h"

namespace weft::spirv {

using signature::Element;
using signature::Interpolation;
using signature::SystemValue;

// A part of a variable: the vertex, if it has any, then a component or the slot of a built-in array.
Id Writer::part(const InterfaceVariable &var, spv::StorageClass storage_class, Id value_type, Id vertex,
                Id component) {
    if (!vertex && !component) return var.id;
    Id pointer_type = b_.pointer(storage_class, value_type);
    if (!vertex || !component)
        return typed(spv::Op::OpAccessChain, pointer_type, var.id, vertex ? vertex : component);
    return typed(spv::Op::OpAccessChain, pointer_type, var.id, vertex, component);
}

// The vertex or control point that a load names. A number beyond the last one names the last: Direct3D
// promises nothing of it, and SPIR-V lets it do anything.
Id Writer::vertex_index(Value vertex, uint32_t count) {
    if (!vertex) return m_.stage == ir::Stage::pixel ? b_.u32(0) : own_vertex();
    const Inst &inst = origin(vertex);
    if (inst.op == Op::constant) return b_.u32(std::min(inst.arg[0], count - 1));
    // An invocation's own control point is there.
    if (inst.op == Op::load_input && m_.output_vertices <= count &&
        m_.inputs[ir::Access::unpack(inst.arg[2]).element].system_value ==
            SystemValue::output_control_point_id)
        return id(vertex);
    return glsl(ir::i32(), GLSLstd450UMin, {id(vertex), b_.u32(count - 1)});
}

// All of an element's row, of one vertex if there are any.
Id Writer::load_whole(Place where, InterfaceVariable &var, uint32_t element, Id vertex) {
    const BuiltIn *b = var.builtin;
    if (b && b->shape == Shape::float_array) {
        const unsigned n =
            signature::column_count(places_[static_cast<unsigned>(where)].elements[element].mask);
        Id parts[4] = {};
        for (unsigned i = 0; i < n; ++i)
            parts[i] = result(spv::Op::OpLoad, ir::f32(), distance_pointer(where, element, i, vertex));
        var.value = ir::f32(n);
        return construct(var.value, parts, n);
    }
    Id slot = 0;
    if (b && b->shape == Shape::mask_array) slot = b_.u32(0);
    if (b && level_count(b->shape)) slot = b_.u32(var.slot);
    Id loaded = typed(spv::Op::OpLoad, var.type, part(var, storage(where), var.type, vertex, slot));
    return var.signed_int ? result(spv::Op::OpBitcast, var.value, loaded) : loaded;
}

// The whole variable, read once at the head of the function: components are cheaper to take from there than
// through pointers of their own.
Id Writer::loaded_input(Place where, InterfaceVariable &var, uint32_t element, bool with_fixup) {
    AtHead at_head(*this);
    const BuiltIn *b = var.builtin;
    if (!var.loaded) var.loaded = load_whole(where, var, element, 0);
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
        if (opengl() && !vertex) break;        // InstanceId does not include the base there
        if (o_.for_cross && o_.glsl_es) break; // GLSL ES cannot ask for it
        Id &base = vertex ? base_vertex_ : base_instance_;
        if (!base) {
            draw_parameters();
            base = builtin_variable(vertex ? spv::BuiltIn::BaseVertex : spv::BuiltIn::BaseInstance,
                                    type(ir::i32()), spv::StorageClass::Input);
        }
        Id from = result(spv::Op::OpLoad, ir::i32(), base);
        return var.fixed = result(spv::Op::OpISub, ir::i32(), var.loaded, from);
    }
    case Fixup::all_ones:
    case Fixup::one: {
        Id ones = b_.u32(b->fixup == Fixup::one ? 1 : ~0u);
        Id zero = b_.u32(0);
        return var.fixed = result(spv::Op::OpSelect, ir::i32(), var.loaded, ones, zero);
    }
    default: break;
    }
    return var.fixed = var.loaded;
}

// Columns [column, column + count) of a loaded row, as the instruction wants them.
Id Writer::columns(Id row, ir::Type have, unsigned column, ir::Type want) {
    // Scalar built-ins have one column, whichever the register keeps it in.
    if (have.is_scalar()) {
        row = cast(row, have, want.kind());
        return want.is_scalar() ? row : broadcast(row, want);
    }
    row = slice(row, have, column, want.count());
    return cast(row, have.with_count(want.count()), want.kind());
}

void Writer::load_element(Value v, const Inst &inst, Place where, uint32_t packed, Value row, Value vertex) {
    auto a = ir::Access::unpack(packed);
    if (row) return load_dynamic_row(v, inst, where, packed, row, vertex);
    InterfaceVariable &var = variable(where, a.element, a.row);
    if (diag_.has_errors()) return;
    // Only w of a pixel's position differs.
    const bool fixup =
        var.builtin && (var.builtin->fixup != Fixup::reciprocal_w || a.column + inst.type.count() > 3);
    Id r = var.vertices ? load_whole(where, var, a.element, vertex_index(vertex, var.vertices))
           : var.builtin && var.builtin->builtin == spv::BuiltIn::InvocationId
               ? invocation_id()
               : loaded_input(where, var, a.element, fixup);
    ir::Type have = var.value;
    if (fixup && have.is_bool()) have = ir::i32();
    set(v, inst, columns(r, have, a.column, inst.type));
}

// SPIR-V has a variable for each row, so a row that is computed goes through an array of the invocation.
void Writer::load_dynamic_row(Value v, const Inst &inst, Place where, uint32_t packed, Value row,
                              Value vertex) {
    auto a = ir::Access::unpack(packed);
    const Element &e = places_[static_cast<unsigned>(where)].elements[a.element];
    const ir::Type t = inst.type;
    const uint32_t rows = e.rows ? e.rows : 1;
    Id array = b_.array(type(t), rows + 1); // the last one is zero, for rows that do not exist
    Id pointer = b_.pointer(spv::StorageClass::Function, array);
    Id copy = b_.new_id();
    variables_.emit(spv::Op::OpVariable, pointer, copy, spv::StorageClass::Function, b_.null(array));
    Id element_pointer = pointer_to(spv::StorageClass::Function, t);
    Id at_vertex = 0;
    for (uint32_t r = 0; r < rows; ++r) {
        InterfaceVariable &var = variable(where, a.element, r);
        if (diag_.has_errors()) return;
        if (var.vertices && !at_vertex) at_vertex = vertex_index(vertex, var.vertices);
        Id whole = var.vertices ? load_whole(where, var, a.element, at_vertex)
                                : loaded_input(where, var, a.element, var.builtin != nullptr);
        Id value = columns(whole, var.value.is_bool() ? ir::i32() : var.value, a.column, t);
        Id to = typed(spv::Op::OpAccessChain, element_pointer, copy, b_.u32(r));
        f_->emit(spv::Op::OpStore, to, value);
    }
    Id index = glsl(ir::i32(), GLSLstd450UMin, {offset_by(id(row), a.row), b_.u32(rows)});
    Id from = typed(spv::Op::OpAccessChain, element_pointer, copy, index);
    set(v, inst, result(spv::Op::OpLoad, t, from));
}

void Writer::eval_input(Value v, const Inst &inst) {
    auto a = ir::Access::unpack(inst.arg[2]);
    InterfaceVariable &var = variable(Place::input, a.element, a.row);
    if (diag_.has_errors()) return;
    const Element &e = m_.inputs[a.element];
    // A flat input has one value wherever it is asked for.
    if (var.builtin || !var.value.is_float() || e.interpolation == Interpolation::constant) {
        return load_element(v, inst, Place::input, inst.arg[2], 0, 0);
    }
    b_.capability(spv::Capability::InterpolationFunction);
    Id r = 0;
    switch (inst.arg[3]) {
    case 0: r = glsl(var.value, GLSLstd450InterpolateAtCentroid, {var.id}); break;
    case 1: {
        Id sample = id(inst.arg[0]);
        if (o_.for_cross) sample = typed(spv::Op::OpBitcast, b_.type_signed(1), sample); // as GLSL has it
        r = glsl(var.value, GLSLstd450InterpolateAtSample, {var.id, sample});
        break;
    }
    default: r = glsl(var.value, GLSLstd450InterpolateAtOffset, {var.id, id(inst.arg[0])}); break;
    }
    r = slice(r, var.value, a.column, inst.type.count());
    set(v, inst, cast(r, var.value.with_count(inst.type.count()), inst.type.kind()));
}

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
    const bool is_signed = e.component_type == signature::ComponentType::int_;
    Id whole = construct(t.with_count(4), parts, 4);
    if (is_signed) whole = typed(spv::Op::OpBitcast, b_.type_signed(4), whole);
    f_->emit(spv::Op::OpStore, variable, whole);
}

// Control points and patch constants of a hull shader, and every other stage's outputs.
void Writer::store_element(Place where, uint32_t packed, Value from, Value at) {
    auto a = ir::Access::unpack(packed);
    const Element &e = places_[static_cast<unsigned>(where)].elements[a.element];
    InterfaceVariable &var = variable(where, a.element, a.row);
    if (diag_.has_errors()) return;
    const auto storage_class = storage(where);
    const bool distance = var.builtin && var.builtin->shape == Shape::float_array;
    if (where == Place::output && !captured_.empty()) store_captured(a, from);
    ir::Type t = type_of(from);
    Id value = id(from);
    const ir::Kind kind = distance ? ir::Kind::f32 : var.value.is_bool() ? ir::Kind::i32 : var.value.kind();
    value = cast(value, t, kind);
    t = t.with_kind(kind);
    Id vertex = var.vertices ? vertex_index(at, var.vertices) : 0;
    auto component = [&](unsigned i) { return t.is_scalar() ? value : extract(value, t.scalar(), i); };
    if (distance) {
        for (unsigned i = 0; i < t.count(); ++i) {
            Id c = component(i);
            f_->emit(spv::Op::OpStore, distance_pointer(where, a.element, a.column + i, vertex), c);
        }
        return;
    }
    if (var.builtin && var.value.is_scalar()) {
        value = component(0);
        if (var.value.is_bool()) value = result(spv::Op::OpINotEqual, ir::boolean(), value, b_.u32(0));
        if (var.mirror) f_->emit(spv::Op::OpStore, var.mirror, value);
        Id slot = 0;
        if (var.builtin->shape == Shape::mask_array) slot = b_.u32(0);
        if (level_count(var.builtin->shape)) slot = b_.u32(var.slot);
        f_->emit(spv::Op::OpStore, part(var, storage_class, var.type, vertex, slot), value);
        return;
    }
    const ir::Type have = var.value;
    if (output_swizzle(e) != identity_swizzle) return store_swizzled(var.id, value, t, e, a.column);
    if (t.count() == have.count()) {
        if (var.signed_int) value = typed(spv::Op::OpBitcast, var.type, value);
        f_->emit(spv::Op::OpStore, part(var, storage_class, var.type, vertex, 0), value);
        return;
    }
    // Part of the element.
    Id scalar_type = var.signed_int ? b_.type_signed(1) : type(t.scalar());
    for (unsigned i = 0; i < t.count() && a.column + i < have.count(); ++i) {
        Id c = component(i);
        if (var.signed_int) c = typed(spv::Op::OpBitcast, scalar_type, c);
        f_->emit(spv::Op::OpStore, part(var, storage_class, scalar_type, vertex, b_.u32(a.column + i)), c);
    }
}

// The invocation's number as the index of its control point. GLSL wants gl_InvocationID itself there, which
// has a sign.
Id Writer::own_vertex() {
    if (!own_vertex_) {
        Id t = o_.for_cross ? b_.type_signed(1) : type(ir::i32());
        Id v = builtin_variable(spv::BuiltIn::InvocationId, t, spv::StorageClass::Input);
        AtHead at_head(*this);
        own_vertex_ = typed(spv::Op::OpLoad, t, v);
    }
    return own_vertex_;
}

Id Writer::invocation_id() {
    if (!o_.for_cross) return own_vertex();
    if (!invocation_id_) {
        Id index = own_vertex();
        AtHead at_head(*this);
        invocation_id_ = result(spv::Op::OpBitcast, ir::i32(), index);
    }
    return invocation_id_;
}

} // namespace weft::spirv
