#include "core/support/log.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <thread>

namespace weft {

namespace {

std::atomic<LogSink> current_sink{nullptr};

void to_stderr(const char *format, va_list args) {
    std::vfprintf(stderr, format, args);
}

WEFT_PRINTF(2, 3) void send(LogSink sink, const char *format, ...) {
    va_list args;
    va_start(args, format);
    sink(format, args);
    va_end(args);
}

LogThreshold parse_threshold() {
    static constexpr const char *names[] = {"none", "message", "err", "fixme", "warn", "trace"};
    const char *text = std::getenv("VKD3D_SHADER_DEBUG");
    if (text)
        for (int i = 0; i < 6; ++i)
            if (!std::strcmp(text, names[i])) return static_cast<LogThreshold>(i);
    return LogThreshold::fixme;
}

} // namespace

void set_log_sink(LogSink sink) {
    current_sink.store(sink, std::memory_order_relaxed);
}

LogThreshold log_threshold() {
    static const LogThreshold threshold = parse_threshold();
    return threshold;
}

void log_line(LogThreshold level, const char *function, const char *format, ...) {
    static constexpr const char *names[] = {"none", "message", "err", "fixme", "warn", "trace"};
    LogSink sink = current_sink.load(std::memory_order_relaxed);
    if (!sink) sink = to_stderr;
    char message[1024];
    va_list args;
    va_start(args, format);
    std::vsnprintf(message, sizeof(message), format, args);
    va_end(args);
    auto thread = static_cast<unsigned>(std::hash<std::thread::id>{}(std::this_thread::get_id()));
    send(sink, "vkd3d:%08x:%s:%s ", thread, names[static_cast<int>(level)], function);
    send(sink, "%s\n", message);
}

} // namespace weft
