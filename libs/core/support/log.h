// The process-wide log: for developers of the library, not for users of a shader (those read Diagnostics).
#pragma once

#include <cstdarg>

#include "core/support/printf_format.h"

namespace weft {

enum class LogThreshold { none, message, err, fixme, warn, trace };

// printf-style sink; nullptr restores standard error.
using LogSink = void (*)(const char *format, va_list args);

void set_log_sink(LogSink sink);
// Read once from VKD3D_SHADER_DEBUG: a list of levels and of changes to them; the default is fixme.
LogThreshold log_threshold();
// One line arrives at the sink as two calls, prefix and message, as callers of the original expect.
WEFT_PRINTF(3, 4) void log_line(LogThreshold level, const char *function, const char *format, ...);

} // namespace weft

#define WEFT_LOG(level, ...)                                                                                 \
    do {                                                                                                     \
        if (::weft::log_threshold() >= ::weft::LogThreshold::level)                                          \
            ::weft::log_line(::weft::LogThreshold::level, __func__, __VA_ARGS__);                            \
    } while (0)
