// The PSV0 part: what a runtime needs to know about a DXIL shader without reading its code. The model holds
// all of it, so that writing what was read gives the same bytes back.
#pragma once

#include "core/signature/semantic.h"
#include "core/support/arena.h"
#include "core/support/diagnostics.h"

namespace weft::container {

// Numbers of DXIL's shader kinds.
enum class ValidationStage : uint8_t {
    pixel = 0,
    vertex = 1,
    geometry = 2,
    hull = 3,
    domain = 4,
    compute = 5,
    library = 6,
    mesh = 13,
    amplification = 14,
    node = 15,
    unknown = 255, // version 0 does not say
};

struct ValidationResource {
    uint32_t type =
        0; // 1 sampler, 2 CBV, 3-5 SRV typed, raw, structured, 6-9 UAV typed, raw, structured, with counter
    uint32_t space = 0, lower = 0, upper = 0;
    uint32_t kind = 0, flags = 0; // from version 2 on
};

inline constexpr unsigned validation_streams = 4;

// Numbers as in the part, which are those of Direct3D.
struct Validation {
    uint32_t version = 0; // 0 to 4
    ValidationStage stage = ValidationStage::unknown;
    uint32_t stage_words[4] = {};      // by stage; see the functions below
    uint32_t wave_lanes[2] = {0, ~0u}; // minimum, maximum

    // Version 1.
    bool uses_view_id = false;
    uint16_t max_vertex_count = 0;      // geometry
    uint8_t patch_constant_vectors = 0; // hull, domain; of mesh shaders, primitives
    uint8_t mesh_topology = 0;
    uint8_t input_vectors = 0, output_vectors[validation_streams] = {};
    // Names of system values are not stored: they come from the kind. Columns are absolute.
    signature::Signature inputs, outputs, patch_constants;
    // Bit vector * 4 + column. Which outputs depend on the view, ...
    std::span<const uint32_t> view_outputs[validation_streams], view_patch_constants;
    // ... and for each component of the inputs, which outputs depend on it.
    std::span<const uint32_t> input_outputs[validation_streams], input_patch_constants,
        patch_constant_outputs;

    uint32_t thread_group_size[3] = {}; // version 2
    std::string_view entry_name;        // version 3
    uint32_t group_shared_bytes = 0;    // version 4
    std::span<const uint8_t> later;     // runtime information of versions to come

    std::span<ValidationResource> resources;

    // Of the stage's own words.
    bool writes_position() const;                                        // vertex, domain, geometry
    bool depth_output() const { return stage_words[0] & 0xff; }          // pixel
    bool sample_frequency() const { return stage_words[0] >> 8 & 0xff; } // pixel
};

// The part says everything about itself, but that version 0 leaves the stage out.
Result read_validation(std::span<const uint8_t> part, Arena &arena, Diagnostics &diag, Validation *out);

// As Microsoft's compiler lays it out. Tables of the wrong size for the vectors, or more elements than the
// part can count, are Result::invalid_argument.
Result write_validation(const Validation &validation, Arena &arena, Diagnostics &diag,
                        std::span<const uint8_t> *out);

// Words of a mask for this many vectors of four components.
constexpr uint32_t mask_words(uint32_t vectors) {
    return (vectors + 7) >> 3;
}
// Words of a table with one such mask for each component of the inputs.
constexpr uint32_t table_words(uint32_t input_vectors, uint32_t output_vectors) {
    return mask_words(output_vectors) * input_vectors * 4;
}

} // namespace weft::container
