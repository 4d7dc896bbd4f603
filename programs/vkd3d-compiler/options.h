#pragma once

#include <vkd3d_shader.h>

#include <string>
#include <vector>

namespace weft::compiler {

enum class Mode { compile, preprocess, scan, list_sources, print_sources, print_targets, help, version };

struct Options {
    Mode mode = Mode::compile;
    std::string input = "-", output;
    bool has_source = false, has_target = false;
    bool effect_in_container = false; // -x dxbc-fx
    vkd3d_shader_source_type source = VKD3D_SHADER_SOURCE_NONE;
    vkd3d_shader_target_type target = VKD3D_SHADER_TARGET_NONE;
    vkd3d_shader_spirv_environment environment = VKD3D_SHADER_SPIRV_ENVIRONMENT_VULKAN_1_0;
    unsigned features = 0, weft_features = 0; // beyond 64-bit types, which are always on
    std::vector<vkd3d_shader_spirv_extension> extensions;
    std::string entry, profile;
    unsigned compatibility = 0; // backward_compatibility flags
    unsigned formatting =
        VKD3D_SHADER_COMPILE_OPTION_FORMATTING_INDENT | VKD3D_SHADER_COMPILE_OPTION_FORMATTING_HEADER;
    bool colour_chosen = false;
    bool emulate_float64 = false;
    bool strip_debug = false;
    bool storage_buffer_uavs = false, has_buffer_uav = false;
    bool child_effect = false, effect_empty_buffers = false;
    bool lower_left_origin = false, has_origin = false;
    vkd3d_shader_compile_option_pack_matrix_order matrix_order =
        VKD3D_SHADER_COMPILE_OPTION_PACK_MATRIX_COLUMN_MAJOR;
    bool has_matrix_order = false;
};

// False: the command line is wrong and `error` says how.
bool parse_options(int argc, char **argv, Options &options, std::string &error);

extern const char usage_text[];

} // namespace weft::compiler
