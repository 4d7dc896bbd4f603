// What Direct3D's semantics mean: their kinds as DXIL numbers them, the points of the pipeline at which
// signatures stand, and what each kind is at each point.
#pragma once

#include "core/signature/signature.h"

namespace weft::signature {

// Numbers of DXIL's metadata and of the PSV0 part.
enum class SemanticKind : uint8_t {
    arbitrary = 0,
    vertex_id = 1,
    instance_id = 2,
    position = 3,
    render_target_array_index = 4,
    viewport_array_index = 5,
    clip_distance = 6,
    cull_distance = 7,
    output_control_point_id = 8,
    domain_location = 9,
    primitive_id = 10,
    gs_instance_id = 11,
    sample_index = 12,
    is_front_face = 13,
    coverage = 14,
    inner_coverage = 15,
    target = 16,
    depth = 17,
    depth_less_equal = 18,
    depth_greater_equal = 19,
    stencil_ref = 20,
    dispatch_thread_id = 21,
    group_id = 22,
    group_index = 23,
    group_thread_id = 24,
    tess_factor = 25,
    inside_tess_factor = 26,
    view_id = 27,
    barycentrics = 28,
    shading_rate = 29,
    cull_primitive = 30,
    start_vertex_location = 31,
    start_instance_location = 32,
    count = 33,
};

// Where a signature stands, in the order of DXIL's signature points. "Input" without "control point" or
// "vertex" is what a stage has once, beside its vertices.
enum class Point : uint8_t {
    vertex_input = 0,
    vertex_output = 1,
    patch_function_input = 2,
    hull_input = 3,
    hull_control_point_input = 4,
    hull_control_point_output = 5,
    patch_constant_output = 6,
    domain_input = 7, // patch constants
    domain_control_point_input = 8,
    domain_output = 9,
    geometry_vertex_input = 10,
    geometry_input = 11,
    geometry_output = 12,
    pixel_input = 13,
    pixel_output = 14,
    compute_input = 15,
    mesh_input = 16,
    mesh_output = 17,
    mesh_primitive_output = 18,
    amplification_input = 19,
    count = 20,
};

enum class Interpretation : uint8_t {
    not_allowed,      // there is no such value here
    arbitrary,        // user data
    system_value,     // means something to the pipeline
    generated,        // made by the pipeline; stands behind everything else of its register
    clip_cull,        // at most two registers
    tess_factor,      // several rows of it: the last column
    target,           // the semantic index is the register
    not_packed,       // an element without a register
    shadow,           // an element without a register, for an operation that reads the value
    not_in_signature, // read by an operation; no element
};

// The shader model as major << 8 | minor.
constexpr uint32_t shader_model(unsigned major, unsigned minor) {
    return major << 8 | minor;
}
inline constexpr uint32_t any_shader_model = ~0u;

struct Semantic {
    SemanticKind kind;
    std::string_view name;     // "SV_..."; empty for user data
    std::string_view points;   // a letter for each Point; see semantic.cpp
    uint32_t first_input = 0;  // shader model from which the kind exists as an input ...
    uint32_t first_output = 0; // ... and as an output
};

const Semantic &semantic(SemanticKind kind);
// By name without case; nullptr for names of users and for unknown names in SV_.
const Semantic *find_semantic(std::string_view name);
bool is_system_name(std::string_view name); // starts with SV_, in any case

Interpretation interpret(SemanticKind kind, Point point, uint32_t model = any_shader_model);
// The same for an element of a signature, which may hold what its stage has once beside what each of its
// vertices has: a geometry shader's primitive among the inputs.
Interpretation interpret_beside(SemanticKind kind, Point point, uint32_t model = any_shader_model);
// "arbitrary", "system value" ...
std::string_view interpretation_name(Interpretation interpretation);
std::string_view point_name(Point point); // "VSIn" ...
bool is_input(Point point);

// The kind behind a number of the container, and back. Factors of tessellation have several numbers; the
// domain (1 isoline, 2 triangle, 3 quad) tells which.
SemanticKind semantic_kind(SystemValue value);
SystemValue system_value(SemanticKind kind, uint32_t tessellator_domain = 0);

} // namespace weft::signature
