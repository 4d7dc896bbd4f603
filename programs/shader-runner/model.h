// What the sections of a test file describe, before anything of it exists on a device.
#pragma once

#include "common/blob.h"
#include "shader-runner/expression.h"
#include "shader-runner/formats.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace weft::runner {

// Amplification and mesh shaders are compiled, not run.
enum class Stage : uint8_t { vertex, hull, domain, geometry, pixel, compute, amplification, mesh };
constexpr size_t stage_count = 8;
const char *stage_name(Stage stage);
const char *stage_prefix(Stage stage); // vs, hs …

// What a shader's text is made of; byte code belongs to one span of shader models.
enum class ShaderForm : uint8_t { none, hlsl, d3dbc, tpf, dxil };
ModelSet form_models(ShaderForm form);

struct Shader {
    ShaderForm form = ShaderForm::none;
    cli::Bytes code; // byte code, or HLSL text
    unsigned line = 0;
    bool exists() const { return form != ShaderForm::none; }
};

enum class Expectation : uint8_t { success, fail, not_implemented };

enum class Capability : uint8_t {
    clip_planes,
    depth_bounds,
    float64,
    fog,
    geometry_shader,
    int64,
    native_16_bit,
    point_size,
    rov,
    rt_vp_array_index,
    tessellation_shader,
    wave_ops,
    count,
};
const char *capability_name(Capability capability);
std::optional<Capability> find_capability(std::string_view name);
using CapabilitySet = uint32_t;

enum class Environment : uint8_t { opengl_4_5, vulkan_1_0, vulkan_1_1, vulkan_1_2, vulkan_1_3 };
const char *environment_name(Environment environment);              // "vulkan-1.2"
std::optional<Environment> find_environment(std::string_view name); // those a device runs

// SPIR-V extensions the runner may offer to the compiler.
enum SpirvExtension : uint32_t {
    ext_demote = 1,
    ext_descriptor_indexing = 2,
    ext_stencil_export = 4,
    ext_viewport_layer = 8,
    ext_interlock = 16,
    ext_partitioned = 32,
    ext_compute_derivatives = 64,
    // What DXIL needs and nothing else stands in for: always offered, so that what the device lacks excuses
    // the draw and not the translation.
    ext_shader_model_6 = 128,
    ext_all = 255,
};

struct Requirements {
    unsigned first_model = sm2_0, last_model = sm6_2;
    CapabilitySet capabilities = 0;
    std::vector<const FormatInfo *> uav_loads;
    unsigned hlsl_options = 0; // D3DCOMPILE flags
    // Additions of this runner.
    Environment environment = Environment::vulkan_1_1;
    bool environment_given = false; // else a DXIL shader gets the first environment that it can be put into
    bool storage_buffer_uavs = false;
    bool push_constants = false;
    bool combined_samplers = false;
    bool varying_map_always = false;
    unsigned max_varyings = 0;           // no limit
    std::optional<unsigned> float_model; // enum weft_float_model
    // How the library gets fixed-function state that need not be known at once.
    enum class Parameters : uint8_t { immediate, specialization, buffer } parameters = Parameters::immediate;
    bool late_selectors = false; // functions, modes and masks come in that form, too
    uint32_t spirv_extensions = ext_all;
    bool emulated_doubles = false; // set by the pass, not by the file
};

enum class Filter : uint8_t { point, linear };
enum class Address : uint8_t { border, clamp, mirror_once, mirror, wrap };
// Values as Direct3D numbers them; the library's parameters use the same.
enum class Compare : uint8_t {
    none,
    never,
    less,
    equal,
    less_equal,
    greater,
    not_equal,
    greater_equal,
    always
};
std::optional<Compare> read_compare(Cursor &cursor);

// Where the shader finds a resource or sampler, if that is not the register of its own number in space 0.
struct Place {
    std::optional<unsigned> register_index;
    unsigned space = 0;
    unsigned array_first = 0, array_count = 0; // of the registers that the shader declares as one array
};

struct SamplerState {
    unsigned slot = 0;
    Place place;
    Filter min = Filter::point, mag = Filter::point, mip = Filter::point;
    std::array<Address, 3> address = {Address::clamp, Address::clamp, Address::clamp};
    Compare comparison = Compare::none;
    float lod_bias = 0, min_lod = 0, max_lod = 1000.0f; // VK_LOD_CLAMP_NONE
};

enum class ResourceKind : uint8_t { rtv, dsv, srv, uav, vb, cbv, so };
enum class Dimension : uint8_t {
    buffer,
    raw_buffer,
    d1,
    d1_array,
    d2,
    d2_ms,
    d2_ms_array,
    d2_array,
    d3,
    cube,
    cube_array
};

struct ResourceDesc {
    ResourceKind kind = ResourceKind::rtv;
    unsigned slot = 0;
    Place place;
    Dimension dimension = Dimension::d2;
    const FormatInfo *format = nullptr;
    unsigned texel_size = 0;
    unsigned width = 0, height = 1, depth = 1, layers = 1, levels = 1, samples = 1;
    bool structured = false;
    bool has_counter = false;
    uint32_t counter = 0;
    cli::Bytes data;

    bool is_buffer() const { return dimension == Dimension::buffer || dimension == Dimension::raw_buffer; }
};
std::string resource_name(ResourceKind kind, unsigned slot);
unsigned mip_size(unsigned size, unsigned level);

struct LayoutElement {
    unsigned slot;
    const FormatInfo *format;
    std::string name;
    unsigned index;
};

// One entry of a stream-output declaration.
struct CaptureElement {
    unsigned buffer, stream;
    unsigned first, count; // components
    std::string name;      // empty: a gap
    unsigned index;
};

struct CaptureLayout {
    std::vector<CaptureElement> elements;
    std::vector<unsigned> strides; // bytes, by buffer; those past the end are packed
    bool rasterise = true;         // stream 0
};

enum class StencilOp : uint8_t {
    keep,
    zero,
    replace,
    increment_clamp,
    decrement_clamp,
    invert,
    increment,
    decrement
};

enum class FogMode : uint8_t { disable, none, linear, exp, exp2 };

struct Viewport {
    float x, y, width, height;
};

// State that [test] commands set; it lasts to the end of the file.
struct DrawState {
    Compare depth = Compare::none;
    bool depth_bounds = false;
    float depth_min = 0, depth_max = 1;
    Compare stencil = Compare::none; // none: no stencil test
    uint32_t stencil_reference = 0;
    StencilOp stencil_pass = StencilOp::keep;
    uint32_t sample_mask = ~0u;
    Compare alpha_test = Compare::none;
    float alpha_ref = 0;
    bool flat = false;
    uint32_t clip_plane_mask = 0;
    float clip_planes[8][4] = {};
    bool has_point_size = false;
    float point_size = 1, point_min = 1, point_max = 3.402823466e+38f;
    bool point_sprite = false;
    FogMode fog = FogMode::disable;
    bool fog_ortho = false;
    float fog_start = 0, fog_end = 1, fog_density = 1;
    float fog_colour[4] = {};
    std::optional<unsigned> fog_source; // enum vkd3d_shader_fog_source; else what the mode implies
    // Texture stages of shader model 1.
    struct Stage {
        bool has_bump = false;
        float bump_matrix[4] = {}, luminance_scale = 0, luminance_offset = 0;
    };
    std::array<Stage, 6> stages;
    uint32_t projected_textures = 0;
    std::array<unsigned, 6> texture_dimensions{}; // enum vkd3d_shader_resource_type; 0: 2D
    uint32_t shadow_samplers = 0, fetch4_samplers = 0;
    bool has_position_offset = false;
    float position_offset[4] = {};
    std::vector<Viewport> viewports;
    std::vector<uint32_t> uniforms;
};

} // namespace weft::runner
