// vkd3d-compiler: the translation library at a shell.

#include "common/blob.h"
#include "common/terminal.h"
#include "vkd3d-compiler/options.h"
#include "vkd3d-compiler/scan.h"

#include <weft.h>

#include <algorithm>
#include <cstdio>
#include <unistd.h>

namespace {

using namespace weft;
using namespace weft::compiler;

int fail(const std::string &text) {
    fprintf(stderr, "vkd3d-compiler: %s\n", text.c_str());
    return 1;
}

std::span<const vkd3d_shader_source_type> supported_sources() {
    unsigned count = 0;
    const auto *types = vkd3d_shader_get_supported_source_types(&count);
    return {types, count};
}

std::span<const vkd3d_shader_target_type> supported_targets(vkd3d_shader_source_type source) {
    unsigned count = 0;
    const auto *types = vkd3d_shader_get_supported_target_types(source, &count);
    return {types, count};
}

std::string list_targets(vkd3d_shader_source_type source) {
    std::string text;
    for (const auto target : supported_targets(source))
        if (const auto *name = cli::find_target_type(target))
            text += (text.empty() ? "" : ", ") + std::string(name->name);
    return text;
}

int list_source_types() {
    for (const auto source : supported_sources()) {
        const auto *name = cli::find_source_type(source);
        if (!name) continue;
        printf("%-10s %s\n           to %s\n", name->name, name->description, list_targets(source).c_str());
    }
    return 0;
}

vkd3d_shader_target_type default_target(vkd3d_shader_source_type source) {
    switch (source) {
    case VKD3D_SHADER_SOURCE_HLSL: return VKD3D_SHADER_TARGET_DXBC_TPF;
    case VKD3D_SHADER_SOURCE_FX:
    case VKD3D_SHADER_SOURCE_TX: return VKD3D_SHADER_TARGET_D3D_ASM;
    default: return VKD3D_SHADER_TARGET_SPIRV_BINARY;
    }
}

std::vector<vkd3d_shader_compile_option> make_compile_options(const Options &options, bool colour) {
    std::vector<vkd3d_shader_compile_option> list;
    list.push_back({VKD3D_SHADER_COMPILE_OPTION_API_VERSION, VKD3D_SHADER_API_VERSION_1_17});
    unsigned formatting = options.formatting;
    if (!options.colour_chosen && colour) formatting |= VKD3D_SHADER_COMPILE_OPTION_FORMATTING_COLOUR;
    list.push_back({VKD3D_SHADER_COMPILE_OPTION_FORMATTING, formatting});
    if (options.target == VKD3D_SHADER_TARGET_SPIRV_BINARY ||
        options.target == VKD3D_SHADER_TARGET_SPIRV_TEXT)
        list.push_back({VKD3D_SHADER_COMPILE_OPTION_FEATURE, VKD3D_SHADER_COMPILE_OPTION_FEATURE_INT64 |
                                                                 VKD3D_SHADER_COMPILE_OPTION_FEATURE_FLOAT64 |
                                                                 options.features});
    if (options.weft_features)
        list.push_back(
            {vkd3d_shader_compile_option_name(WEFT_COMPILE_OPTION_FEATURE), options.weft_features});
    if (options.emulate_float64)
        list.push_back({vkd3d_shader_compile_option_name(WEFT_COMPILE_OPTION_FLOAT64_EMULATION),
                        WEFT_FLOAT64_EMULATION_ALWAYS});
    if (options.strip_debug) list.push_back({VKD3D_SHADER_COMPILE_OPTION_STRIP_DEBUG, 1});
    if (options.has_buffer_uav)
        list.push_back({VKD3D_SHADER_COMPILE_OPTION_BUFFER_UAV, options.storage_buffer_uavs});
    if (options.has_origin)
        list.push_back({VKD3D_SHADER_COMPILE_OPTION_FRAGMENT_COORDINATE_ORIGIN, options.lower_left_origin});
    if (options.has_matrix_order)
        list.push_back({VKD3D_SHADER_COMPILE_OPTION_PACK_MATRIX_ORDER, options.matrix_order});
    if (options.compatibility)
        list.push_back({VKD3D_SHADER_COMPILE_OPTION_BACKWARD_COMPATIBILITY, options.compatibility});
    if (options.child_effect) list.push_back({VKD3D_SHADER_COMPILE_OPTION_CHILD_EFFECT, 1});
    if (options.effect_empty_buffers)
        list.push_back({VKD3D_SHADER_COMPILE_OPTION_INCLUDE_EMPTY_BUFFERS_IN_EFFECTS, 1});
    return list;
}

} // namespace

int main(int argc, char **argv) {
    Options options;
    std::string error;
    if (!parse_options(argc, argv, options, error)) {
        fprintf(stderr, "vkd3d-compiler: %s\nTry 'vkd3d-compiler --help'.\n", error.c_str());
        return 1;
    }
    switch (options.mode) {
    case Mode::help: fputs(usage_text, stdout); return 0;
    case Mode::version: printf("%s\n", vkd3d_shader_get_version(nullptr, nullptr)); return 0;
    case Mode::list_sources: return list_source_types();
    case Mode::print_sources:
        for (const auto source : supported_sources())
            if (const auto *name = cli::find_source_type(source)) printf("%s\n", name->name);
        return 0;
    case Mode::print_targets:
        if (!options.has_source)
            return fail("--print-target-types needs a source type, given with -x before or after it");
        for (const auto target : supported_targets(options.source))
            if (const auto *name = cli::find_target_type(target)) printf("%s\n", name->name);
        return 0;
    default: break;
    }

    const bool preprocess = options.mode == Mode::preprocess;
    if (options.input == "-" && isatty(STDIN_FILENO) && !preprocess &&
        options.source != VKD3D_SHADER_SOURCE_HLSL)
        return fail("refusing to read byte code from a terminal; give a file, or -x hlsl to type a shader "
                    "(--help lists all options)");
    auto bytes = cli::read_file(options.input, error);
    if (!bytes) return fail(error);
    cli::ByteView source = *bytes;

    if (!options.has_source) {
        options.source = preprocess ? VKD3D_SHADER_SOURCE_HLSL : cli::guess_source_type(source);
        options.effect_in_container =
            options.source == VKD3D_SHADER_SOURCE_FX && !cli::find_chunk(source, cli::fourcc("FX10")).empty();
        if (source.empty() && !preprocess) return fail("'" + options.input + "' is empty");
    }
    if (options.effect_in_container) {
        source = cli::find_chunk(source, cli::fourcc("FX10"));
        if (source.empty()) return fail("'" + options.input + "' is no DXBC container with an effect in it");
    }
    const auto sources = supported_sources();
    const auto *source_name = cli::find_source_type(options.source);
    if (std::find(sources.begin(), sources.end(), options.source) == sources.end() && !preprocess) {
        std::string text = "'" + options.input + "' " + (options.has_source ? "is" : "looks like") + " " +
                           source_name->name + " (" + source_name->description +
                           "), which this library cannot read";
        if (!options.has_source) text += "; -x overrides the guess";
        return fail(text);
    }
    if (!options.has_target) options.target = default_target(options.source);
    const auto targets = supported_targets(options.source);
    if (options.mode == Mode::compile &&
        std::find(targets.begin(), targets.end(), options.target) == targets.end())
        return fail(std::string("cannot translate ") + source_name->name + " to " +
                    cli::find_target_type(options.target)->name +
                    "; possible targets: " + list_targets(options.source));
    const bool hlsl = options.source == VKD3D_SHADER_SOURCE_HLSL && !preprocess;
    if (hlsl && options.profile.empty()) return fail("HLSL needs a profile, such as -p ps_5_0");
    const bool text_output = options.mode != Mode::compile || cli::find_target_type(options.target)->is_text;
    const bool to_stdout = options.output.empty() || options.output == "-";
    if (!text_output && to_stdout && isatty(STDOUT_FILENO))
        return fail(
            "refusing to write a binary to a terminal; use -o FILE, or a text target such as -b spirv-text");

    const auto compile_options = make_compile_options(options, to_stdout && cli::wants_colour(stdout));
    vkd3d_shader_compile_info info{};
    info.type = VKD3D_SHADER_STRUCTURE_TYPE_COMPILE_INFO;
    info.source = cli::as_code(source);
    info.source_type = options.source;
    info.target_type =
        options.mode == Mode::scan && !options.has_target ? VKD3D_SHADER_TARGET_NONE : options.target;
    info.options = compile_options.data();
    info.option_count = unsigned(compile_options.size());
    info.log_level = VKD3D_SHADER_LOG_INFO;
    info.source_name = options.input == "-" ? "<stdin>" : options.input.c_str();

    vkd3d_shader_spirv_target_info spirv{};
    spirv.type = VKD3D_SHADER_STRUCTURE_TYPE_SPIRV_TARGET_INFO;
    spirv.environment = options.environment;
    spirv.extensions = options.extensions.data();
    spirv.extension_count = unsigned(options.extensions.size());
    spirv.entry_point = options.entry.empty() ? "main" : options.entry.c_str();
    info.next = &spirv;
    vkd3d_shader_hlsl_source_info hlsl_info{};
    hlsl_info.type = VKD3D_SHADER_STRUCTURE_TYPE_HLSL_SOURCE_INFO;
    hlsl_info.next = info.next;
    hlsl_info.entry_point = spirv.entry_point;
    hlsl_info.profile = options.profile.c_str();
    if (hlsl) info.next = &hlsl_info;

    vkd3d_shader_code out{};
    char *messages = nullptr;
    std::string report;
    int result;
    switch (options.mode) {
    case Mode::preprocess: result = vkd3d_shader_preprocess(&info, &out, &messages); break;
    case Mode::scan: result = print_scan(info, report, &messages); break;
    default: result = vkd3d_shader_compile(&info, &out, &messages); break;
    }
    cli::print_messages(stderr, messages, cli::wants_colour(stderr));
    vkd3d_shader_free_messages(messages);
    if (result < 0) {
        constexpr const char *reasons[] = {
            "", "general failure", "out of memory", "invalid argument", "invalid shader", "not implemented"};
        const size_t index = size_t(-result);
        return fail("'" + options.input + "' failed with result " + std::to_string(result) +
                    (index < std::size(reasons) ? std::string(" (") + reasons[index] + ")" : ""));
    }

    cli::ByteView written(static_cast<const uint8_t *>(out.code), out.size);
    if (options.mode == Mode::scan)
        written = {reinterpret_cast<const uint8_t *>(report.data()), report.size()};
    const bool ok = cli::write_file(options.output, written, error);
    if (options.mode != Mode::scan) vkd3d_shader_free_shader_code(&out);
    return ok ? 0 : fail(error);
}
