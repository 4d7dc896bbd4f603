// A .shader_test file as sections of lines, and a cursor that reads one line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft::runner {

struct Line {
    unsigned number;
    std::string text;
};

struct Section {
    unsigned line;
    std::string header; // with its brackets
    std::vector<Line> lines;
};

// Comment and empty lines are dropped. False when text stands before the first header.
bool split_sections(std::string_view text, std::vector<Section> &sections, unsigned &error_line);

class Cursor {
  public:
    explicit Cursor(const std::string &line) : at_(line.c_str()) {}

    const char *rest() const { return at_; }
    void move_to(const char *position) { at_ = position; }
    void skip_space();
    bool at_end(); // only white space is left

    // A keyword must be followed by white space, "(", "]" or the end; the white space after it is skipped.
    bool match(std::string_view keyword);
    // White space, then exactly this character.
    bool match_character(char c);

    // C notation: decimal, 0x, leading 0; wraps modulo 2^32.
    bool read_integer(uint32_t &value);
    bool read_integer64(uint64_t &value);
    bool read_decimal(unsigned &value);
    // Whatever strtod takes: inf, nan, hex floats …
    bool read_float(float &value);
    bool read_double(double &value);
    // A data number: an integer word, or the bits of a float if it has a decimal point.
    bool read_data_word(uint32_t &value);
    // Up to white space or one of `stops`; empty at the end of the line.
    std::string read_word(const char *stops = "");

  private:
    const char *at_;
};

} // namespace weft::runner
