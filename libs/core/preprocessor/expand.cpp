// Replacement of macros.
#include <string>
#include <utility>
#include <vector>

#include "core/preprocessor/preprocessor.h"

namespace weft::preprocessor {

namespace {

constexpr unsigned max_nesting = 200; // of calls within arguments of calls
// New text counts as tokens do: it is copied, and read again.
constexpr size_t bytes_per_token = 16;

bool is_empty(std::span<const Token> tokens) {
    return tokens.empty();
}

} // namespace

Macro *Preprocessor::find(const Token &t) const {
    const auto it = macros_.find(t.text);
    return it == macros_.end() ? nullptr : it->second;
}

// The next token with every macro in front of it replaced.
Token Preprocessor::expanded() {
    for (;;) {
        Token t = raw();
        if (t.kind != TokenKind::identifier || t.final) return t;
        if (in_condition_ && t.text == "defined") return defined_operator(t);
        Macro *macro = find(t);
        if (!macro) return t;
        if (macro->active) {
            t.final = true;
            return t;
        }
        if (!enter(t, *macro)) return t;
    }
}

// Puts the expansion in front of what is read next. False: the name stands for itself.
bool Preprocessor::enter(Token &name, Macro &macro) {
    Vec<Argument> arguments(arena_, macro.parameters.size());
    if (macro.builtin != Macro::Builtin::none) {
        Token *t = arena_.array<Token>(1);
        *t = builtin(name, macro);
        push({t, 1}, nullptr);
        return true;
    }
    if (macro.function) {
        Vec<Token> skipped(arena_);
        for (;;) {
            const Token t = raw();
            if (t.is("(")) break;
            if (t.kind != TokenKind::end) skipped.push(t);
            if (t.kind == TokenKind::newline) continue;
            push(skipped.span(), nullptr);
            return false;
        }
        if (!read_arguments(name, macro, &arguments)) return true;
    }
    push(substitute(name, macro, arguments.span()), &macro);
    return true;
}

// Behind the parenthesis. False: the call is of no use.
bool Preprocessor::read_arguments(const Token &name, const Macro &macro, Vec<Argument> *out) {
    const size_t count = macro.parameters.size();
    // Taken, since a directive between the parentheses may have calls of its own.
    std::vector<Token> tokens = std::move(argument_);
    tokens.clear();
    unsigned depth = 0;
    bool space = false;
    for (;;) {
        Token t = raw();
        if (t.kind == TokenKind::end) {
            warning(name.place, code::pp_warn_unterminated_call, "The call of macro %.*s has no ')'.",
                    static_cast<int>(name.text.size()), name.text.data());
            return false;
        }
        if (t.kind == TokenKind::newline) {
            space = true;
            continue;
        }
        if (t.is("(")) ++depth;
        const bool closes = t.is(")") && !depth;
        const bool separates = t.is(",") && !depth && !(macro.variadic && out->size() + 1 == count);
        if (closes || separates) {
            out->push({arena_.copy(std::span<const Token>(tokens)), {}, false});
            tokens.clear();
            if (closes) break;
            continue;
        }
        if (t.is(")")) --depth;
        t.space_before |= space;
        t.line_start = false;
        space = false;
        if (!spend(1, name.place)) return false;
        tokens.push_back(t);
    }
    argument_ = std::move(tokens);
    // Nothing between the parentheses is no argument where none is wanted.
    if (!count && out->size() == 1 && is_empty((*out)[0].tokens)) out->clear();
    if (macro.variadic && out->size() + 1 == count) out->push({});
    if (out->size() != count) {
        warning(name.place, code::pp_warn_argument_count, "Macro %.*s has %zu parameters, but %zu arguments.",
                static_cast<int>(name.text.size()), name.text.data(), count, out->size());
        if (out->size() > count)
            out->truncate(count);
        else
            out->resize(count);
    }
    return true;
}

// A list on its own, with everything in it replaced.
std::span<const Token> Preprocessor::expand_all(std::span<const Token> tokens) {
    bool names = false;
    for (const Token &t : tokens)
        names |= t.kind == TokenKind::identifier;
    if (!names) return tokens;
    if (nesting_ >= max_nesting) {
        error(tokens[0].place, code::pp_syntax, "Macro calls are nested too deeply.");
        return tokens;
    }
    ++nesting_;
    const size_t barrier = barrier_;
    barrier_ = pending_.size();
    push(tokens, nullptr);
    Vec<Token> out(arena_);
    for (;;) {
        const Token t = expanded();
        if (t.kind == TokenKind::end) break;
        out.push(t);
    }
    barrier_ = barrier;
    --nesting_;
    return out.span();
}

std::span<const Token> Preprocessor::substitute(const Token &name, const Macro &macro,
                                                std::span<Argument> arguments) {
    Vec<Token> out(arena_, macro.body.size());
    const std::span<const Token> body = macro.body;
    bool pastes = false; // the operand that comes next, to the last token of `out`
    for (size_t i = 0; i < body.size(); ++i) {
        if (body[i].is("##") && i && i + 1 < body.size()) {
            pastes = true;
            continue;
        }
        const bool before_paste = i + 2 < body.size() && body[i + 1].is("##");
        Token single = body[i];
        std::span<const Token> operand{&single, 1};
        const Token placeholder{TokenKind::placeholder, false, false, false, {}, name.place};
        if (macro.function && body[i].is("#") && i + 1 < body.size() && macro.body_parameters[i + 1] >= 0) {
            ++i;
            single = stringize(body[i - 1], arguments[static_cast<size_t>(macro.body_parameters[i])].tokens);
        } else if (const int parameter = macro.body_parameters[i]; parameter >= 0) {
            Argument &argument = arguments[static_cast<size_t>(parameter)];
            const bool rest = macro.variadic && static_cast<size_t>(parameter) + 1 == macro.parameters.size();
            if (pastes && rest && !out.empty() && out.back().is(",")) {
                // A comma stays in front of further arguments and vanishes where there are none.
                pastes = false;
                if (argument.tokens.empty()) out.pop();
                operand = argument.tokens;
            } else if (pastes || before_paste) {
                operand = argument.tokens.empty() ? std::span(&placeholder, 1) : argument.tokens;
            } else {
                if (!argument.expanded) {
                    argument.expansion = expand_all(argument.tokens);
                    argument.expanded = true;
                }
                operand = argument.expansion;
            }
        }
        if (!spend(operand.size(), name.place)) break;
        for (size_t k = 0; k < operand.size(); ++k) {
            Token t = operand[k];
            if (!k) t.space_before = single.space_before;
            if (!k && pastes && !out.empty())
                paste(&out, t, name);
            else
                out.push(t);
        }
        pastes = false;
    }
    size_t kept = 0;
    for (Token t : out) {
        if (t.kind == TokenKind::placeholder) continue;
        t.place = name.place;
        if (!kept) t.space_before = name.space_before;
        t.line_start = false;
        out[kept++] = t;
    }
    out.truncate(kept);
    return out.span();
}

Token Preprocessor::stringize(const Token &hash, std::span<const Token> tokens) {
    std::string s = "\"";
    for (size_t i = 0; i < tokens.size(); ++i) {
        const Token &t = tokens[i];
        if (i && t.space_before) s += ' ';
        const bool quoted = t.kind == TokenKind::string || t.kind == TokenKind::character;
        for (char c : t.text) {
            if (quoted && (c == '"' || c == '\\')) s += '\\';
            s += c;
        }
        if (!spend(t.text.size() / bytes_per_token + 1, hash.place)) break;
    }
    s += '"';
    Token t = hash;
    t.kind = TokenKind::string;
    t.text = arena_.copy(s);
    return t;
}

// Joins `right` to the last token. What comes of it may be more than one token again.
void Preprocessor::paste(Vec<Token> *out, const Token &right, const Token &name) {
    Token &left = out->back();
    if (right.kind == TokenKind::placeholder) return;
    if (left.kind == TokenKind::placeholder) {
        const bool space = left.space_before;
        left = right;
        left.space_before = space;
        return;
    }
    if (!spend((left.text.size() + right.text.size()) / bytes_per_token + 1, name.place)) return;
    std::string s(left.text);
    s += right.text;
    if (s.starts_with("//") || s.starts_with("/*")) {
        out->push(right);
        return;
    }
    const Token before = left;
    const std::string_view text = arena_.copy(s);
    out->pop();
    Diagnostics quiet(LogLevel::none);
    Lexer lexer(text, name.place.file, arena_, quiet);
    bool first = true;
    for (Token t = lexer.next(); t.kind != TokenKind::end; t = lexer.next()) {
        if (first) t.space_before = before.space_before;
        t.place = before.place;
        first = false;
        out->push(t);
    }
}

Token Preprocessor::builtin(const Token &name, const Macro &macro) {
    Token t = name;
    std::string s;
    switch (macro.builtin) {
    case Macro::Builtin::file:
        t.kind = TokenKind::string;
        s = "\"";
        for (const char *c = name.place.file; *c; ++c) {
            if (*c == '"' || *c == '\\') s += '\\';
            s += *c;
        }
        s += '"';
        break;
    case Macro::Builtin::line:
        t.kind = TokenKind::number;
        s = std::to_string(name.place.line);
        break;
    default:
        t.kind = TokenKind::number;
        s = std::to_string(counter_++);
        break;
    }
    t.text = arena_.copy(s);
    return t;
}

} // namespace weft::preprocessor
