// Component types by their numbers in containers.
#pragma once

#include "core/signature/signature.h"

namespace weft::container {

// Those from 4 on came with DXIL, in the parts that it writes.
inline constexpr signature::ComponentType component_types[] = {
    signature::ComponentType::none,    signature::ComponentType::uint,   signature::ComponentType::int_,
    signature::ComponentType::float_,  signature::ComponentType::uint16, signature::ComponentType::int16,
    signature::ComponentType::float16, signature::ComponentType::uint64, signature::ComponentType::int64,
    signature::ComponentType::double_,
};
inline constexpr uint32_t tpf_component_types = 4;

constexpr uint32_t stored_component_type(signature::ComponentType type) {
    if (type == signature::ComponentType::boolean) type = signature::ComponentType::uint;
    for (uint32_t i = 0; i < std::size(component_types); ++i)
        if (component_types[i] == type) return i;
    return 0;
}

// DXIL calls values of minimum precision by their 16-bit types.
constexpr uint32_t stored_dxil_type(const signature::Element &e) {
    using signature::ComponentType;
    if (e.min_precision != signature::MinPrecision::none) switch (e.component_type) {
        case ComponentType::float_: return stored_component_type(ComponentType::float16);
        case ComponentType::int_: return stored_component_type(ComponentType::int16);
        case ComponentType::uint: return stored_component_type(ComponentType::uint16);
        default: break;
        }
    return stored_component_type(e.component_type);
}

} // namespace weft::container
