#include "core/preprocessor/preprocessor.h"

#include <cstdarg>
#include <cstdio>

namespace weft::preprocessor {

namespace {

// A macro can double its size with each line; what real shaders come to is far below this, and below
// tokens_per_byte.
constexpr uint64_t least_budget = 500'000;

constexpr struct {
    const char *name;
    Macro::Builtin builtin;
} builtins[] = {
    {"__FILE__", Macro::Builtin::file},
    {"__LINE__", Macro::Builtin::line},
    {"__COUNTER__", Macro::Builtin::counter},
};

} // namespace

Preprocessor::Preprocessor(std::string_view source, const Options &options, Arena &arena, Diagnostics &diag)
    : arena_(arena), diag_(diag), options_(options), budget_(least_budget + tokens_per_byte * source.size()) {
    Includes::File file;
    file.name = options.source_name ? options.source_name : "<anonymous>";
    file.text = source;
    sources_.push_back(std::make_unique<Source>(file, Lexer(source, file.name, arena, diag)));
    for (const auto &b : builtins) {
        auto *macro = new (arena_.array<Macro>(1)) Macro;
        macro->name = b.name;
        macro->builtin = b.builtin;
        macros_[macro->name] = macro;
    }
    for (const MacroDefinition &definition : options.macros)
        define_command_line(definition);
}

Preprocessor::~Preprocessor() {
    while (sources_.size() > 1) {
        options_.includes->close(sources_.back()->file);
        sources_.pop_back();
    }
}

Token Preprocessor::next() {
    for (;;) {
        Token t = expanded();
        if (t.kind != TokenKind::newline) return t;
    }
}

// The next token without any replacement: from what waits to be read again, else from the file.
Token Preprocessor::raw() {
    while (pending_.size() > barrier_) {
        Pending &p = pending_.back();
        if (p.next < p.tokens.size()) return p.tokens[p.next++];
        pop();
    }
    // A list on its own ends here.
    return nesting_ ? Token{} : file_token();
}

Token Preprocessor::file_token() {
    for (;;) {
        if (stopped_) return {};
        Lexer &lexer = sources_.back()->lexer;
        lexer.set_quiet(skipping());
        const Token t = lexer.next();
        if (t.kind == TokenKind::end) {
            end_of_file();
            if (stopped_) return t;
            continue;
        }
        if (t.line_start && t.is("#")) {
            Token out;
            if (directive(t, &out)) return out;
            continue;
        }
        if (!skipping()) return t;
        if (t.kind == TokenKind::newline) continue;
        for (Token rest = lexer.next(); rest.kind != TokenKind::newline && rest.kind != TokenKind::end;)
            rest = lexer.next();
    }
}

void Preprocessor::end_of_file() {
    Source &source = *sources_.back();
    for (const Condition &c : source.conditions)
        warning(c.where, code::pp_warn_unterminated_if, "The condition has no #endif.");
    if (sources_.size() == 1) {
        stopped_ = true;
        return;
    }
    options_.includes->close(source.file);
    sources_.pop_back();
}

void Preprocessor::push(std::span<const Token> tokens, Macro *macro) {
    if (tokens.empty()) return;
    if (macro) ++macro->active;
    pending_.push_back({tokens, 0, macro});
}

void Preprocessor::pop() {
    if (Macro *macro = pending_.back().macro) --macro->active;
    pending_.pop_back();
}

// False: too much has come of the macros.
bool Preprocessor::spend(size_t tokens, const Place &where) {
    if (stopped_) return false;
    if (tokens <= budget_) {
        budget_ -= tokens;
        return true;
    }
    budget_ = 0;
    stopped_ = true;
    error(where, code::pp_syntax, "The macros expand to too many tokens.");
    while (!pending_.empty() && pending_.size() > barrier_)
        pop();
    return false;
}

const char *Preprocessor::keep(std::string_view text) {
    return arena_.copy(text).data();
}

void Preprocessor::error(const Place &where, unsigned code, const char *format, ...) {
    char text[1200];
    va_list args;
    va_start(args, format);
    std::vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    diag_.set_source_name(where.file);
    diag_.error({where.line, where.column}, code, "%s", text);
}

void Preprocessor::warning(const Place &where, unsigned code, const char *format, ...) {
    char text[1200];
    va_list args;
    va_start(args, format);
    std::vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    diag_.set_source_name(where.file);
    diag_.warning({where.line, where.column}, code, "%s", text);
}

} // namespace weft::preprocessor
