// The one model of a shader's interface. Every front end produces it; scanning, linking, the container
// writer, the IR and the SPIR-V interface consume it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/support/arena.h"

namespace weft::signature {

// Numbers of enum vkd3d_shader_sysval_semantic (which are those of the container format, extended).
enum class SystemValue : uint8_t {
    none = 0x00,
    position = 0x01,
    clip_distance = 0x02,
    cull_distance = 0x03,
    render_target_array_index = 0x04,
    viewport_array_index = 0x05,
    vertex_id = 0x06,
    primitive_id = 0x07,
    instance_id = 0x08,
    is_front_face = 0x09,
    sample_index = 0x0a,
    tess_factor_quad_edge = 0x0b,
    tess_factor_quad_inside = 0x0c,
    tess_factor_tri_edge = 0x0d,
    tess_factor_tri_inside = 0x0e,
    tess_factor_line_detail = 0x0f,
    tess_factor_line_density = 0x10,
    barycentrics = 0x17, // from here to the target: DXIL only
    shading_rate = 0x18,
    cull_primitive = 0x19,
    target = 0x40,
    depth = 0x41,
    coverage = 0x42,
    depth_greater_equal = 0x43,
    depth_less_equal = 0x44,
    stencil_ref = 0x45,
    // Values below have no signature number; they exist only as inputs of the IR.
    first_internal = 0x80,
    thread_id = 0x80,
    group_id = 0x81,
    thread_id_in_group = 0x82,
    thread_index_in_group = 0x83,
    sample_coverage = 0x84, // vCoverage
    inner_coverage = 0x85,  // vInnerCoverage
    domain_location = 0x86, // vDomain
    gs_instance_id = 0x87,
    output_control_point_id = 0x88,
    point_size = 0x89,  // D3D9 PSIZE 0 out of a vertex shader
    point_coord = 0x8a, // D3D9 point sprites
    view_id = 0x8b,
    start_vertex_location = 0x8c,
    start_instance_location = 0x8d,
};

// Numbers of enum vkd3d_shader_component_type.
enum class ComponentType : uint8_t {
    none = 0,
    uint = 1,
    int_ = 2,
    float_ = 3,
    boolean = 4,
    double_ = 5,
    uint64 = 6,
    int64 = 7,
    float16 = 8,
    uint16 = 9,
    int16 = 10,
};

// Numbers of enum vkd3d_shader_minimum_precision.
enum class MinPrecision : uint8_t { none = 0, float_16 = 1, fixed_8_2 = 2, int_16 = 4, uint_16 = 5 };

// Of floats: DXIL tells where they come from normalised integers. Nothing but DXIL's metadata says so.
enum class Normalisation : uint8_t { none = 0, snorm = 1, unorm = 2 };

// Numbers of the TPF interpolation field.
enum class Interpolation : uint8_t {
    undefined = 0,
    constant = 1,
    linear = 2,
    linear_centroid = 3,
    linear_noperspective = 4,
    linear_noperspective_centroid = 5,
    linear_sample = 6,
    linear_noperspective_sample = 7,
};

inline constexpr uint32_t no_register = ~0u;

// One element: `rows` x `columns` at (register_index, start column). Elements read from a container or
// synthesised from D3D9 bytecode have one row each; DXIL and true arrays have more.
struct Element {
    std::string_view name;       // as spelt in the source; compare without case
    uint32_t semantic_index = 0; // of the first row
    // One for each row where they do not count up, as in arrays of structures; else null.
    const uint32_t *row_indices = nullptr;
    SystemValue system_value = SystemValue::none;
    ComponentType component_type = ComponentType::float_;
    Interpolation interpolation = Interpolation::undefined;
    MinPrecision min_precision = MinPrecision::none;
    Normalisation normalisation = Normalisation::none;
    uint8_t rows = 1;
    uint8_t mask = 0;      // components of the register; bit 0 is x
    uint8_t used_mask = 0; // inputs: read; outputs: written
    uint8_t dynamic_index_mask = 0;
    uint8_t stream = 0;                    // geometry stream
    uint32_t register_index = no_register; // first row's register
    uint32_t scan_index = 0;               // position in the scanned signature; never changes afterwards
    uint32_t location =
        no_register; // first row's interface location; no_register until a stage or a link decides

    // `indices` has one for each row and outlives the element.
    void set_indices(const uint32_t *indices);
    uint32_t index_of_row(uint32_t row) const {
        return row_indices ? row_indices[row] : semantic_index + row;
    }
};

constexpr unsigned start_column(uint8_t mask) {
    return mask & 1 ? 0 : mask & 2 ? 1 : mask & 4 ? 2 : mask & 8 ? 3 : 0;
}

// Columns from the first set bit to the last, holes included.
constexpr unsigned column_count(uint8_t mask) {
    unsigned end = mask & 8 ? 4 : mask & 4 ? 3 : mask & 2 ? 2 : mask & 1 ? 1 : 0;
    return end ? end - start_column(mask) : 0;
}

// 0x5 -> 0x7, 0x9 -> 0xf: the mask with its holes filled.
constexpr uint8_t contiguous_mask(uint8_t mask) {
    return static_cast<uint8_t>(((1u << column_count(mask)) - 1) << start_column(mask));
}

using Signature = std::span<Element>;

// ASCII, without case: the comparison Direct3D uses for semantics.
bool same_name(std::string_view a, std::string_view b);

// The first element with this name, index and stream, or nullptr.
const Element *find(std::span<const Element> signature, std::string_view name, uint32_t index,
                    uint32_t stream = 0);

// One element a row, as containers and callers have them: what only code can read has no system value there.
Signature by_row(std::span<const Element> elements, Arena &arena);

// The first register behind those of all elements.
uint32_t next_register(std::span<const Element> signature);

// Locations of a geometry shader's outputs: no two share one, whatever their streams. Those of stream 0 have
// their register, those of the others come behind; outputs that share a register share a location. Only stream
// 0 is rasterised, so in the others system values are data like any other.
void number_streams(std::span<Element> outputs);

// A fog coordinate for a signature that has none.
Element fog_element(std::span<const Element> signature);

// What a component that the previous stage does not write reads as: 1 in COLOR 0, else 0, whatever the shader
// model.
bool defaults_to_one(const Element &element);

// Moves the registers of varyings below `limit`, those that are there already staying where they are.
// Elements of one register stay together. Moved registers take what is free from 0 upwards, or else share a
// register of which they use other components. Depends on nothing but its arguments. False if there is no
// room: then nothing has changed.
bool limit_registers(std::span<Element> elements, uint32_t limit);

// One entry of a varying map; the layout-independent twin of struct vkd3d_shader_varying_map.
struct VaryingMapEntry {
    uint32_t output_index;   // scan index of the output; n (the output count) = supply 0, n + 1 = supply 1
    uint32_t input_register; // location on the consumer's side
    uint32_t input_mask;
};

// Links by semantic, whatever register each side used. `map` has room for one entry per input element;
// returns the number written. Inputs that are system values get no entry, unless a stage behind the first one
// can only read them as plain data.
size_t build_varying_map(std::span<const Element> outputs, std::span<const Element> inputs,
                         std::span<VaryingMapEntry> map);

} // namespace weft::signature
