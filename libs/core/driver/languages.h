// What the driver asks of each source language, in the driver's own terms.
#pragma once

#include "core/driver/driver.h"
#include "core/ir/module.h"

namespace weft::driver {

Result scan_d3dbc(Arena &arena, std::span<const uint8_t> source, const Options &options, Diagnostics &diag,
                  ScanResult *out);
Result print_d3dbc(Arena &arena, std::span<const uint8_t> source, const Options &options, Diagnostics &diag,
                   Output *out);

// Notes in `options` that the source is Direct3D 9 bytecode, whatever it came in.
Result lower_d3dbc(Arena &arena, std::span<const uint8_t> source, Options &options, Diagnostics &diag,
                   ir::Module *module);

Result scan_tpf(Arena &arena, std::span<const uint8_t> source, const Options &options,
                const ScanRequest &request, Diagnostics &diag, ScanResult *out);
Result lower_tpf(Arena &arena, std::span<const uint8_t> source, Options &options, Diagnostics &diag,
                 ir::Module *module);
Result print_tpf(Arena &arena, std::span<const uint8_t> source, const Options &options, Diagnostics &diag,
                 Output *out);

Result scan_dxil(Arena &arena, std::span<const uint8_t> source, const ScanRequest &request, Diagnostics &diag,
                 ScanResult *out);
// `denormals`: of 32-bit floats; where the caller did not ask for a mode, the shader's becomes the implied one.
Result lower_dxil(Arena &arena, std::span<const uint8_t> source, const Options &options, Diagnostics &diag,
                  ir::Module *module, DenormalOverride *denormals);
Result print_dxil(Arena &arena, std::span<const uint8_t> source, const Options &options, Diagnostics &diag,
                  Output *out);

} // namespace weft::driver
