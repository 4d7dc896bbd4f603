// State of Direct3D's fixed pipeline that shaders carry out: alpha test, fog, flat colours, point sprites and
// sizes, user clip planes.
#pragma once

#include <optional>

#include "core/ir/module.h"
#include "core/support/diagnostics.h"

namespace weft::passes {

// Numbers of enum vkd3d_shader_comparison_func.
enum class Comparison : uint8_t {
    never = 1,
    less,
    equal,
    less_equal,
    greater,
    not_equal,
    greater_equal,
    always
};

// Numbers of enum vkd3d_shader_fog_fragment_mode.
enum class FogMode : uint8_t { none, exp, exp2, linear };

// Numbers of enum vkd3d_shader_fog_source.
enum class FogSource : uint8_t { fog, fog_or_specular_w, z, w };

struct FixedFunction {
    // --- pixel shaders ---
    // Both are needed for a test. A reference that is an integer counts as a number.
    Comparison alpha_test = Comparison::always;
    std::optional<ir::Parameter> alpha_reference;
    bool flat_colors = false;  // inputs named COLOR
    bool point_sprite = false; // inputs named TEXCOORD
    FogMode fog = FogMode::none;
    ir::Parameter fog_color, fog_end, fog_scale;

    // --- stages before the rasteriser ---
    uint8_t clip_planes = 0; // bit n: plane n
    ir::Parameter clip_plane[8];
    std::optional<ir::Parameter> point_size, point_size_min, point_size_max;
    FogSource fog_source = FogSource::fog; // for a shader without an output FOG 0
};

// Before: outputs are stored once an element and exit; none has been renumbered.
// After: the code does what the state says, as Direct3D 9 has it:
//   - Pixels whose alpha in target 0 fails the test are discarded. A NaN passes nothing but `always`.
//   - Fog replaces red, green and blue of target 0 by fog + f * (colour - fog), and leaves alpha. The
//   coordinate c is
//     the input FOG 0. f is (end - c) * scale, 2^-(scale * c) or 2^-(scale * c)^2, within 0 and 1; a NaN is
//     no fog.
//   - A texture coordinate of a point sprite is (x, y, 0, 0), the place within the point from its upper left
//   corner.
//   - Clip distance k is the product of the position with the k-th enabled plane.
//   - A point size, the shader's or else that of the state, is at least the minimum and then at most the
//   maximum.
// New elements have no scan index, except FOG, which a scan reports as well.
Result apply_fixed_function(ir::Module &module, const FixedFunction &state, Diagnostics &diag);

// The element FOG 0 that the pass adds for a fog mode, or for a source other than a fog value of the shader's
// own. Front ends that make the element themselves leave nothing to add.
std::optional<signature::Element> added_fog_input(std::span<const signature::Element> inputs);
std::optional<signature::Element> added_fog_output(std::span<const signature::Element> outputs,
                                                   FogSource source);

} // namespace weft::passes
