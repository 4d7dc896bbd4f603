// The signatures of a shader as its container's parts tell them together.
#pragma once

#include "core/container/container.h"
#include "core/container/pipeline_validation.h"

namespace weft::container {

struct ShaderSignatures {
    ValidationStage stage = ValidationStage::unknown;
    std::string_view entry_name; // PSV0 has it from version 3 on
    bool dxil = false;
    bool native_16_bit = false;
    bool has_inputs = false, has_outputs = false, has_patch_constants = false; // empty is not absent
    signature::Signature inputs, outputs, patch_constants;                     // of a mesh shader, primitives
};

// PSV0 knows what the elements are, and the signature parts what of them is used. Without PSV0 every row is
// an element. Parts that contradict each other are Result::invalid_shader.
Result read_signatures(std::span<const uint8_t> dxbc, Arena &arena, Diagnostics &diag, ShaderSignatures *out);

// The container with other signatures. All that it has must be given; of `signatures` no more than lists and
// what they are of is looked at.
Result replace_signatures(std::span<const uint8_t> dxbc, const ShaderSignatures &signatures, Arena &arena,
                          Diagnostics &diag, std::span<const uint8_t> *out);

} // namespace weft::container
