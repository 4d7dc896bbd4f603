// What a caller wants to know about a TPF program without translating it.
#pragma once

#include "core/driver/driver.h"
#include "core/tpf/model.h"

namespace weft::tpf {

// Fills descriptors, combined samplers, tessellation and thread group size as far as `request` asks for them.
// Signatures stand in the container, not in the code.
Result scan(const Program &program, const driver::ScanRequest &request, Arena &arena, Diagnostics &diag,
            driver::ScanResult *out);

} // namespace weft::tpf
