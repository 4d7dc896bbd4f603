#include "core/driver/driver.h"

#include "core/driver/languages.h"
#include "core/support/bytes.h"

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

} // namespace

namespace {

Result unsupported(const Options &options, Diagnostics &diag) {
    diag.bare_error(Result::not_implemented, code::ir_not_implemented,
                    "Translating %s to %s is not implemented.", name(options.source_type),
                    name(options.target_type));
    return diag.result();
}

} // namespace

Result compile(Arena &arena, std::span<const uint8_t> source, const Options &options, Diagnostics &diag,
               Output *out) {
    if (options.target_type == TargetType::d3d_asm) {
        switch (options.source_type) {
        case SourceType::d3d_bytecode: return print_d3dbc(arena, source, options, diag, out);
        default: return unsupported(options, diag);
        }
    }
    return unsupported(options, diag);
}

Result scan(Arena &arena, std::span<const uint8_t> source, const Options &options, const ScanRequest &,
            Diagnostics &diag, ScanResult *out) {
    switch (options.source_type) {
    case SourceType::d3d_bytecode: return scan_d3dbc(arena, source, options, diag, out);
    default:
        diag.bare_error(Result::not_implemented, code::ir_not_implemented, "Scanning %s is not implemented.",
                        name(options.source_type));
        return diag.result();
    }
}

size_t d3dbc_extent(const void *code) {
    constexpr uint32_t opcode_def = 81, opcode_comment = 0xfffe, end_token = 0x0000ffff;
    const auto *bytes = static_cast<const uint8_t *>(code);
    const auto token = [bytes](size_t i) { return load_u32(bytes + i * 4); };
    const unsigned major = token(0) >> 8 & 0xff;
    size_t i = 1;
    while (token(i) != end_token) {
        const uint32_t instruction = token(i++);
        if ((instruction & 0xffff) == opcode_comment) {
            i += instruction >> 16 & 0x7fff;
        } else if (major >= 2) {
            i += instruction >> 24 & 0xf;
        } else if ((instruction & 0xffff) == opcode_def) {
            i += 5; // the constants may look like anything, an end token included
        } else {
            while (token(i) & 0x80000000u) // only parameters have the top bit in shader model 1
                ++i;
        }
    }
    return (i + 1) * 4;
}

} // namespace weft::driver
