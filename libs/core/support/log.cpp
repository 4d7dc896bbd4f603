#include "core/support/log.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string_view>

#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>
#else
#include <functional>
#include <thread>
#endif

namespace weft {

namespace {

// In a structure, since a bare type as a template's argument loses the attributes that va_list has on
// Windows.
struct Sink {
    LogSink function;
};
std::atomic<Sink> current_sink{Sink{nullptr}};

void to_stderr(const char *format, va_list args) {
    std::vfprintf(stderr, format, args);
}

WEFT_PRINTF(2, 3) void send(LogSink sink, const char *format, ...) {
    va_list args;
    va_start(args, format);
    sink(format, args);
    va_end(args);
}

constexpr std::string_view names[] = {"none", "message", "err", "fixme", "warn", "trace"};

// One item of the list: a level, or changes as "warn+all", "trace-all", "+all", "-all". The library is one
// channel without a name, so that what is said of named ones is not for it.
LogThreshold changed(LogThreshold threshold, std::string_view item) {
    const size_t sign = item.find_first_of("+-");
    const auto name = std::find(std::begin(names), std::end(names), item.substr(0, sign));
    const bool known = name != std::end(names);
    const auto level = static_cast<LogThreshold>(name - names);
    if (sign == std::string_view::npos) return known ? level : threshold;
    if (item.substr(sign + 1) != "all" || (!known && sign)) return threshold;
    if (item[sign] == '+') return known ? std::max(threshold, level) : LogThreshold::trace;
    if (!known || level == LogThreshold::none) return LogThreshold::none;
    return std::min(threshold, static_cast<LogThreshold>(static_cast<int>(level) - 1));
}

LogThreshold read_threshold() {
    LogThreshold threshold = LogThreshold::fixme;
    const char *text = std::getenv("VKD3D_SHADER_DEBUG");
    for (std::string_view list = text ? text : ""; !list.empty();) {
        const size_t comma = list.find(',');
        threshold = changed(threshold, list.substr(0, comma));
        list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
    }
    return threshold;
}

// As the system's tools show it.
unsigned thread_number() {
#ifdef __linux__
    return static_cast<unsigned>(syscall(SYS_gettid));
#else
    return static_cast<unsigned>(std::hash<std::thread::id>{}(std::this_thread::get_id()));
#endif
}

} // namespace

void set_log_sink(LogSink sink) {
    current_sink.store({sink}, std::memory_order_relaxed);
}

LogThreshold log_threshold() {
    static const LogThreshold threshold = read_threshold();
    return threshold;
}

void log_line(LogThreshold level, const char *function, const char *format, ...) {
    LogSink sink = current_sink.load(std::memory_order_relaxed).function;
    if (!sink) sink = to_stderr;
    char message[1024];
    va_list args;
    va_start(args, format);
    std::vsnprintf(message, sizeof(message), format, args);
    va_end(args);
    send(sink, "vkd3d:%08x:%s:%s ", thread_number(), names[static_cast<int>(level)].data(), function);
    send(sink, "%s\n", message);
}

} // namespace weft
