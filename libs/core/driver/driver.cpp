#include "core/driver/driver.h"

#include <cstdlib>
#include <cstring>

#include "core/d3dbc/reader.h"
#include "core/driver/languages.h"
#include "core/passes/pipeline.h"
#include "core/spirv/text.h"
#include "core/spirv/writer.h"

namespace weft::driver {

namespace {

const char *name(SourceType type) {
    switch (type) {
    case SourceType::none: return "none";
    case SourceType::dxbc_tpf: return "dxbc-tpf";
    case SourceType::hlsl: return "hlsl";
    case SourceType::d3d_bytecode: return "d3dbc";
    case SourceType::dxbc_dxil: return "dxbc-dxil";
    case SourceType::fx: return "fx";
    case SourceType::tx: return "tx";
    }
    return "unknown";
}

const char *name(TargetType type) {
    switch (type) {
    case TargetType::none: return "none";
    case TargetType::spirv_binary: return "spirv-binary";
    case TargetType::spirv_text: return "spirv-text";
    case TargetType::d3d_asm: return "d3d-asm";
    case TargetType::d3d_bytecode: return "d3dbc";
    case TargetType::dxbc_tpf: return "dxbc-tpf";
    case TargetType::glsl: return "glsl";
    case TargetType::fx: return "fx";
    case TargetType::msl: return "msl";
    }
    return "unknown";
}

Result unsupported(const Options &options, Diagnostics &diag) {
    diag.bare_error(Result::not_implemented, code::ir_not_implemented,
                    "Translating %s to %s is not implemented.", name(options.source_type),
                    name(options.target_type));
    return diag.result();
}

Result lower(Arena &arena, std::span<const uint8_t> source, const Options &options, Diagnostics &diag,
             ir::Module *module) {
    switch (options.source_type) {
    case SourceType::d3d_bytecode: return lower_d3dbc(arena, source, options, diag, module);
    case SourceType::dxbc_tpf: return lower_tpf(arena, source, options, diag, module);
    default: return unsupported(options, diag);
    }
}

Result print(Arena &arena, std::span<const uint8_t> source, const Options &options, Diagnostics &diag,
             Output *out) {
    switch (options.source_type) {
    case SourceType::d3d_bytecode: return print_d3dbc(arena, source, options, diag, out);
    case SourceType::dxbc_tpf: return print_tpf(arena, source, options, diag, out);
    default: return unsupported(options, diag);
    }
}

// VKD3D_SHADER_CONFIG=force_validation checks the module after every step and the SPIR-V at the end.
bool forced_validation() {
    static const bool forced = [] {
        const char *config = std::getenv("VKD3D_SHADER_CONFIG");
        return config && std::strstr(config, "force_validation");
    }();
    return forced;
}

Result compile_to_spirv(Arena &arena, std::span<const uint8_t> source, const Options &options,
                        Diagnostics &diag, Output *out) {
    // Between two and three instructions for each eight bytes of Direct3D code; a guess that saves growing.
    auto *module = arena.make<ir::Module>(arena, source.size() / 8 + 64);
    if (Result r = lower(arena, source, options, diag, module); failed(r)) return r;
    passes::PassOptions pass;
    pass.has_varying_map = options.has_varying_map;
    pass.varying_map = options.varying_map;
    Vec<passes::KeptOutput> captured(arena);
    for (const TransformFeedbackElement &e : options.interface.transform_feedback.elements)
        if (!e.semantic_name.empty()) captured.push({e.semantic_name, e.semantic_index, e.stream});
    pass.kept_outputs = captured.span();
    pass.point_size = options.write_tess_geom_point_size && options.environment != Environment::opengl_4_5;
    pass.profile.demote = options.extensions & extension_demote_to_helper_invocation;
    pass.verify |= forced_validation();
    if (Result r = passes::run(*module, pass, diag); failed(r)) return r;
    std::span<const uint32_t> words;
    if (Result r = spirv::write(*module, options, arena, diag, &words); failed(r)) return r;
    if (forced_validation())
        if (Result r = spirv::validate(words, options, diag); failed(r)) return r;
    if (options.target_type == TargetType::spirv_text) {
        std::string_view text;
        if (Result r = spirv::disassemble(words, options, arena, diag, &text); failed(r)) return r;
        out->code = {reinterpret_cast<const uint8_t *>(text.data()), text.size()};
        return Result::ok;
    }
    out->code = {reinterpret_cast<const uint8_t *>(words.data()), words.size_bytes()};
    return Result::ok;
}

} // namespace

Result compile(Arena &arena, std::span<const uint8_t> source, const Options &options, Diagnostics &diag,
               Output *out) {
    switch (options.target_type) {
    case TargetType::d3d_asm: return print(arena, source, options, diag, out);
    case TargetType::spirv_binary:
    case TargetType::spirv_text: return compile_to_spirv(arena, source, options, diag, out);
    default: return unsupported(options, diag);
    }
}

Result scan(Arena &arena, std::span<const uint8_t> source, const Options &options, const ScanRequest &request,
            Diagnostics &diag, ScanResult *out) {
    switch (options.source_type) {
    case SourceType::d3d_bytecode: return scan_d3dbc(arena, source, options, diag, out);
    case SourceType::dxbc_tpf: return scan_tpf(arena, source, request, diag, out);
    default:
        diag.bare_error(Result::not_implemented, code::ir_not_implemented, "Scanning %s is not implemented.",
                        name(options.source_type));
        return diag.result();
    }
}

size_t d3dbc_extent(const void *code) {
    return d3dbc::extent(code);
}

} // namespace weft::driver
