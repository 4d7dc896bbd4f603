// What a signature may claim and a module may not: two variables on one component of a location, or a
// location out of any device's range.
#include "core/spirv/writer_state.h"

namespace weft::spirv {

namespace {

constexpr uint32_t max_targets = 8, max_locations = 4096;

} // namespace

// `taken` carries what other elements of the same storage class have: patch constants share the locations of
// the control points.
void Writer::check_locations(Place where, Vec<TakenLocation> &taken) {
    const InterfacePlace &place = places_[static_cast<unsigned>(where)];
    const bool is_output = storage(where) == spv::StorageClass::Output;
    for (size_t i = 0; i < place.elements.size(); ++i) {
        const signature::Element &e = place.elements[i];
        for (uint32_t row = 0; row < (e.rows ? e.rows : 1u); ++row) {
            const InterfaceVariable &var = place.variables[place.base[i] + row];
            if (var.location == signature::no_register) continue;
            const uint32_t location = var.location;
            const bool target = m_.stage == ir::Stage::pixel && where == Place::output;
            if (location >= (target ? max_targets : max_locations)) {
                error(code::spirv_register, "%s %.*s%u lies at location %u, which no device has.",
                      is_output ? "Output" : "Input", static_cast<int>(e.name.size()), e.name.data(),
                      e.semantic_index, location);
                return;
            }
            const uint8_t mask = signature::contiguous_mask(e.mask);
            for (const TakenLocation &t : taken)
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
