// What the passes may leave to the writer, as the options of a compilation have it.
#pragma once

#include "core/driver/options.h"
#include "core/passes/legalise.h"

namespace weft::driver {

passes::Profile profile(const Options &options);

} // namespace weft::driver
