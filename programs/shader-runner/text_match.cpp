#include "shader-runner/text_match.h"

#include <string>

namespace weft::runner {
namespace {

bool is_space(char c) {
    return c == ' ' || c == '\t';
}

std::string collapse(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (!is_space(c))
            result += c;
        else if (!result.empty() && result.back() != ' ')
            result += ' ';
    }
    if (!result.empty() && result.back() == ' ') result.pop_back();
    return result;
}

} // namespace

bool line_contains(std::string_view line, std::string_view pattern) {
    const std::string text = collapse(line), wanted = collapse(pattern);
    // The parts between stars have to occur one after the other; taking each at its first place is enough.
    size_t from = 0;
    std::string_view rest = wanted;
    for (;;) {
        const size_t star = rest.find('*');
        const size_t at = text.find(rest.substr(0, star), from);
        if (at == std::string::npos) return false;
        if (star == std::string_view::npos) return true;
        from = at + star;
        rest.remove_prefix(star + 1);
    }
}

unsigned count_lines(std::string_view text, std::string_view pattern) {
    unsigned count = 0;
    while (!text.empty()) {
        const size_t end = text.find('\n');
        count += line_contains(text.substr(0, end), pattern);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return count;
}

} // namespace weft::runner
