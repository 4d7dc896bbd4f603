#include "core/driver/driver.h"
#include "core/support/printf_format.h"
#include "shader/call.h"
#include "shader/dump.h"
#include "shader/options.h"
#include "shader/preprocess.h"
#include "shader/scan_results.h"
#include "shader/targets.h"

using namespace weft;
using namespace weft::shader;

namespace {

WEFT_PRINTF(2, 3) Result refuse(Diagnostics &diag, const char *format, ...) {
    va_list args;
    va_start(args, format);
    diag.bare_error_v(Result::invalid_argument, code_argument, format, args);
    va_end(args);
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

// What compile and scan are given, checked and in the core's terms. `outputs` is empty from the start.
struct Request {
    explicit Request(const vkd3d_shader_compile_info &compile_info)
        : info(compile_info),
          chain(info.type == VKD3D_SHADER_STRUCTURE_TYPE_COMPILE_INFO ? info.next : nullptr),
          outputs(chain) {
        outputs.clear();
    }

    // `translates`: the target has to exist, and parameters have to make sense for it.
    Result read(bool translates, Diagnostics &diag) {
        if (Result r = check_info(info, diag); failed(r)) return r;
        if (translates && !supports(info.source_type, info.target_type))
            return refuse(diag, "Target type %u (%s) is not supported for source type %s.",
                          static_cast<unsigned>(info.target_type), name(info.target_type),
                          name(info.source_type));
        if (Result r = check_source_info(info, chain, diag); failed(r)) return r;
        if (Result r = read_source(info, diag, &source); failed(r)) return r;
        if (Result r = read_options(info, chain, arena, diag, &options); failed(r)) return r;
        const bool listing = info.target_type == VKD3D_SHADER_TARGET_D3D_ASM;
        return read_parameters(chain, translates && !listing, arena, diag, &options);
    }

    const vkd3d_shader_compile_info &info;
    const Chain chain;
    ScanOutputs outputs;
    Arena arena;
    std::span<const uint8_t> source;
    driver::Options options;
};

Result compile(Request &request, Diagnostics &diag, vkd3d_shader_code *out) {
    const Dump dump(request.source, request.options);
    driver::Output output;
    Result r = driver::compile(request.arena, request.source, request.options, diag, &output);
    dump.messages(diag);
    if (failed(r)) return r;
    dump.target(output.code);
    driver::ScanResult scan;
    const driver::ScanRequest wanted = request.outputs.request();
    if (wanted.any()) {
        // What there is to say about the shader has been said.
        Diagnostics quiet(LogLevel::none);
        r = driver::scan(request.arena, request.source, request.options, wanted, quiet, &scan);
        if (failed(r)) {
            diag.bare_error(r, code_argument, "The shader compiles but cannot be scanned.");
            return r;
        }
    }
    const vkd3d_shader_code code = copy_code(output.code);
    try {
        request.outputs.fill(scan, request.options.api_version);
    } catch (...) {
        std::free(const_cast<void *>(code.code));
        throw;
    }
    *out = code;
    return Result::ok;
}

} // namespace

extern "C" {

VKD3D_SHADER_API int vkd3d_shader_compile(const vkd3d_shader_compile_info *compile_info,
                                          vkd3d_shader_code *out, char **messages) {
    if (out) *out = {};
    return guarded_info(compile_info, messages, [&](Diagnostics &diag) {
        if (!out) return refuse(diag, "The result has no place to go: out is a null pointer.");
        Request request(*compile_info);
        if (Result r = request.read(true, diag); failed(r)) return r;
        return compile(request, diag, out);
    });
}

VKD3D_SHADER_API int vkd3d_shader_scan(const vkd3d_shader_compile_info *compile_info, char **messages) {
    return guarded_info(compile_info, messages, [&](Diagnostics &diag) {
        Request request(*compile_info);
        if (Result r = request.read(false, diag); failed(r)) return r;
        const Dump dump(request.source, request.options);
        driver::ScanResult scan;
        Result r = driver::scan(request.arena, request.source, request.options, request.outputs.request(),
                                diag, &scan);
        dump.messages(diag);
        if (failed(r)) return r;
        request.outputs.fill(scan, request.options.api_version);
        return Result::ok;
    });
}

VKD3D_SHADER_API int vkd3d_shader_preprocess(const vkd3d_shader_compile_info *compile_info,
                                             vkd3d_shader_code *out, char **messages) {
    if (out) *out = {};
    return guarded_info(compile_info, messages, [&](Diagnostics &diag) {
        if (!out) return refuse(diag, "The result has no place to go: out is a null pointer.");
        // HLSL can be preprocessed whether or not it can be compiled.
        if (compile_info->type != VKD3D_SHADER_STRUCTURE_TYPE_COMPILE_INFO ||
            compile_info->source_type != VKD3D_SHADER_SOURCE_HLSL)
            if (Result r = check_info(*compile_info, diag); failed(r)) return r;
        return preprocess(*compile_info, diag, out);
    });
}
}
