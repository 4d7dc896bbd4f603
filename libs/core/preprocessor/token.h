// What the preprocessor makes of source text: the input of a parser.
#pragma once

#include <cstdint>
#include <string_view>

namespace weft::preprocessor {

enum class TokenKind : uint8_t {
    end,
    identifier,
    number,     // a preprocessing number: a digit, or a point and a digit, and what may follow
    string,     // with its quotes
    character,  // with its quotes
    punctuator, // the longest that there is
    pragma,     // a whole line "#pragma ..."
    other,      // any other byte
    newline,    // only within the preprocessor
    placeholder // only within the preprocessor: an empty argument beside ##
};

// Where a token stands, as #line has it. What a macro expands to stands where the outermost call begins.
struct Place {
    const char *file = nullptr;
    uint32_t line = 0, column = 0;
};

struct Token {
    TokenKind kind = TokenKind::end;
    bool space_before = false;
    bool line_start = false; // the first of its line
    bool final = false;      // an identifier that is not to be expanded (any more)
    std::string_view text;   // lives as long as the arena
    Place place;

    bool is(std::string_view punctuator) const { return kind == TokenKind::punctuator && text == punctuator; }
};

} // namespace weft::preprocessor
