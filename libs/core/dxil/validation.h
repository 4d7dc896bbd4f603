// The PSV0 part: what a runtime needs to know about a shader without reading its code.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/support/arena.h"
#include "core/support/diagnostics.h"

namespace weft::dxil {

// An element as it stands there; names of system values are empty.
struct ValidationElement {
    std::string_view name;
    uint32_t semantic_index = 0; // of the first row
    uint8_t rows = 0, start_row = 0;
    uint8_t columns = 0, start_column = 0;
    bool allocated = false;
    uint8_t kind = 0;
    uint8_t component_type = 0; // as in containers
    uint8_t interpolation = 0;
    uint8_t dynamic_mask = 0;
    uint8_t stream = 0;
};

struct Validation {
    uint32_t version = 0; // 0 to 4
    uint8_t stage = 0;    // number of the program header; version 1
    bool uses_view_id = false;
    uint32_t resource_count = 0;
    uint32_t wave_size[2] = {};                                    // minimum, maximum
    uint32_t thread_group_size[3] = {};                            // version 2
    std::string_view entry_name;                                   // version 3
    std::span<ValidationElement> inputs, outputs, patch_constants; // version 1
};

Result read_validation(std::span<const uint8_t> part, Arena &arena, Diagnostics &diag, Validation *out);

} // namespace weft::dxil
