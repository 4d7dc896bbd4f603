// A Direct3D 9 shader as its tokens say it, without loss: operands keep their tokens and decode on demand.
#pragma once

#include <cstdint>
#include <span>

#include "core/d3dbc/opcodes.h"

namespace weft::d3dbc {

inline constexpr uint8_t identity_swizzle = 0xe4;

// What source and destination tokens have in common.
struct Operand {
    uint32_t token = 0;
    // The relative-address token, 0 when there is none. In SM1, which has no such token, the reader supplies
    // the one for a0.x that is meant.
    uint32_t address = 0;

    // As encoded; constant2..4 included.
    constexpr RegisterType encoded_type() const { return type_of(token); }
    // The three upper constant files count as one with the first.
    constexpr RegisterType type() const {
        RegisterType t = encoded_type();
        return t >= RegisterType::constant2 && t <= RegisterType::constant4 ? RegisterType::constant : t;
    }
    constexpr unsigned number() const {
        RegisterType t = encoded_type();
        unsigned n = token & 0x7ff;
        if (t >= RegisterType::constant2 && t <= RegisterType::constant4)
            n += 2048 * (static_cast<unsigned>(t) - static_cast<unsigned>(RegisterType::constant2) + 1);
        return n;
    }
    constexpr bool is(RegisterType t) const { return type() == t; }
    constexpr bool relative() const { return address != 0; }
    constexpr RegisterType address_type() const { return type_of(address); }
    constexpr unsigned address_component() const { return address >> 16 & 3; }

    static constexpr RegisterType type_of(uint32_t token) {
        return static_cast<RegisterType>((token >> 28 & 7) | (token >> 8 & 0x18));
    }
};

struct Destination : Operand {
    constexpr uint8_t mask() const { return token >> 16 & 0xf; }
    constexpr uint8_t modifiers() const { return token >> 20 & 0xf; }
    constexpr bool saturate() const { return modifiers() & dst_saturate; }
    constexpr bool partial_precision() const { return modifiers() & dst_partial_precision; }
    constexpr bool centroid() const { return modifiers() & dst_centroid; }
    // Exponent of the power of two that scales the result: -8..7.
    constexpr int shift() const {
        int s = static_cast<int>(token >> 24 & 0xf);
        return s < 8 ? s : s - 16;
    }
};

struct Source : Operand {
    constexpr uint8_t swizzle() const { return token >> 16 & 0xff; }
    constexpr unsigned component(unsigned i) const { return token >> (16 + 2 * i) & 3; }
    constexpr SourceModifier modifier() const { return static_cast<SourceModifier>(token >> 24 & 0xf); }
    // The components that the four swizzle fields name.
    constexpr uint8_t read_mask() const {
        return static_cast<uint8_t>(1u << component(0) | 1u << component(1) | 1u << component(2) |
                                    1u << component(3));
    }
};

struct Instruction {
    const OpcodeInfo *info = nullptr;
    Op op = Op::nop;
    uint8_t control = 0;      // bits 23:16 of the token
    uint8_t source_count = 0; // for def, defi, defb: immediates
    bool coissue = false;
    bool predicated = false;
    uint32_t line = 0; // as diagnostics count: the version token is line 1
    Destination dst;   // also the operand of texkill
    Source predicate;
    union {
        Source src[4] = {};
        uint32_t immediate[4]; // def, defi, defb
    };
    uint32_t declaration = 0; // dcl: the usage or texture type token

    constexpr bool has_destination() const { return info->destinations != 0; }
    constexpr bool is_declaration() const { return info->flags & op_declares; }
    constexpr std::span<const Source> sources() const {
        return {src, info->flags & op_immediates ? 0u : source_count};
    }
    // dcl of an input or output. Codes past the table are refused by the reader.
    constexpr Usage usage() const { return static_cast<Usage>(declaration & 0xf); }
    constexpr unsigned usage_index() const { return declaration >> 16 & 0xf; }
    // dcl of a sampler.
    constexpr TextureType texture_type() const { return static_cast<TextureType>(declaration >> 27 & 0xf); }
};

// The sampler (and texture) that an op_samples instruction uses.
constexpr unsigned sampler_number(const Instruction &ins) {
    return ins.source_count >= 2 && ins.src[1].is(RegisterType::sampler) ? ins.src[1].number()
                                                                         : ins.dst.number();
}

struct Comment {
    uint32_t before;               // index of the instruction that follows
    std::span<const uint8_t> data; // the payload, four-character code included; points into the input
};

struct Program {
    Version version;
    std::span<const Instruction> instructions;
    std::span<const Comment> comments;
    size_t size = 0; // bytes up to and including the end token

    // The payload behind the first comment's four-character code, empty when there is none.
    std::span<const uint8_t> find_comment(uint32_t tag) const;
};

constexpr uint32_t comment_tag(const char (&text)[5]) {
    return static_cast<uint32_t>(static_cast<uint8_t>(text[0])) |
           static_cast<uint32_t>(static_cast<uint8_t>(text[1])) << 8 |
           static_cast<uint32_t>(static_cast<uint8_t>(text[2])) << 16 |
           static_cast<uint32_t>(static_cast<uint8_t>(text[3])) << 24;
}

} // namespace weft::d3dbc
