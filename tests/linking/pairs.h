// Random pairs of Direct3D 9 stages, and what the declarations of both imply for the colour.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace weft::linking {

// What a pair may show; one pair shows several.
enum class Case : uint8_t {
    other_register,    // a semantic that matches, in different registers
    other_usage,       // a usage that the fixed pipeline has no register for
    implicit_declared, // registers of SM1 or SM2 against declared semantics, or the reverse
    packed_output,     // two semantics in one register
    packed_input,
    twice_output, // one semantic in two registers
    twice_input,
    reads_more,    // than is written
    writes_more,   // than is read
    disjoint,      // nothing that is read is written
    missing,       // the whole input
    missing_color, // COLOR 0: reads 1
    partial_color, // components of COLOR 0
    unread_output,
    point_size_varying,
    fog_varying,
    position_varying,
    limited, // fewer locations than the registers reach
    count,
};
constexpr size_t case_count = static_cast<size_t>(Case::count);
const char *name(Case c);

struct Pair {
    const char *vertex_model, *pixel_model;
    std::vector<uint8_t> vertex, pixel;
    std::array<float, 4> colour{}; // what the render target must hold
    unsigned inputs = 0;           // semantics that the pixel shader reads
    unsigned max_varyings = 0;     // 0: no limit
    std::array<bool, case_count> shows{};
};

// Pair `number` of the sequence that `seed` stands for.
Pair make_pair(uint64_t seed, unsigned number);

// As sections of a shader test.
std::string to_test(const Pair &pair);

} // namespace weft::linking
