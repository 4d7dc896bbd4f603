#include "core/support/diagnostics.h"

#include <cstdio>

namespace weft {

void Diagnostics::add(LogLevel level, char letter, const Location *where, unsigned code, const char *format,
                      va_list args) {
    // A hostile program can make one complaint per token; past this the text says nothing new.
    constexpr size_t text_limit = 64 * 1024;
    if (level_ < level || text_.size() > text_limit) return;
    char buffer[1024];
    if (where) {
        text_ += source_name_ ? source_name_ : "<anonymous>";
        if (where->line) {
            std::snprintf(buffer, sizeof(buffer), ":%u:%u", where->line, where->column);
            text_ += buffer;
        }
        text_ += ": ";
    }
    if (letter) {
        std::snprintf(buffer, sizeof(buffer), "%c%04u: ", letter, code);
        text_ += buffer;
    }
    std::vsnprintf(buffer, sizeof(buffer), format, args);
    text_ += buffer;
    text_ += '\n';
}

void Diagnostics::count_error(Result result, unsigned code) {
    if (failed(result_)) return;
    result_ = result;
    first_error_ = code;
}

void Diagnostics::error_v(Location where, Result result, unsigned code, const char *format, va_list args) {
    count_error(result, code);
    add(LogLevel::error, 'E', &where, code, format, args);
}

void Diagnostics::bare_error_v(Result result, unsigned code, const char *format, va_list args) {
    count_error(result, code);
    add(LogLevel::error, 'E', nullptr, code, format, args);
}

void Diagnostics::error(Location where, unsigned code, const char *format, ...) {
    va_list args;
    va_start(args, format);
    error_v(where, Result::invalid_shader, code, format, args);
    va_end(args);
}

void Diagnostics::error(Location where, Result result, unsigned code, const char *format, ...) {
    va_list args;
    va_start(args, format);
    error_v(where, result, code, format, args);
    va_end(args);
}

void Diagnostics::bare_error(Result result, unsigned code, const char *format, ...) {
    va_list args;
    va_start(args, format);
    bare_error_v(result, code, format, args);
    va_end(args);
}

void Diagnostics::warning(Location where, unsigned code, const char *format, ...) {
    va_list args;
    va_start(args, format);
    add(LogLevel::warning, 'W', &where, code, format, args);
    va_end(args);
}

void Diagnostics::note(Location where, const char *format, ...) {
    va_list args;
    va_start(args, format);
    add(LogLevel::info, 0, &where, 0, format, args);
    va_end(args);
}

} // namespace weft
