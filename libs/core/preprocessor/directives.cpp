// Lines that begin with '#'.
#include <algorithm>
#include <charconv>
#include <cstring>
#include <string>

#include "core/preprocessor/preprocessor.h"

namespace weft::preprocessor {

namespace {

// A file that includes itself twice would be read without end; programs come nowhere near these.
constexpr size_t max_include_depth = 128, max_included_files = 20'000, max_included_bytes = size_t{64} << 20;

int size_of(std::string_view s) {
    return static_cast<int>(std::min<size_t>(s.size(), 128));
}

// As it was written, but for the width of white space.
std::string text_of(std::span<const Token> tokens) {
    std::string s;
    for (const Token &t : tokens) {
        if (!s.empty() && t.space_before) s += ' ';
        s += t.text;
    }
    return s;
}

} // namespace

// Up to the end of the line, which is read over.
void Preprocessor::rest_of_line(Vec<Token> *line) {
    Lexer &lexer = sources_.back()->lexer;
    for (Token t = lexer.next(); t.kind != TokenKind::newline && t.kind != TokenKind::end; t = lexer.next())
        line->push(t);
}

// Behind a '#' that starts a line. True: `out` is a token for the reader.
bool Preprocessor::directive(const Token &hash, Token *out) {
    Lexer &lexer = sources_.back()->lexer;
    const bool skipped = skipping();
    const Token name = lexer.next();
    if (name.kind == TokenKind::newline || name.kind == TokenKind::end) return false;
    const std::string_view word = name.kind == TokenKind::identifier ? name.text : std::string_view{};
    if (word == "include" && !skipped) {
        include(name);
        return false;
    }
    // Prose need not have matching quotes.
    const bool prose = word == "error" || word == "warning" || word == "pragma";
    lexer.set_quiet(skipped || prose);
    Vec<Token> tokens(arena_);
    rest_of_line(&tokens);
    lexer.set_quiet(skipped);
    const std::span<const Token> line = tokens.span();

    if (word == "if") {
        start_condition(name, !skipped && condition_value(line, name));
    } else if (word == "ifdef" || word == "ifndef") {
        if (!skipped && (line.empty() || line[0].kind != TokenKind::identifier))
            error(name.place, code::pp_syntax, "#%.*s needs the name of a macro.", size_of(word),
                  word.data());
        start_condition(name, !skipped && !line.empty() && is_defined(line[0].text) == (word == "ifdef"));
    } else if (word == "elif") {
        else_condition(name, line, true);
    } else if (word == "else") {
        else_condition(name, line, false);
    } else if (word == "endif") {
        end_condition(name);
    } else if (skipped) {
        // anything goes
    } else if (word == "define") {
        define(line, name);
    } else if (word == "undef") {
        undefine(line);
    } else if (word == "line") {
        this->line(line, name);
    } else if (word == "error") {
        const std::string text = text_of(line);
        error(name.place, code::pp_error_directive, "%.*s",
              static_cast<int>(std::min<size_t>(text.size(), 1024)), text.c_str());
    } else if (word == "warning") {
        const std::string text = text_of(line);
        warning(name.place, code::pp_warn_message, "%.*s",
                static_cast<int>(std::min<size_t>(text.size(), 1024)), text.c_str());
    } else if (word == "pragma") {
        return pragma(line, hash, out);
    } else {
        warning(name.place, code::pp_warn_unknown_directive, "Directive #%.*s is unknown.",
                size_of(name.text), name.text.data());
    }
    return false;
}

// Tokens behind the name: parameters if a parenthesis follows at once, and the body.
bool Preprocessor::parse_macro(std::span<const Token> body, const Token &name, Macro *macro) {
    Vec<std::string_view> parameters(arena_);
    std::unordered_map<std::string_view, int> numbers; // of the parameters
    const auto declare = [&](std::string_view parameter) {
        if (!numbers.emplace(parameter, static_cast<int>(parameters.size())).second) return false;
        parameters.push(parameter);
        return true;
    };
    size_t at = 0;
    if (!body.empty() && body[0].is("(") && !body[0].space_before) {
        macro->function = true;
        at = 1;
        const auto malformed = [&] {
            error(name.place, code::pp_syntax, "The parameters of macro %.*s are malformed.",
                  size_of(name.text), name.text.data());
            return false;
        };
        const auto ends = [&] { return at >= body.size(); };
        if (!ends() && body[at].is(")")) {
            ++at;
        } else {
            for (;;) {
                if (ends()) return malformed();
                const Token &t = body[at++];
                if (t.is("...")) {
                    if (options_.dialect == Dialect::fxc) {
                        error(t.place, code::pp_syntax,
                              "Macros with a variable number of arguments need shader model 6.");
                        return false;
                    }
                    macro->variadic = true;
                    if (!declare("__VA_ARGS__")) return malformed();
                } else if (t.kind != TokenKind::identifier || !declare(t.text)) {
                    return malformed();
                }
                if (ends()) return malformed();
                const Token &next = body[at++];
                if (next.is(")")) break;
                if (!next.is(",") || macro->variadic) return malformed();
            }
        }
    }
    body = body.subspan(at);
    if (!body.empty() && (body.front().is("##") || body.back().is("##"))) {
        error(name.place, code::pp_syntax, "The body of macro %.*s begins or ends with '##'.",
              size_of(name.text), name.text.data());
        return false;
    }
    Vec<Token> copy(arena_, body.size());
    Vec<int> indices(arena_, body.size());
    for (const Token &t : body) {
        const auto it = t.kind == TokenKind::identifier ? numbers.find(t.text) : numbers.end();
        copy.push(t);
        indices.push(it == numbers.end() ? -1 : it->second);
    }
    macro->name = name.text;
    macro->where = name.place;
    macro->parameters = parameters.span();
    macro->body = copy.span();
    macro->body_parameters = indices.span();
    return true;
}

void Preprocessor::define(std::span<const Token> line, const Token &directive_name) {
    if (line.empty() || line[0].kind != TokenKind::identifier || line[0].text == "defined") {
        error(directive_name.place, code::pp_syntax, "#define needs a name.");
        return;
    }
    const Token &name = line[0];
    auto *macro = new (arena_.array<Macro>(1)) Macro;
    if (!parse_macro(line.subspan(1), name, macro)) return;
    Macro *&slot = macros_[macro->name];
    if (slot) {
        const bool same = slot->function == macro->function && slot->variadic == macro->variadic &&
                          std::ranges::equal(slot->parameters, macro->parameters) &&
                          std::ranges::equal(slot->body, macro->body, {}, &Token::text, &Token::text);
        if (!same || slot->builtin != Macro::Builtin::none)
            warning(name.place, code::pp_warn_redefined, "Macro %.*s is defined anew.", size_of(name.text),
                    name.text.data());
    }
    slot = macro;
}

// A name that is not an identifier never matches.
void Preprocessor::define_command_line(const MacroDefinition &definition) {
    const char *file = sources_[0]->lexer.file();
    Lexer names(keep(definition.name ? definition.name : ""), file, arena_, diag_);
    const Token name = names.next();
    if (name.kind != TokenKind::identifier || names.next().kind != TokenKind::end) return;
    Vec<Token> body(arena_);
    Lexer values(keep(definition.value ? definition.value : ""), file, arena_, diag_);
    for (Token t = values.next(); t.kind != TokenKind::end; t = values.next()) {
        if (t.kind == TokenKind::newline) continue;
        if (body.empty()) t.space_before = true; // a parenthesis is no list of parameters
        body.push(t);
    }
    auto *macro = new (arena_.array<Macro>(1)) Macro;
    if (!parse_macro(body.span(), name, macro)) return;
    Macro *&slot = macros_[macro->name];
    if (slot)
        warning(Place{file, 0, 0}, code::pp_warn_redefined, "Macro %.*s is defined anew.", size_of(name.text),
                name.text.data());
    slot = macro;
}

void Preprocessor::undefine(std::span<const Token> line) {
    if (line.empty() || line[0].kind != TokenKind::identifier) {
        error(sources_.back()->lexer.place(), code::pp_syntax, "#undef needs the name of a macro.");
        return;
    }
    macros_.erase(line[0].text);
}

bool Preprocessor::is_defined(std::string_view name) const {
    return macros_.contains(name);
}

void Preprocessor::include(const Token &directive_name) {
    Lexer &lexer = sources_.back()->lexer;
    std::string_view name;
    bool local = false;
    const bool angled = lexer.angle_name(&name);
    Vec<Token> rest(arena_);
    rest_of_line(&rest);
    if (!angled) {
        std::span<const Token> line = rest.span();
        if (line.empty() || line[0].kind != TokenKind::string) line = expand_line(line);
        if (!line.empty() && line[0].kind == TokenKind::string && line[0].text.size() >= 2) {
            local = true;
            name = line[0].text.substr(1, line[0].text.size() - 2);
        } else if (line.size() >= 2 && line.front().is("<") && line.back().is(">")) {
            name = arena_.copy(text_of(line.subspan(1, line.size() - 2)));
        } else {
            error(directive_name.place, code::pp_syntax, "#include needs \"name\" or <name>.");
            return;
        }
    }
    const auto fail = [&](const char *why) {
        error(directive_name.place, code::pp_include, "%.*s cannot be included: %s.", size_of(name),
              name.data(), why);
    };
    if (sources_.size() >= max_include_depth) return fail("files include one another too deeply");
    if (included_files_ >= max_included_files) return fail("too many files are included");
    if (!options_.includes) return fail("there is nothing to include from");
    Includes::File file;
    if (!options_.includes->open(arena_.copy(name), local, sources_.back()->file, arena_, &file))
        return fail("it cannot be opened");
    // Until it is one of the sources, which the destructor closes: memory may run out before.
    struct Opened {
        ~Opened() {
            if (includes) includes->close(file);
        }
        Includes *includes;
        const Includes::File &file;
    } opened{options_.includes, file};
    if (!file.name) file.name = keep(name);
    for (const char *once : once_)
        if (!std::strcmp(once, file.name)) return;
    ++included_files_;
    included_bytes_ += file.text.size();
    if (included_bytes_ > max_included_bytes) {
        included_bytes_ = max_included_bytes;
        return fail("the included files are too large");
    }
    budget_ += tokens_per_byte * file.text.size();
    file.text = arena_.copy(file.text);
    sources_.push_back(std::make_unique<Source>(file, Lexer(file.text, file.name, arena_, diag_)));
    opened.includes = nullptr;
}

void Preprocessor::line(std::span<const Token> line, const Token &directive_name) {
    line = expand_line(line);
    uint32_t number = 0;
    const bool has_number = !line.empty() && line[0].kind == TokenKind::number;
    const std::string_view text = has_number ? line[0].text : std::string_view{};
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool has_file = line.size() > 1;
    if (!has_number || fault != std::errc{} || end != text.data() + text.size() ||
        (has_file && line[1].kind != TokenKind::string)) {
        error(directive_name.place, code::pp_syntax,
              "#line needs a number, and may have a file name in quotes.");
        return;
    }
    Lexer &lexer = sources_.back()->lexer;
    // The end of this line has been read.
    lexer.set_line(number);
    if (!has_file || line[1].text.size() < 2) return;
    std::string name;
    const std::string_view quoted = line[1].text.substr(1, line[1].text.size() - 2);
    for (size_t i = 0; i < quoted.size(); ++i) {
        if (quoted[i] == '\\' && i + 1 < quoted.size()) ++i;
        name += quoted[i];
    }
    lexer.set_file(keep(name));
}

bool Preprocessor::pragma(std::span<const Token> line, const Token &hash, Token *out) {
    if (line.size() == 1 && line[0].text == "once") {
        once_.push_back(sources_.back()->file.name);
        return false;
    }
    *out = hash;
    out->kind = TokenKind::pragma;
    const std::string text = text_of(line);
    out->text = arena_.copy(text.empty() ? "#pragma" : "#pragma " + text);
    return true;
}

bool Preprocessor::skipping() const {
    const auto &conditions = sources_.back()->conditions;
    return !conditions.empty() && !conditions.back().active;
}

void Preprocessor::start_condition(const Token &name, bool value) {
    const bool outer = !skipping();
    // Within something skipped no branch is ever taken.
    sources_.back()->conditions.push_back({name.place, !outer || value, outer && value, false});
}

void Preprocessor::else_condition(const Token &name, std::span<const Token> line, bool has_value) {
    auto &conditions = sources_.back()->conditions;
    if (conditions.empty() || conditions.back().seen_else) {
        warning(name.place, code::pp_warn_directive, "#%.*s has no #if.", size_of(name.text),
                name.text.data());
        return;
    }
    Condition &c = conditions.back();
    c.seen_else = !has_value;
    // The value of an #elif behind the branch that was taken is nobody's business.
    bool value = false;
    if (!c.taken) value = !has_value || condition_value(line, name);
    Condition &again = sources_.back()->conditions.back();
    again.active = value;
    again.taken |= value;
}

void Preprocessor::end_condition(const Token &name) {
    auto &conditions = sources_.back()->conditions;
    if (conditions.empty())
        warning(name.place, code::pp_warn_directive, "#endif has no #if.");
    else
        conditions.pop_back();
}

bool Preprocessor::condition_value(std::span<const Token> line, const Token &name) {
    in_condition_ = true;
    const std::span<const Token> tokens = expand_line(line);
    in_condition_ = false;
    ExpressionFault fault;
    fault.where = name.place;
    const bool value = evaluate(tokens, &fault);
    if (fault.text) {
        error(fault.where, code::pp_syntax, "%s", fault.text);
        return false;
    }
    if (fault.division_by_zero) warning(fault.where, code::pp_warn_division_by_zero, "Division by zero.");
    return value;
}

// `defined NAME` or `defined(NAME)`, whose name is not replaced.
Token Preprocessor::defined_operator(const Token &word) {
    Token result = word;
    result.kind = TokenKind::number;
    result.text = "0";
    Token t = raw();
    const bool parenthesis = t.is("(");
    if (parenthesis) t = raw();
    if (t.kind != TokenKind::identifier) {
        error(word.place, code::pp_syntax, "\"defined\" needs the name of a macro.");
        return result;
    }
    if (is_defined(t.text)) result.text = "1";
    if (parenthesis && !raw().is(")"))
        error(word.place, code::pp_syntax, "There is no ')' behind \"defined(%.*s\".", size_of(t.text),
              t.text.data());
    return result;
}

std::span<const Token> Preprocessor::expand_line(std::span<const Token> line) {
    return line.empty() ? line : expand_all(line);
}

} // namespace weft::preprocessor
