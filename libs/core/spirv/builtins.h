// System values and the SPIR-V built-ins that carry them, as one table.
#pragma once

#include <spirv/unified1/spirv.hpp11>

#include "core/ir/module.h"

namespace weft::spirv {

enum class Shape : uint8_t {
    uint,    // scalar
    boolean, // scalar
    float_,  // scalar
    float2,
    float3,
    float4,
    uint3,
    float_array, // one slot a component, over all elements of the system value
    mask_array,  // uint[1]
    outer_level, // one slot of float[4]
    inner_level, // one slot of float[2]
};

// Slots of tessellation levels, whatever the domain uses of them.
constexpr uint32_t level_count(Shape shape) {
    return shape == Shape::outer_level ? 4 : shape == Shape::inner_level ? 2 : 0;
}

enum class Fixup : uint8_t {
    none,
    reciprocal_w,      // FragCoord.w is 1/w, SV_Position.w is w
    minus_base_vertex, // Direct3D's ids do not include the draw's base
    minus_base_instance,
    all_ones, // bool -> 0 or all ones
    one,      // bool -> 0 or 1
    mirror,   // stored to a plain varying as well, for a next stage that reads it as data
};

// What some built-ins want beyond a capability of the environment.
enum class Needs : uint8_t {
    nothing,
    viewport_index_layer, // Layer or ViewportIndex from a stage before the geometry shader
    stencil_export,
    draw_parameters,
    multiview,
    barycentric,
    shading_rate,
    fully_covered,
};

// Where an element stands. Patch constants are outputs of a hull shader and inputs of a domain shader.
enum class Place : uint8_t { input, output, patch };

struct BuiltIn {
    uint8_t stages; // bit n: ir::Stage n
    Place place;
    signature::SystemValue value;
    spv::BuiltIn builtin;
    Shape shape;
    Fixup fixup;
    bool flat;           // an integer that a pixel shader reads
    uint32_t capability; // or no_capability
    Needs needs = Needs::nothing;
};

inline constexpr uint32_t no_capability = ~0u;

// nullptr: the value travels as a plain varying in this place.
const BuiltIn *find_builtin(ir::Stage stage, Place place, signature::SystemValue value);

} // namespace weft::spirv
