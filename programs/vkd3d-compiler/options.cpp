#include "vkd3d-compiler/options.h"

#include "common/blob.h"

#include <getopt.h>
#include <weft.h>

namespace weft::compiler {

const char usage_text[] =
    "Usage: vkd3d-compiler [OPTION]... [FILE]\n"
    "Translates a shader. Without FILE, or when FILE is -, standard input is read.\n"
    "\n"
    "Source and target:\n"
    "  -x TYPE                  source type: dxbc-tpf, hlsl, d3dbc, dxbc-dxil, fx, tx, dxbc-fx;\n"
    "                           without it the type is guessed from the content\n"
    "  -b TYPE                  target type: spirv-binary, spirv-text, d3d-asm, d3dbc, dxbc-tpf, fx, glsl, "
    "msl,\n"
    "                           preprocess (as -E)\n"
    "  -o, --output=FILE        where to write (default: standard output)\n"
    "  -e, --entry=NAME         entry point, of HLSL and in SPIR-V (default: main)\n"
    "  -p, --profile=NAME       HLSL profile such as ps_5_0\n"
    "      --environment=NAME   SPIR-V environment: vulkan-1.0 (default), 1.1, 1.2 or 1.3,\n"
    "                           or opengl-4.5\n"
    "  -E                       preprocess only\n"
    "  -S, --scan               print descriptors and signatures instead of translating\n"
    "\n"
    "Translation:\n"
    "      --features=LIST      what the device can do, by commas: wave-ops, zero-group-memory, float16, "
    "int16,\n"
    "                           storage-16bit, int64-atomics, subgroup-extended-types\n"
    "      --extensions=LIST    SPIR-V extensions that the device offers, by commas: SPV_EXT_mesh_shader, "
    "...\n"
    "      --emulate-float64    compute doubles with integers\n"
    "      --strip-debug        leave out names and source information\n"
    "      --buffer-uav=FORM    buffer-texture (default) or storage-buffer\n"
    "      --fragment-coordinate-origin=ORIGIN  upper-left (default) or lower-left\n"
    "      --matrix-storage-order=ORDER  column (default) or row\n"
    "      --semantic-compat-map  take shader model 1 to 3 semantic names for system values\n"
    "      --alias-double-as-float  double means float below shader model 4\n"
    "      --child-effect, --fx-include-empty-buffers  for effects\n"
    "\n"
    "Output:\n"
    "      --formatting=LIST    for text: colour, indent, offsets, header, raw-ids, signatures, each with + "
    "or -\n"
    "                           in front; colour is on when the output is a terminal\n"
    "      --list-source-types  list what can be translated into what\n"
    "      --print-source-types, --print-target-types  names only; the second needs -x\n"
    "  -h, --help; -V, --version\n";

namespace {

struct Choice {
    const char *name;
    unsigned value;
};

template <size_t N>
bool choose(const Choice (&choices)[N], const char *text, unsigned &value, std::string &error,
            const char *option) {
    std::string known;
    for (const auto &choice : choices) {
        if (std::string_view(text) == choice.name) {
            value = choice.value;
            return true;
        }
        known += (known.empty() ? "" : ", ") + std::string(choice.name);
    }
    error = std::string("'") + text + "' is no value of " + option + "; known values: " + known;
    return false;
}

constexpr Choice buffer_uavs[] = {{"buffer-texture", 0}, {"storage-buffer", 1}};
constexpr Choice origins[] = {{"upper-left", 0}, {"lower-left", 1}};
constexpr Choice matrix_orders[] = {{"column", VKD3D_SHADER_COMPILE_OPTION_PACK_MATRIX_COLUMN_MAJOR},
                                    {"row", VKD3D_SHADER_COMPILE_OPTION_PACK_MATRIX_ROW_MAJOR}};
constexpr Choice environments[] = {{"vulkan-1.0", VKD3D_SHADER_SPIRV_ENVIRONMENT_VULKAN_1_0},
                                   {"vulkan-1.1", VKD3D_SHADER_SPIRV_ENVIRONMENT_VULKAN_1_1},
                                   {"vulkan-1.2", WEFT_SPIRV_ENVIRONMENT_VULKAN_1_2},
                                   {"vulkan-1.3", WEFT_SPIRV_ENVIRONMENT_VULKAN_1_3},
                                   {"opengl-4.5", VKD3D_SHADER_SPIRV_ENVIRONMENT_OPENGL_4_5}};
// Those of weft.h stand above those of the interface.
constexpr unsigned weft_shift = 16;
constexpr Choice features[] = {
    {"wave-ops", VKD3D_SHADER_COMPILE_OPTION_FEATURE_WAVE_OPS},
    {"zero-group-memory", VKD3D_SHADER_COMPILE_OPTION_FEATURE_ZERO_INITIALIZE_WORKGROUP_MEMORY},
    {"float16", WEFT_FEATURE_FLOAT16 << weft_shift},
    {"int16", WEFT_FEATURE_INT16 << weft_shift},
    {"storage-16bit", WEFT_FEATURE_STORAGE_16BIT << weft_shift},
    {"int64-atomics", WEFT_FEATURE_INT64_ATOMICS << weft_shift},
    {"subgroup-extended-types", WEFT_FEATURE_SUBGROUP_EXTENDED_TYPES << weft_shift}};
constexpr Choice extensions[] = {
    {"SPV_EXT_demote_to_helper_invocation", VKD3D_SHADER_SPIRV_EXTENSION_EXT_DEMOTE_TO_HELPER_INVOCATION},
    {"SPV_EXT_descriptor_indexing", VKD3D_SHADER_SPIRV_EXTENSION_EXT_DESCRIPTOR_INDEXING},
    {"SPV_EXT_shader_stencil_export", VKD3D_SHADER_SPIRV_EXTENSION_EXT_STENCIL_EXPORT},
    {"SPV_EXT_shader_viewport_index_layer", VKD3D_SHADER_SPIRV_EXTENSION_EXT_VIEWPORT_INDEX_LAYER},
    {"SPV_EXT_fragment_shader_interlock", VKD3D_SHADER_SPIRV_EXTENSION_EXT_FRAGMENT_SHADER_INTERLOCK},
    {"SPV_KHR_float_controls", VKD3D_SHADER_SPIRV_EXTENSION_KHR_FLOAT_CONTROLS},
    {"SPV_KHR_16bit_storage", WEFT_SPIRV_EXTENSION_KHR_16BIT_STORAGE},
    {"SPV_KHR_multiview", WEFT_SPIRV_EXTENSION_KHR_MULTIVIEW},
    {"SPV_KHR_integer_dot_product", WEFT_SPIRV_EXTENSION_KHR_INTEGER_DOT_PRODUCT},
    {"SPV_KHR_fragment_shader_barycentric", WEFT_SPIRV_EXTENSION_KHR_FRAGMENT_SHADER_BARYCENTRIC},
    {"SPV_KHR_fragment_shading_rate", WEFT_SPIRV_EXTENSION_KHR_FRAGMENT_SHADING_RATE},
    {"SPV_EXT_fragment_fully_covered", WEFT_SPIRV_EXTENSION_EXT_FRAGMENT_FULLY_COVERED},
    {"SPV_EXT_mesh_shader", WEFT_SPIRV_EXTENSION_EXT_MESH_SHADER},
    {"SPV_KHR_ray_query", WEFT_SPIRV_EXTENSION_KHR_RAY_QUERY},
    {"SPV_NV_shader_subgroup_partitioned", WEFT_SPIRV_EXTENSION_NV_SHADER_SUBGROUP_PARTITIONED},
    {"SPV_NV_compute_shader_derivatives", WEFT_SPIRV_EXTENSION_NV_COMPUTE_SHADER_DERIVATIVES},
    {"SPV_EXT_shader_image_int64", WEFT_SPIRV_EXTENSION_EXT_SHADER_IMAGE_INT64},
    {"SPV_EXT_shader_atomic_float_add", WEFT_SPIRV_EXTENSION_EXT_SHADER_ATOMIC_FLOAT_ADD},
    {"SPV_KHR_shader_clock", WEFT_SPIRV_EXTENSION_KHR_SHADER_CLOCK}};

// Hands each word of a list to `take`, by its value.
template <size_t N, typename F>
bool parse_list(const Choice (&choices)[N], std::string_view list, const char *option, std::string &error,
                F take) {
    while (!list.empty()) {
        const size_t comma = list.find(',');
        const std::string word(list.substr(0, comma));
        list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
        unsigned value;
        if (!choose(choices, word.c_str(), value, error, option)) return false;
        take(value);
    }
    return true;
}

constexpr Choice formatting_flags[] = {{"colour", VKD3D_SHADER_COMPILE_OPTION_FORMATTING_COLOUR},
                                       {"indent", VKD3D_SHADER_COMPILE_OPTION_FORMATTING_INDENT},
                                       {"offsets", VKD3D_SHADER_COMPILE_OPTION_FORMATTING_OFFSETS},
                                       {"header", VKD3D_SHADER_COMPILE_OPTION_FORMATTING_HEADER},
                                       {"raw-ids", VKD3D_SHADER_COMPILE_OPTION_FORMATTING_RAW_IDS},
                                       {"signatures", VKD3D_SHADER_COMPILE_OPTION_FORMATTING_IO_SIGNATURES}};

bool parse_formatting(std::string_view list, Options &options, std::string &error) {
    while (!list.empty()) {
        const size_t comma = list.find(',');
        std::string word(list.substr(0, comma));
        list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
        bool on = true;
        if (!word.empty() && (word[0] == '+' || word[0] == '-')) {
            on = word[0] == '+';
            word.erase(0, 1);
        }
        unsigned flag;
        if (!choose(formatting_flags, word.c_str(), flag, error, "--formatting")) return false;
        options.formatting = on ? options.formatting | flag : options.formatting & ~flag;
        if (flag == VKD3D_SHADER_COMPILE_OPTION_FORMATTING_COLOUR) options.colour_chosen = true;
    }
    return true;
}

} // namespace

bool parse_options(int argc, char **argv, Options &options, std::string &error) {
    enum {
        opt_environment = 256,
        opt_features,
        opt_extensions,
        opt_emulate,
        opt_strip,
        opt_buffer_uav,
        opt_origin,
        opt_matrix,
        opt_semantics,
        opt_double,
        opt_child,
        opt_empty,
        opt_formatting,
        opt_list_sources,
        opt_print_sources,
        opt_print_targets,
    };
    const option long_options[] = {
        {"output", required_argument, nullptr, 'o'},
        {"entry", required_argument, nullptr, 'e'},
        {"profile", required_argument, nullptr, 'p'},
        {"scan", no_argument, nullptr, 'S'},
        {"help", no_argument, nullptr, 'h'},
        {"version", no_argument, nullptr, 'V'},
        {"environment", required_argument, nullptr, opt_environment},
        {"features", required_argument, nullptr, opt_features},
        {"extensions", required_argument, nullptr, opt_extensions},
        {"emulate-float64", no_argument, nullptr, opt_emulate},
        {"strip-debug", no_argument, nullptr, opt_strip},
        {"buffer-uav", required_argument, nullptr, opt_buffer_uav},
        {"fragment-coordinate-origin", required_argument, nullptr, opt_origin},
        {"matrix-storage-order", required_argument, nullptr, opt_matrix},
        {"semantic-compat-map", no_argument, nullptr, opt_semantics},
        {"alias-double-as-float", no_argument, nullptr, opt_double},
        {"child-effect", no_argument, nullptr, opt_child},
        {"fx-include-empty-buffers", no_argument, nullptr, opt_empty},
        {"formatting", required_argument, nullptr, opt_formatting},
        {"list-source-types", no_argument, nullptr, opt_list_sources},
        {"print-source-types", no_argument, nullptr, opt_print_sources},
        {"print-target-types", no_argument, nullptr, opt_print_targets},
        {},
    };
    opterr = 0;
    for (int option; (option = getopt_long(argc, argv, ":x:b:o:e:p:EShV", long_options, nullptr)) != -1;) {
        unsigned value = 0;
        switch (option) {
        case 'x':
            options.effect_in_container = std::string_view(optarg) == "dxbc-fx";
            options.has_source = true;
            if (options.effect_in_container) {
                options.source = VKD3D_SHADER_SOURCE_FX;
            } else if (std::string_view(optarg) == "none") {
                options.source = VKD3D_SHADER_SOURCE_DXBC_TPF;
            } else if (const auto *type = cli::find_source_type(optarg)) {
                options.source = type->type;
            } else {
                error = std::string("'") + optarg + "' is no source type; --list-source-types lists them";
                return false;
            }
            break;
        case 'b':
            if (std::string_view(optarg) == "preprocess") {
                options.mode = Mode::preprocess;
            } else if (const auto *type = cli::find_target_type(optarg)) {
                options.target = type->type;
                options.has_target = true;
            } else {
                error = std::string("'") + optarg + "' is no target type; --list-source-types lists them";
                return false;
            }
            break;
        case 'o': options.output = optarg; break;
        case 'e': options.entry = optarg; break;
        case 'p': options.profile = optarg; break;
        case 'E': options.mode = Mode::preprocess; break;
        case 'S': options.mode = Mode::scan; break;
        case 'h': options.mode = Mode::help; return true;
        case 'V': options.mode = Mode::version; return true;
        case opt_environment:
            if (!choose(environments, optarg, value, error, "--environment")) return false;
            options.environment = vkd3d_shader_spirv_environment(value);
            break;
        case opt_features:
            if (!parse_list(features, optarg, "--features", error, [&](unsigned flag) {
                    options.features |= flag & ((1u << weft_shift) - 1);
                    options.weft_features |= flag >> weft_shift;
                }))
                return false;
            break;
        case opt_extensions:
            if (!parse_list(extensions, optarg, "--extensions", error, [&](unsigned number) {
                    options.extensions.push_back(vkd3d_shader_spirv_extension(number));
                }))
                return false;
            break;
        case opt_emulate: options.emulate_float64 = true; break;
        case opt_strip: options.strip_debug = true; break;
        case opt_buffer_uav:
            if (!choose(buffer_uavs, optarg, value, error, "--buffer-uav")) return false;
            options.storage_buffer_uavs = value != 0;
            options.has_buffer_uav = true;
            break;
        case opt_origin:
            if (!choose(origins, optarg, value, error, "--fragment-coordinate-origin")) return false;
            options.lower_left_origin = value != 0;
            options.has_origin = true;
            break;
        case opt_matrix:
            if (!choose(matrix_orders, optarg, value, error, "--matrix-storage-order")) return false;
            options.matrix_order = vkd3d_shader_compile_option_pack_matrix_order(value);
            options.has_matrix_order = true;
            break;
        case opt_semantics:
            options.compatibility |= VKD3D_SHADER_COMPILE_OPTION_BACKCOMPAT_MAP_SEMANTIC_NAMES;
            break;
        case opt_double: options.compatibility |= VKD3D_SHADER_COMPILE_OPTION_DOUBLE_AS_FLOAT_ALIAS; break;
        case opt_child: options.child_effect = true; break;
        case opt_empty: options.effect_empty_buffers = true; break;
        case opt_formatting:
            if (!parse_formatting(optarg, options, error)) return false;
            break;
        case opt_list_sources: options.mode = Mode::list_sources; break;
        case opt_print_sources: options.mode = Mode::print_sources; break;
        case opt_print_targets: options.mode = Mode::print_targets; break;
        case ':': error = std::string("option '") + argv[optind - 1] + "' needs a value"; return false;
        default: error = std::string("unknown option '") + argv[optind - 1] + "'"; return false;
        }
    }
    if (optind < argc) options.input = argv[argc - 1];
    if (argc - optind > 1) {
        error = "more than one input file given";
        return false;
    }
    return true;
}

} // namespace weft::compiler
