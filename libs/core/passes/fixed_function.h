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

// A parameter that selects among ways to compute, as a number known now.
template <typename T>
ir::Parameter known(T value) {
    return {.type = ir::i32(), .words = {static_cast<uint32_t>(value)}};
}

// Selectors (integers) that are known now leave nothing else behind; for the others there is code for every
// choice.
struct FixedFunction {
    // --- pixel shaders ---
    ir::Parameter alpha_test = known(Comparison::always); // a number that is no Comparison is `always`
    ir::Parameter alpha_reference{.type = ir::f32()};     // an integer counts as a number
    bool flat_colors = false;                             // inputs named COLOR
    ir::Parameter point_sprite = known(0);                // not 0: inputs named TEXCOORD
    ir::Parameter fog = known(FogMode::none);             // a number that is no FogMode is `none`
    ir::Parameter fog_color{.type = ir::f32(4)}, fog_end{.type = ir::f32()}, fog_scale{.type = ir::f32()};

    // --- stages before the rasteriser ---
    ir::Parameter clip_planes = known(0); // bit n: plane n
    ir::Parameter clip_plane[8];
    std::optional<ir::Parameter> point_size, point_size_min, point_size_max;
    std::optional<ir::Parameter> position_offset;     // x and y
    ir::Parameter fog_source = known(FogSource::fog); // a number that is no FogSource is `fog`
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
//   - Clip distance k is the product of the position with the k-th enabled plane. Where it is not known which
//   are, all have one, and that of a plane which turns out not to be enabled is 0.
//   - x and y of the position move by as many times w, after planes and fog have seen them.
//   - The fog coordinate that goes out is the shader's own, or what the source says in its place: z or w of
//   the position whatever the shader puts out, w of COLOR 1 where it has no fog of its own.
//   - A point size, the shader's or else that of the state, is at least the minimum and then at most the
//   maximum.
// New elements have no scan index, except FOG, which a scan reports as well.
Result apply_fixed_function(ir::Module &module, const FixedFunction &state, Diagnostics &diag);

// The element FOG 0 that the pass adds for a fog mode, or for a source other than a fog value of the shader's
// own. Scans report it; when it is there already, the pass uses it.
std::optional<signature::Element> added_fog_input(std::span<const signature::Element> inputs);
std::optional<signature::Element> added_fog_output(std::span<const signature::Element> outputs,
                                                   const ir::Parameter &source);

} // namespace weft::passes
