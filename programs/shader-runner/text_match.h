// Matching of the "spirv" command: patterns against the lines of a listing.
#pragma once

#include <string_view>

namespace weft::runner {

// True when `pattern` occurs in `line`; "*" stands for any text, a run of white space for any white space.
bool line_contains(std::string_view line, std::string_view pattern);

// Number of lines that contain the pattern.
unsigned count_lines(std::string_view text, std::string_view pattern);

} // namespace weft::runner
