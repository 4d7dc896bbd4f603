// Text to tokens: splices and comments vanish here, directives are not known yet.
#pragma once

#include "core/preprocessor/token.h"
#include "core/support/arena.h"
#include "core/support/diagnostics.h"

namespace weft::preprocessor {

class Lexer {
  public:
    // `text` and `file` outlive the tokens.
    Lexer(std::string_view text, const char *file, Arena &arena, Diagnostics &diag);

    // At the end: TokenKind::end, again and again.
    Token next();

    // The name in <...>, behind #include, where the next token is a '<'. False: there is none.
    bool angle_name(std::string_view *name);

    // While set, faults of the text are nobody's business.
    void set_quiet(bool quiet) { quiet_ = quiet; }

    // What #line says: the line that the next token is read from is number `line` of `file`.
    void set_line(uint32_t line) { line_offset_ = line - line_; }
    void set_file(const char *file) { file_ = file; }
    const char *file() const { return file_; }
    Place place() const { return {file_, line_ + line_offset_, column()}; }

  private:
    uint32_t column() const { return static_cast<uint32_t>(at_ - line_start_) + 1; }
    char peek(size_t ahead = 0);
    void skip_splices(size_t *at) const;
    char take();
    void error(Place where, const char *text);
    bool skip_space();
    void lex_quoted(char quote);

    std::string_view text_;
    const char *file_;
    Arena &arena_;
    Diagnostics &diag_;
    size_t at_ = 0;
    size_t line_start_ = 0;
    uint32_t line_ = 1, line_offset_ = 0;
    bool at_line_start_ = true, quiet_ = false, spliced_ = false;
};

} // namespace weft::preprocessor
