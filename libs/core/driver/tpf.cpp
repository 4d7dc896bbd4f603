#include <optional>

#include "core/container/container.h"
#include "core/driver/languages.h"
#include "core/driver/parameters.h"
#include "core/tpf/printer.h"
#include "core/tpf/reader.h"
#include "core/tpf/scan.h"
#include "core/tpf/to_ir.h"

namespace weft::driver {

namespace {

struct TpfShader {
    container::ShaderParts parts;
    tpf::Program program;
    // Direct3D 9 bytecode, where the container has that and nothing newer.
    std::span<const uint8_t> level9;
};

// From this size on it pays to give a program's memory back before passes and writer take theirs.
constexpr size_t long_source = 2 * 1024;

// The program lies in an arena that need not live longer than it; all else in the other one.
Result read_tpf(Arena &arena, Arena &program_arena, std::span<const uint8_t> source, Diagnostics &diag,
                TpfShader *out) {
    if (Result r = container::read_shader(source, false, arena, diag, &out->parts); failed(r)) return r;
    if (out->parts.code.empty() && !out->parts.level9.empty())
        return container::read_level9(out->parts.level9, diag, &out->level9);
    return tpf::read(out->parts.code, program_arena, diag, &out->program);
}

} // namespace

Result scan_tpf(Arena &arena, std::span<const uint8_t> source, const Options &options,
                const ScanRequest &request, Diagnostics &diag, ScanResult *out) {
    TpfShader shader;
    if (Result r = read_tpf(arena, arena, source, diag, &shader); failed(r)) return r;
    if (!shader.level9.empty()) return scan_d3dbc(arena, shader.level9, options, diag, out);
    out->stage = tpf::ir_stage(shader.program.stage);
    out->inputs = shader.parts.inputs;
    out->outputs = shader.parts.outputs;
    out->patch_constants = shader.parts.patch_constants;
    return tpf::scan(shader.program, request, arena, diag, out);
}

Result lower_tpf(Arena &arena, std::span<const uint8_t> source, Options &options, Diagnostics &diag,
                 ir::Module *module) {
    std::optional<Arena> own;
    TpfShader shader;
    Arena &program_arena = source.size() >= long_source ? own.emplace() : arena;
    if (Result r = read_tpf(arena, program_arena, source, diag, &shader); failed(r)) return r;
    if (!shader.level9.empty()) return lower_d3dbc(arena, shader.level9, options, diag, module);
    tpf::LowerOptions lower;
    lower.rasterizer_samples = parameter_or(options, ParameterName::rasterizer_sample_count, ir::i32(), 1);
    return tpf::to_ir(shader.program,
                      {shader.parts.inputs, shader.parts.outputs, shader.parts.patch_constants}, lower, diag,
                      module);
}

Result print_tpf(Arena &arena, std::span<const uint8_t> source, const Options &options, Diagnostics &diag,
                 Output *out) {
    TpfShader shader;
    if (Result r = read_tpf(arena, arena, source, diag, &shader); failed(r)) return r;
    if (!shader.level9.empty()) return print_d3dbc(arena, shader.level9, options, diag, out);
    tpf::PrintOptions print;
    print.colour = options.formatting & formatting_colour;
    print.indent = options.formatting & formatting_indent;
    print.signatures = options.formatting & formatting_signatures;
    print.inputs = shader.parts.inputs;
    print.outputs = shader.parts.outputs;
    print.patch_constants = shader.parts.patch_constants;
    std::string_view text = tpf::print(shader.program, print, arena);
    out->code = {reinterpret_cast<const uint8_t *>(text.data()), text.size()};
    return Result::ok;
}

} // namespace weft::driver
