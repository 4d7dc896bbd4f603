#include "core/container/container.h"
#include "core/driver/languages.h"
#include "core/tpf/printer.h"
#include "core/tpf/reader.h"
#include "core/tpf/scan.h"

namespace weft::driver {

namespace {

struct TpfShader {
    container::ShaderParts parts;
    tpf::Program program;
};

Result read_tpf(Arena &arena, std::span<const uint8_t> source, Diagnostics &diag, TpfShader *out) {
    if (Result r = container::read_shader(source, false, arena, diag, &out->parts); failed(r)) return r;
    return tpf::read(out->parts.code, arena, diag, &out->program);
}

} // namespace

Result scan_tpf(Arena &arena, std::span<const uint8_t> source, const ScanRequest &request, Diagnostics &diag,
                ScanResult *out) {
    TpfShader shader;
    if (Result r = read_tpf(arena, source, diag, &shader); failed(r)) return r;
    out->inputs = shader.parts.inputs;
    out->outputs = shader.parts.outputs;
    out->patch_constants = shader.parts.patch_constants;
    return tpf::scan(shader.program, request, arena, diag, out);
}

Result print_tpf(Arena &arena, std::span<const uint8_t> source, const Options &options, Diagnostics &diag,
                 Output *out) {
    TpfShader shader;
    if (Result r = read_tpf(arena, source, diag, &shader); failed(r)) return r;
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
