// Texel formats of test files, and what the runner can do with their bytes.
#pragma once

#include <vulkan/vulkan.h>

#include <cstdint>
#include <string_view>

namespace weft::runner {

enum class Numeric : uint8_t { none, floating, sint, uint, unorm, snorm };

struct FormatInfo {
    const char *name;
    VkFormat vulkan;
    uint8_t bytes;
    uint8_t components;
    uint8_t bits; // of one component; 10 means 10-10-10-2
    Numeric numeric;
    bool bgra = false;
    bool depth = false;
    bool stencil = false; // besides depth
};

const FormatInfo *find_format(std::string_view name);
const FormatInfo &unknown_format();
const FormatInfo &depth_format();

// One texel as numbers, missing components filled from (0, 0, 0, 1).
void decode_texel(const FormatInfo &format, const uint8_t *texel, float (&rgba)[4]);

float half_to_float(uint16_t bits);

} // namespace weft::runner
