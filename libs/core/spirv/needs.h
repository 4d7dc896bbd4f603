// What a module declares that it needs; for modules of any origin.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/support/arena.h"
#include "core/support/diagnostics.h"

namespace weft::spirv {

enum class ConstantType : uint8_t { other, boolean, uint32, float32 };

struct SpecializationConstant {
    uint32_t id;
    ConstantType type;
    uint32_t bits;
};

struct Needs {
    uint32_t version = 0;
    std::span<const uint32_t> capabilities;
    std::span<const std::string_view> extensions;      // zero-terminated
    uint32_t subgroup_operations = 0;                  // VkSubgroupFeatureFlagBits
    std::span<const SpecializationConstant> constants; // by rising id
};

// Everything lives in the arena. Result::invalid_argument when the words are no module.
Result read_needs(std::span<const uint32_t> words, Arena &arena, Diagnostics &diag, Needs *out);

} // namespace weft::spirv
