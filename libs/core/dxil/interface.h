// What the `dx.*` metadata says about a shader from outside: entry point, signatures, properties.
#pragma once

#include "core/dxil/model.h"
#include "core/signature/signature.h"
#include "core/support/diagnostics.h"

namespace weft::dxil {

// Numbers of the program header.
enum class ShaderKind : uint8_t {
    pixel,
    vertex,
    geometry,
    hull,
    domain,
    compute,
    library,
    ray_generation,
    intersection,
    any_hit,
    closest_hit,
    miss,
    callable,
    mesh,
    amplification,
    node,
    count,
};

enum ShaderFlag : uint64_t {
    shader_early_depth_stencil = uint64_t{1} << 3,
    shader_minimum_precision = uint64_t{1} << 5,
    shader_native_16_bit = uint64_t{1} << 23,
};

// What these flags ask of a device, as the part SFI0 has it.
uint64_t required_features(uint64_t flags);

enum class Denormals : uint8_t { any, preserve, flush };

// Numbers as in the metadata, which are those of Direct3D.
struct Interface {
    ShaderKind kind = ShaderKind::pixel;
    uint8_t major = 0, minor = 0;
    uint32_t entry = none; // in Module::functions; none in a library
    std::string_view entry_name;
    uint64_t flags = 0; // ShaderFlag
    // Elements in the order of their numbers in the code, with as many rows as they have there. What they use
    // is 0 for those that only name a value read by an operation of its own. Patch constants: of a mesh
    // shader, primitives.
    signature::Signature inputs, outputs, patch_constants;

    uint32_t thread_group_size[3] = {}; // compute, mesh, amplification
    uint32_t wave_size[3] = {};         // minimum, maximum, preferred
    uint32_t input_primitive = 0;       // geometry
    uint32_t max_vertices = 0;          // geometry, mesh
    uint32_t stream_mask = 0;           // geometry
    uint32_t output_topology = 0;       // geometry, mesh
    uint32_t instances = 1;             // geometry
    uint32_t patch_function = none;     // hull: in Module::functions
    uint32_t input_control_points = 0;  // hull, domain
    uint32_t output_control_points = 0; // hull
    uint32_t tessellator_domain = 0;    // hull, domain
    uint32_t partitioning = 0;          // hull
    uint32_t output_primitive = 0;      // hull
    float max_tess_factor = 64;         // hull
    uint32_t max_primitives = 0;        // mesh
    uint32_t payload_size = 0;          // mesh, amplification
    Denormals denormals_f32 = Denormals::any;
    // Which components of signatures and which members of constant buffers are used. Validators before 1.5
    // left that out.
    bool says_usage = true;
    bool wave_helpers = false; // helper lanes take part in wave operations
};

// Modules for reflection (the part STAT) have no bodies.
enum class Bodies : uint8_t { required, absent };

Result read_interface(const ProgramHeader &header, const Module &module, Arena &arena, Diagnostics &diag,
                      Interface *out, Bodies bodies = Bodies::required);

// Says why a shader of this kind, or a library, has no translation.
void refuse_kind(ShaderKind kind, std::string_view entry, Diagnostics &diag);
void refuse_library(const Module &module, Diagnostics &diag);

// What a container says about a shader beside its code.
struct ContainerParts {
    std::span<const signature::Element> inputs, outputs, patch_constants;
    bool has_inputs = false, has_outputs = false, has_patch_constants = false;
    std::span<const uint8_t> validation; // PSV0; may be empty
};

// Warns of the first difference between the parts and the metadata, which is what counts.
void check_parts(const Interface &interface, const ContainerParts &parts, Arena &arena, Diagnostics &diag);

} // namespace weft::dxil
