// Inputs and outputs by element, row and column; system values; what pixel and geometry shaders do with them.
#include <algorithm>

#include "core/dxil/calls.h"

namespace weft::dxil {

using ir::Kind;
using ir::Op;
using signature::ComponentType;
using signature::Element;
using signature::SystemValue;

namespace {

Kind element_kind(const Element &e) {
    switch (e.component_type) {
    case ComponentType::uint:
    case ComponentType::int_:
    case ComponentType::uint16:
    case ComponentType::int16:
    case ComponentType::boolean: return Kind::i32;
    default: return Kind::f32;
    }
}

bool is_wide(ComponentType t) {
    return t == ComponentType::double_ || t == ComponentType::uint64 || t == ComponentType::int64;
}

bool is_factor(SystemValue value) {
    return value >= SystemValue::tess_factor_quad_edge && value <= SystemValue::tess_factor_line_density;
}

// What a vertex can have of system values; the rest belongs to the primitive and has no register.
SystemValue vertex_value(SystemValue v) {
    return v == SystemValue::position || v == SystemValue::clip_distance || v == SystemValue::cull_distance
               ? v
               : SystemValue::none;
}

} // namespace

ir::Type Calls::row_type(const Element &e) {
    return {element_kind(e), signature::column_count(e.mask)};
}

// --- signatures
// ----------------------------------------------------------------------------------------------------

// The IR has an element for each row, as callers and containers have them.
bool Calls::expand(std::span<const Element> elements, Side *out) {
    Side &side = *out;
    side.given = static_cast<uint32_t>(elements.size());
    side.first = {arena().array<uint32_t>(elements.size()), elements.size()};
    side.local = {arena().array<uint32_t>(elements.size()), elements.size()};
    side.elements.append(signature::by_row(elements, arena()));
    side.rows = static_cast<uint32_t>(side.elements.size());
    side.current.resize(side.elements.size() * 4);
    uint32_t row = 0;
    for (size_t i = 0; i < elements.size(); ++i) {
        const Element &e = elements[i];
        if (is_wide(e.component_type))
            return fail(code::dxil_signature, "a signature element of 64-bit components has no register");
        side.first[i] = row;
        side.local[i] = none;
        // Values that only code can read have none in signatures.
        for (uint32_t r = 0; r < e.rows; ++r, ++row)
            if (e.system_value >= SystemValue::first_internal)
                side.elements[row].system_value = e.system_value;
    }
    return true;
}

bool Calls::reads_vertices() const {
    return interface_.kind == ShaderKind::hull || interface_.kind == ShaderKind::domain ||
           interface_.kind == ShaderKind::geometry;
}

bool Calls::begin_signatures() {
    if (!expand(interface_.inputs, &inputs_) || !expand(interface_.outputs, &outputs_) ||
        !expand(interface_.patch_constants, &patch_))
        return false;
    for (Element &e : inputs_.elements) {
        if (reads_vertices() && e.register_index != signature::no_register)
            e.system_value = vertex_value(e.system_value);
        // Read by an operation of its own, which has a name for it.
        if (e.system_value == SystemValue::coverage) e.system_value = SystemValue::sample_coverage;
    }
    const bool hull = interface_.kind == ShaderKind::hull;
    if (hull || interface_.kind == ShaderKind::domain) {
        // Both signatures count registers from 0; patch constants come behind all that the control points'
        // signature declares.
        const uint32_t behind = signature::next_register((hull ? outputs_ : inputs_).elements.span());
        for (Element &e : patch_.elements)
            if (e.register_index != signature::no_register) e.location = behind + e.register_index;
    }
    switch (interface_.kind) {
    case ShaderKind::pixel: ir().stage = ir::Stage::pixel; return true;
    case ShaderKind::vertex: ir().stage = ir::Stage::vertex; return true;
    case ShaderKind::compute: ir().stage = ir::Stage::compute; return true;
    case ShaderKind::geometry: ir().stage = ir::Stage::geometry; return begin_geometry();
    case ShaderKind::hull: ir().stage = ir::Stage::hull; return begin_tessellation();
    case ShaderKind::domain: ir().stage = ir::Stage::domain; return begin_tessellation();
    case ShaderKind::mesh: ir().stage = ir::Stage::mesh; return begin_mesh();
    case ShaderKind::amplification: ir().stage = ir::Stage::amplification; return begin_mesh();
    default: refuse_kind(interface_.kind, interface_.entry_name, diag_); return false;
    }
}

bool Calls::find_element(Side &side, Place *out) {
    uint64_t id = 0, column = 0, row = 0;
    if (!literal(0, &id) || id >= side.given)
        return fail(code::dxil_signature, "there is no such signature element");
    const uint32_t first = side.first[id];
    const Element &e = side.elements[first];
    if (!literal(2, &column) || column >= signature::column_count(e.mask))
        return fail(code::dxil_signature, "the signature element has no such column");
    out->id = static_cast<uint32_t>(id);
    out->first = first;
    out->column = static_cast<unsigned>(column);
    out->rows = side.rows_of(out->id);
    if (literal(1, &row)) {
        if (row >= out->rows) return fail(code::dxil_signature, "the signature element has no such row");
        out->row = static_cast<uint32_t>(row);
        return true;
    }
    out->row_value = argument(1);
    return true;
}

// An input that no signature has, or that one has for show.
uint32_t Calls::system_element(SystemValue value, uint8_t mask) {
    for (uint32_t i = 0; i < inputs_.elements.size(); ++i)
        if (inputs_.elements[i].system_value == value &&
            inputs_.elements[i].register_index == signature::no_register)
            return i;
    Element e;
    e.system_value = value;
    e.component_type = value == SystemValue::domain_location ? ComponentType::float_ : ComponentType::uint;
    e.mask = e.used_mask = mask;
    e.interpolation = signature::Interpolation::constant;
    e.scan_index = signature::no_register;
    inputs_.elements.push(e);
    return static_cast<uint32_t>(inputs_.elements.size() - 1);
}

// --- inputs
// ----------------------------------------------------------------------------------------------------------

// Whole rows: loads of the same row are one.
ir::Value Calls::load_row(uint32_t element, Value vertex) {
    const Element &e = inputs_.elements[element];
    return b_.emit(Op::load_input, row_type(e), 0, vertex, ir::Access::pack(element, 0, 0));
}

bool Calls::load_input() {
    Place p;
    if (!find_element(inputs_, &p)) return false;
    Value vertex = 0;
    if (ir().per_vertex(inputs_.elements[p.first])) {
        if (is_undefined(3)) return fail(code::dxil_operand, "the input of a primitive needs a vertex");
        if (!ir().input_vertices) {
            result(b_.zero(l_.scalar_type(overload_)));
            return true;
        }
        vertex = argument(3);
    }
    Value v;
    if (!p.row_value) {
        v = b_.extract(load_row(p.first + p.row, vertex), p.column);
    } else {
        const uint32_t local = inputs_.local[p.id];
        if (vertex)
            for (uint32_t r = 0; r < p.rows; ++r)
                b_.emit(Op::store_local, ir::void_type, b_.i32c(r), load_row(p.first + r, vertex), local, 0);
        v = load_array(inputs_, p);
    }
    result(to_overload(v));
    return true;
}

ir::Value Calls::load_array(const Side &side, const Place &p) {
    return b_.emit(Op::load_local, ir::Type(element_kind(side.elements[p.first])), p.row_value,
                   side.local[p.id], p.column);
}

// Each row has a variable of its own, and only variables can be interpolated: all of them are, and the row
// chooses.
bool Calls::evaluate() {
    Place p;
    if (!find_element(inputs_, &p)) return false;
    Value where = 0;
    uint32_t mode = 0;
    if (op_ == DxOp::EvalSampleIndex) {
        mode = 1;
        where = argument(3);
    } else if (op_ == DxOp::EvalSnapped) {
        // Four signed bits, in sixteenths of a pixel.
        mode = 2;
        where = b_.emit(Op::ibfe, ir::i32(2), vector(3, 2), b_.i32c(2, 0), b_.i32c(2, 4));
        where = b_.binary(Op::fmul, b_.emit(Op::itof, ir::f32(2), where), b_.f32c(2, 1.0f / 16));
    }
    const auto row = [&](uint32_t element) {
        const Element &e = inputs_.elements[element];
        const ir::Type t(element_kind(e), signature::column_count(e.mask));
        // Values without interpolation are the same everywhere.
        if (e.system_value != SystemValue::none || t.kind() != Kind::f32 ||
            e.interpolation == signature::Interpolation::constant)
            return b_.extract(load_row(element, 0), p.column);
        return b_.extract(b_.emit(Op::eval_input, t, where, 0, ir::Access::pack(element, 0, 0), mode),
                          p.column);
    };
    Value v = row(p.first + p.row);
    if (p.row_value)
        for (uint32_t r = 1; r < p.rows; ++r)
            v = b_.select(b_.compare(Op::ieq, p.row_value, b_.i32c(r)), row(p.first + r), v);
    result(to_overload(v));
    return true;
}

bool Calls::attribute_at_vertex() {
    Place p;
    if (!find_element(inputs_, &p)) return false;
    uint32_t vertex;
    if (!literal_below(3, 3, "the vertex", &vertex)) return false;
    if (p.row_value) return unsupported("An attribute of a vertex with a computed row");
    const Element &e = inputs_.elements[p.first + p.row];
    const ir::Type t(element_kind(e), signature::column_count(e.mask));
    Value v = b_.emit(Op::load_attribute, t, 0, b_.i32c(vertex), ir::Access::pack(p.first + p.row, 0, 0));
    result(to_overload(b_.extract(v, p.column)));
    return true;
}

// All of it: three components where it is a vector.
ir::Value Calls::load_system(SystemValue value) {
    const bool vector = value == SystemValue::thread_id || value == SystemValue::group_id ||
                        value == SystemValue::thread_id_in_group || value == SystemValue::domain_location;
    const uint32_t element = system_element(value, vector ? 7 : 1);
    const Kind kind = value == SystemValue::domain_location ? Kind::f32 : Kind::i32;
    return b_.emit(Op::load_input, ir::Type(kind, vector ? 3 : 1), 0, 0, ir::Access::pack(element, 0, 0));
}

bool Calls::system_value() {
    const Value v = load_system(static_cast<SystemValue>(parameter_));
    uint32_t column = 0;
    if (b_.type(v).count() > 1 && !literal_below(0, 3, "the component", &column)) return false;
    result(b_.extract(v, column));
    return true;
}

// --- outputs
// ---------------------------------------------------------------------------------------------------------

bool Calls::store(Side &side) {
    Place p;
    if (!find_element(side, &p)) return false;
    const Value v = b_.cast(from_overload(argument(3)), element_kind(side.elements[p.first]));
    writes_ |= &side == &outputs_;
    if (side.local[p.id] != none)
        b_.emit(Op::store_local, ir::void_type, p.row_value ? p.row_value : b_.i32c(p.row), v,
                side.local[p.id], p.column);
    else
        side.current[(p.first + p.row) * 4 + p.column] = {v, 0};
    return true;
}

// What an output is that the shader does not write.
ir::Value Calls::initial(const Element &e) {
    const bool pixel = interface_.kind == ShaderKind::pixel;
    if (pixel && e.system_value == SystemValue::coverage) return b_.i32c(~0u);
    const ir::Type t(element_kind(e));
    return !pixel && signature::defaults_to_one(e) && t.is_float() ? b_.f32c(1) : b_.zero(t);
}

void Calls::begin_arrays(Side &side, bool output) {
    for (uint32_t id = 0; id < side.given; ++id) {
        if (side.local[id] == none) continue;
        // Those of vertices are filled with the rows of one vertex where they are read.
        if (!output && ir().per_vertex(side.elements[side.first[id]]) && &side == &inputs_) continue;
        const uint32_t first = side.first[id];
        for (uint32_t r = 0; r < side.rows_of(id); ++r) {
            const Element &e = side.elements[first + r];
            const unsigned columns = signature::column_count(e.mask);
            Value v = output             ? b_.broadcast(initial(e), columns)
                      : &side == &patch_ ? load_patch_row(first + r)
                                         : load_row(first + r, 0);
            if (!output || !b_.is_splat(v, 0))
                b_.emit(Op::store_local, ir::void_type, b_.i32c(r), v, side.local[id], 0);
        }
    }
}

void Calls::store_all(Side &side, uint32_t stream) {
    const bool patch = &side == &patch_;
    for (uint32_t id = 0; id < side.given; ++id) {
        const uint32_t first = side.first[id];
        for (uint32_t r = 0; r < side.rows_of(id); ++r) {
            const Element &e = side.elements[first + r];
            if (e.stream != stream) continue;
            const unsigned columns = signature::column_count(e.mask);
            Value v;
            if (side.local[id] != none) {
                v = b_.emit(Op::load_local, ir::Type(element_kind(e), columns), b_.i32c(r), side.local[id],
                            0);
            } else {
                Lane lanes[4];
                for (unsigned c = 0; c < columns; ++c) {
                    lanes[c] = side.current[(first + r) * 4 + c];
                    if (!lanes[c].value()) lanes[c] = {initial(e), 0};
                }
                v = b_.gather(lanes, columns, element_kind(e));
            }
            const uint32_t access = ir::Access::pack(first + r, 0, 0);
            if (!patch) {
                b_.emit(Op::store_output, ir::void_type, v, 0, 0, access);
                continue;
            }
            if (is_factor(e.system_value)) {
                v = b_.binary(Op::fmax, v, b_.f32c(columns, 0)); // NaN becomes 0
                v = b_.binary(Op::fmin, v, b_.f32c(columns, interface_.max_tess_factor));
            }
            b_.emit(Op::store_patch, ir::void_type, v, 0, access);
        }
    }
}

bool Calls::before_return() {
    if (which_) {
        store_all(patch_, 0);
        return true;
    }
    switch (interface_.kind) {
    case ShaderKind::geometry: // outputs go with vertices
    case ShaderKind::mesh:
    case ShaderKind::amplification:
    case ShaderKind::compute: return true;
    case ShaderKind::hull:
        if (!writes_) return pass_through();
        break;
    default: break;
    }
    store_all(outputs_, 0);
    return true;
}

bool Calls::emit_stream() {
    uint32_t stream;
    if (!literal_below(0, 4, "the stream", &stream)) return false;
    if (op_ != DxOp::CutStream) {
        store_all(outputs_, stream);
        b_.emit(Op::emit_vertex, ir::void_type, stream);
    }
    if (op_ != DxOp::EmitStream) b_.emit(Op::cut_strip, ir::void_type, stream);
    return true;
}

// --- pixels
// ----------------------------------------------------------------------------------------------------------

bool Calls::discard() {
    b_.emit(Op::demote, ir::void_type, argument(0));
    return true;
}

bool Calls::helper_lane() {
    result(interface_.kind == ShaderKind::pixel ? b_.emit(Op::is_helper, ir::boolean()) : b_.boolc(false));
    return true;
}

} // namespace weft::dxil
