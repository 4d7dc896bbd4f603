#include "core/driver/driver.h"
#include "core/support/printf_format.h"
#include "shader/call.h"
#include "shader/options.h"
#include "shader/scan_results.h"
#include "shader/targets.h"

using namespace weft;
using namespace weft::shader;

namespace {

WEFT_PRINTF(2, 3) Result refuse(Diagnostics &diag, const char *format, ...) {
    char text[256];
    va_list args;
    va_start(args, format);
    std::vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    diag.bare_error(Result::invalid_argument, code_argument, "%s", text);
    return Result::invalid_argument;
}

// The arguments that compile, scan and preprocess have in common.
Result check_info(const vkd3d_shader_compile_info &info, Diagnostics &diag) {
    if (info.type != VKD3D_SHADER_STRUCTURE_TYPE_COMPILE_INFO)
        return refuse(diag, "The structure type of compile_info is %#x instead of COMPILE_INFO.",
                      static_cast<unsigned>(info.type));
    if (targets(info.source_type).empty())
        return refuse(diag, "Source type %u (%s) is not supported.", static_cast<unsigned>(info.source_type),
                      name(info.source_type));
    return Result::ok;
}

Result check_source_info(const vkd3d_shader_compile_info &info, const Chain &chain, Diagnostics &diag) {
    if (info.source_type != VKD3D_SHADER_SOURCE_HLSL) return Result::ok;
    const auto *hlsl =
        chain.find<vkd3d_shader_hlsl_source_info>(VKD3D_SHADER_STRUCTURE_TYPE_HLSL_SOURCE_INFO);
    if (!hlsl) return refuse(diag, "HLSL sources need a chained vkd3d_shader_hlsl_source_info.");
    if (!hlsl->profile) return refuse(diag, "The profile of an HLSL source is a null pointer.");
    return Result::ok;
}

// Runs `body(diag)` for a call that takes a compile_info, which may be anything at all.
template <typename Body>
int guarded_info(const vkd3d_shader_compile_info *info, char **messages, Body &&body) {
    const bool readable = info && info->type == VKD3D_SHADER_STRUCTURE_TYPE_COMPILE_INFO;
    return guarded(messages, readable ? log_level(info->log_level) : LogLevel::info,
                   readable ? info->source_name : nullptr, [&](Diagnostics &diag) {
                       if (!info) return refuse(diag, "compile_info is a null pointer.");
                       return body(diag);
                   });
}

} // namespace

extern "C" {

VKD3D_SHADER_API int vkd3d_shader_compile(const vkd3d_shader_compile_info *compile_info,
                                          vkd3d_shader_code *out, char **messages) {
    if (out) *out = {};
    return guarded_info(compile_info, messages, [&](Diagnostics &diag) {
        if (!out) return refuse(diag, "The result has no place to go: out is a null pointer.");
        const vkd3d_shader_compile_info &info = *compile_info;
        const bool chained = info.type == VKD3D_SHADER_STRUCTURE_TYPE_COMPILE_INFO;
        const Chain chain(chained ? info.next : nullptr);
        ScanOutputs outputs(chain);
        outputs.clear();
        if (Result r = check_info(info, diag); failed(r)) return r;
        if (!supports(info.source_type, info.target_type))
            return refuse(diag, "Target type %u (%s) is not supported for source type %s.",
                          static_cast<unsigned>(info.target_type), name(info.target_type),
                          name(info.source_type));
        if (Result r = check_source_info(info, chain, diag); failed(r)) return r;

        std::span<const uint8_t> source;
        if (Result r = read_source(info, diag, &source); failed(r)) return r;
        Arena arena;
        driver::Options options;
        if (Result r = read_options(info, chain, arena, diag, &options); failed(r)) return r;
        const bool listing = info.target_type == VKD3D_SHADER_TARGET_D3D_ASM;
        if (Result r = read_parameters(chain, !listing, arena, diag, &options); failed(r)) return r;

        driver::Output output;
        if (Result r = driver::compile(arena, source, options, diag, &output); failed(r)) return r;
        driver::ScanResult scan;
        const driver::ScanRequest request = outputs.request();
        if (request.any()) {
            // What there is to say about the shader has been said.
            Diagnostics quiet(LogLevel::none);
            if (Result r = driver::scan(arena, source, options, request, quiet, &scan); failed(r)) {
                diag.bare_error(r, code_argument, "The shader compiles but cannot be scanned.");
                return r;
            }
        }
        const vkd3d_shader_code code = copy_code(output.code);
        try {
            outputs.fill(scan, options.api_version);
        } catch (...) {
            std::free(const_cast<void *>(code.code));
            throw;
        }
        *out = code;
        return Result::ok;
    });
}

VKD3D_SHADER_API int vkd3d_shader_scan(const vkd3d_shader_compile_info *compile_info, char **messages) {
    return guarded_info(compile_info, messages, [&](Diagnostics &diag) {
        const vkd3d_shader_compile_info &info = *compile_info;
        const bool chained = info.type == VKD3D_SHADER_STRUCTURE_TYPE_COMPILE_INFO;
        const Chain chain(chained ? info.next : nullptr);
        ScanOutputs outputs(chain);
        outputs.clear();
        if (Result r = check_info(info, diag); failed(r)) return r;
        if (Result r = check_source_info(info, chain, diag); failed(r)) return r;

        std::span<const uint8_t> source;
        if (Result r = read_source(info, diag, &source); failed(r)) return r;
        Arena arena;
        driver::Options options;
        if (Result r = read_options(info, chain, arena, diag, &options); failed(r)) return r;
        if (Result r = read_parameters(chain, false, arena, diag, &options); failed(r)) return r;
        driver::ScanResult scan;
        if (Result r = driver::scan(arena, source, options, outputs.request(), diag, &scan); failed(r))
            return r;
        outputs.fill(scan, options.api_version);
        return Result::ok;
    });
}

VKD3D_SHADER_API int vkd3d_shader_preprocess(const vkd3d_shader_compile_info *compile_info,
                                             vkd3d_shader_code *out, char **messages) {
    if (out) *out = {};
    return guarded_info(compile_info, messages, [&](Diagnostics &diag) {
        if (compile_info->type != VKD3D_SHADER_STRUCTURE_TYPE_COMPILE_INFO)
            return check_info(*compile_info, diag);
        diag.bare_error(Result::not_implemented, code::ir_not_implemented,
                        "vkd3d_shader_preprocess() is not implemented.");
        return diag.result();
    });
}
}
