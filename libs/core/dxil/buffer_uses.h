// What code reads of constant buffers, for modules older than the annotations that say so.
#pragma once

#include "core/dxil/model.h"

namespace weft::dxil {

struct BufferUse {
    uint32_t buffer; // its place among the constant buffers
    uint32_t offset; // in bytes; of a computed place, the part that is constant
    bool operator<(const BufferUse &other) const {
        return buffer != other.buffer ? buffer < other.buffer : offset < other.offset;
    }
};

// In order.
std::span<const BufferUse> find_buffer_uses(const Module &module, Arena &arena);

} // namespace weft::dxil
