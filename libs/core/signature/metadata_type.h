// Component types by their numbers in LLVM's metadata, whether it is DXIL's or that of semantic signatures.
#pragma once

#include "core/signature/signature.h"

namespace weft::signature {

struct MetadataType {
    ComponentType type;   // where 16-bit types are minimum precision ...
    ComponentType native; // ... and where they are 16 bits wide
    MinPrecision precision = MinPrecision::none;
    Normalisation normalisation = Normalisation::none;
};

inline constexpr MetadataType metadata_types[] = {
    {ComponentType::none, ComponentType::none},
    {ComponentType::boolean, ComponentType::boolean}, // i1
    {ComponentType::int_, ComponentType::int16, MinPrecision::int_16},
    {ComponentType::uint, ComponentType::uint16, MinPrecision::uint_16},
    {ComponentType::int_, ComponentType::int_},
    {ComponentType::uint, ComponentType::uint},
    {ComponentType::int64, ComponentType::int64},
    {ComponentType::uint64, ComponentType::uint64},
    {ComponentType::float_, ComponentType::float16, MinPrecision::float_16},
    {ComponentType::float_, ComponentType::float_},
    {ComponentType::double_, ComponentType::double_},
    {ComponentType::float_, ComponentType::float16, MinPrecision::float_16, Normalisation::snorm},
    {ComponentType::float_, ComponentType::float16, MinPrecision::float_16, Normalisation::unorm},
    {ComponentType::float_, ComponentType::float_, MinPrecision::none, Normalisation::snorm},
    {ComponentType::float_, ComponentType::float_, MinPrecision::none, Normalisation::unorm},
    {ComponentType::double_, ComponentType::double_, MinPrecision::none, Normalisation::snorm},
    {ComponentType::double_, ComponentType::double_, MinPrecision::none, Normalisation::unorm},
};

constexpr void set_metadata_type(Element &e, uint32_t number, bool native) {
    const MetadataType &t = metadata_types[number];
    e.component_type = native ? t.native : t.type;
    e.min_precision = native ? MinPrecision::none : t.precision;
    e.normalisation = t.normalisation;
}

// 0 if there is none.
constexpr uint32_t metadata_type(const Element &e) {
    for (uint32_t i = 1; i < std::size(metadata_types); ++i) {
        const MetadataType &t = metadata_types[i];
        if (t.normalisation != e.normalisation) continue;
        if (e.min_precision == MinPrecision::none
                ? t.native == e.component_type
                : t.precision == e.min_precision &&
                      (t.type == e.component_type || t.native == e.component_type))
            return i;
    }
    return 0;
}

} // namespace weft::signature
