#include "shader-runner/compile.h"

namespace weft::runner {
namespace {

// quad_vs.hlsl as vs_2_0: dcl_position v0; mov oPos, v0.
constexpr uint32_t d3d9_words[] = {
    0xfffe0200u, 0x0200001fu, 0x80000000u, 0x900f0000u, 0x02000001u, 0xc00f0000u, 0x90e40000u, 0x0000ffffu,
};

// quad_vs.hlsl as vs_4_0.
constexpr uint32_t d3d11_words[] = {
    0x43425844u, 0x8c6d13c6u, 0x87f2d6b5u, 0xb3d19294u, 0x16f50078u, 0x00000001u, 0x000000d8u, 0x00000003u,
    0x0000002cu, 0x00000060u, 0x00000094u, 0x4e475349u, 0x0000002cu, 0x00000001u, 0x00000008u, 0x00000020u,
    0x00000000u, 0x00000000u, 0x00000003u, 0x00000000u, 0x00000f0fu, 0x69736f70u, 0x6e6f6974u, 0xababab00u,
    0x4e47534fu, 0x0000002cu, 0x00000001u, 0x00000008u, 0x00000020u, 0x00000000u, 0x00000001u, 0x00000003u,
    0x00000000u, 0x0000000fu, 0x705f7673u, 0x7469736fu, 0x006e6f69u, 0x52444853u, 0x0000003cu, 0x00010040u,
    0x0000000fu, 0x0300005fu, 0x001010f2u, 0x00000000u, 0x04000067u, 0x001020f2u, 0x00000000u, 0x00000001u,
    0x05000036u, 0x001020f2u, 0x00000000u, 0x00101e46u, 0x00000000u, 0x0100003eu,
};

} // namespace

Shader quad_vertex_shader(bool d3d9) {
    const std::span<const uint32_t> words =
        d3d9 ? std::span<const uint32_t>(d3d9_words) : std::span<const uint32_t>(d3d11_words);
    Shader shader;
    shader.form = d3d9 ? ShaderForm::d3dbc : ShaderForm::tpf;
    for (const uint32_t word : words)
        for (unsigned shift = 0; shift < 32; shift += 8)
            shader.code.push_back(uint8_t(word >> shift));
    return shader;
}

} // namespace weft::runner
