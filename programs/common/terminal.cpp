#include "common/terminal.h"

#include <cstdlib>
#include <cstring>
#include <string_view>
#include <unistd.h>

namespace weft::cli {
namespace {

bool is_set(const char *name) {
    const char *value = getenv(name);
    return value && *value;
}

// Finds " E1234: " or the same at the start of the line; the letter tells errors from warnings.
size_t find_code(std::string_view line, size_t &length) {
    for (size_t i = 0; i < line.size(); ++i) {
        if ((line[i] != 'E' && line[i] != 'W') || (i > 0 && line[i - 1] != ' ')) continue;
        size_t end = i + 1;
        while (end < line.size() && line[end] >= '0' && line[end] <= '9')
            ++end;
        if (end - i >= 5 && end < line.size() && line[end] == ':') {
            length = end - i;
            return i;
        }
    }
    return std::string_view::npos;
}

} // namespace

bool wants_colour(FILE *file) {
    if (is_set("NO_COLOR") || is_set("NO_COLOUR")) return false;
    const char *term = getenv("TERM");
    return isatty(fileno(file)) && term && *term && strcmp(term, "dumb") != 0;
}

void print_messages(FILE *file, const char *messages, bool colour) {
    if (!messages) return;
    if (!colour) {
        fputs(messages, file);
        return;
    }
    for (std::string_view rest = messages; !rest.empty();) {
        const size_t end = rest.find('\n');
        const std::string_view line = rest.substr(0, end);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
        size_t length = 0;
        const size_t at = find_code(line, length);
        if (at == std::string_view::npos) {
            fprintf(file, "%.*s\n", int(line.size()), line.data());
            continue;
        }
        fprintf(file, "\x1b[1m%.*s\x1b[0m", int(at), line.data());
        fprintf(file, "\x1b[1;%sm%.*s\x1b[0m", line[at] == 'E' ? "31" : "35", int(length), line.data() + at);
        fprintf(file, "%.*s\n", int(line.size() - at - length), line.data() + at + length);
    }
}

} // namespace weft::cli
