#include "shader/options.h"

#include <weft.h>

#include "core/support/log.h"

namespace weft::shader {

using namespace driver;

namespace {

driver::DescriptorBinding binding(const vkd3d_shader_descriptor_binding &b) {
    return {b.set, b.binding, b.count};
}

// A visibility that we do not know matches no stage, as it would not in the caller's mind either.
Visibility visibility(vkd3d_shader_visibility v) {
    return static_cast<Visibility>(static_cast<uint32_t>(v));
}

DescriptorOffset offset(const vkd3d_shader_descriptor_offset *offsets, unsigned i) {
    return offsets ? DescriptorOffset{offsets[i].static_offset, offsets[i].dynamic_offset_index}
                   : DescriptorOffset{};
}

void read_interface(const Chain &chain, Arena &arena, Interface *out) {
    const auto *info = chain.find<vkd3d_shader_interface_info>(VKD3D_SHADER_STRUCTURE_TYPE_INTERFACE_INFO);
    if (!info) return;
    out->present = true;

    // This one extends the interface and is looked for behind it only.
    const Chain behind(info->next);
    const auto *offsets =
        behind.find<vkd3d_shader_descriptor_offset_info>(VKD3D_SHADER_STRUCTURE_TYPE_DESCRIPTOR_OFFSET_INFO);
    if (offsets) {
        out->descriptor_table_offset = offsets->descriptor_table_offset;
        out->descriptor_table_count = offsets->descriptor_table_count;
    }

    Vec<ResourceBinding> bindings(arena, info->binding_count);
    for (unsigned i = 0; i < info->binding_count; ++i) {
        const vkd3d_shader_resource_binding &b = info->bindings[i];
        const auto type = static_cast<unsigned>(b.type);
        if (type > static_cast<unsigned>(DescriptorType::sampler)) continue; // nothing can fit it
        bindings.push({static_cast<DescriptorType>(type), b.register_space, b.register_index,
                       visibility(b.shader_visibility), b.flags, binding(b.binding),
                       offset(offsets ? offsets->binding_offsets : nullptr, i)});
    }
    out->bindings = bindings.span();

    Vec<PushConstantBuffer> push_constants(arena, info->push_constant_buffer_count);
    for (unsigned i = 0; i < info->push_constant_buffer_count; ++i) {
        const vkd3d_shader_push_constant_buffer &b = info->push_constant_buffers[i];
        push_constants.push(
            {b.register_space, b.register_index, visibility(b.shader_visibility), b.offset, b.size});
    }
    out->push_constant_buffers = push_constants.span();

    Vec<CombinedSampler> combined(arena, info->combined_sampler_count);
    for (unsigned i = 0; i < info->combined_sampler_count; ++i) {
        const vkd3d_shader_combined_resource_sampler &s = info->combined_samplers[i];
        combined.push({s.resource_space, s.resource_index, s.sampler_space, s.sampler_index,
                       visibility(s.shader_visibility), s.flags, binding(s.binding)});
    }
    out->combined_samplers = combined.span();

    Vec<UavCounterBinding> counters(arena, info->uav_counter_count);
    for (unsigned i = 0; i < info->uav_counter_count; ++i) {
        const vkd3d_shader_uav_counter_binding &c = info->uav_counters[i];
        counters.push({c.register_space, c.register_index, visibility(c.shader_visibility),
                       binding(c.binding), c.offset,
                       offset(offsets ? offsets->uav_counter_offsets : nullptr, i)});
    }
    out->uav_counters = counters.span();

    const auto *feedback =
        chain.find<vkd3d_shader_transform_feedback_info>(VKD3D_SHADER_STRUCTURE_TYPE_TRANSFORM_FEEDBACK_INFO);
    if (!feedback) return;
    out->has_transform_feedback = true;
    Vec<TransformFeedbackElement> elements(arena, feedback->element_count);
    for (unsigned i = 0; i < feedback->element_count; ++i) {
        const vkd3d_shader_transform_feedback_element &e = feedback->elements[i];
        elements.push({e.stream_index,
                       e.semantic_name ? std::string_view(e.semantic_name) : std::string_view(),
                       e.semantic_index, e.component_index, e.component_count, e.output_slot});
    }
    out->transform_feedback.elements = elements.span();
    if (feedback->buffer_strides)
        out->transform_feedback.strides = {feedback->buffer_strides, feedback->buffer_stride_count};
}

Result read_environment(vkd3d_shader_spirv_environment environment, Diagnostics &diag, Environment *out) {
    switch (static_cast<unsigned>(environment)) {
    case VKD3D_SHADER_SPIRV_ENVIRONMENT_OPENGL_4_5: *out = Environment::opengl_4_5; return Result::ok;
    case VKD3D_SHADER_SPIRV_ENVIRONMENT_VULKAN_1_0: *out = Environment::vulkan_1_0; return Result::ok;
    case VKD3D_SHADER_SPIRV_ENVIRONMENT_VULKAN_1_1: *out = Environment::vulkan_1_1; return Result::ok;
    case WEFT_SPIRV_ENVIRONMENT_VULKAN_1_2: *out = Environment::vulkan_1_2; return Result::ok;
    case WEFT_SPIRV_ENVIRONMENT_VULKAN_1_3: *out = Environment::vulkan_1_3; return Result::ok;
    default:
        diag.bare_error(Result::error, code_argument, "The SPIR-V environment %#x is unknown.",
                        static_cast<unsigned>(environment));
        return diag.result();
    }
}

// What OpenGL's domain shaders say of the tessellator; only the hull shader of Direct3D knows.
void read_tessellation(const Chain &chain, Options *out) {
    const auto *domain = chain.find<vkd3d_shader_spirv_domain_shader_target_info>(
        VKD3D_SHADER_STRUCTURE_TYPE_SPIRV_DOMAIN_SHADER_TARGET_INFO);
    if (!domain) return;
    out->has_domain_info = true;
    if (domain->output_primitive <= VKD3D_SHADER_TESSELLATOR_OUTPUT_TRIANGLE_CCW)
        out->domain_output = static_cast<TessellatorOutput>(domain->output_primitive);
    if (domain->partitioning <= VKD3D_SHADER_TESSELLATOR_PARTITIONING_FRACTIONAL_EVEN)
        out->domain_partitioning = static_cast<TessellatorPartitioning>(domain->partitioning);
}

Result read_spirv_target(const Chain &chain, Diagnostics &diag, Options *out) {
    const auto *target =
        chain.find<vkd3d_shader_spirv_target_info>(VKD3D_SHADER_STRUCTURE_TYPE_SPIRV_TARGET_INFO);
    if (!target) return Result::ok;
    if (target->entry_point) out->entry_point = target->entry_point;
    for (unsigned i = 0; i < target->extension_count; ++i) {
        const auto extension = static_cast<unsigned>(target->extensions[i]);
        if (extension >= VKD3D_SHADER_SPIRV_EXTENSION_EXT_DEMOTE_TO_HELPER_INVOCATION &&
            extension <= VKD3D_SHADER_SPIRV_EXTENSION_KHR_FLOAT_CONTROLS)
            out->extensions |= 1u << extension;
        else if (extension >= WEFT_SPIRV_EXTENSION_KHR_16BIT_STORAGE &&
                 extension <= WEFT_SPIRV_EXTENSION_KHR_SHADER_CLOCK)
            out->extensions |= 1u << (extension - WEFT_SPIRV_EXTENSION_KHR_16BIT_STORAGE + weft_shift);
        else
            WEFT_LOG(warn, "Ignoring the unknown SPIR-V extension %#x.", extension);
    }
    out->dual_source_blending = target->dual_source_blending;
    if (target->output_swizzles)
        out->output_swizzles = {target->output_swizzles, target->output_swizzle_count};
    read_tessellation(chain, out);
    return read_environment(target->environment, diag, &out->environment);
}

DenormalOverride denormal_mode(unsigned value) {
    if (value > static_cast<unsigned>(DenormalMode::flush_to_zero)) return {};
    return {true, static_cast<DenormalMode>(value), false};
}

constexpr uint32_t low_features = (1u << weft_shift) - 1; // those of the interface

void read_compile_options(const vkd3d_shader_compile_info &info, Options *out) {
    for (unsigned i = 0; i < info.option_count; ++i) {
        const unsigned value = info.options[i].value;
        switch (static_cast<unsigned>(info.options[i].name)) {
        case VKD3D_SHADER_COMPILE_OPTION_STRIP_DEBUG: out->strip_debug = value; break;
        case VKD3D_SHADER_COMPILE_OPTION_BUFFER_UAV:
            if (value <= VKD3D_SHADER_COMPILE_OPTION_BUFFER_UAV_STORAGE_BUFFER)
                out->buffer_uav_storage_buffer = value;
            break;
        case VKD3D_SHADER_COMPILE_OPTION_FORMATTING: out->formatting = value; break;
        case VKD3D_SHADER_COMPILE_OPTION_API_VERSION: out->api_version = value; break;
        case VKD3D_SHADER_COMPILE_OPTION_TYPED_UAV:
            if (value <= VKD3D_SHADER_COMPILE_OPTION_TYPED_UAV_READ_FORMAT_UNKNOWN)
                out->typed_uav_unknown_format = value;
            break;
        case VKD3D_SHADER_COMPILE_OPTION_WRITE_TESS_GEOM_POINT_SIZE:
            out->write_tess_geom_point_size = value;
            break;
        case VKD3D_SHADER_COMPILE_OPTION_PACK_MATRIX_ORDER:
            if (value == VKD3D_SHADER_COMPILE_OPTION_PACK_MATRIX_ROW_MAJOR ||
                value == VKD3D_SHADER_COMPILE_OPTION_PACK_MATRIX_COLUMN_MAJOR)
                out->matrix_order = static_cast<MatrixOrder>(value);
            break;
        case VKD3D_SHADER_COMPILE_OPTION_BACKWARD_COMPATIBILITY: out->backward_compatibility = value; break;
        case VKD3D_SHADER_COMPILE_OPTION_FRAGMENT_COORDINATE_ORIGIN:
            if (value <= VKD3D_SHADER_COMPILE_OPTION_FRAGMENT_COORDINATE_ORIGIN_LOWER_LEFT)
                out->fragment_coordinate_lower_left = value;
            break;
        case VKD3D_SHADER_COMPILE_OPTION_FEATURE:
            out->features = (out->features & ~low_features) | (value & low_features);
            break;
        case WEFT_COMPILE_OPTION_FEATURE:
            out->features = (out->features & low_features) | value << weft_shift;
            break;
        case VKD3D_SHADER_COMPILE_OPTION_CHILD_EFFECT: out->child_effect = value; break;
        case VKD3D_SHADER_COMPILE_OPTION_WARN_IMPLICIT_TRUNCATION:
            out->warn_implicit_truncation = value;
            break;
        case VKD3D_SHADER_COMPILE_OPTION_INCLUDE_EMPTY_BUFFERS_IN_EFFECTS:
            out->include_empty_buffers_in_effects = value;
            break;
        case VKD3D_SHADER_COMPILE_OPTION_DENORMAL_MODE_F16: out->denormal_f16 = denormal_mode(value); break;
        case VKD3D_SHADER_COMPILE_OPTION_DENORMAL_MODE_F32: out->denormal_f32 = denormal_mode(value); break;
        case VKD3D_SHADER_COMPILE_OPTION_DENORMAL_MODE_F64: out->denormal_f64 = denormal_mode(value); break;
        case WEFT_COMPILE_OPTION_FLOAT64_EMULATION:
            if (value <= WEFT_FLOAT64_EMULATION_WHERE_MISSING)
                out->emulate_float64 = static_cast<EmulateFloat64>(value);
            break;
        case WEFT_COMPILE_OPTION_FETCH4_SAMPLERS: out->d3dbc.fetch4_samplers = value; break;
        case WEFT_COMPILE_OPTION_SHADER_STAGE: out->stage = static_cast<Visibility>(value); break;
        case WEFT_COMPILE_OPTION_MAX_VARYINGS: out->max_varyings = value; break;
        case WEFT_COMPILE_OPTION_FLOAT_MODEL:
            if (value <= WEFT_FLOAT_MODEL_STRICT) out->float_model = static_cast<FloatModel>(value);
            break;
        case WEFT_COMPILE_OPTION_GLSL_VERSION:
            out->glsl_version = value & ~WEFT_GLSL_ES;
            out->glsl_es = value & WEFT_GLSL_ES;
            break;
        case WEFT_COMPILE_OPTION_MSL_VERSION: out->msl_version = value; break;
        default:
            WEFT_LOG(warn, "Ignoring the unknown compile option %#x.",
                     static_cast<unsigned>(info.options[i].name));
            break;
        }
    }
    // Before there was a feature option, doubles were always allowed.
    if (out->api_version <= VKD3D_SHADER_API_VERSION_1_10) out->features |= feature_float64;
}

} // namespace

Result read_options(const vkd3d_shader_compile_info &info, const Chain &chain, Arena &arena,
                    Diagnostics &diag, Options *options) {
    options->source_type = static_cast<SourceType>(info.source_type);
    options->target_type = static_cast<unsigned>(info.target_type) <= VKD3D_SHADER_TARGET_MSL
                               ? static_cast<TargetType>(info.target_type)
                               : TargetType::none;
    options->source_name = info.source_name;
    read_compile_options(info, options);

    if (info.target_type == VKD3D_SHADER_TARGET_SPIRV_BINARY ||
        info.target_type == VKD3D_SHADER_TARGET_SPIRV_TEXT)
        if (Result r = read_spirv_target(chain, diag, options); failed(r)) return r;
    if (info.target_type == VKD3D_SHADER_TARGET_GLSL) read_tessellation(chain, options);
    read_interface(chain, arena, &options->interface);

    if (const auto *map =
            chain.find<vkd3d_shader_varying_map_info>(VKD3D_SHADER_STRUCTURE_TYPE_VARYING_MAP_INFO)) {
        options->has_varying_map = true;
        Vec<signature::VaryingMapEntry> entries(arena, map->varying_count);
        for (unsigned i = 0; i < map->varying_count; ++i) {
            const vkd3d_shader_varying_map &v = map->varying_map[i];
            entries.push({v.output_signature_index, v.input_register_index, v.input_mask & 0xf});
        }
        options->varying_map = entries.span();
    }
    if (const auto *d3dbc =
            chain.find<vkd3d_shader_d3dbc_source_info>(VKD3D_SHADER_STRUCTURE_TYPE_D3DBC_SOURCE_INFO)) {
        for (unsigned i = 0; i < 6; ++i) {
            const auto type = static_cast<unsigned>(d3dbc->texture_dimensions[i]);
            if (type >= VKD3D_SHADER_RESOURCE_TEXTURE_1D && type <= VKD3D_SHADER_RESOURCE_TEXTURE_CUBEARRAY)
                options->d3dbc.texture_dimensions[i] = static_cast<ResourceType>(type);
        }
        options->d3dbc.shadow_samplers = d3dbc->shadow_samplers;
    }
    if (const auto *hlsl =
            chain.find<vkd3d_shader_hlsl_source_info>(VKD3D_SHADER_STRUCTURE_TYPE_HLSL_SOURCE_INFO)) {
        options->hlsl.present = true;
        if (hlsl->entry_point) options->hlsl.entry_point = hlsl->entry_point;
        if (hlsl->profile) options->hlsl.profile = hlsl->profile;
    }
    return Result::ok;
}

Result read_source(const vkd3d_shader_compile_info &info, Diagnostics &diag,
                   std::span<const uint8_t> *source) {
    const vkd3d_shader_code &code = info.source;
    if (!code.code && code.size) {
        diag.bare_error(Result::invalid_argument, code_argument, "The source is a null pointer.");
        return diag.result();
    }
    *source = {static_cast<const uint8_t *>(code.code), code.size};
    if (code.size == SIZE_MAX) {
        if (info.source_type != VKD3D_SHADER_SOURCE_D3D_BYTECODE) {
            diag.bare_error(Result::invalid_argument, code_argument, "The source has no size.");
            return diag.result();
        }
        *source = {static_cast<const uint8_t *>(code.code), d3dbc_extent(code.code)};
    }
    return Result::ok;
}

} // namespace weft::shader
