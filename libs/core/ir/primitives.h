// Numbers of Direct3D's primitives, which TPF and DXIL share, and its limits of geometry shaders.
#pragma once

#include "core/ir/module.h"

namespace weft::ir {

constexpr uint32_t max_geometry_vertices = 1024, max_geometry_instances = 32;

// What a geometry shader may take, besides patches.
struct InputPrimitive {
    uint32_t number;
    Primitive primitive;
    uint32_t vertices;
};
constexpr InputPrimitive input_primitives[] = {
    {1, Primitive::point, 1},
    {2, Primitive::line, 2},
    {3, Primitive::triangle, 3},
    {6, Primitive::line_adjacency, 4},
    {7, Primitive::triangle_adjacency, 6},
};

// Patches of 1 to 32 control points.
constexpr bool is_patch(uint32_t number) {
    return number >= 8 && number <= 39;
}

// Null where the number is none.
constexpr const InputPrimitive *find_input_primitive(uint32_t number) {
    for (const InputPrimitive &i : input_primitives)
        if (i.number == number) return &i;
    return nullptr;
}

// What the strips of an output topology are made of; none where the number is none.
constexpr Primitive output_primitive(uint32_t topology) {
    switch (topology) {
    case 1: return Primitive::point;
    case 3: return Primitive::line;
    case 5: return Primitive::triangle;
    default: return Primitive::none;
    }
}

} // namespace weft::ir
