#include "shader-runner/compile.h"

#include <weft.h>

#ifdef WEFT_HAVE_SPIRV_TOOLS
#include <spirv-tools/libspirv.h>
#endif

#include <algorithm>

namespace weft::runner {
namespace {

vkd3d_shader_source_type source_type(ShaderForm form) {
    switch (form) {
    case ShaderForm::hlsl: return VKD3D_SHADER_SOURCE_HLSL;
    case ShaderForm::d3dbc: return VKD3D_SHADER_SOURCE_D3D_BYTECODE;
    case ShaderForm::tpf: return VKD3D_SHADER_SOURCE_DXBC_TPF;
    case ShaderForm::dxil: return VKD3D_SHADER_SOURCE_DXBC_DXIL;
    case ShaderForm::none: break;
    }
    return VKD3D_SHADER_SOURCE_NONE;
}

vkd3d_shader_spirv_environment spirv_environment(Environment environment) {
    switch (environment) {
    case Environment::opengl_4_5: return VKD3D_SHADER_SPIRV_ENVIRONMENT_OPENGL_4_5;
    case Environment::vulkan_1_0: return VKD3D_SHADER_SPIRV_ENVIRONMENT_VULKAN_1_0;
    case Environment::vulkan_1_1: return VKD3D_SHADER_SPIRV_ENVIRONMENT_VULKAN_1_1;
    case Environment::vulkan_1_2: return vkd3d_shader_spirv_environment(WEFT_SPIRV_ENVIRONMENT_VULKAN_1_2);
    case Environment::vulkan_1_3: break;
    }
    return vkd3d_shader_spirv_environment(WEFT_SPIRV_ENVIRONMENT_VULKAN_1_3);
}

vkd3d_shader_parameter1 parameter(unsigned name, vkd3d_shader_parameter_data_type type) {
    vkd3d_shader_parameter1 value{};
    value.name = vkd3d_shader_parameter_name(name);
    value.type = VKD3D_SHADER_PARAMETER_TYPE_IMMEDIATE_CONSTANT;
    value.data_type = type;
    return value;
}

vkd3d_shader_parameter1 uint_parameter(unsigned name, uint32_t number) {
    auto value = parameter(name, VKD3D_SHADER_PARAMETER_DATA_TYPE_UINT32);
    value.u.immediate_constant.u.u32 = number;
    return value;
}

vkd3d_shader_parameter1 float_parameter(unsigned name, float number) {
    auto value = parameter(name, VKD3D_SHADER_PARAMETER_DATA_TYPE_FLOAT32);
    value.u.immediate_constant.u.f32 = number;
    return value;
}

vkd3d_shader_parameter1 vector_parameter(unsigned name, const float (&numbers)[4]) {
    auto value = parameter(name, VKD3D_SHADER_PARAMETER_DATA_TYPE_FLOAT32_VEC4);
    std::copy(numbers, numbers + 4, value.u.immediate_constant.u.f32_vec4);
    return value;
}

std::string take_messages(char *messages) {
    std::string text = messages ? messages : "";
    vkd3d_shader_free_messages(messages);
    return text;
}

// Runs vkd3d_shader_compile() or its like, and takes what it allocated.
template <typename Function>
CompileResult collect(Function *function, const vkd3d_shader_compile_info &info) {
    vkd3d_shader_code out{};
    char *messages = nullptr;
    CompileResult result;
    result.result = function(&info, &out, &messages);
    result.messages = take_messages(messages);
    if (!result.ok()) return result;
    const auto *bytes = static_cast<const uint8_t *>(out.code);
    result.code.assign(bytes, bytes + out.size);
    vkd3d_shader_free_shader_code(&out);
    return result;
}

CompileResult run_compile(const vkd3d_shader_compile_info &info) {
    return collect(vkd3d_shader_compile, info);
}

// The structures that describe one shader and its target, linked to each other.
struct Call {
    vkd3d_shader_compile_info info{};
    vkd3d_shader_interface_info interface {};
    vkd3d_shader_spirv_target_info spirv{};
    vkd3d_shader_parameter_info parameters{};
    vkd3d_shader_d3dbc_source_info d3dbc{};
    vkd3d_shader_spirv_domain_shader_target_info domain{};
    std::vector<vkd3d_shader_compile_option> options;
    std::vector<vkd3d_shader_spirv_extension> extensions;
    vkd3d_shader_transform_feedback_info feedback{};
    std::vector<vkd3d_shader_transform_feedback_element> captured;

    Call(const Shader &shader, const CompileSettings &settings, vkd3d_shader_target_type target,
         Environment environment, const CaptureLayout *capture = nullptr) {
        parameters.type = VKD3D_SHADER_STRUCTURE_TYPE_PARAMETER_INFO;
        parameters.parameters = settings.parameters.data();
        parameters.parameter_count = unsigned(settings.parameters.size());

        constexpr struct {
            uint32_t flag;
            unsigned value;
        } extension_values[] = {
            {ext_demote, VKD3D_SHADER_SPIRV_EXTENSION_EXT_DEMOTE_TO_HELPER_INVOCATION},
            {ext_descriptor_indexing, VKD3D_SHADER_SPIRV_EXTENSION_EXT_DESCRIPTOR_INDEXING},
            {ext_stencil_export, VKD3D_SHADER_SPIRV_EXTENSION_EXT_STENCIL_EXPORT},
            {ext_viewport_layer, VKD3D_SHADER_SPIRV_EXTENSION_EXT_VIEWPORT_INDEX_LAYER},
            {ext_interlock, VKD3D_SHADER_SPIRV_EXTENSION_EXT_FRAGMENT_SHADER_INTERLOCK},
            {ext_partitioned, WEFT_SPIRV_EXTENSION_NV_SHADER_SUBGROUP_PARTITIONED},
            {ext_compute_derivatives, WEFT_SPIRV_EXTENSION_NV_COMPUTE_SHADER_DERIVATIVES},
            {ext_shader_model_6, WEFT_SPIRV_EXTENSION_KHR_16BIT_STORAGE},
            {ext_shader_model_6, WEFT_SPIRV_EXTENSION_KHR_MULTIVIEW},
            {ext_shader_model_6, WEFT_SPIRV_EXTENSION_KHR_FRAGMENT_SHADER_BARYCENTRIC},
            {ext_shader_model_6, WEFT_SPIRV_EXTENSION_KHR_FRAGMENT_SHADING_RATE},
            {ext_shader_model_6, WEFT_SPIRV_EXTENSION_EXT_FRAGMENT_FULLY_COVERED},
            {ext_shader_model_6, WEFT_SPIRV_EXTENSION_EXT_MESH_SHADER},
            {ext_shader_model_6, WEFT_SPIRV_EXTENSION_KHR_RAY_QUERY},
            {ext_shader_model_6, WEFT_SPIRV_EXTENSION_EXT_SHADER_IMAGE_INT64},
            {ext_shader_model_6, WEFT_SPIRV_EXTENSION_KHR_SHADER_CLOCK},
        };
        const uint32_t offered = settings.spirv_extensions & settings.requirements.spirv_extensions;
        for (const auto &entry : extension_values)
            if (offered & entry.flag) extensions.push_back(vkd3d_shader_spirv_extension(entry.value));
        spirv.type = VKD3D_SHADER_STRUCTURE_TYPE_SPIRV_TARGET_INFO;
        spirv.next = &parameters;
        spirv.entry_point = "main";
        spirv.environment = spirv_environment(environment);
        spirv.extensions = extensions.data();
        spirv.extension_count = unsigned(extensions.size());

        interface.type = VKD3D_SHADER_STRUCTURE_TYPE_INTERFACE_INFO;
        interface.next = &spirv;
        interface.bindings = settings.interface.bindings.data();
        interface.binding_count = unsigned(settings.interface.bindings.size());
        interface.uav_counters = settings.interface.counters.data();
        interface.uav_counter_count = unsigned(settings.interface.counters.size());
        interface.combined_samplers = settings.interface.combined.data();
        interface.combined_sampler_count = unsigned(settings.interface.combined.size());
        interface.push_constant_buffers = settings.interface.push_constants.data();
        interface.push_constant_buffer_count = unsigned(settings.interface.push_constants.size());

        if (capture && !capture->elements.empty()) {
            for (const CaptureElement &e : capture->elements)
                captured.push_back({e.stream, e.name.empty() ? nullptr : e.name.c_str(), e.index,
                                    uint8_t(e.first), uint8_t(e.count), uint8_t(e.buffer)});
            feedback.type = VKD3D_SHADER_STRUCTURE_TYPE_TRANSFORM_FEEDBACK_INFO;
            feedback.next = interface.next;
            interface.next = &feedback;
            feedback.elements = captured.data();
            feedback.element_count = unsigned(captured.size());
            feedback.buffer_strides = capture->strides.data();
            feedback.buffer_stride_count = unsigned(capture->strides.size());
        }

        if (settings.tessellation) {
            domain = *settings.tessellation;
            domain.next = interface.next;
            interface.next = &domain;
        }

        if (shader.form == ShaderForm::d3dbc) {
            d3dbc.type = VKD3D_SHADER_STRUCTURE_TYPE_D3DBC_SOURCE_INFO;
            d3dbc.next = interface.next;
            interface.next = &d3dbc;
            for (size_t i = 0; i < settings.texture_dimensions.size(); ++i)
                d3dbc.texture_dimensions[i] = settings.texture_dimensions[i]
                                                  ? vkd3d_shader_resource_type(settings.texture_dimensions[i])
                                                  : VKD3D_SHADER_RESOURCE_TEXTURE_2D;
            d3dbc.shadow_samplers = settings.shadow_samplers;
        }

        unsigned features = 0;
        if (settings.capabilities >> unsigned(Capability::int64) & 1)
            features |= VKD3D_SHADER_COMPILE_OPTION_FEATURE_INT64;
        const bool emulated = settings.requirements.emulated_doubles;
        if (!emulated && settings.capabilities >> unsigned(Capability::float64) & 1)
            features |= VKD3D_SHADER_COMPILE_OPTION_FEATURE_FLOAT64;
        if (settings.capabilities >> unsigned(Capability::wave_ops) & 1)
            features |= VKD3D_SHADER_COMPILE_OPTION_FEATURE_WAVE_OPS;
        options.push_back({VKD3D_SHADER_COMPILE_OPTION_API_VERSION, VKD3D_SHADER_API_VERSION_1_17});
        options.push_back({VKD3D_SHADER_COMPILE_OPTION_FEATURE, features});
        auto add = [this](unsigned name, unsigned value) {
            options.push_back({vkd3d_shader_compile_option_name(name), value});
        };
        if (settings.features) add(WEFT_COMPILE_OPTION_FEATURE, settings.features);
        if (emulated) add(WEFT_COMPILE_OPTION_FLOAT64_EMULATION, WEFT_FLOAT64_EMULATION_ALWAYS);
        if (settings.requirements.max_varyings)
            add(WEFT_COMPILE_OPTION_MAX_VARYINGS, settings.requirements.max_varyings);
        if (settings.requirements.float_model)
            add(WEFT_COMPILE_OPTION_FLOAT_MODEL, *settings.requirements.float_model);
        if (settings.fetch4_samplers) add(WEFT_COMPILE_OPTION_FETCH4_SAMPLERS, settings.fetch4_samplers);
        if (settings.requirements.storage_buffer_uavs)
            options.push_back({VKD3D_SHADER_COMPILE_OPTION_BUFFER_UAV,
                               VKD3D_SHADER_COMPILE_OPTION_BUFFER_UAV_STORAGE_BUFFER});
        if (settings.unknown_format_loads)
            options.push_back({VKD3D_SHADER_COMPILE_OPTION_TYPED_UAV,
                               VKD3D_SHADER_COMPILE_OPTION_TYPED_UAV_READ_FORMAT_UNKNOWN});

        info.type = VKD3D_SHADER_STRUCTURE_TYPE_COMPILE_INFO;
        info.next = &interface;
        info.source = cli::as_code(shader.code);
        info.source_type = source_type(shader.form);
        info.target_type = target;
        info.options = options.data();
        info.option_count = unsigned(options.size());
        info.log_level = VKD3D_SHADER_LOG_WARNING;
        info.source_name = "shader";
    }
    Call(const Call &) = delete;
    Call &operator=(const Call &) = delete;
};

} // namespace

std::vector<vkd3d_shader_parameter1> make_parameters(const DrawState &state, bool points, unsigned samples) {
    std::vector<vkd3d_shader_parameter1> list;
    list.push_back(uint_parameter(VKD3D_SHADER_PARAMETER_NAME_RASTERIZER_SAMPLE_COUNT, samples));
    if (state.alpha_test != Compare::none) {
        list.push_back(
            uint_parameter(VKD3D_SHADER_PARAMETER_NAME_ALPHA_TEST_FUNC, uint32_t(state.alpha_test)));
        list.push_back(float_parameter(VKD3D_SHADER_PARAMETER_NAME_ALPHA_TEST_REF, state.alpha_ref));
    }
    if (state.flat) list.push_back(uint_parameter(VKD3D_SHADER_PARAMETER_NAME_FLAT_INTERPOLATION, 1));
    if (state.clip_plane_mask) {
        list.push_back(uint_parameter(VKD3D_SHADER_PARAMETER_NAME_CLIP_PLANE_MASK, state.clip_plane_mask));
        for (unsigned i = 0; i < 8; ++i)
            list.push_back(
                vector_parameter(VKD3D_SHADER_PARAMETER_NAME_CLIP_PLANE_0 + i, state.clip_planes[i]));
    }
    if (state.has_position_offset)
        list.push_back(vector_parameter(WEFT_PARAMETER_NAME_POSITION_OFFSET, state.position_offset));
    if (points || state.has_point_size) {
        list.push_back(float_parameter(VKD3D_SHADER_PARAMETER_NAME_POINT_SIZE, state.point_size));
        if (state.has_point_size) {
            list.push_back(float_parameter(VKD3D_SHADER_PARAMETER_NAME_POINT_SIZE_MIN, state.point_min));
            list.push_back(float_parameter(VKD3D_SHADER_PARAMETER_NAME_POINT_SIZE_MAX, state.point_max));
        }
    }
    if (state.point_sprite) list.push_back(uint_parameter(VKD3D_SHADER_PARAMETER_NAME_POINT_SPRITE, 1));
    if (state.fog != FogMode::disable) {
        constexpr float log2_e = 1.44269504f, sqrt_log2_e = 1.20112241f;
        vkd3d_shader_fog_fragment_mode mode = VKD3D_SHADER_FOG_FRAGMENT_LINEAR;
        float end = 0, scale = -1;
        switch (state.fog) {
        case FogMode::linear:
            end = state.fog_end;
            scale = 1 / (state.fog_end - state.fog_start);
            break;
        case FogMode::exp:
            mode = VKD3D_SHADER_FOG_FRAGMENT_EXP;
            scale = state.fog_density * log2_e;
            break;
        case FogMode::exp2:
            mode = VKD3D_SHADER_FOG_FRAGMENT_EXP2;
            scale = state.fog_density * sqrt_log2_e;
            break;
        case FogMode::none:
        case FogMode::disable: break;
        }
        const auto implied = state.fog == FogMode::none ? VKD3D_SHADER_FOG_SOURCE_FOG_OR_SPECULAR_W
                             : state.fog_ortho          ? VKD3D_SHADER_FOG_SOURCE_Z
                                                        : VKD3D_SHADER_FOG_SOURCE_W;
        list.push_back(uint_parameter(VKD3D_SHADER_PARAMETER_NAME_FOG_FRAGMENT_MODE, mode));
        list.push_back(vector_parameter(VKD3D_SHADER_PARAMETER_NAME_FOG_COLOUR, state.fog_colour));
        list.push_back(float_parameter(VKD3D_SHADER_PARAMETER_NAME_FOG_END, end));
        list.push_back(float_parameter(VKD3D_SHADER_PARAMETER_NAME_FOG_SCALE, scale));
        list.push_back(
            uint_parameter(VKD3D_SHADER_PARAMETER_NAME_FOG_SOURCE, state.fog_source.value_or(implied)));
    }
    for (unsigned i = 0; i < state.stages.size(); ++i) {
        const DrawState::Stage &stage = state.stages[i];
        if (!stage.has_bump) continue;
        list.push_back(vector_parameter(VKD3D_SHADER_PARAMETER_NAME_BUMP_MATRIX_0 + i, stage.bump_matrix));
        list.push_back(
            float_parameter(VKD3D_SHADER_PARAMETER_NAME_BUMP_LUMINANCE_SCALE_0 + i, stage.luminance_scale));
        list.push_back(
            float_parameter(VKD3D_SHADER_PARAMETER_NAME_BUMP_LUMINANCE_OFFSET_0 + i, stage.luminance_offset));
    }
    if (state.projected_textures)
        list.push_back(
            uint_parameter(VKD3D_SHADER_PARAMETER_NAME_PROJECTED_TEXTURE_MASK, state.projected_textures));
    return list;
}

bool is_selector(vkd3d_shader_parameter_name name) {
    switch (name) {
    case VKD3D_SHADER_PARAMETER_NAME_ALPHA_TEST_FUNC:
    case VKD3D_SHADER_PARAMETER_NAME_CLIP_PLANE_MASK:
    case VKD3D_SHADER_PARAMETER_NAME_POINT_SPRITE:
    case VKD3D_SHADER_PARAMETER_NAME_FOG_FRAGMENT_MODE:
    case VKD3D_SHADER_PARAMETER_NAME_FOG_SOURCE:
    case VKD3D_SHADER_PARAMETER_NAME_PROJECTED_TEXTURE_MASK: return true;
    default: return false;
    }
}

Signatures::~Signatures() {
    if (scanned_) vkd3d_shader_free_scan_signature_info(&info_);
}

bool Signatures::scan(const Shader &shader, const CompileSettings &settings, std::string &messages) {
    Call call(shader, settings, VKD3D_SHADER_TARGET_SPIRV_BINARY, settings.requirements.environment);
    info_.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_SIGNATURE_INFO;
    info_.next = call.info.next;
    call.info.next = &info_;
    char *text = nullptr;
    scanned_ = vkd3d_shader_scan(&call.info, &text) >= 0;
    messages = take_messages(text);
    info_.next = nullptr;
    return scanned_;
}

std::optional<vkd3d_shader_spirv_domain_shader_target_info>
scan_tessellation(const Shader &hull, const CompileSettings &settings) {
    Call call(hull, settings, VKD3D_SHADER_TARGET_SPIRV_BINARY, settings.requirements.environment);
    vkd3d_shader_scan_hull_shader_tessellation_info found{};
    found.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_HULL_SHADER_TESSELLATION_INFO;
    found.next = call.info.next;
    call.info.next = &found;
    if (vkd3d_shader_scan(&call.info, nullptr) < 0) return {};
    return vkd3d_shader_spirv_domain_shader_target_info{
        VKD3D_SHADER_STRUCTURE_TYPE_SPIRV_DOMAIN_SHADER_TARGET_INFO, nullptr, found.output_primitive,
        found.partitioning};
}

std::vector<vkd3d_shader_varying_map> make_varying_map(const Signatures &producer,
                                                       const Signatures &consumer) {
    std::vector<vkd3d_shader_varying_map> map(consumer.input().element_count);
    unsigned count = 0;
    vkd3d_shader_build_varying_map(&producer.output(), &consumer.input(), &count, map.data());
    map.resize(std::min<size_t>(count, map.size()));
    return map;
}

CompileResult compile_shader(const Shader &shader, const CompileSettings &settings,
                             const std::vector<vkd3d_shader_varying_map> *map, const CaptureLayout *capture,
                             Target target) {
    constexpr vkd3d_shader_target_type types[] = {VKD3D_SHADER_TARGET_SPIRV_BINARY,
                                                  VKD3D_SHADER_TARGET_SPIRV_TEXT, VKD3D_SHADER_TARGET_GLSL};
    const Environment first = settings.requirements.environment;
    const bool choose = shader.form == ShaderForm::dxil && !settings.requirements.environment_given;
    const Environment last = choose ? std::max(first, settings.highest) : first;
    CompileResult result;
    for (unsigned e = unsigned(first); e <= unsigned(last); ++e) {
        Call call(shader, settings, types[size_t(target)], Environment(e), capture);
        vkd3d_shader_varying_map_info varyings{};
        if (map) {
            varyings.type = VKD3D_SHADER_STRUCTURE_TYPE_VARYING_MAP_INFO;
            varyings.next = call.info.next;
            varyings.varying_map = map->data();
            varyings.varying_count = unsigned(map->size());
            call.info.next = &varyings;
        }
        result = run_compile(call.info);
        result.environment = Environment(e);
        if (result.ok()) break;
    }
    return result;
}

CompileResult compile_hlsl(const Shader &shader, Stage stage, unsigned model, unsigned hlsl_options) {
    std::string profile = std::string(stage_prefix(stage)) + "_" + model_name(model);
    std::replace(profile.begin(), profile.end(), '.', '_');
    constexpr unsigned row_major = 0x8, column_major = 0x10, backwards_compatible = 0x1000;
    std::vector<vkd3d_shader_compile_option> options;
    options.push_back({VKD3D_SHADER_COMPILE_OPTION_API_VERSION, VKD3D_SHADER_API_VERSION_1_17});
    if (hlsl_options & row_major)
        options.push_back({VKD3D_SHADER_COMPILE_OPTION_PACK_MATRIX_ORDER,
                           VKD3D_SHADER_COMPILE_OPTION_PACK_MATRIX_ROW_MAJOR});
    if (hlsl_options & column_major)
        options.push_back({VKD3D_SHADER_COMPILE_OPTION_PACK_MATRIX_ORDER,
                           VKD3D_SHADER_COMPILE_OPTION_PACK_MATRIX_COLUMN_MAJOR});
    unsigned compatibility = 0;
    if (model < sm4_0) compatibility |= VKD3D_SHADER_COMPILE_OPTION_DOUBLE_AS_FLOAT_ALIAS;
    if ((hlsl_options & backwards_compatible) && model < sm5_1)
        compatibility |= VKD3D_SHADER_COMPILE_OPTION_BACKCOMPAT_MAP_SEMANTIC_NAMES;
    if (compatibility) options.push_back({VKD3D_SHADER_COMPILE_OPTION_BACKWARD_COMPATIBILITY, compatibility});

    vkd3d_shader_hlsl_source_info hlsl{};
    hlsl.type = VKD3D_SHADER_STRUCTURE_TYPE_HLSL_SOURCE_INFO;
    hlsl.entry_point = "main";
    hlsl.profile = profile.c_str();
    vkd3d_shader_compile_info info{};
    info.type = VKD3D_SHADER_STRUCTURE_TYPE_COMPILE_INFO;
    info.next = &hlsl;
    info.source = cli::as_code(shader.code);
    info.source_type = VKD3D_SHADER_SOURCE_HLSL;
    info.target_type = model < sm4_0 ? VKD3D_SHADER_TARGET_D3D_BYTECODE : VKD3D_SHADER_TARGET_DXBC_TPF;
    info.options = options.data();
    info.option_count = unsigned(options.size());
    info.log_level = VKD3D_SHADER_LOG_WARNING;
    info.source_name = "shader";
    return run_compile(info);
}

CompileResult preprocess_hlsl(const cli::Bytes &text) {
    vkd3d_shader_compile_info info{};
    info.type = VKD3D_SHADER_STRUCTURE_TYPE_COMPILE_INFO;
    info.source = cli::as_code(text);
    info.source_type = VKD3D_SHADER_SOURCE_HLSL;
    info.log_level = VKD3D_SHADER_LOG_WARNING;
    info.source_name = "shader";
    return collect(vkd3d_shader_preprocess, info);
}

bool library_reads(ShaderForm form) {
    unsigned count = 0;
    const auto *types = vkd3d_shader_get_supported_source_types(&count);
    if (std::find(types, types + count, source_type(form)) == types + count) return false;
    if (form == ShaderForm::hlsl) return true; // through byte code
    const auto *targets = vkd3d_shader_get_supported_target_types(source_type(form), &count);
    return std::find(targets, targets + count, VKD3D_SHADER_TARGET_SPIRV_BINARY) != targets + count;
}

bool library_preprocesses() {
    return library_reads(ShaderForm::hlsl);
}

std::string validate_spirv([[maybe_unused]] const cli::Bytes &module,
                           [[maybe_unused]] Environment environment) {
#ifdef WEFT_HAVE_SPIRV_TOOLS
    constexpr spv_target_env targets[] = {SPV_ENV_OPENGL_4_5, SPV_ENV_VULKAN_1_0, SPV_ENV_VULKAN_1_1,
                                          SPV_ENV_VULKAN_1_2, SPV_ENV_VULKAN_1_3};
    const auto target = targets[size_t(environment)];
    spv_context context = spvContextCreate(target);
    spv_diagnostic diagnostic = nullptr;
    const spv_result_t result = spvValidateBinary(context, reinterpret_cast<const uint32_t *>(module.data()),
                                                  module.size() / 4, &diagnostic);
    std::string text;
    if (result != SPV_SUCCESS) text = diagnostic && diagnostic->error ? diagnostic->error : "invalid module";
    spvDiagnosticDestroy(diagnostic);
    spvContextDestroy(context);
    return text;
#else
    return {};
#endif
}

} // namespace weft::runner
