// Places the elements of a signature in its 32 registers of four components, as Microsoft's compilers do.
#pragma once

#include "core/signature/semantic.h"

namespace weft::signature {

enum class PackMode : uint8_t {
    prefix_stable = 0, // in the order of the elements; more elements at the end move nothing
    optimized = 1,     // large elements first
    stacked = 2,       // one register a row, in the order of the elements: inputs of vertex shaders
    indexed = 3,       // the semantic index is the register: outputs of pixel shaders
};

// What kept an element from its place; of the rules of a register, in the order in which they are looked at.
enum class PackRule : uint8_t {
    none = 0,
    not_allowed = 1,          // no such value at this point of the pipeline
    malformed = 2,            // no rows, no columns, or more than there are
    indexed_system_value = 3, // a system value in a register that is indexed, or the other way round
    tess_factor_range = 4, // a tessellation factor among registers that are indexed further than it reaches
    interpolation = 5,
    width = 6,               // 16 and 32 bits in one register
    columns = 7,             // no run of free columns that is wide enough
    column_order = 8,        // user data, then system values, then generated values
    rows = 9,                // too few registers
    clip_cull_rows = 10,     // distances are in two registers at most
    clip_cull_adjacent = 11, // an array of distances needs two registers side by side
    target_taken = 12,       // two elements for one target
    target_range = 13,       // there are eight targets
    overlap = 14,            // of elements that have places: two in one place
    target_register = 15,    // of elements that have places: not that of the target
    count = 16,
};

// A sentence's end: "interpolation modes differ" ...
std::string_view rule_text(PackRule rule);

struct PackFailure {
    uint32_t element; // index in the signature
    PackRule rule;    // the last one that any register got to
};

struct Packing {
    uint32_t rows[4] = {}; // registers used, by geometry stream: one more than the last one's number
    std::span<PackFailure> failures;
};

// The mode that compilers use at a point; false where signatures have no registers at all.
bool default_mode(Point point, PackMode *mode);

// Gives every element its register and columns, and moves the masks of components along. Elements without a
// place, or whose kind has none, get no_register and columns from x. 16 bits wide is what has a 16-bit type.
Packing pack(std::span<Element> elements, Point point, PackMode mode, Arena &arena,
             uint32_t model = any_shader_model);

// The same rules for elements that have their places already, whoever gave them: one failure for each element
// that breaks one. `mode` matters for stacked and indexed signatures.
std::span<PackFailure> check_places(std::span<const Element> elements, Point point, PackMode mode,
                                    Arena &arena, uint32_t model = any_shader_model);

} // namespace weft::signature
