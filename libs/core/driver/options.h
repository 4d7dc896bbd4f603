// What a caller asks of a compilation, in plain C++ form: the target's environment, the interface to the
// pipeline, and how the source is to be read. Passes and writers take it too, so it stands apart from the way
// in.
//
// Enumerators carry the numbers of their twins in vkd3d_shader.h, so that a conversion is a checked cast.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/signature/signature.h"

namespace weft::driver {

enum class SourceType : uint8_t { none, dxbc_tpf, hlsl, d3d_bytecode, dxbc_dxil, fx, tx };
enum class TargetType : uint8_t {
    none,
    spirv_binary,
    spirv_text,
    d3d_asm,
    d3d_bytecode,
    dxbc_tpf,
    glsl,
    fx,
    msl
};

// vulkan_1_2 and vulkan_1_3 come from weft.h; their numbers there differ.
enum class Environment : uint8_t { none, opengl_4_5, vulkan_1_0, vulkan_1_1, vulkan_1_2, vulkan_1_3 };

// Bit n is enum vkd3d_shader_spirv_extension n, from 16 on enum weft_spirv_extension's n - 16.
enum Extension : uint32_t {
    extension_demote_to_helper_invocation = 1u << 1,
    extension_descriptor_indexing = 1u << 2,
    extension_stencil_export = 1u << 3,
    extension_viewport_index_layer = 1u << 4,
    extension_fragment_shader_interlock = 1u << 5,
    extension_float_controls = 1u << 6,
    extension_16bit_storage = 1u << 16,
    extension_multiview = 1u << 17,
    extension_integer_dot_product = 1u << 18,
    extension_fragment_shader_barycentric = 1u << 19,
    extension_fragment_shading_rate = 1u << 20,
    extension_fragment_fully_covered = 1u << 21,
    extension_mesh_shader = 1u << 22,
    extension_ray_query = 1u << 23,
    extension_subgroup_partitioned = 1u << 24,
    extension_compute_shader_derivatives = 1u << 25,
    extension_image_int64 = 1u << 26,
    extension_atomic_float_add = 1u << 27,
    extension_shader_clock = 1u << 28,
};

// Bits below 16 are those of enum vkd3d_shader_compile_option_feature_flags, from 16 on those of enum
// weft_feature_flags.
enum Feature : uint32_t {
    feature_int64 = 1u << 0,
    feature_float64 = 1u << 1,
    feature_wave_ops = 1u << 2,
    feature_zero_initialize_workgroup_memory = 1u << 3,
    feature_float16 = 1u << 16,
    feature_int16 = 1u << 17,
    feature_storage_16bit = 1u << 18,
    feature_int64_atomics = 1u << 19,
    feature_subgroup_extended_types = 1u << 20,
};
inline constexpr unsigned weft_shift = 16; // of what weft.h adds to extensions and features

enum Formatting : uint32_t {
    formatting_colour = 0x01,
    formatting_indent = 0x02,
    formatting_offsets = 0x04,
    formatting_header = 0x08,
    formatting_raw_ids = 0x10,
    formatting_signatures = 0x20,
};

enum BackwardCompatibility : uint32_t {
    compat_map_semantic_names = 0x1,
    compat_double_as_float = 0x2,
    compat_const_global_uniforms = 0x4,
    compat_half_globals = 0x8,
};

inline constexpr uint32_t api_version_1_2 = 2, api_version_2_0 = 20; // enum vkd3d_shader_api_version

enum class DenormalMode : uint8_t { any, preserve, flush_to_zero };
// Whether 64-bit floats are computed with integers. `automatic`: as the target needs it.
enum class EmulateFloat64 : uint8_t { never, always, where_missing, automatic };
enum class FloatModel : uint8_t { ieee, finite, strict };
enum class MatrixOrder : uint8_t { row_major = 1, column_major = 2 };
// The last two are from weft.h.
enum class Visibility : uint32_t {
    all,
    vertex,
    hull,
    domain,
    geometry,
    pixel,
    compute = 1000000000,
    amplification = 0x57450006,
    mesh = 0x57450007
};
enum class DescriptorType : uint8_t { srv, uav, cbv, sampler };
enum class TessellatorOutput : uint8_t { none, point, line, triangle_cw, triangle_ccw };
enum class TessellatorPartitioning : uint8_t { none, integer, pow2, fractional_odd, fractional_even };

enum class ResourceType : uint8_t {
    none,
    buffer,
    texture_1d,
    texture_2d,
    texture_2dms,
    texture_3d,
    texture_cube,
    texture_1darray,
    texture_2darray,
    texture_2dmsarray,
    texture_cubearray,
};

enum class ResourceDataType : uint8_t { none, unorm, snorm, int_, uint, float_, mixed, double_, continued };

enum class ParameterName : uint8_t {
    unknown,
    rasterizer_sample_count,
    alpha_test_func,
    alpha_test_ref,
    flat_interpolation,
    clip_plane_mask,
    clip_plane_0 = 0x06, // to 0x0d
    point_size = 0x0e,
    point_size_min,
    point_size_max,
    point_sprite,
    fog_fragment_mode,
    fog_colour,
    fog_end,
    fog_scale,
    fog_source,
    bump_matrix_0 = 0x17,           // to 0x1c
    bump_luminance_scale_0 = 0x1d,  // to 0x22
    bump_luminance_offset_0 = 0x23, // to 0x28
    projected_texture_mask = 0x29,
    position_offset, // from weft.h, where its number differs
    count,
};

enum class ParameterSource : uint8_t { unknown, immediate, specialization, buffer };
enum class ParameterDataType : uint8_t { unknown, uint32, float32, float32_vec4 };

// One shader parameter, whichever of the two C forms it came in.
struct Parameter {
    ParameterName name = ParameterName::unknown;
    ParameterSource source = ParameterSource::unknown;
    ParameterDataType data_type = ParameterDataType::unknown;
    uint32_t bits[4] = {};                     // immediate: the value's bits; scalars use the first word
    uint32_t specialization_id = 0;            // of the first component; a vector takes four ids in a row
    uint32_t set = 0, binding = 0, offset = 0; // buffer; offset in bytes
};

struct DescriptorBinding {
    uint32_t set = 0;
    uint32_t binding = 0;
    uint32_t count = 1;
};

// Element address = register - the binding's first register + static_offset + (word `dynamic_offset_index` of
// the descriptor table in the push constants, unless ~0).
struct DescriptorOffset {
    uint32_t static_offset = 0;
    uint32_t dynamic_offset_index = ~0u;
};

enum BindingFlag : uint32_t { binding_buffer = 1, binding_image = 2 };

struct ResourceBinding {
    DescriptorType type;
    uint32_t register_space;
    uint32_t register_index;
    Visibility visibility;
    uint32_t flags; // BindingFlag
    DescriptorBinding binding;
    DescriptorOffset offset;
};

inline constexpr uint32_t dummy_sampler = ~0u; // the resource is read without a sampler

struct CombinedSampler {
    uint32_t resource_space;
    uint32_t resource_index;
    uint32_t sampler_space;
    uint32_t sampler_index;
    Visibility visibility;
    uint32_t flags; // BindingFlag
    DescriptorBinding binding;
};

struct UavCounterBinding {
    uint32_t register_space;
    uint32_t register_index;
    Visibility visibility;
    DescriptorBinding binding;
    uint32_t counter_offset; // bytes within the descriptor
    DescriptorOffset offset;
};

struct PushConstantBuffer {
    uint32_t register_space;
    uint32_t register_index;
    Visibility visibility;
    uint32_t offset; // bytes
    uint32_t size;   // bytes
};

struct TransformFeedbackElement {
    uint32_t stream;
    std::string_view semantic_name; // empty: a gap
    uint32_t semantic_index;
    uint8_t component_index;
    uint8_t component_count;
    uint8_t output_slot;
};

struct TransformFeedback {
    std::span<const TransformFeedbackElement> elements;
    std::span<const uint32_t> strides; // bytes, by slot; shorter than the slots in use = computed
};

// How registers map to descriptors. An empty `bindings` asks for automatic bindings in declaration order.
struct Interface {
    bool present = false;
    std::span<const ResourceBinding> bindings;
    std::span<const PushConstantBuffer> push_constant_buffers;
    std::span<const CombinedSampler> combined_samplers;
    std::span<const UavCounterBinding> uav_counters;
    // The push-constant words that dynamic descriptor offsets come from.
    uint32_t descriptor_table_offset = 0; // bytes
    uint32_t descriptor_table_count = 0;  // words
    bool has_transform_feedback = false;
    TransformFeedback transform_feedback;
};

// What only HLSL sources need.
struct HlslSource {
    bool present = false;
    std::string_view entry_point = "main";
    std::string_view profile;
};

// Direct3D 9 state that bytecode leaves out.
struct D3dbcSource {
    ResourceType texture_dimensions[6] = {ResourceType::texture_2d, ResourceType::texture_2d,
                                          ResourceType::texture_2d, ResourceType::texture_2d,
                                          ResourceType::texture_2d, ResourceType::texture_2d}; // ps_1_x only
    uint32_t shadow_samplers = 0; // bit n: sampler n compares
    uint32_t fetch4_samplers = 0; // bit n: sampler n fetches four texels
};

struct DenormalOverride {
    bool present = false;
    DenormalMode mode = DenormalMode::any;
    bool implied = false; // by the source language, not asked for: taken where the target has it
};

struct Options {
    SourceType source_type = SourceType::none;
    TargetType target_type = TargetType::none; // none is for scanning: the shader as it is
    const char *source_name = nullptr;         // nullptr prints as <anonymous>

    // SPIR-V
    Environment environment = Environment::vulkan_1_0;
    uint32_t extensions = 0; // Extension
    std::string_view entry_point = "main";
    bool dual_source_blending = false;
    std::span<const uint32_t> output_swizzles; // by output register: component i in bits 8i and 8i + 1
    bool has_domain_info = false;              // for OpenGL tessellation evaluation shaders
    TessellatorOutput domain_output = TessellatorOutput::none;
    TessellatorPartitioning domain_partitioning = TessellatorPartitioning::none;

    // Compile options
    uint32_t api_version = api_version_1_2; // where the caller names none
    bool strip_debug = false;
    bool buffer_uav_storage_buffer = false;
    bool typed_uav_unknown_format = false;
    uint32_t formatting = formatting_indent | formatting_header; // Formatting
    bool write_tess_geom_point_size = true;
    MatrixOrder matrix_order = MatrixOrder::column_major;
    uint32_t backward_compatibility = 0; // BackwardCompatibility
    bool fragment_coordinate_lower_left = false;
    uint32_t features = 0; // Feature; float64 is already implied where the API version asks for it
    EmulateFloat64 emulate_float64 = EmulateFloat64::automatic;
    bool child_effect = false;
    bool warn_implicit_truncation = true;
    bool include_empty_buffers_in_effects = false;
    DenormalOverride denormal_f16, denormal_f32, denormal_f64;

    // GLSL and MSL: as #version has it, and 10000 times the major plus 100 times the minor version. 0: the
    // default.
    uint32_t glsl_version = 0, msl_version = 0;
    bool glsl_es = false;
    bool for_cross =
        false; // the module is only made to be written as one of them, which have less than SPIR-V

    Visibility stage = Visibility::all;          // the only one that will do
    uint32_t max_varyings = 0;                   // locations between two stages stay below; 0 is no limit
    FloatModel float_model = FloatModel::finite; // of Direct3D 9 bytecode

    // Of parameters with one name only the last is kept.
    std::span<const Parameter> parameters;
    Interface interface;
    bool has_varying_map = false; // a map may be present and empty: then nothing is read
    std::span<const signature::VaryingMapEntry> varying_map;
    D3dbcSource d3dbc;
    HlslSource hlsl;

    const Parameter *find_parameter(ParameterName name) const {
        for (const Parameter &p : parameters)
            if (p.name == name) return &p;
        return nullptr;
    }
};

} // namespace weft::driver
