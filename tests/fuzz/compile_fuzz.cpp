// Whole compilations: scan, listing and SPIR-V of arbitrary bytes.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "core/container/container.h"
#include "core/driver/driver.h"
#include "core/support/bytes.h"

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
    setenv("VKD3D_SHADER_CONFIG", "force_validation", 1);
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    using namespace weft;
    using namespace weft::driver;
    if (size < 8) return 0;
    Arena arena;
    auto copy = arena.copy(std::span<const uint8_t>(data, size));
    Options options;
    options.features = ~0u;
    options.extensions = ~0u;
    options.source_type =
        load_u32(data) == container::tag("DXBC") ? SourceType::dxbc_tpf : SourceType::d3d_bytecode;
    // Mutations keep a valid checksum, or nothing behind it would ever be reached.
    if (options.source_type == SourceType::dxbc_tpf && size >= 32) {
        uint32_t digest[4];
        container::checksum(copy, digest);
        std::memcpy(copy.data() + 4, digest, sizeof(digest));
    }
    if (options.source_type == SourceType::dxbc_tpf) {
        container::Container parts;
        Diagnostics ignored;
        if (!failed(container::parse(copy, true, arena, ignored, &parts)) &&
            parts.find(container::tag("DXIL")))
            options.source_type = SourceType::dxbc_dxil;
    }
    // Inputs as such decide which of them take this way.
    if (copy[size / 2] & 1) options.emulate_float64 = EmulateFloat64::always;
    const bool dxil = options.source_type == SourceType::dxbc_dxil;
    for (Environment environment :
         {dxil ? Environment::vulkan_1_3 : Environment::vulkan_1_1, Environment::opengl_4_5}) {
        options.environment = environment;
        for (TargetType target : {TargetType::d3d_asm, TargetType::spirv_binary}) {
            options.target_type = target;
            Diagnostics diag(LogLevel::info);
            Output out;
            Result r = compile(arena, copy, options, diag, &out);
            if (failed(r) != diag.has_errors()) __builtin_trap();
            // Input is never to blame for these: unsound IR, and SPIR-V that does not validate.
            if (diag.result() == Result::error || diag.first_error() == code::spirv_invalid) {
                std::fputs(diag.text().c_str(), stderr);
                __builtin_trap();
            }
        }
    }
    Diagnostics diag(LogLevel::info);
    ScanResult result;
    scan(arena, copy, options, {true, true, true, true, true, true}, diag, &result);
    return 0;
}
