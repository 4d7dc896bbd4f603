#include <cstring>

#include <weft.h>

#include "core/support/log.h"
#include "shader/options.h"

namespace weft::shader {

using driver::Parameter;
using driver::ParameterDataType;
using driver::ParameterName;
using driver::ParameterSource;

namespace {

enum DataTypes : uint8_t { takes_uint = 1, takes_float = 2, takes_vec4 = 4 };

struct ParameterRule {
    ParameterName first, last;
    uint8_t types;       // DataTypes
    bool immediate_only; // a decoration, which cannot wait
};

// The parameters as vkd3d_shader.h describes them.
constexpr ParameterRule rules[] = {
    {ParameterName::rasterizer_sample_count, ParameterName::rasterizer_sample_count, takes_uint, false},
    {ParameterName::alpha_test_func, ParameterName::alpha_test_func, takes_uint, false},
    {ParameterName::alpha_test_ref, ParameterName::alpha_test_ref, takes_uint | takes_float, false},
    {ParameterName::flat_interpolation, ParameterName::flat_interpolation, takes_uint, true},
    {ParameterName::clip_plane_mask, ParameterName::clip_plane_mask, takes_uint, false},
    {ParameterName::clip_plane_0, static_cast<ParameterName>(0x0d), takes_vec4, false},
    {ParameterName::point_size, ParameterName::point_size_max, takes_float, false},
    {ParameterName::point_sprite, ParameterName::point_sprite, takes_uint, false},
    {ParameterName::fog_fragment_mode, ParameterName::fog_fragment_mode, takes_uint, false},
    {ParameterName::fog_colour, ParameterName::fog_colour, takes_vec4, false},
    {ParameterName::fog_end, ParameterName::fog_scale, takes_float, false},
    {ParameterName::fog_source, ParameterName::fog_source, takes_uint, false},
    {ParameterName::bump_matrix_0, static_cast<ParameterName>(0x1c), takes_vec4, false},
    {ParameterName::bump_luminance_scale_0, static_cast<ParameterName>(0x28), takes_float, false},
    {ParameterName::projected_texture_mask, ParameterName::projected_texture_mask, takes_uint, false},
    {ParameterName::position_offset, ParameterName::position_offset, takes_vec4, false},
};

const ParameterRule *find_rule(ParameterName name) {
    for (const ParameterRule &rule : rules)
        if (rule.first <= name && name <= rule.last) return &rule;
    return nullptr;
}

uint8_t type_bit(ParameterDataType type) {
    switch (type) {
    case ParameterDataType::uint32: return takes_uint;
    case ParameterDataType::float32: return takes_float;
    case ParameterDataType::float32_vec4: return takes_vec4;
    default: return 0;
    }
}

// What both C forms have in common; the value is the form's own business.
template <typename C>
Parameter read_common(const C &c) {
    Parameter p;
    if (static_cast<unsigned>(c.name) < static_cast<unsigned>(ParameterName::position_offset))
        p.name = static_cast<ParameterName>(c.name);
    else if (static_cast<unsigned>(c.name) == WEFT_PARAMETER_NAME_POSITION_OFFSET)
        p.name = ParameterName::position_offset;
    if (c.type >= VKD3D_SHADER_PARAMETER_TYPE_IMMEDIATE_CONSTANT &&
        c.type <= VKD3D_SHADER_PARAMETER_TYPE_BUFFER)
        p.source = static_cast<ParameterSource>(c.type);
    if (c.data_type >= VKD3D_SHADER_PARAMETER_DATA_TYPE_UINT32 &&
        c.data_type <= VKD3D_SHADER_PARAMETER_DATA_TYPE_FLOAT32_VEC4)
        p.data_type = static_cast<ParameterDataType>(c.data_type);
    if (p.source == ParameterSource::specialization) p.specialization_id = c.u.specialization_constant.id;
    return p;
}

Parameter read(const vkd3d_shader_parameter &c, bool *sound) {
    Parameter p = read_common(c);
    if (p.source == ParameterSource::immediate) p.bits[0] = c.u.immediate_constant.u.u32;
    // This form has no room for either.
    *sound = p.source != ParameterSource::buffer && p.data_type != ParameterDataType::float32_vec4;
    return p;
}

Parameter read(const vkd3d_shader_parameter1 &c, bool *sound) {
    Parameter p = read_common(c);
    if (p.source == ParameterSource::immediate)
        std::memcpy(p.bits, &c.u.immediate_constant.u,
                    p.data_type == ParameterDataType::float32_vec4 ? sizeof(p.bits) : sizeof(p.bits[0]));
    if (p.source == ParameterSource::buffer) {
        p.set = c.u.buffer.set;
        p.binding = c.u.buffer.binding;
        p.offset = c.u.buffer.offset;
    }
    *sound = true;
    return p;
}

Result check_parameter(const Parameter &p, Diagnostics &diag) {
    const unsigned name = static_cast<unsigned>(p.name);
    const ParameterRule *rule = find_rule(p.name);
    if (!rule) return Result::ok;
    if (!(rule->types & type_bit(p.data_type))) {
        diag.error({}, Result::invalid_argument, code::ir_parameter,
                   "Shader parameter %u cannot have data type %u.", name, static_cast<unsigned>(p.data_type));
        return diag.result();
    }
    if (p.source == ParameterSource::unknown) {
        diag.error({}, Result::not_implemented, code::ir_not_implemented,
                   "Shader parameter %u is provided in an unknown way.", name);
        return diag.result();
    }
    if (rule->immediate_only && p.source != ParameterSource::immediate) {
        diag.error({}, Result::not_implemented, code::ir_not_implemented,
                   "Shader parameter %u can only be an immediate constant.", name);
        return diag.result();
    }
    return Result::ok;
}

template <typename C>
Result read_list(std::span<const C> list, bool check, Arena &arena, Diagnostics &diag,
                 driver::Options *options) {
    constexpr size_t name_count = static_cast<size_t>(ParameterName::count);
    // Where each name's parameter stands, plus one: the last of a name wins.
    uint8_t position[name_count] = {};
    Vec<Parameter> parameters(arena, list.size() < name_count ? list.size() : name_count);
    for (const C &c : list) {
        bool sound;
        Parameter p = read(c, &sound);
        if (p.name == ParameterName::unknown) {
            WEFT_LOG(warn, "Ignoring the unknown shader parameter %#x.", static_cast<unsigned>(c.name));
            continue;
        }
        if (check && !sound) {
            diag.error({}, Result::invalid_argument, code::ir_parameter,
                       "Shader parameter %u needs the form of vkd3d_shader_parameter_info.",
                       static_cast<unsigned>(p.name));
            return diag.result();
        }
        uint8_t &at = position[static_cast<size_t>(p.name)];
        if (at) {
            parameters[at - 1] = p;
        } else {
            parameters.push(p);
            at = static_cast<uint8_t>(parameters.size());
        }
    }
    options->parameters = parameters.span();
    if (check)
        for (const Parameter &p : parameters)
            if (Result r = check_parameter(p, diag); failed(r)) return r;
    return Result::ok;
}

} // namespace

Result read_parameters(const Chain &chain, bool check, Arena &arena, Diagnostics &diag,
                       driver::Options *options) {
    if (const auto *info =
            chain.find<vkd3d_shader_parameter_info>(VKD3D_SHADER_STRUCTURE_TYPE_PARAMETER_INFO))
        return read_list<vkd3d_shader_parameter1>({info->parameters, info->parameter_count}, check, arena,
                                                  diag, options);
    if (const auto *target =
            chain.find<vkd3d_shader_spirv_target_info>(VKD3D_SHADER_STRUCTURE_TYPE_SPIRV_TARGET_INFO))
        return read_list<vkd3d_shader_parameter>({target->parameters, target->parameter_count}, check, arena,
                                                 diag, options);
    return Result::ok;
}

} // namespace weft::shader
