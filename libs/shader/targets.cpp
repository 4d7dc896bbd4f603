#include "shader/targets.h"

#include <algorithm>
#include <iterator>

namespace weft::shader {

namespace {

constexpr vkd3d_shader_target_type bytecode_targets[] = {
    VKD3D_SHADER_TARGET_SPIRV_BINARY,
#ifdef WEFT_SPIRV_TOOLS
    VKD3D_SHADER_TARGET_SPIRV_TEXT,
#endif
    VKD3D_SHADER_TARGET_D3D_ASM,
#ifdef WEFT_SPIRV_CROSS
    VKD3D_SHADER_TARGET_GLSL,         VKD3D_SHADER_TARGET_MSL,
#endif
};

// The one table: a pair is here when it works.
struct Source {
    vkd3d_shader_source_type type;
    std::span<const vkd3d_shader_target_type> targets;
};
constexpr Source sources[] = {
    {VKD3D_SHADER_SOURCE_DXBC_TPF, bytecode_targets},
    {VKD3D_SHADER_SOURCE_D3D_BYTECODE, bytecode_targets},
    {VKD3D_SHADER_SOURCE_DXBC_DXIL, bytecode_targets},
};

constexpr auto source_types = [] {
    struct {
        vkd3d_shader_source_type values[std::size(sources)];
    } types{};
    for (size_t i = 0; i < std::size(sources); ++i)
        types.values[i] = sources[i].type;
    return types;
}();

} // namespace

std::span<const vkd3d_shader_target_type> targets(vkd3d_shader_source_type source) {
    for (const Source &s : sources)
        if (s.type == source) return s.targets;
    return {};
}

bool supports(vkd3d_shader_source_type source, vkd3d_shader_target_type target) {
    return std::ranges::find(targets(source), target) != targets(source).end();
}

const char *name(vkd3d_shader_source_type source) {
    switch (source) {
    case VKD3D_SHADER_SOURCE_NONE: return "none";
    case VKD3D_SHADER_SOURCE_DXBC_TPF: return "dxbc-tpf";
    case VKD3D_SHADER_SOURCE_HLSL: return "hlsl";
    case VKD3D_SHADER_SOURCE_D3D_BYTECODE: return "d3dbc";
    case VKD3D_SHADER_SOURCE_DXBC_DXIL: return "dxbc-dxil";
    case VKD3D_SHADER_SOURCE_FX: return "fx";
    case VKD3D_SHADER_SOURCE_TX: return "tx";
    default: return "unknown";
    }
}

const char *name(vkd3d_shader_target_type target) {
    switch (target) {
    case VKD3D_SHADER_TARGET_NONE: return "none";
    case VKD3D_SHADER_TARGET_SPIRV_BINARY: return "spirv-binary";
    case VKD3D_SHADER_TARGET_SPIRV_TEXT: return "spirv-text";
    case VKD3D_SHADER_TARGET_D3D_ASM: return "d3d-asm";
    case VKD3D_SHADER_TARGET_D3D_BYTECODE: return "d3dbc";
    case VKD3D_SHADER_TARGET_DXBC_TPF: return "dxbc-tpf";
    case VKD3D_SHADER_TARGET_GLSL: return "glsl";
    case VKD3D_SHADER_TARGET_FX: return "fx";
    case VKD3D_SHADER_TARGET_MSL: return "msl";
    default: return "unknown";
    }
}

} // namespace weft::shader

extern "C" {

VKD3D_SHADER_API const vkd3d_shader_source_type *
vkd3d_shader_get_supported_source_types(unsigned int *count) {
    *count = static_cast<unsigned>(std::size(weft::shader::source_types.values));
    return weft::shader::source_types.values;
}

VKD3D_SHADER_API const vkd3d_shader_target_type *
vkd3d_shader_get_supported_target_types(vkd3d_shader_source_type source_type, unsigned int *count) {
    const auto targets = weft::shader::targets(source_type);
    *count = static_cast<unsigned>(targets.size());
    return targets.empty() ? nullptr : targets.data();
}
}
