#include "core/driver/parameters.h"

#include <bit>

namespace weft::driver {

namespace {

ir::Type type_of(ParameterDataType type) {
    switch (type) {
    case ParameterDataType::uint32: return ir::i32();
    case ParameterDataType::float32_vec4: return ir::f32(4);
    default: return ir::f32();
    }
}

// Of a parameter that can only be immediate.
uint32_t immediate(const Options &options, ParameterName name, uint32_t fallback = 0) {
    const Parameter *p = options.find_parameter(name);
    return p && p->source == ParameterSource::immediate ? p->bits[0] : fallback;
}

} // namespace

std::optional<ir::Parameter> given_parameter(const Options &options, ParameterName name) {
    const Parameter *p = options.find_parameter(name);
    if (!p || p->source == ParameterSource::unknown) return std::nullopt;
    ir::Parameter out;
    out.type = type_of(p->data_type);
    out.name = static_cast<uint32_t>(name);
    switch (p->source) {
    case ParameterSource::specialization: out.source = ir::Parameter::Source::specialization; break;
    case ParameterSource::buffer: out.source = ir::Parameter::Source::buffer; break;
    default: std::copy(p->bits, p->bits + 4, out.words); break;
    }
    out.spec_id = p->specialization_id;
    out.set = p->set;
    out.binding = p->binding;
    out.offset = p->offset;
    return out;
}

ir::Parameter parameter_or(const Options &options, ParameterName name, ir::Type type, float fallback) {
    ir::Parameter absent;
    absent.type = type;
    absent.name = static_cast<uint32_t>(name);
    std::fill(absent.words, absent.words + 4, std::bit_cast<uint32_t>(fallback));
    auto given = given_parameter(options, name);
    if (!given) return absent;
    // What a pipeline does not specialise keeps the default.
    if (given->source == ir::Parameter::Source::specialization)
        std::copy(absent.words, absent.words + 4, given->words);
    return *given;
}

passes::FixedFunction fixed_function(const Options &options) {
    passes::FixedFunction f;
    if (options.find_parameter(ParameterName::alpha_test_ref))
        f.alpha_reference = given_parameter(options, ParameterName::alpha_test_ref);
    const uint32_t always = static_cast<uint32_t>(passes::Comparison::always);
    const uint32_t test = immediate(options, ParameterName::alpha_test_func, always);
    if (test >= 1 && test <= always) f.alpha_test = static_cast<passes::Comparison>(test);
    f.flat_colors = options.source_type == SourceType::d3d_bytecode &&
                    immediate(options, ParameterName::flat_interpolation);
    f.point_sprite = immediate(options, ParameterName::point_sprite);
    const uint32_t fog = immediate(options, ParameterName::fog_fragment_mode);
    if (fog <= static_cast<uint32_t>(passes::FogMode::linear)) f.fog = static_cast<passes::FogMode>(fog);
    const uint32_t source = immediate(options, ParameterName::fog_source);
    if (source <= static_cast<uint32_t>(passes::FogSource::w))
        f.fog_source = static_cast<passes::FogSource>(source);
    f.fog_color = parameter_or(options, ParameterName::fog_colour, ir::f32(4), 0);
    f.fog_end = parameter_or(options, ParameterName::fog_end, ir::f32(), 1);
    f.fog_scale = parameter_or(options, ParameterName::fog_scale, ir::f32(), 1);

    f.clip_planes = static_cast<uint8_t>(immediate(options, ParameterName::clip_plane_mask));
    for (unsigned i = 0; i < 8; ++i)
        if (f.clip_planes >> i & 1)
            f.clip_plane[i] = parameter_or(
                options, static_cast<ParameterName>(static_cast<unsigned>(ParameterName::clip_plane_0) + i),
                ir::f32(4), 0);
    f.point_size = given_parameter(options, ParameterName::point_size);
    f.point_size_min = given_parameter(options, ParameterName::point_size_min);
    f.point_size_max = given_parameter(options, ParameterName::point_size_max);
    if (f.point_size && f.point_size->source == ir::Parameter::Source::specialization)
        f.point_size->words[0] = std::bit_cast<uint32_t>(1.0f);
    return f;
}

} // namespace weft::driver
