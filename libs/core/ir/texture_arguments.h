// What front ends share about texture operations.
#pragma once

#include <bit>

#include "core/ir/module.h"

namespace weft::ir {

// Arguments of a texture operation, by slot.
class TextureArguments {
  public:
    void set(unsigned slot, Value v) {
        values_[slot] = v;
        if (v && slot + 1 > used_) used_ = slot + 1;
    }
    std::span<const Value> span() const { return {values_, used_}; }

  private:
    Value values_[tex_arg::count] = {};
    unsigned used_ = 1;
};

inline bool is_cube(Dim dim) {
    return dim == Dim::cube || dim == Dim::cube_array;
}

// Components of a coordinate without the layer.
inline unsigned spatial_count(Dim dim) {
    return coordinate_count(dim) - (is_array(dim) ? 1 : 0);
}

// Components of a size: extents, then layers.
inline unsigned size_count(Dim dim) {
    return is_cube(dim) ? (dim == Dim::cube ? 2 : 3) : coordinate_count(dim);
}

// Makes a constant array of the standard sample positions, as fractions of a pixel. Those of n samples start
// at row n; row 0 is what an index out of range reads.
inline uint32_t add_sample_positions(Module &m) {
    // In sixteenths.
    constexpr int8_t positions[32][2] = {
        {0, 0},  {0, 0},   {4, 4},   {-4, -4}, {-2, -6}, {6, -2},  {-6, 2}, {2, 6},
        {1, -3}, {-1, 3},  {5, 1},   {-3, -5}, {-5, 5},  {-7, -1}, {3, 7},  {7, -7},
        {1, 1},  {-1, -3}, {-3, 2},  {4, -1},  {-5, -2}, {2, 5},   {5, 3},  {3, -5},
        {-2, 6}, {0, -7},  {-4, -6}, {-6, 4},  {-8, 0},  {7, -4},  {6, 7},  {-7, -8},
    };
    uint32_t *words = m.arena->array<uint32_t>(128);
    for (unsigned i = 0; i < 32; ++i)
        for (unsigned k = 0; k < 4; ++k)
            words[i * 4 + k] =
                std::bit_cast<uint32_t>(k < 2 ? static_cast<float>(positions[i][k]) / 16.0f : 0.0f);
    m.constant_arrays.push({{words, 128}, 32});
    return static_cast<uint32_t>(m.constant_arrays.size() - 1);
}

} // namespace weft::ir
