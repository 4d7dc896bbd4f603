// #if: the integers of C, 64 bits wide.
#include <cstdlib>

#include "core/preprocessor/preprocessor.h"

namespace weft::preprocessor {

namespace {

struct Value {
    uint64_t bits = 0;
    bool is_unsigned = false;

    bool is_true() const { return bits != 0; }
    int64_t number() const { return static_cast<int64_t>(bits); }
};

Value truth(bool b) {
    return {b ? 1u : 0u, false};
}

struct Operator {
    std::string_view text;
    int precedence;
};
constexpr Operator operators[] = {
    {"||", 1}, {"&&", 2}, {"|", 3},  {"^", 4},  {"&", 5}, {"==", 6}, {"!=", 6}, {"<", 7},  {">", 7},
    {"<=", 7}, {">=", 7}, {"<<", 8}, {">>", 8}, {"+", 9}, {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10},
};

int precedence(const Token &t) {
    if (t.kind != TokenKind::punctuator) return 0;
    for (const Operator &o : operators)
        if (t.text == o.text) return o.precedence;
    return 0;
}

class Parser {
  public:
    Parser(std::span<const Token> tokens, ExpressionFault *fault) : tokens_(tokens), fault_(*fault) {}

    Value parse() {
        Value v = conditional(true);
        if (at_ < tokens_.size()) fail("The expression goes on where it should have ended.");
        return v;
    }

  private:
    static constexpr unsigned max_depth = 256;

    Token peek() const { return at_ < tokens_.size() ? tokens_[at_] : Token{}; }
    bool accept(std::string_view text) {
        if (!peek().is(text)) return false;
        ++at_;
        return true;
    }
    Value fail(const char *text) {
        if (!fault_.text) {
            fault_.text = text;
            if (!tokens_.empty())
                fault_.where = tokens_[at_ < tokens_.size() ? at_ : tokens_.size() - 1].place;
        }
        at_ = tokens_.size();
        return {};
    }

    // `live`: the value is of interest, so that division by zero is.
    Value conditional(bool live) {
        if (depth_ >= max_depth) return fail("The expression is nested too deeply.");
        ++depth_;
        Value v = binary(1, live);
        if (accept("?")) {
            const bool first = v.is_true();
            Value a = comma(live && first);
            if (!accept(":")) fail("There is no ':' behind the '?'.");
            Value b = conditional(live && !first);
            v = first ? a : b;
            v.is_unsigned = a.is_unsigned || b.is_unsigned;
        }
        --depth_;
        return v;
    }

    // Within parentheses, and between '?' and ':'.
    Value comma(bool live) {
        Value v = conditional(live);
        while (accept(","))
            v = conditional(live);
        return v;
    }

    Value binary(int least, bool live) {
        Value a = unary(live);
        for (;;) {
            const Token op = peek();
            const int level = precedence(op);
            if (!level || level < least) return a;
            ++at_;
            const bool needed = level == 1 ? !a.is_true() : level == 2 ? a.is_true() : true;
            const Value b = binary(level + 1, live && needed);
            a = apply(op, a, b, live);
        }
    }

    Value apply(const Token &op, Value a, Value b, bool live) {
        const std::string_view text = op.text;
        if (text == "||") return truth(a.is_true() || b.is_true());
        if (text == "&&") return truth(a.is_true() && b.is_true());
        if (text == "<<" || text == ">>") {
            const unsigned count = b.bits < 64 ? static_cast<unsigned>(b.bits) : 63;
            if (text == "<<") return {b.bits < 64 ? a.bits << count : 0, a.is_unsigned};
            if (a.is_unsigned) return {b.bits < 64 ? a.bits >> count : 0, true};
            return {static_cast<uint64_t>(a.number() >> count), false};
        }
        const bool is_unsigned = a.is_unsigned || b.is_unsigned;
        const auto order = [&](auto compare) {
            return truth(is_unsigned ? compare(a.bits, b.bits) : compare(a.number(), b.number()));
        };
        if (text == "==") return truth(a.bits == b.bits);
        if (text == "!=") return truth(a.bits != b.bits);
        if (text == "<") return order([](auto x, auto y) { return x < y; });
        if (text == ">") return order([](auto x, auto y) { return x > y; });
        if (text == "<=") return order([](auto x, auto y) { return x <= y; });
        if (text == ">=") return order([](auto x, auto y) { return x >= y; });
        Value v{0, is_unsigned};
        if (text == "|") v.bits = a.bits | b.bits;
        if (text == "^") v.bits = a.bits ^ b.bits;
        if (text == "&") v.bits = a.bits & b.bits;
        if (text == "+") v.bits = a.bits + b.bits;
        if (text == "-") v.bits = a.bits - b.bits;
        if (text == "*") v.bits = a.bits * b.bits;
        if (text == "/" || text == "%") {
            const bool division = text == "/";
            if (!b.bits) {
                if (live) {
                    fault_.division_by_zero = true;
                    fault_.where = op.place;
                }
            } else if (is_unsigned) {
                v.bits = division ? a.bits / b.bits : a.bits % b.bits;
            } else if (b.number() == -1) {
                v.bits = division ? 0 - a.bits : 0; // also of the smallest number, which has no opposite
            } else {
                v.bits = static_cast<uint64_t>(division ? a.number() / b.number() : a.number() % b.number());
            }
        }
        return v;
    }

    Value unary(bool live) {
        if (depth_ >= max_depth) return fail("The expression is nested too deeply.");
        ++depth_;
        Value v;
        if (accept("!")) {
            v = truth(!unary(live).is_true());
        } else if (accept("-")) {
            v = unary(live);
            v.bits = 0 - v.bits;
        } else if (accept("+")) {
            v = unary(live);
        } else if (accept("~")) {
            v = unary(live);
            v.bits = ~v.bits;
        } else if (accept("(")) {
            v = comma(live);
            if (!accept(")")) fail("There is no ')' to the '('.");
        } else {
            v = primary();
        }
        --depth_;
        return v;
    }

    Value primary() {
        const Token t = peek();
        switch (t.kind) {
        case TokenKind::identifier: // whatever is not a macro
            ++at_;
            return truth(t.text == "true");
        case TokenKind::number: return number(t);
        case TokenKind::character: return character(t);
        case TokenKind::end: return fail("The expression ends where a value should be.");
        default: return fail("This is no value.");
        }
    }

    Value number(const Token &t) {
        std::string_view s = t.text;
        unsigned base = 10;
        if (s.size() > 2 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X')) {
            base = 16;
            s.remove_prefix(2);
        } else if (s.size() > 2 && s[0] == '0' && (s[1] == 'b' || s[1] == 'B')) {
            base = 2;
            s.remove_prefix(2);
        } else if (s.size() > 1 && s[0] == '0') {
            base = 8;
        }
        Value v;
        bool overflow = false;
        while (!s.empty()) {
            const char c = s[0];
            unsigned digit;
            if (c >= '0' && c <= '9')
                digit = static_cast<unsigned>(c - '0');
            else if (c >= 'a' && c <= 'f')
                digit = static_cast<unsigned>(c - 'a' + 10);
            else if (c >= 'A' && c <= 'F')
                digit = static_cast<unsigned>(c - 'A' + 10);
            else
                break;
            if (digit >= base) break;
            overflow |= v.bits > (UINT64_MAX - digit) / base;
            v.bits = v.bits * base + digit;
            s.remove_prefix(1);
        }
        unsigned longs = 0, unsigneds = 0;
        for (char c : s) {
            if (c == 'u' || c == 'U')
                ++unsigneds;
            else if (c == 'l' || c == 'L')
                ++longs;
            else
                return fail("This is no integer.");
        }
        if (longs > 2 || unsigneds > 1) return fail("This is no integer.");
        if (overflow) return fail("The number does not fit into 64 bits.");
        v.is_unsigned = unsigneds || v.bits > INT64_MAX;
        ++at_;
        return v;
    }

    Value character(const Token &t) {
        std::string_view s = t.text;
        if (s.size() < 3 || s.back() != '\'') return fail("This is no character.");
        s = s.substr(1, s.size() - 2);
        uint64_t c = static_cast<uint8_t>(s[0]);
        if (s[0] == '\\' && s.size() > 1) {
            constexpr std::string_view names = "abfnrtv0", values("\a\b\f\n\r\t\v\0", 8);
            const size_t i = names.find(s[1]);
            c = static_cast<uint8_t>(i < names.size() ? values[i] : s[1]);
        }
        ++at_;
        return {c, false};
    }

    std::span<const Token> tokens_;
    ExpressionFault &fault_;
    size_t at_ = 0;
    unsigned depth_ = 0;
};

} // namespace

bool evaluate(std::span<const Token> tokens, ExpressionFault *fault) {
    return Parser(tokens, fault).parse().is_true();
}

} // namespace weft::preprocessor
