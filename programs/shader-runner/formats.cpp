#include "shader-runner/formats.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace weft::runner {
namespace {

// The first block is the format's own list; the rest are additions of this runner.
constexpr FormatInfo formats[] = {
    {"r32g32b32a32-float", VK_FORMAT_R32G32B32A32_SFLOAT, 16, 4, 32, Numeric::floating},
    {"r32g32b32a32-sint", VK_FORMAT_R32G32B32A32_SINT, 16, 4, 32, Numeric::sint},
    {"r32g32b32a32-uint", VK_FORMAT_R32G32B32A32_UINT, 16, 4, 32, Numeric::uint},
    {"r32g32-float", VK_FORMAT_R32G32_SFLOAT, 8, 2, 32, Numeric::floating},
    {"r32g32-sint", VK_FORMAT_R32G32_SINT, 8, 2, 32, Numeric::sint},
    {"r32g32-uint", VK_FORMAT_R32G32_UINT, 8, 2, 32, Numeric::uint},
    {"r32-float-shadow", VK_FORMAT_D32_SFLOAT, 4, 1, 32, Numeric::floating, false, true},
    {"r32-float", VK_FORMAT_R32_SFLOAT, 4, 1, 32, Numeric::floating},
    {"r32-sint", VK_FORMAT_R32_SINT, 4, 1, 32, Numeric::sint},
    {"r32-uint", VK_FORMAT_R32_UINT, 4, 1, 32, Numeric::uint},
    {"r32-typeless", VK_FORMAT_R32_UINT, 4, 1, 32, Numeric::uint},
    {"unknown", VK_FORMAT_R32_UINT, 0, 1, 32, Numeric::none},

    {"r32g32b32-float", VK_FORMAT_R32G32B32_SFLOAT, 12, 3, 32, Numeric::floating},
    {"r32g32b32-sint", VK_FORMAT_R32G32B32_SINT, 12, 3, 32, Numeric::sint},
    {"r32g32b32-uint", VK_FORMAT_R32G32B32_UINT, 12, 3, 32, Numeric::uint},
    {"r16g16b16a16-float", VK_FORMAT_R16G16B16A16_SFLOAT, 8, 4, 16, Numeric::floating},
    {"r16g16b16a16-unorm", VK_FORMAT_R16G16B16A16_UNORM, 8, 4, 16, Numeric::unorm},
    {"r16g16b16a16-snorm", VK_FORMAT_R16G16B16A16_SNORM, 8, 4, 16, Numeric::snorm},
    {"r16g16b16a16-sint", VK_FORMAT_R16G16B16A16_SINT, 8, 4, 16, Numeric::sint},
    {"r16g16b16a16-uint", VK_FORMAT_R16G16B16A16_UINT, 8, 4, 16, Numeric::uint},
    {"r16g16-float", VK_FORMAT_R16G16_SFLOAT, 4, 2, 16, Numeric::floating},
    {"r16g16-unorm", VK_FORMAT_R16G16_UNORM, 4, 2, 16, Numeric::unorm},
    {"r16g16-snorm", VK_FORMAT_R16G16_SNORM, 4, 2, 16, Numeric::snorm},
    {"r16g16-sint", VK_FORMAT_R16G16_SINT, 4, 2, 16, Numeric::sint},
    {"r16g16-uint", VK_FORMAT_R16G16_UINT, 4, 2, 16, Numeric::uint},
    {"r8g8b8a8-unorm", VK_FORMAT_R8G8B8A8_UNORM, 4, 4, 8, Numeric::unorm},
    {"r8g8b8a8-snorm", VK_FORMAT_R8G8B8A8_SNORM, 4, 4, 8, Numeric::snorm},
    {"r8g8b8a8-sint", VK_FORMAT_R8G8B8A8_SINT, 4, 4, 8, Numeric::sint},
    {"r8g8b8a8-uint", VK_FORMAT_R8G8B8A8_UINT, 4, 4, 8, Numeric::uint},
    {"b8g8r8a8-unorm", VK_FORMAT_B8G8R8A8_UNORM, 4, 4, 8, Numeric::unorm, true},
    {"r10g10b10a2-unorm", VK_FORMAT_A2B10G10R10_UNORM_PACK32, 4, 4, 10, Numeric::unorm},
    {"r10g10b10a2-uint", VK_FORMAT_A2B10G10R10_UINT_PACK32, 4, 4, 10, Numeric::uint},
    {"d32-float-s8-uint", VK_FORMAT_D32_SFLOAT_S8_UINT, 4, 1, 32, Numeric::floating, false, true, true},
};

constexpr FormatInfo depth = {"d32-float", VK_FORMAT_D32_SFLOAT, 4, 1, 32, Numeric::floating, false, true};

uint32_t load_component(const FormatInfo &format, const uint8_t *texel, unsigned index, unsigned &bits) {
    bits = format.bits;
    if (format.bits == 10) {
        uint32_t word;
        memcpy(&word, texel, 4);
        bits = index == 3 ? 2 : 10;
        return word >> (10 * index) & ((1u << bits) - 1);
    }
    uint32_t value = 0;
    memcpy(&value, texel + index * (format.bits / 8), format.bits / 8);
    return value;
}

float to_number(Numeric numeric, uint32_t value, unsigned bits) {
    const int32_t extended = int32_t(value << (32 - bits)) >> (32 - bits);
    switch (numeric) {
    case Numeric::floating: return bits == 16 ? half_to_float(uint16_t(value)) : std::bit_cast<float>(value);
    case Numeric::sint: return float(extended);
    case Numeric::unorm: return float(double(value) / double((uint64_t(1) << bits) - 1));
    case Numeric::snorm:
        return std::max(-1.0f, float(double(extended) / double((uint64_t(1) << (bits - 1)) - 1)));
    case Numeric::uint:
    case Numeric::none: break;
    }
    return float(value);
}

} // namespace

const FormatInfo *find_format(std::string_view name) {
    for (const auto &format : formats)
        if (name == format.name) return &format;
    return nullptr;
}

const FormatInfo &unknown_format() {
    return *find_format("unknown");
}
const FormatInfo &depth_format() {
    return depth;
}

float half_to_float(uint16_t bits) {
    const uint32_t sign = uint32_t(bits & 0x8000) << 16;
    const uint32_t exponent = bits >> 10 & 0x1f, mantissa = bits & 0x3ff;
    if (exponent == 0) {
        const float magnitude = std::ldexp(float(mantissa), -24);
        return sign ? -magnitude : magnitude;
    }
    const uint32_t wide = exponent == 31 ? 0xff : exponent + 112;
    return std::bit_cast<float>(sign | wide << 23 | mantissa << 13);
}

void decode_texel(const FormatInfo &format, const uint8_t *texel, float (&rgba)[4]) {
    for (unsigned i = 0; i < 4; ++i) {
        rgba[i] = i == 3 ? 1.0f : 0.0f;
        if (i >= format.components) continue;
        unsigned bits;
        const uint32_t value = load_component(format, texel, i, bits);
        rgba[i] = to_number(format.numeric, value, bits);
    }
    if (format.bgra) std::swap(rgba[0], rgba[2]);
}

} // namespace weft::runner
