// Hull and domain shaders: control points and patch constants. Geometry shaders: what they take and make.
#include <algorithm>

#include "core/dxil/calls.h"
#include "core/ir/primitives.h"

namespace weft::dxil {

using ir::Op;
using ir::Primitive;
using signature::Element;
using signature::SystemValue;

namespace {

constexpr uint32_t max_control_points = 32;

} // namespace

bool Calls::begin_geometry() {
    const uint32_t number = interface_.input_primitive;
    if (ir::is_patch(number)) return unsupported("A geometry shader that takes patches");
    const ir::InputPrimitive *input = ir::find_input_primitive(number);
    if (!input) return fail(code::dxil_properties, "the input primitive is unknown");
    if (!interface_.max_vertices || interface_.max_vertices > ir::max_geometry_vertices ||
        !interface_.instances || interface_.instances > ir::max_geometry_instances)
        return fail(code::dxil_properties, "the number of vertices or instances is out of range");
    // One that has nothing but side effects has no topology. Points would want a size.
    Primitive output = ir::output_primitive(interface_.output_topology);
    if (output == Primitive::none) output = Primitive::triangle;
    ir().input_vertices = input->vertices;
    ir().geometry = {input->primitive, output, interface_.max_vertices, interface_.instances};
    signature::number_streams(outputs_.elements.span());
    return true;
}

bool Calls::begin_tessellation() {
    const bool hull = interface_.kind == ShaderKind::hull;
    ir::Tessellation &t = ir().tessellation;
    if (interface_.input_control_points > max_control_points ||
        interface_.output_control_points > max_control_points)
        return fail(code::dxil_properties, "the number of control points is out of range");
    if (interface_.tessellator_domain - 1 > 2)
        return fail(code::dxil_properties, "the tessellator domain is unknown");
    ir().input_vertices = interface_.input_control_points;
    t.domain = static_cast<ir::TessDomain>(interface_.tessellator_domain);
    if (!hull) return true;
    ir().output_vertices =
        std::max(interface_.output_control_points, 1u); // SPIR-V has no patches without any
    if (interface_.partitioning - 1 > 3 || interface_.output_primitive - 1 > 3)
        return fail(code::dxil_properties, "the tessellator's partitioning or output is unknown");
    if (!(interface_.max_tess_factor >= 1 && interface_.max_tess_factor <= 64))
        return fail(code::dxil_properties, "the largest tessellation factor is out of range");
    t.partitioning = static_cast<ir::TessPartitioning>(interface_.partitioning);
    t.output = static_cast<ir::TessOutput>(interface_.output_primitive);
    return true;
}

// A hull shader that stores no control points hands on those that come in.
bool Calls::pass_through() {
    if (outputs_.elements.empty()) return true;
    if (ir().input_vertices != ir().output_vertices)
        return fail(code::dxil_properties,
                    "a hull shader that stores no control points makes another number than come in");
    const uint32_t id = system_element(SystemValue::output_control_point_id, 1);
    Value vertex = b_.emit(Op::load_input, ir::i32(), 0, 0, ir::Access::pack(id, 0, 0));
    for (uint32_t i = 0; i < outputs_.rows; ++i) {
        const Element &e = outputs_.elements[i];
        const ir::Type t = row_type(e);
        Value v = b_.zero(t);
        for (uint32_t k = 0; k < inputs_.rows; ++k) {
            const Element &in = inputs_.elements[k];
            if (in.semantic_index == e.semantic_index && signature::same_name(in.name, e.name) &&
                row_type(in) == t && ir().per_vertex(in))
                v = load_row(k, vertex);
        }
        b_.emit(Op::store_output, ir::void_type, v, 0, 0, ir::Access::pack(i, 0, 0));
    }
    return true;
}

// In the patch constant function the outputs of any control point; a domain shader reads them as inputs.
bool Calls::load_control_point() {
    if (interface_.kind == ShaderKind::domain) return load_input();
    if (!which_) return fail(code::dxil_intrinsic, "only patch constant functions read control points back");
    Place p;
    if (!find_element(outputs_, &p)) return false;
    const Value vertex = argument(3);
    const auto row = [&](uint32_t element) {
        return b_.emit(Op::load_output, row_type(outputs_.elements[element]), 0, vertex,
                       ir::Access::pack(element, 0, 0));
    };
    Value v = b_.extract(row(p.first + p.row), p.column);
    if (p.row_value)
        for (uint32_t r = 1; r < p.rows; ++r)
            v = b_.select(b_.compare(Op::ieq, p.row_value, b_.i32c(r)),
                          b_.extract(row(p.first + r), p.column), v);
    result(to_overload(v));
    return true;
}

bool Calls::load_patch_constant() {
    if (interface_.kind != ShaderKind::domain)
        return unsupported("Reading patch constants back in a hull shader");
    Place p;
    if (!find_element(patch_, &p)) return false;
    Value v = p.row_value ? load_array(patch_, p) : b_.extract(load_patch_row(p.first + p.row), p.column);
    result(to_overload(v));
    return true;
}

ir::Value Calls::load_patch_row(uint32_t element) {
    return b_.emit(Op::load_patch, row_type(patch_.elements[element]), 0, ir::Access::pack(element, 0, 0));
}

bool Calls::store_patch_constant() {
    if (!which_) return fail(code::dxil_intrinsic, "only patch constant functions store patch constants");
    return store(patch_);
}

} // namespace weft::dxil
