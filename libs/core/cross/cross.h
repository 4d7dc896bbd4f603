// GLSL and MSL: SPIRV-Cross applied to what the SPIR-V writer made.
#pragma once

#include <span>
#include <string_view>

#include "core/driver/options.h"
#include "core/support/arena.h"
#include "core/support/diagnostics.h"

namespace weft::cross {

// The options to make the SPIR-V with that translate() takes: the environment that is nearest to the target,
// and what the target language has.
driver::Options spirv_options(const driver::Options &options);

// `options` are the caller's. The text lives in the arena; a zero byte follows it that the length does not
// count.
Result translate(std::span<const uint32_t> words, const driver::Options &options, Arena &arena,
                 Diagnostics &diag, std::string_view *text);

} // namespace weft::cross
