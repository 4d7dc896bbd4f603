#include "core/preprocessor/lexer.h"

#include <algorithm>
#include <cstring>

namespace weft::preprocessor {

namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_name_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_name(char c) {
    return is_name_start(c) || is_digit(c);
}

// The longest first.
constexpr std::string_view punctuators[] = {
    "<<=", ">>=", "...", "->*", "##", "++", "--", "->", "::", "<<", ">>", "<=", ">=",
    "==",  "!=",  "&&",  "||",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
};
constexpr std::string_view single = "{}[]()#;:?.+-*/%<>=!&|^~,";

} // namespace

Lexer::Lexer(std::string_view text, const char *file, Arena &arena, Diagnostics &diag)
    : text_(text), file_(file), arena_(arena), diag_(diag) {
    if (text_.starts_with("\xef\xbb\xbf")) at_ = line_start_ = 3;
}

// Steps over backslashes that end a line, however it ends.
void Lexer::skip_splices(size_t *at) const {
    while (*at < text_.size() && text_[*at] == '\\') {
        size_t next = *at + 1;
        if (next < text_.size() && text_[next] == '\r') ++next;
        if (next >= text_.size() || text_[next] != '\n') return;
        *at = next + 1;
    }
}

// The character so many ahead, 0 at the end.
char Lexer::peek(size_t ahead) {
    size_t at = at_;
    for (;;) {
        skip_splices(&at);
        if (at >= text_.size()) return 0;
        if (!ahead--) return text_[at];
        ++at;
    }
}

char Lexer::take() {
    while (at_ < text_.size() && text_[at_] == '\\') {
        size_t next = at_;
        skip_splices(&next);
        if (next == at_) break;
        // Several splices in a row are several lines.
        line_ += static_cast<uint32_t>(std::count(text_.begin() + static_cast<ptrdiff_t>(at_),
                                                  text_.begin() + static_cast<ptrdiff_t>(next), '\n'));
        at_ = line_start_ = next;
        spliced_ = true;
    }
    if (at_ >= text_.size()) return 0;
    return text_[at_++];
}

void Lexer::error(Place where, const char *text) {
    if (quiet_) return;
    diag_.set_source_name(where.file);
    diag_.error({where.line, where.column}, code::pp_syntax, "%s", text);
}

// White space and comments, but not the end of the line.
bool Lexer::skip_space() {
    bool any = false;
    for (;;) {
        const char c = peek();
        if (c == ' ' || c == '\t' || c == '\v' || c == '\f' || (c == '\r' && peek(1) == '\n')) {
            take();
        } else if (!c) {
            if (at_ >= text_.size()) return any;
            size_t at = at_;
            skip_splices(&at);
            if (at >= text_.size()) {
                at_ = text_.size();
                return any;
            }
            take(); // a zero byte, such as the terminator that some callers count
        } else if (c == '/' && peek(1) == '/') {
            while (at_ < text_.size() && peek() != '\n')
                take();
        } else if (c == '/' && peek(1) == '*') {
            const Place start = place();
            take();
            take();
            for (;;) {
                if (at_ >= text_.size()) {
                    error(start, "The comment has no end.");
                    return true;
                }
                const char d = take();
                if (d == '\n') {
                    ++line_;
                    line_start_ = at_;
                }
                if (d == '*' && peek() == '/') {
                    take();
                    break;
                }
            }
        } else {
            return any;
        }
        any = true;
    }
}

void Lexer::lex_quoted(char quote) {
    const Place start = place();
    take();
    for (;;) {
        const char c = peek();
        if (c == '\n' || at_ >= text_.size()) {
            error(start, quote == '"' ? "The string has no end." : "The character has no end.");
            return;
        }
        take();
        if (c == quote) return;
        if (c == '\\' && peek() != '\n') take();
    }
}

Token Lexer::next() {
    Token t;
    t.space_before = skip_space();
    t.line_start = at_line_start_;
    at_line_start_ = false;
    t.place = place();
    if (at_ >= text_.size()) return t;

    // A splice before the token is none of its text.
    size_t start = at_;
    skip_splices(&start);
    spliced_ = false;
    const char c = peek();
    if (start != at_) {
        line_ += static_cast<uint32_t>(std::count(text_.begin() + static_cast<ptrdiff_t>(at_),
                                                  text_.begin() + static_cast<ptrdiff_t>(start), '\n'));
        at_ = line_start_ = start;
        t.place = place();
    }
    if (at_ >= text_.size()) return t;

    if (c == '\n' || c == '\r') {
        take();
        t.kind = TokenKind::newline;
        ++line_;
        line_start_ = at_;
        at_line_start_ = true;
        return t;
    }
    if (is_name_start(c)) {
        t.kind = TokenKind::identifier;
        while (is_name(peek()))
            take();
    } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
        t.kind = TokenKind::number;
        const bool hex = c == '0' && (peek(1) == 'x' || peek(1) == 'X');
        for (;;) {
            const char d = take();
            const char next = peek();
            const bool exponent = !hex && (d == 'e' || d == 'E') && (next == '+' || next == '-');
            if (!exponent && !is_name(next) && next != '.') break;
        }
    } else if (c == '"' || c == '\'') {
        t.kind = c == '"' ? TokenKind::string : TokenKind::character;
        lex_quoted(c);
    } else if (single.find(c) != std::string_view::npos) {
        t.kind = TokenKind::punctuator;
        size_t length = 1;
        for (std::string_view p : punctuators) {
            size_t n = 0;
            while (n < p.size() && peek(n) == p[n])
                ++n;
            if (n == p.size()) {
                length = n;
                break;
            }
        }
        while (length--)
            take();
    } else {
        t.kind = TokenKind::other;
        take();
    }

    t.text = text_.substr(start, at_ - start);
    if (spliced_) {
        char *copy = arena_.array<char>(t.text.size());
        size_t n = 0;
        for (size_t i = start; i < at_; ++i) {
            skip_splices(&i);
            if (i < at_) copy[n++] = text_[i];
        }
        t.text = {copy, n};
    }
    return t;
}

bool Lexer::angle_name(std::string_view *name) {
    skip_space();
    size_t at = at_;
    if (at >= text_.size() || text_[at] != '<') return false;
    const size_t end = text_.find_first_of(">\n", at);
    if (end == std::string_view::npos || text_[end] != '>') return false;
    *name = text_.substr(at + 1, end - at - 1);
    at_ = end + 1;
    return true;
}

} // namespace weft::preprocessor
