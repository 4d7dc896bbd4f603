#include <iterator>

#include "vkd3d-dxbc/dump.h"

namespace weft::dxbc {

namespace {

constexpr const char *parameter_types[] = {"table", "constants", "CBV", "SRV", "UAV"};
constexpr const char *range_types[] = {"SRV", "UAV", "CBV", "sampler"};
constexpr const char *visibilities[] = {"all",      "vertex", "hull",          "domain",
                                        "geometry", "pixel",  "amplification", "mesh"};

uint32_t flags_of(const vkd3d_shader_descriptor_range &) {
    return 0;
}
uint32_t flags_of(const vkd3d_shader_descriptor_range1 &range) {
    return range.flags;
}
uint32_t flags_of(const vkd3d_shader_root_descriptor &) {
    return 0;
}
uint32_t flags_of(const vkd3d_shader_root_descriptor1 &descriptor) {
    return descriptor.flags;
}

Value count_of(unsigned count) {
    return count == ~0u ? Value("unbounded") : Value(count);
}

template <typename Parameter>
Value parameter(const Parameter &p) {
    Value out = Value::object();
    out.add("type", name_of(parameter_types, std::size(parameter_types), p.parameter_type));
    out.add("visibility", name_of(visibilities, std::size(visibilities), p.shader_visibility));
    switch (p.parameter_type) {
    case VKD3D_SHADER_ROOT_PARAMETER_TYPE_DESCRIPTOR_TABLE: {
        Value ranges = Value::list();
        const auto &table = p.u.descriptor_table;
        for (unsigned i = 0; i < table.descriptor_range_count; ++i) {
            const auto &r = table.descriptor_ranges[i];
            ranges.add(Value::object()
                           .add("type", name_of(range_types, std::size(range_types), r.range_type))
                           .add("register", r.base_shader_register)
                           .add("space", r.register_space)
                           .add("count", count_of(r.descriptor_count))
                           .add("offset", r.descriptor_table_offset == ~0u ? Value("append")
                                                                           : Value(r.descriptor_table_offset))
                           .add("flags", hex(flags_of(r))));
        }
        out.add("ranges", ranges);
        break;
    }
    case VKD3D_SHADER_ROOT_PARAMETER_TYPE_32BIT_CONSTANTS:
        out.add("register", p.u.constants.shader_register).add("space", p.u.constants.register_space);
        out.add("words", p.u.constants.value_count);
        break;
    default:
        out.add("register", p.u.descriptor.shader_register).add("space", p.u.descriptor.register_space);
        out.add("flags", hex(flags_of(p.u.descriptor)));
        break;
    }
    return out;
}

template <typename Desc>
void describe(const Desc &desc, Value &out) {
    out.add("flags", hex(desc.flags));
    Value parameters = Value::list();
    for (unsigned i = 0; i < desc.parameter_count; ++i)
        parameters.add(parameter(desc.parameters[i]));
    out.add("parameters", parameters);
    Value samplers = Value::list();
    for (unsigned i = 0; i < desc.static_sampler_count; ++i) {
        const vkd3d_shader_static_sampler_desc &s = desc.static_samplers[i];
        samplers.add(
            Value::object()
                .add("register", s.shader_register)
                .add("space", s.register_space)
                .add("visibility", name_of(visibilities, std::size(visibilities), s.shader_visibility))
                .add("filter", hex(s.filter))
                .add("u", unsigned(s.address_u))
                .add("v", unsigned(s.address_v))
                .add("w", unsigned(s.address_w))
                .add("comparison", unsigned(s.comparison_func))
                .add("border", unsigned(s.border_colour))
                .add("anisotropy", s.max_anisotropy)
                .add("bias", double(s.mip_lod_bias))
                .add("lowest lod", double(s.min_lod))
                .add("highest lod", double(s.max_lod)));
    }
    out.add("static samplers", samplers);
}

} // namespace

Value dump_root_signature(const File &file) {
    const vkd3d_shader_code code = cli::as_code(file.bytes);
    vkd3d_shader_versioned_root_signature_desc desc{};
    char *messages = nullptr;
    const int result = vkd3d_shader_parse_root_signature(&code, &desc, &messages);
    const std::string text = take_messages(messages);
    if (result < 0) return Value::object().add("error", text);
    Value out = Value::object();
    if (desc.version == VKD3D_SHADER_ROOT_SIGNATURE_VERSION_1_0) {
        out.add("version", "1.0");
        describe(desc.u.v_1_0, out);
    } else {
        out.add("version", "1.1");
        describe(desc.u.v_1_1, out);
    }
    vkd3d_shader_free_root_signature(&desc);
    return out;
}

} // namespace weft::dxbc
