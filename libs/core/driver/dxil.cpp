#include <optional>

#include "core/container/container.h"
#include "core/driver/languages.h"
#include "core/driver/parameters.h"
#include "core/dxil/interface.h"
#include "core/dxil/printer.h"
#include "core/dxil/reader.h"
#include "core/dxil/scan.h"
#include "core/dxil/to_ir.h"

namespace weft::driver {

namespace {

struct DxilShader {
    container::ShaderParts parts;
    dxil::ProgramHeader header;
    const dxil::Module *module = nullptr;
    dxil::Interface interface;
};

Result read_dxil(Arena &arena, std::span<const uint8_t> source, Diagnostics &diag, DxilShader *out) {
    if (Result r = container::read_shader(source, true, arena, diag, &out->parts); failed(r)) return r;
    if (Result r = dxil::read_header(out->parts.code, diag, &out->header); failed(r)) return r;
    return dxil::read_module(out->header.bitcode, arena, diag, &out->module);
}

Result read_interface(Arena &arena, Diagnostics &diag, DxilShader *shader) {
    if (Result r = dxil::read_interface(shader->header, *shader->module, arena, diag, &shader->interface);
        failed(r))
        return r;
    const container::ShaderParts &parts = shader->parts;
    dxil::ContainerParts others;
    others.inputs = parts.inputs;
    others.outputs = parts.outputs;
    others.patch_constants = parts.patch_constants;
    others.has_inputs = parts.has_inputs;
    others.has_outputs = parts.has_outputs;
    others.has_patch_constants = parts.has_patch_constants;
    others.validation = parts.validation;
    dxil::check_parts(shader->interface, others, arena, diag);
    return Result::ok;
}

// Stages that the IR does not have link to nothing, like compute shaders.
ir::Stage ir_stage(dxil::ShaderKind kind) {
    switch (kind) {
    case dxil::ShaderKind::pixel: return ir::Stage::pixel;
    case dxil::ShaderKind::vertex: return ir::Stage::vertex;
    case dxil::ShaderKind::geometry: return ir::Stage::geometry;
    case dxil::ShaderKind::hull: return ir::Stage::hull;
    case dxil::ShaderKind::domain: return ir::Stage::domain;
    default: return ir::Stage::compute;
    }
}

} // namespace

Result scan_dxil(Arena &arena, std::span<const uint8_t> source, const ScanRequest &request, Diagnostics &diag,
                 ScanResult *out) {
    DxilShader shader;
    if (Result r = read_dxil(arena, source, diag, &shader); failed(r)) return r;
    if (Result r = read_interface(arena, diag, &shader); failed(r)) return r;
    out->stage = ir_stage(shader.interface.kind);
    return dxil::scan(*shader.module, shader.interface, request, arena, diag, out);
}

Result lower_dxil(Arena &arena, std::span<const uint8_t> source, const Options &options, Diagnostics &diag,
                  ir::Module *module, DenormalOverride *denormals) {
    DxilShader shader;
    if (Result r = read_dxil(arena, source, diag, &shader); failed(r)) return r;
    if (Result r = read_interface(arena, diag, &shader); failed(r)) return r;
    // As scans report it, and to the same callers.
    if (denormals->implied && options.api_version >= api_version_2_0)
        denormals->mode = static_cast<DenormalMode>(shader.interface.denormals_f32);
    dxil::LowerOptions lower;
    lower.rasterizer_samples = parameter_or(options, ParameterName::rasterizer_sample_count, ir::i32(), 1);
    return dxil::to_ir(*shader.module, shader.interface, lower, diag, module);
}

Result print_dxil(Arena &arena, std::span<const uint8_t> source, const Options &options, Diagnostics &diag,
                  Output *out) {
    DxilShader shader;
    if (Result r = read_dxil(arena, source, diag, &shader); failed(r)) return r;
    dxil::PrintOptions print;
    print.colour = options.formatting & formatting_colour;
    print.indent = options.formatting & formatting_indent;
    if (options.formatting & formatting_signatures) {
        if (Result r = read_interface(arena, diag, &shader); failed(r)) return r;
        print.signatures = true;
        print.inputs = signature::by_row(shader.interface.inputs, arena);
        print.outputs = signature::by_row(shader.interface.outputs, arena);
        print.patch_constants = signature::by_row(shader.interface.patch_constants, arena);
    }
    std::string_view text;
    if (Result r = dxil::print(shader.header, *shader.module, print, arena, diag, &text); failed(r)) return r;
    out->code = {reinterpret_cast<const uint8_t *>(text.data()), text.size()};
    return Result::ok;
}

} // namespace weft::driver
