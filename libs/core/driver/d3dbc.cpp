#include <iterator>

#include "core/container/container.h"
#include "core/d3dbc/printer.h"
#include "core/d3dbc/reader.h"
#include "core/d3dbc/scan.h"
#include "core/d3dbc/signature.h"
#include "core/d3dbc/to_ir.h"
#include "core/driver/languages.h"
#include "core/driver/parameters.h"

namespace weft::driver {

namespace {

d3dbc::SignatureOptions signature_options(const Options &options) {
    d3dbc::SignatureOptions s;
    s.for_target = options.target_type != TargetType::none && options.target_type != TargetType::d3d_asm;
    s.clip_used_mask = options.target_type != TargetType::d3d_asm;
    return s;
}

d3dbc::TextureType texture_type(ResourceType type) {
    switch (type) {
    case ResourceType::texture_1d: return d3dbc::TextureType::one_d;
    case ResourceType::texture_3d: return d3dbc::TextureType::volume;
    case ResourceType::texture_cube: return d3dbc::TextureType::cube;
    default: return d3dbc::TextureType::two_d;
    }
}

ResourceType resource_type(d3dbc::TextureType type) {
    switch (type) {
    case d3dbc::TextureType::one_d: return ResourceType::texture_1d;
    case d3dbc::TextureType::volume: return ResourceType::texture_3d;
    case d3dbc::TextureType::cube: return ResourceType::texture_cube;
    default: return ResourceType::texture_2d;
    }
}

d3dbc::ScanOptions scan_options(const Options &options) {
    d3dbc::ScanOptions s;
    for (unsigned i = 0; i < 6; ++i)
        s.texture_types[i] = texture_type(options.d3dbc.texture_dimensions[i]);
    s.shadow_samplers = options.d3dbc.shadow_samplers & ~options.d3dbc.fetch4_samplers;
    s.fetch4_samplers = options.d3dbc.fetch4_samplers;
    return s;
}

// Texture stage state for ps_1_x.
void bump_options(const Options &options, d3dbc::LowerOptions *lower) {
    auto stage = [](ParameterName first, unsigned i) {
        return static_cast<ParameterName>(static_cast<unsigned>(first) + i);
    };
    for (unsigned i = 0; i < std::size(lower->bump); ++i) {
        d3dbc::BumpEnvironment &bump = lower->bump[i];
        bump.matrix = parameter_or(options, stage(ParameterName::bump_matrix_0, i), ir::f32(4), 0);
        bump.luminance_scale =
            parameter_or(options, stage(ParameterName::bump_luminance_scale_0, i), ir::f32(), 0);
        bump.luminance_offset =
            parameter_or(options, stage(ParameterName::bump_luminance_offset_0, i), ir::f32(), 0);
    }
    lower->projected_textures = selector(options, ParameterName::projected_texture_mask);
}

// A container may be given in place of bytecode: the level-9 program in it is meant.
Result read_d3dbc(Arena &arena, std::span<const uint8_t> source, Diagnostics &diag, d3dbc::Program *program) {
    if (container::is_container(source)) {
        container::ShaderParts parts;
        if (Result r = container::read_shader(source, false, arena, diag, &parts); failed(r)) return r;
        if (parts.level9.empty()) {
            diag.bare_error(Result::invalid_argument, code::chunk_offset,
                            "The container has no Direct3D 9 bytecode (section Aon9).");
            return diag.result();
        }
        if (Result r = container::read_level9(parts.level9, diag, &source); failed(r)) return r;
    }
    return d3dbc::read(source, arena, diag, program);
}

} // namespace

Result scan_d3dbc(Arena &arena, std::span<const uint8_t> source, const Options &options, Diagnostics &diag,
                  ScanResult *out) {
    d3dbc::Program program;
    if (Result r = read_d3dbc(arena, source, diag, &program); failed(r)) return r;
    d3dbc::Interface interface = d3dbc::synthesise(program, signature_options(options), arena, diag);
    out->stage = program.version.is_vertex() ? ir::Stage::vertex : ir::Stage::pixel;
    out->inputs = interface.inputs;
    out->outputs = interface.outputs;

    d3dbc::Resources resources = d3dbc::scan_resources(program, scan_options(options), arena);
    Vec<Descriptor> descriptors(arena, resources.descriptors.size());
    for (const d3dbc::Descriptor &d : resources.descriptors) {
        Descriptor r{};
        r.register_index = d.register_index;
        switch (d.kind) {
        case d3dbc::DescriptorKind::texture:
            r.type = DescriptorType::srv;
            r.resource_type = resource_type(d.texture_type);
            r.data_type = ResourceDataType::float_;
            break;
        case d3dbc::DescriptorKind::sampler:
            r.type = DescriptorType::sampler;
            if (d.shadow) r.flags = descriptor_sampler_comparison;
            break;
        case d3dbc::DescriptorKind::constants:
            r.type = DescriptorType::cbv;
            r.resource_type = ResourceType::buffer;
            r.data_type = ResourceDataType::uint;
            break;
        }
        descriptors.push(r);
    }
    out->descriptors = descriptors.span();

    Vec<ResourceSamplerPair> pairs(arena, resources.sampled.size());
    for (uint8_t n : resources.sampled)
        pairs.push({0, n, 0, n});
    out->combined_samplers = pairs.span();
    return Result::ok;
}

Result lower_d3dbc(Arena &arena, std::span<const uint8_t> source, Options &options, Diagnostics &diag,
                   ir::Module *module) {
    d3dbc::Program program;
    if (Result r = read_d3dbc(arena, source, diag, &program); failed(r)) return r;
    options.source_type = SourceType::d3d_bytecode;
    d3dbc::LowerOptions lower;
    lower.signature = signature_options(options);
    lower.scan = scan_options(options);
    lower.names = !options.strip_debug;
    lower.float_model = static_cast<d3dbc::FloatModel>(options.float_model);
    bump_options(options, &lower);
    return d3dbc::to_ir(program, lower, diag, module);
}

Result print_d3dbc(Arena &arena, std::span<const uint8_t> source, const Options &options, Diagnostics &diag,
                   Output *out) {
    d3dbc::Program program;
    if (Result r = read_d3dbc(arena, source, diag, &program); failed(r)) return r;
    d3dbc::PrintOptions print;
    print.colour = options.formatting & formatting_colour;
    print.indent = options.formatting & formatting_indent;
    std::string_view text = d3dbc::print(program, print, arena);
    out->code = {reinterpret_cast<const uint8_t *>(text.data()), text.size()};
    return Result::ok;
}

} // namespace weft::driver
