// What a signature may claim and a module may not: two variables on one component of a location, or a
// location out of any device's range.
#include "core/spirv/writer_state.h"

namespace weft::spirv {

namespace {

constexpr uint32_t max_targets = 8, max_locations = 4096;

} // namespace

void Writer::check_locations(std::span<const signature::Element> elements,
                             std::span<const InterfaceVariable> variables, bool is_output) {
    struct Taken {
        uint32_t location;
        uint8_t mask;
    };
    Vec<Taken> taken(arena_, elements.size());
    size_t variable = 0;
    for (const signature::Element &e : elements) {
        for (uint32_t row = 0; row < (e.rows ? e.rows : 1u); ++row, ++variable) {
            const InterfaceVariable &var = variables[variable];
            if (var.location == signature::no_register) continue;
            const uint32_t location = var.location;
            const bool target = m_.stage == ir::Stage::pixel && is_output;
            if (location >= (target ? max_targets : max_locations)) {
                error(code::spirv_register, "%s %.*s%u lies at location %u, which no device has.",
                      is_output ? "Output" : "Input", static_cast<int>(e.name.size()), e.name.data(),
                      e.semantic_index, location);
                return;
            }
            const uint8_t mask = signature::contiguous_mask(e.mask);
            for (const Taken &t : taken)
                if (t.location == location && (t.mask & mask)) {
                    error(code::spirv_register,
                          "%s %.*s%u shares components of location %u with another one.",
                          is_output ? "Output" : "Input", static_cast<int>(e.name.size()), e.name.data(),
                          e.semantic_index, location);
                    return;
                }
            taken.push({location, mask});
        }
    }
}

} // namespace weft::spirv
