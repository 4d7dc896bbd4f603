#include "shader-runner/lines.h"

#include <bit>
#include <cstdlib>
#include <cstring>

namespace weft::runner {
namespace {

bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

} // namespace

bool split_sections(std::string_view text, std::vector<Section> &sections, unsigned &error_line) {
    sections.clear();
    unsigned number = 0;
    while (!text.empty()) {
        const size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        ++number;
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        if (line.empty() || line[0] == '%') continue;
        if (line[0] == '[') {
            while (is_space(line.back()))
                line.remove_suffix(1);
            sections.push_back({number, std::string(line), {}});
        } else if (sections.empty()) {
            error_line = number;
            return false;
        } else {
            sections.back().lines.push_back({number, std::string(line)});
        }
    }
    return true;
}

void Cursor::skip_space() {
    while (is_space(*at_))
        ++at_;
}

bool Cursor::at_end() {
    skip_space();
    return *at_ == 0;
}

bool Cursor::match(std::string_view keyword) {
    const char *start = at_;
    while (is_space(*start))
        ++start;
    if (strncmp(start, keyword.data(), keyword.size()) != 0) return false;
    const char next = start[keyword.size()];
    if (next && !is_space(next) && next != '(' && next != ']') return false;
    at_ = start + keyword.size();
    skip_space();
    return true;
}

bool Cursor::match_character(char c) {
    skip_space();
    if (*at_ != c) return false;
    ++at_;
    return true;
}

bool Cursor::read_integer64(uint64_t &value) {
    skip_space();
    char *end;
    // strtoull negates what follows a minus sign, so negative numbers wrap as they should.
    value = strtoull(at_, &end, 0);
    if (end == at_) return false;
    at_ = end;
    return true;
}

bool Cursor::read_integer(uint32_t &value) {
    uint64_t wide;
    if (!read_integer64(wide)) return false;
    value = uint32_t(wide);
    return true;
}

bool Cursor::read_decimal(unsigned &value) {
    skip_space();
    if (*at_ < '0' || *at_ > '9') return false;
    char *end;
    const unsigned long wide = strtoul(at_, &end, 10);
    if (wide > UINT32_MAX) return false;
    value = unsigned(wide);
    at_ = end;
    return true;
}

bool Cursor::read_float(float &value) {
    skip_space();
    char *end;
    value = strtof(at_, &end);
    if (end == at_) return false;
    at_ = end;
    return true;
}

bool Cursor::read_double(double &value) {
    skip_space();
    char *end;
    value = strtod(at_, &end);
    if (end == at_) return false;
    at_ = end;
    return true;
}

bool Cursor::read_data_word(uint32_t &value) {
    skip_space();
    const char *start = at_;
    const bool is_integer = read_integer(value);
    if (*at_ == '.') {
        at_ = start;
        float number;
        if (!read_float(number)) return false;
        value = std::bit_cast<uint32_t>(number);
        return true;
    }
    // ".5" and "-.5" have no integer in front of the point.
    if (!is_integer && (start[0] == '.' || ((start[0] == '-' || start[0] == '+') && start[1] == '.'))) {
        float number;
        if (!read_float(number)) return false;
        value = std::bit_cast<uint32_t>(number);
        return true;
    }
    return is_integer;
}

std::string Cursor::read_word(const char *stops) {
    skip_space();
    const char *start = at_;
    while (*at_ && !is_space(*at_) && !strchr(stops, *at_))
        ++at_;
    return std::string(start, at_);
}

} // namespace weft::runner
