// Sample containers, and signatures as Microsoft's listings print them.
#pragma once

#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "core/container/container.h"

namespace weft::container::test {

using Bytes = std::vector<uint8_t>;

inline Bytes sample(const char *name) {
    std::ifstream in(std::string(WEFT_TEST_DATA "/data/container/") + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

inline constexpr const char *samples[] = {"vs.dxbc", "ps.dxbc", "ps_min.dxbc", "gs.dxbc",
                                          "hs.dxbc", "ds.dxbc", "cs.dxbc"};

inline Bytes copy(std::span<const uint8_t> bytes) {
    return {bytes.begin(), bytes.end()};
}

inline void put(Bytes &bytes, size_t offset, uint32_t value) {
    for (unsigned i = 0; i < 4; ++i)
        bytes[offset + i] = static_cast<uint8_t>(value >> 8 * i);
}

// Gives changed contents their checksum back.
inline void sign(Bytes &bytes) {
    uint32_t digest[4];
    checksum(bytes, digest);
    for (unsigned i = 0; i < 4; ++i)
        put(bytes, 4 + 4 * i, digest[i]);
}

// One line: NAME index mask register system-value component used [s stream] [p precision]
inline std::string line(const signature::Element &e) {
    const auto mask = [](uint8_t m) {
        std::string s;
        for (unsigned i = 0; i < 4; ++i)
            if (m >> i & 1) s += "xyzw"[i];
        return s.empty() ? std::string("-") : s;
    };
    std::string s(e.name);
    s += ' ' + std::to_string(e.semantic_index) + ' ' + mask(e.mask) + ' ';
    s += e.register_index == signature::no_register ? "none" : std::to_string(e.register_index);
    s += ' ' + std::to_string(static_cast<unsigned>(e.system_value));
    s += ' ' + std::to_string(static_cast<unsigned>(e.component_type)) + ' ' + mask(e.used_mask);
    if (e.stream) s += " s" + std::to_string(e.stream);
    if (e.min_precision != signature::MinPrecision::none)
        s += " p" + std::to_string(static_cast<unsigned>(e.min_precision));
    return s;
}

inline std::vector<std::string> lines(std::span<const signature::Element> elements) {
    std::vector<std::string> all;
    for (const signature::Element &e : elements)
        all.push_back(line(e));
    return all;
}

} // namespace weft::container::test
