// What a container says of its shader for those who bind resources to it: the parts RDEF, STAT, IFCE and
// SFI0, and the signatures.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/container/container.h"
#include "core/signature/signature.h"
#include "core/support/arena.h"
#include "core/support/diagnostics.h"

namespace weft::container {

// Of messages about what is read here.
inline constexpr unsigned code_reflection = 3190;

// Numbers of d3dcommon.h throughout: D3D_SHADER_VARIABLE_CLASS, D3D_SHADER_VARIABLE_TYPE and so on.
struct ReflectedType {
    struct Member {
        const char *name;
        const ReflectedType *type; // with `offset` set
    };
    uint32_t variable_class, variable_type, rows, columns, elements;
    uint32_t offset;  // in the structure around it
    const char *name; // null below shader model 5
    std::span<const Member> members;
    const ReflectedType *subtype, *base; // null: none
    std::span<const ReflectedType *const> interfaces;
};

struct ReflectedVariable {
    const char *name;
    uint32_t offset, size, flags;
    const void *default_value; // null: none
    uint32_t first_texture, texture_count, first_sampler, sampler_count;
    const ReflectedType *type;
};

struct ReflectedBuffer {
    const char *name;
    uint32_t type, size, flags;
    std::span<const ReflectedVariable> variables;
};

struct ReflectedBinding {
    const char *name;
    uint32_t type, return_type, dimension, sample_count, bind_point, bind_count, flags, space, id;
};

// Counters of the part STAT, by their place in it.
enum class Counter : uint8_t {
    instructions,
    temps,
    defines,
    declarations,
    float_ops,
    int_ops,
    uint_ops,
    static_flow,
    dynamic_flow,
    macro_ops,
    indexable_temps,
    array_ops,
    cuts,
    emits,
    samples,
    loads,
    compare_samples,
    bias_samples,
    gradient_samples,
    movs,
    movcs,
    conversions,
    bitwise_ops,
    input_primitive,
    output_topology,
    max_output_vertices,
    gathers,
    lods,
    sample_frequency,
    gs_instances,
    control_points,
    hs_output_primitive,
    hs_partitioning,
    tess_domain,
    barriers,
    interlocked_ops,
    texture_stores,
    count
};

// The one of D3D_SHADER_REQUIRES whose bit means something else in SFI0.
inline constexpr uint32_t requires_early_depth_stencil = 0x2;

struct Reflection {
    uint32_t version = 0; // program type << 16 | major << 4 | minor
    const char *creator = nullptr;
    uint32_t flags = 0;
    std::span<const ReflectedBuffer> buffers;
    std::span<const ReflectedBinding> bindings;
    signature::Signature inputs, outputs, patch_constants; // used masks as stored
    uint32_t counters[static_cast<size_t>(Counter::count)] = {};
    uint32_t gs_input_primitive = 0;
    uint32_t interface_slots = 0;
    uint32_t feature_level = 0; // D3D_FEATURE_LEVEL
    uint32_t group_size[3] = {};
    // D3D_SHADER_REQUIRES, which is the part SFI0 but for one bit.
    uint64_t requirements = 0;

    uint32_t counter(Counter c) const { return counters[static_cast<size_t>(c)]; }
};

// Names and default values point into the container. A shader that was stripped of its resource definitions
// has none. TPF only; core/dxil has the other.
Result read_reflection(const Container &container, Arena &arena, Diagnostics &diag, Reflection *out);

} // namespace weft::container
