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

ir::Parameter parameter_or(const Options &options, ParameterName name, ir::Type type, uint32_t fallback) {
    ir::Parameter absent;
    absent.source = ir::Parameter::Source::specialization;
    absent.spec_id = ir::Parameter::free_spec_id;
    absent.type = type;
    absent.name = static_cast<uint32_t>(name);
    std::fill(absent.words, absent.words + type.count(), fallback);
    auto given = given_parameter(options, name);
    if (!given) return absent;
    // What a pipeline does not specialise keeps the default.
    if (given->source == ir::Parameter::Source::specialization)
        std::copy(absent.words, absent.words + 4, given->words);
    return *given;
}

ir::Parameter selector(const Options &options, ParameterName name, uint32_t fallback) {
    if (!options.find_parameter(name)) return passes::known(fallback);
    return parameter_or(options, name, ir::i32(), fallback);
}

uint32_t free_specialization_id(const Options &options) {
    uint32_t id = 0;
    for (const Parameter &p : options.parameters)
        if (p.source == ParameterSource::specialization)
            id = std::max(id, p.specialization_id + (p.data_type == ParameterDataType::float32_vec4 ? 4 : 1));
    return id;
}

passes::FixedFunction fixed_function(const Options &options) {
    constexpr uint32_t one = std::bit_cast<uint32_t>(1.0f);
    passes::FixedFunction f;
    f.alpha_test =
        selector(options, ParameterName::alpha_test_func, static_cast<uint32_t>(passes::Comparison::always));
    f.alpha_reference = parameter_or(options, ParameterName::alpha_test_ref, ir::f32(), 0);
    const Parameter *flat = options.find_parameter(ParameterName::flat_interpolation);
    f.flat_colors = options.source_type == SourceType::d3d_bytecode && flat &&
                    flat->source == ParameterSource::immediate && flat->bits[0];
    f.point_sprite = selector(options, ParameterName::point_sprite);
    f.fog = selector(options, ParameterName::fog_fragment_mode);
    f.fog_color = parameter_or(options, ParameterName::fog_colour, ir::f32(4), 0);
    f.fog_end = parameter_or(options, ParameterName::fog_end, ir::f32(), one);
    f.fog_scale = parameter_or(options, ParameterName::fog_scale, ir::f32(), one);
    f.fog_source = selector(options, ParameterName::fog_source);

    f.clip_planes = selector(options, ParameterName::clip_plane_mask);
    for (unsigned i = 0; i < 8; ++i)
        f.clip_plane[i] = parameter_or(
            options, static_cast<ParameterName>(static_cast<unsigned>(ParameterName::clip_plane_0) + i),
            ir::f32(4), 0);
    f.position_offset = given_parameter(options, ParameterName::position_offset);
    f.point_size = given_parameter(options, ParameterName::point_size);
    f.point_size_min = given_parameter(options, ParameterName::point_size_min);
    f.point_size_max = given_parameter(options, ParameterName::point_size_max);
    if (f.point_size && f.point_size->source == ir::Parameter::Source::specialization)
        f.point_size->words[0] = one;
    return f;
}

} // namespace weft::driver
