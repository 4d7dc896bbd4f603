#pragma once

#include "shader-runner/model.h"

namespace weft::runner {

bool png_available();

// Level 0 of a target as an 8-bit RGBA image; numbers are clamped to 0 … 1. Alpha is written as opaque: a
// target's alpha channel rarely means transparency.
bool write_png(const std::string &path, const ResourceDesc &desc, const cli::Bytes &bytes,
               std::string &error);

} // namespace weft::runner
