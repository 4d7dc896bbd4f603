// What a shader needs from outside: textures, samplers, constants.
#pragma once

#include <cstdint>
#include <span>

#include "core/d3dbc/model.h"
#include "core/support/arena.h"

namespace weft::d3dbc {

enum class DescriptorKind : uint8_t { texture, sampler, constants };

// Register numbers of the constant buffers that stand for c#, i# and b#.
enum class ConstantSet : uint8_t { real = 0, integer = 1, boolean = 2 };
inline constexpr unsigned constant_set_count = 3;
// Of one stage. Higher numbers have no descriptor; lowering refuses them.
inline constexpr unsigned sampler_count = 16;

struct Descriptor {
    DescriptorKind kind = DescriptorKind::texture;
    uint8_t register_index = 0;                      // texture and sampler number, or ConstantSet
    TextureType texture_type = TextureType::unknown; // two_d where the shader does not say
    bool shadow = false;                             // compares against a reference
    uint32_t registers = 0;                          // constants: vec4s, the highest one needed + 1
};

// Only for what the bytecode leaves open.
struct ScanOptions {
    // Of the textures that 1.x shaders use without declaring them.
    TextureType texture_types[6] = {TextureType::two_d, TextureType::two_d, TextureType::two_d,
                                    TextureType::two_d, TextureType::two_d, TextureType::two_d};
    uint32_t shadow_samplers = 0; // bit n: sampler n compares
    uint32_t fetch4_samplers = 0; // bit n: sampler n fetches four texels of a 2D texture
};

// How a constant register file is used.
struct ConstantUse {
    uint32_t registers = 0; // the highest register without a definition in the code + 1
    bool relative = false;  // some operand adds an address register
};

struct Resources {
    std::span<const Descriptor> descriptors;
    // Samplers that sampling instructions use, in order of first use; each goes with the texture of its
    // number.
    std::span<const uint8_t> sampled;
    ConstantUse constants[constant_set_count];
};

// Declared samplers come in order of declaration, each as sampler then texture; undeclared ones in order of
// use, each as texture then sampler; then the constant buffers.
Resources scan_resources(const Program &program, const ScanOptions &options, Arena &arena);

} // namespace weft::d3dbc
