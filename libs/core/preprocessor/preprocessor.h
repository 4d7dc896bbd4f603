// The HLSL preprocessor: translation phases 2 to 4 of C, as Microsoft's compilers have them.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/preprocessor/lexer.h"
#include "core/preprocessor/token.h"

namespace weft::preprocessor {

struct MacroDefinition {
    const char *name, *value; // a null value is an empty one
};

// Where included text comes from.
class Includes {
  public:
    struct File {
        const char *name = nullptr; // as messages and __FILE__ show it; outlives the tokens
        std::string_view text;
        const void *data = nullptr; // what `parent` is for files that this one includes
        void *owner = nullptr;
    };
    virtual ~Includes() = default;
    // `local`: the name stood in quotes. `parent`: the data of the including file, null for the main source.
    virtual bool open(std::string_view name, bool local, const File &parent, Arena &arena, File *out) = 0;
    // Once for each file that was opened, innermost first. Its text was copied.
    virtual void close(const File &file) = 0;
};

enum class Dialect : uint8_t {
    any, // what either compiler takes
    fxc, // shader models up to 5.1: no variadic macros
};

struct Options {
    const char *source_name = nullptr;
    Dialect dialect = Dialect::any;
    std::span<const MacroDefinition> macros;
    Includes *includes = nullptr; // null: every #include fails
};

struct Macro;

// Hands out the expanded tokens of a source and what it includes. A fault becomes a message, and work goes
// on; Diagnostics::result() tells at the end.
class Preprocessor {
  public:
    Preprocessor(std::string_view source, const Options &options, Arena &arena, Diagnostics &diag);
    ~Preprocessor();
    Preprocessor(const Preprocessor &) = delete;
    Preprocessor &operator=(const Preprocessor &) = delete;

    // TokenKind::end once everything is said.
    Token next();

  private:
    static constexpr uint64_t tokens_per_byte = 4;

    struct Condition {
        Place where;
        bool taken;     // some branch was
        bool active;    // this branch is
        bool seen_else; // and no other may follow
    };
    struct Source {
        Source(const Includes::File &f, Lexer l) : file(f), lexer(l) {}
        Includes::File file;
        Lexer lexer;
        std::vector<Condition> conditions;
    };
    // Tokens that wait to be read again: the expansion of a macro, or an argument.
    struct Pending {
        std::span<const Token> tokens;
        size_t next;
        Macro *macro; // not to be expanded while these are read; may be null
    };

    // preprocessor.cpp: files and lines
    Token raw();
    Token file_token();
    Token expanded();
    void push(std::span<const Token> tokens, Macro *macro);
    void pop();
    bool skipping() const;
    void end_of_file();
    WEFT_PRINTF(4, 5) void error(const Place &where, unsigned code, const char *format, ...);
    WEFT_PRINTF(4, 5) void warning(const Place &where, unsigned code, const char *format, ...);
    bool spend(size_t tokens, const Place &where);
    const char *keep(std::string_view text);

    // directives.cpp
    bool directive(const Token &hash, Token *out);
    void rest_of_line(Vec<Token> *line);
    void define(std::span<const Token> line, const Token &name);
    void define_command_line(const MacroDefinition &definition);
    void undefine(std::span<const Token> line);
    void include(const Token &name);
    void line(std::span<const Token> line, const Token &name);
    bool pragma(std::span<const Token> line, const Token &name, Token *out);
    void start_condition(const Token &name, bool value);
    void else_condition(const Token &name, std::span<const Token> line, bool has_value);
    void end_condition(const Token &name);
    bool condition_value(std::span<const Token> line, const Token &name);
    bool is_defined(std::string_view name) const;
    std::span<const Token> expand_line(std::span<const Token> line);
    bool parse_macro(std::span<const Token> body, const Token &name, Macro *macro);

    // expand.cpp
    struct Argument {
        std::span<const Token> tokens, expansion;
        bool expanded = false;
    };
    Macro *find(const Token &t) const;
    Token defined_operator(const Token &word);
    bool enter(Token &name, Macro &macro);
    bool read_arguments(const Token &name, const Macro &macro, Vec<Argument> *out);
    std::span<const Token> expand_all(std::span<const Token> tokens);
    std::span<const Token> substitute(const Token &name, const Macro &macro, std::span<Argument> arguments);
    Token stringize(const Token &hash, std::span<const Token> tokens);
    void paste(Vec<Token> *out, const Token &right, const Token &name);
    Token builtin(const Token &name, const Macro &macro);

    Arena &arena_;
    Diagnostics &diag_;
    Options options_;
    std::unordered_map<std::string_view, Macro *> macros_;
    std::vector<std::unique_ptr<Source>> sources_;
    std::vector<const char *> once_; // files with #pragma once
    std::vector<Pending> pending_;
    size_t barrier_ = 0;   // pending_ is read down to here
    unsigned nesting_ = 0; // of lists that are read on their own
    uint64_t budget_;      // of tokens that macros may still expand to
    size_t included_files_ = 0, included_bytes_ = 0;
    std::vector<Token> argument_; // room to collect one in
    unsigned counter_ = 0;
    bool in_condition_ = false;
    bool stopped_ = false;
};

struct Macro {
    enum class Builtin : uint8_t { none, file, line, counter };

    std::string_view name;
    Place where;
    std::span<const std::string_view> parameters;
    std::span<const Token> body;
    std::span<const int> body_parameters; // parameter of each body token, or -1
    bool function = false, variadic = false, command_line = false;
    Builtin builtin = Builtin::none;
    unsigned active = 0; // expansions being read
};

// The value of an expression behind #if: macros are expanded, defined() is replaced. Null: no error.
struct ExpressionFault {
    const char *text = nullptr;
    bool division_by_zero = false;
    Place where;
};
bool evaluate(std::span<const Token> tokens, ExpressionFault *fault);

// Everything as text: tokens with blanks between them, on the lines where they were; #line where that is not
// enough.
std::string_view print(Preprocessor &preprocessor, const char *source_name, Arena &arena);

} // namespace weft::preprocessor
