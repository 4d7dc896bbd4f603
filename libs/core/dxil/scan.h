// What a caller wants to know about a DXIL shader without translating it.
#pragma once

#include "core/driver/driver.h"
#include "core/dxil/interface.h"

namespace weft::dxil {

// Fills signatures, descriptors, combined samplers, tessellation, thread group size and denormal modes as far
// as `request` asks for them.
Result scan(const Module &module, const Interface &interface, const driver::ScanRequest &request,
            Arena &arena, Diagnostics &diag, driver::ScanResult *out);

} // namespace weft::dxil
