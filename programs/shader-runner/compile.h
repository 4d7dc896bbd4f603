// Calls into the library: what a draw knows about its state becomes the library's structures.
#pragma once

#include "shader-runner/model.h"

#include <vkd3d_shader.h>

namespace weft::runner {

// Where the shaders of a draw find their resources.
struct ShaderInterface {
    std::vector<vkd3d_shader_resource_binding> bindings;
    std::vector<vkd3d_shader_uav_counter_binding> counters;
    std::vector<vkd3d_shader_push_constant_buffer> push_constants;
    std::vector<vkd3d_shader_combined_resource_sampler> combined;
};

struct CompileSettings {
    Requirements requirements;
    CapabilitySet capabilities = 0;                // of the device
    uint32_t spirv_extensions = 0;                 // of the device
    unsigned features = 0;                         // of the device: enum weft_feature_flags
    bool unknown_format_loads = false;             // typed UAVs may be read without a format
    Environment highest = Environment::vulkan_1_1; // that the device runs
    ShaderInterface interface;
    std::vector<vkd3d_shader_parameter1> parameters;
    std::array<unsigned, 6> texture_dimensions{}; // enum vkd3d_shader_resource_type; 0: 2D
    uint32_t shadow_samplers = 0, fetch4_samplers = 0;
    // OpenGL's domain shaders say what Direct3D's hull shaders do.
    std::optional<vkd3d_shader_spirv_domain_shader_target_info> tessellation;
};

// Fixed-function state as shader parameters. State that a test does not touch is left out, so that the
// library's defaults are what most tests run with.
std::vector<vkd3d_shader_parameter1> make_parameters(const DrawState &state, bool points, unsigned samples);

// Whether a parameter selects among ways to compute.
bool is_selector(vkd3d_shader_parameter_name name);

struct CompileResult {
    int result = 0;
    std::string messages;
    cli::Bytes code;
    Environment environment = Environment::vulkan_1_1; // of SPIR-V
    bool ok() const { return result >= 0; }
};

// Owns a scanned signature set.
class Signatures {
  public:
    Signatures() = default;
    ~Signatures();
    Signatures(const Signatures &) = delete;
    Signatures &operator=(const Signatures &) = delete;

    bool scan(const Shader &shader, const CompileSettings &settings, std::string &messages);
    const vkd3d_shader_signature &input() const { return info_.input; }
    const vkd3d_shader_signature &output() const { return info_.output; }

  private:
    vkd3d_shader_scan_signature_info info_{};
    bool scanned_ = false;
};

std::optional<vkd3d_shader_spirv_domain_shader_target_info>
scan_tessellation(const Shader &hull, const CompileSettings &settings);

std::vector<vkd3d_shader_varying_map> make_varying_map(const Signatures &producer,
                                                       const Signatures &consumer);

// What a draw wants of the library.
enum class Target : uint8_t { spirv, spirv_text, glsl };

// `map` and `capture` may be null.
CompileResult compile_shader(const Shader &shader, const CompileSettings &settings,
                             const std::vector<vkd3d_shader_varying_map> *map, const CaptureLayout *capture,
                             Target target);

// HLSL to byte code for a profile; the form of the result follows the shader model.
CompileResult compile_hlsl(const Shader &shader, Stage stage, unsigned model, unsigned hlsl_options);
CompileResult preprocess_hlsl(const cli::Bytes &text);

bool library_reads(ShaderForm form);
bool library_preprocesses();

// Empty when the module is valid (or cannot be checked in this build).
std::string validate_spirv(const cli::Bytes &module, Environment environment);

// The pass-through vertex shader that "draw quad" installs.
Shader quad_vertex_shader(ShaderForm form);

} // namespace weft::runner
