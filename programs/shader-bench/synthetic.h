// Programs of any length, in shader model 5.0's byte code: one pattern repeated, registers and constants
// varying.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace weft::bench {

// Words of a TPF program under construction.
class ProgramText;

struct SyntheticKind {
    const char *name;
    // Appends the nth pattern, returns how many instructions that are.
    unsigned (*unit)(ProgramText &, uint32_t n);
};

std::span<const SyntheticKind> synthetic_kinds();

// The payload of SHEX, of about `instructions` instructions; the exact number goes to `count`.
std::vector<uint8_t> synthetic_program(const SyntheticKind &kind, unsigned instructions, unsigned &count);

} // namespace weft::bench
