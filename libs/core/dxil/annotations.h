// What `dx.typeAnnotations` says of structures: the names, the places and the source types of their members.
#pragma once

#include "core/dxil/model.h"
#include "core/support/diagnostics.h"

namespace weft::dxil {

struct FieldAnnotation {
    std::string_view name;
    uint8_t component_type = 0;    // number of the metadata; 0 for structures
    uint8_t rows = 0, columns = 0; // matrices
    bool column_major = false;
    bool used = false;      // members of constant buffers
    uint32_t offset = 0;    // in a constant buffer; of a bit field, in bits
    uint32_t bit_width = 0; // bit fields
    std::span<const FieldAnnotation> bit_fields;

    bool is_matrix() const { return rows; }
};

struct StructAnnotation {
    uint32_t size = 0;                       // in a constant buffer
    std::span<const FieldAnnotation> fields; // one for each member of the type
};

struct TypeAnnotations {
    std::span<const StructAnnotation *const> by_type; // null where there is none
    const StructAnnotation *find(uint32_t type) const {
        return type < by_type.size() ? by_type[type] : nullptr;
    }
};

Result read_annotations(const Module &module, Arena &arena, Diagnostics &diag, TypeAnnotations *out);

} // namespace weft::dxil
