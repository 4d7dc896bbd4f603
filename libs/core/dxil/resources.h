// The resources that the `dx.*` metadata declares.
#pragma once

#include "core/dxil/model.h"
#include "core/support/diagnostics.h"

namespace weft::dxil {

// Numbers of the metadata.
enum class ResourceClass : uint8_t { srv, uav, cbv, sampler };

enum class ResourceKind : uint8_t {
    invalid,
    texture_1d,
    texture_2d,
    texture_2dms,
    texture_3d,
    texture_cube,
    texture_1d_array,
    texture_2d_array,
    texture_2dms_array,
    texture_cube_array,
    typed_buffer,
    raw_buffer,
    structured_buffer,
    constant_buffer,
    sampler,
    texture_buffer,
    acceleration_structure,
    feedback_2d,
    feedback_2d_array,
};

struct Resource {
    ResourceClass type = ResourceClass::srv;
    ResourceKind kind = ResourceKind::invalid;
    uint32_t id = 0;             // place in the list of its class
    uint32_t symbol = none;      // its value, which a library loads
    uint32_t symbol_type = none; // what it is in the source: a class, a structure, or arrays of these
    std::string_view name;
    uint32_t space = 0;
    uint32_t lower = 0;
    uint32_t count = 1;                                      // ~0 = unbounded
    uint8_t component_type = 0;                              // typed: number of the metadata
    uint8_t sampler_mode = 0;                                // 0 default, 1 comparison, 2 mono
    bool coherent = false, counter = false, ordered = false; // UAVs
    uint32_t stride = 0;                                     // structured buffers
    uint32_t size = 0;                                       // constant buffers: bytes
    uint32_t sample_count = 0;                               // textures
};

// SRVs, UAVs, constant buffers and samplers in this order; `first` has where each class starts, and the end.
struct Resources {
    std::span<Resource> all;
    uint32_t first[5] = {};

    const Resource *find(ResourceClass type, uint32_t id) const {
        const auto c = static_cast<unsigned>(type);
        return c < 4 && id < first[c + 1] - first[c] ? &all[first[c] + id] : nullptr;
    }
    // The one whose range holds a register.
    const Resource *find(ResourceClass type, uint32_t space, uint32_t index) const {
        const auto c = static_cast<unsigned>(type);
        if (c >= 4) return nullptr;
        for (uint32_t i = first[c]; i < first[c + 1]; ++i)
            if (all[i].space == space && index >= all[i].lower && index - all[i].lower < all[i].count)
                return &all[i];
        return nullptr;
    }
};

// Elements of 64-bit integers are declared as words; what atomic operations of 64 bits use is of the type
// that has this number then.
uint8_t long_component(uint8_t type);
// What an entry of a descriptor heap is by the two words of its properties: one of an unbounded range in a
// space that Direct3D 12 keeps from shaders (WEFT_DESCRIPTOR_HEAP_SPACE). False for kinds that no heap has.
bool heap_entry(std::span<const uint32_t> words, Resource *out);
// Whether two such ranges are one.
bool same_entry(const Resource &a, const Resource &b);

Result read_resources(const Module &module, Arena &arena, Diagnostics &diag, Resources *out);

} // namespace weft::dxil
