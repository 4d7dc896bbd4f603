// Root signatures: the RTS0 part of a container, in the versions 1.0, 1.1 and 1.2.
#pragma once

#include <cstdint>
#include <span>

#include "core/support/arena.h"
#include "core/support/diagnostics.h"

namespace weft::container {

// As the part's first word has it.
enum class RootVersion : uint32_t { none = 0, v1_0 = 1, v1_1 = 2, v1_2 = 3 };

inline bool known(RootVersion v) {
    return v >= RootVersion::v1_0 && v <= RootVersion::v1_2;
}

// The numbers of D3D12_DESCRIPTOR_RANGE_TYPE, D3D12_ROOT_PARAMETER_TYPE and D3D12_SHADER_VISIBILITY. What
// comes from outside may be any number until check() has seen it.
enum class RangeType : uint32_t { srv, uav, cbv, sampler };
enum class RootParameterType : uint32_t { table, constants, cbv, srv, uav };
enum class Visibility : uint32_t { all, vertex, hull, domain, geometry, pixel, amplification, mesh };

// D3D12_DESCRIPTOR_RANGE_FLAGS; root descriptors have the middle three.
enum RootDataFlags : uint32_t {
    descriptors_volatile = 0x1,
    data_volatile = 0x2,
    data_static_while_set_at_execute = 0x4,
    data_static = 0x8,
    descriptors_static_keeping_bounds_checks = 0x10000,
};

constexpr uint32_t root_flag_local = 0x80; // D3D12_ROOT_SIGNATURE_FLAG_LOCAL_ROOT_SIGNATURE
constexpr uint32_t unbounded = ~0u, append_range = ~0u;

struct DescriptorRange {
    RangeType type;
    uint32_t count; // or unbounded
    uint32_t base_register, space;
    uint32_t flags;  // 0 in 1.0
    uint32_t offset; // in the table, or append_range
};

struct RootParameter {
    RootParameterType type;
    Visibility visibility;
    std::span<const DescriptorRange> ranges; // of a table
    uint32_t shader_register, space;         // of everything else
    uint32_t value_count;                    // of constants
    uint32_t flags;                          // of a descriptor; 0 in 1.0
};

struct StaticSampler {
    uint32_t filter, address[3];
    float mip_lod_bias;
    uint32_t max_anisotropy, comparison, border_colour;
    float min_lod, max_lod;
    uint32_t shader_register, space;
    Visibility visibility;
    uint32_t flags; // D3D12_SAMPLER_FLAGS; 0 before 1.2
};

struct RootSignature {
    RootVersion version = RootVersion::none;
    uint32_t flags = 0;
    std::span<const RootParameter> parameters;
    std::span<const StaticSampler> samplers;
};

// Reads the payload of an RTS0 part and checks what it says.
Result read_root_signature(std::span<const uint8_t> part, Arena &arena, Diagnostics &diag,
                           RootSignature *out);

// The same from a whole container or from a part alone, which starts with its version. A container without
// such a part leaves version none.
Result find_root_signature(std::span<const uint8_t> data, Arena &arena, Diagnostics &diag,
                           RootSignature *out);

// Whether Direct3D 12 takes it.
Result check_root_signature(const RootSignature &signature, Arena &arena, Diagnostics &diag);

// The payload of an RTS0 part, laid out as Microsoft's compilers do. The signature has been checked.
std::span<const uint8_t> write_root_signature(const RootSignature &signature, Arena &arena);

// Upward, flags are filled in that keep the meaning; downward they are dropped. Fails where an older version
// has no way to say it.
Result convert_root_signature(const RootSignature &from, RootVersion version, Arena &arena, Diagnostics &diag,
                              RootSignature *out);

} // namespace weft::container
