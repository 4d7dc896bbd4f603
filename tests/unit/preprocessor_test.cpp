// The preprocessor against Microsoft's: tests/data/preprocessor.
#include "core/preprocessor/preprocessor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

namespace weft::preprocessor {
namespace {

const std::string folder = WEFT_TEST_DATA "/data/preprocessor/";

std::string read_text(const std::string &path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// Files of tests/data/preprocessor/include, by names relative to that folder.
class TestIncludes : public Includes {
  public:
    bool open(std::string_view name, bool local, const File &parent, Arena &arena, File *out) override {
        std::string path(name);
        const std::string_view including = parent.name;
        if (local && including.rfind('/') != std::string_view::npos)
            path = std::string(including.substr(0, including.rfind('/') + 1)) + path;
        std::ifstream in(folder + "include/" + path, std::ios::binary);
        if (!in) return false;
        out->name = arena.copy(path).data();
        out->text = arena.copy(read_text(folder + "include/" + path));
        ++opened;
        return true;
    }
    void close(const File &) override { ++closed; }
    unsigned opened = 0, closed = 0;
};

struct Outcome {
    std::string text, messages;
    Result result = Result::ok;
    size_t memory = 0;
};

Outcome preprocess(std::string_view source, const char *name = "case.hlsl", Dialect dialect = Dialect::any,
                   std::span<const MacroDefinition> macros = {}) {
    Arena arena;
    Diagnostics diag;
    TestIncludes includes;
    Options options;
    options.source_name = name;
    options.includes = &includes;
    options.dialect = dialect;
    options.macros = macros;
    Outcome outcome;
    {
        Preprocessor p(source, options, arena, diag);
        outcome.text = print(p, name, arena);
    }
    EXPECT_EQ(includes.opened, includes.closed);
    outcome.messages = diag.text();
    outcome.result = diag.result();
    outcome.memory = arena.bytes_reserved();
    return outcome;
}

// The tokens of an output, without what it says about lines. File names lose their folders.
std::vector<std::string> tokens(const std::string &text) {
    std::vector<std::string> list;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind("#line", 0) == 0) continue;
        Arena arena;
        Diagnostics diag;
        Lexer lexer(line, "", arena, diag);
        for (Token t = lexer.next(); t.kind != TokenKind::end; t = lexer.next()) {
            std::string s(t.text);
            if (t.kind == TokenKind::string && s.rfind('/') != std::string::npos)
                s = '"' + s.substr(s.rfind('/') + 1);
            list.push_back(s);
        }
    }
    return list;
}

std::string joined(const std::vector<std::string> &list) {
    std::string s;
    for (const std::string &t : list)
        s += t + ' ';
    return s;
}

struct Case {
    std::string who, source;
    std::map<std::string, std::string> outputs; // of the compilers that take it
};

std::map<std::string, Case> read_cases() {
    std::map<std::string, Case> cases;
    std::ifstream sources(folder + "cases.txt", std::ios::binary),
        outputs(folder + "expected.txt", std::ios::binary);
    Case *current = nullptr;
    for (std::string line; std::getline(sources, line);) {
        if (line.rfind("=== ", 0) == 0) {
            std::istringstream words(line.substr(4));
            std::string name, who;
            words >> name >> who;
            current = &cases[name];
            current->who = who;
        } else if (current) {
            current->source += line + '\n';
        }
    }
    std::string *output = nullptr;
    for (std::string line; std::getline(outputs, line);) {
        if (line.rfind("=== ", 0) == 0) {
            current = &cases[line.substr(4)];
            output = nullptr;
        } else if (line.rfind("--- ", 0) == 0) {
            const bool refuses = line.find(" refuses") != std::string::npos;
            output = refuses ? nullptr : &current->outputs[line.substr(4)];
        } else if (output) {
            *output += line + '\n';
        }
    }
    return cases;
}

TEST(Preprocessor, AgreesWithMicrosofts) {
    unsigned compared = 0;
    for (const auto &[name, c] : read_cases()) {
        SCOPED_TRACE(name + ":\n" + c.source);
        const std::string file = name + ".hlsl";
        if (c.who == "none") continue;
        if (c.who == "error") {
            EXPECT_TRUE(c.outputs.empty());
            EXPECT_FALSE(preprocess(c.source).messages.empty());
        } else if (c.who == "fxc-error") {
            EXPECT_FALSE(c.outputs.contains("fxc"));
            EXPECT_EQ(preprocess(c.source, file.c_str(), Dialect::fxc).result, Result::invalid_shader);
        } else {
            const Outcome ours = preprocess(c.source, file.c_str());
            for (const char *who : {"fxc", "dxc"}) {
                if (c.who != "both" && c.who != who) continue;
                const auto it = c.outputs.find(who);
                if (it == c.outputs.end()) {
                    // What both refuse is an error here as well.
                    EXPECT_EQ(c.outputs.size(), 0u) << who;
                    EXPECT_FALSE(ours.messages.empty()) << ours.text;
                    continue;
                }
                EXPECT_EQ(joined(tokens(ours.text)), joined(tokens(it->second))) << who;
                EXPECT_EQ(ours.result, Result::ok) << ours.messages;
            }
        }
        ++compared;
    }
    EXPECT_GE(compared, 300u);
}

TEST(Preprocessor, OutputForm) {
    EXPECT_EQ(preprocess("").text, "\n");
    EXPECT_EQ(preprocess("a+b // c\n\n  d").text, "a + b \n\nd \n");
    EXPECT_EQ(preprocess("#define A 1\nA").text, "\n1 \n");
    EXPECT_EQ(preprocess("#pragma  pack_matrix( row_major )\na").text,
              "#pragma pack_matrix( row_major )\na \n");
    EXPECT_EQ(preprocess("x\n#include \"plain.h\"\ny").text,
              "x \n#line 1 \"plain.h\"\nincluded 1 \n#line 3 \"case.hlsl\"\ny \n");
    EXPECT_EQ(preprocess("a\n#line 9 \"q\\\\r\"\nb").text, "a \n#line 9 \"q\\\\r\"\nb \n");
}

TEST(Preprocessor, LineEndsOfWindows) {
    EXPECT_EQ(preprocess("#define A 1\r\nA \\\r\n B\r\n__LINE__\r\n").text, "\n1 \nB \n4 \n");
}

TEST(Preprocessor, ByteOrderMarkAndTerminatorAreNoText) {
    EXPECT_EQ(preprocess(std::string_view("\xef\xbb\xbf#define A 1\nA\0", 17)).text, "\n1 \n");
}

struct Fault {
    const char *source, *message;
};

// Lines and columns count from 1 and follow #line and #include.
TEST(Preprocessor, MessagesSayWhere) {
    const Fault faults[] = {
        {"\n  #error wrong here", "case.hlsl:2:4: E4001: wrong here\n"},
        {"#line 70 \"zz\"\n#error x", "zz:70:2: E4001: x\n"},
        {"#include \"absent.h\"",
         "case.hlsl:1:2: E4002: absent.h cannot be included: it cannot be opened.\n"},
        {"#if 1 +\n#endif", "case.hlsl:1:7: E4000: The expression ends where a value should be.\n"},
        {"#if 1/0\n#endif", "case.hlsl:1:6: W4306: Division by zero.\n"},
        {"a \"b", "case.hlsl:1:3: E4000: The string has no end.\n"},
        {"a /* b", "case.hlsl:1:3: E4000: The comment has no end.\n"},
        {"#define A 1\n#define A 2", "case.hlsl:2:9: W4300: Macro A is defined anew.\n"},
        {"\n#endif", "case.hlsl:2:2: W4301: #endif has no #if.\n"},
        {"#define F(a) a\nF(1,2)", "case.hlsl:2:1: W4302: Macro F has 1 parameters, but 2 arguments.\n"},
        {"#bogus", "case.hlsl:1:2: W4303: Directive #bogus is unknown.\n"},
        {"#define F(a) a\n F(1", "case.hlsl:2:2: W4304: The call of macro F has no ')'.\n"},
        {"\n#if 1", "case.hlsl:2:2: W4305: The condition has no #endif.\n"},
        {"a \\\n b \\\n#\\\nerror x", ""}, // no directive: the line began two lines above
        {"#include \"open_if.h\"", "open_if.h:1:2: W4305: The condition has no #endif.\n"},
    };
    for (const Fault &f : faults)
        EXPECT_EQ(preprocess(f.source).messages, f.message) << f.source;
}

TEST(Preprocessor, MacrosOfTheCaller) {
    const MacroDefinition macros[] = {{"A", "1 + B"}, {"B", nullptr}, {"9", "x"},
                                      {"F(x)", "x"},  {"P", "(q) r"}, {"A", "2"}};
    const Outcome outcome = preprocess("A [B] 9 F(3) P", "case.hlsl", Dialect::any, macros);
    EXPECT_EQ(joined(tokens(outcome.text)), "2 [ ] 9 F ( 3 ) ( q ) r ");
    EXPECT_NE(outcome.messages.find("W4300"), std::string::npos);
    EXPECT_EQ(outcome.result, Result::ok);
}

// Programs that no one would write end, with a message.
TEST(Preprocessor, Limits) {
    std::string doubling = "#define A0 x\n";
    for (unsigned i = 1; i <= 40; ++i) {
        char line[64];
        std::snprintf(line, sizeof(line), "#define A%u A%u A%u\n", i, i - 1, i - 1);
        doubling += line;
    }
    EXPECT_NE(preprocess(doubling + "A40").messages.find("too many tokens"), std::string::npos);
    std::string nested = "#define F(x) x\n", deep = "#if ", conditions;
    for (unsigned i = 0; i < 10000; ++i) {
        if (i < 300) nested += "F(";
        deep += i & 1 ? "(" : "!";
        conditions += "#if 1\n";
    }
    nested += "1" + std::string(300, ')');
    EXPECT_NE(preprocess(nested).messages.find("nested too deeply"), std::string::npos);
    EXPECT_NE(preprocess(deep + "\n#endif").messages.find("nested too deeply"), std::string::npos);
    EXPECT_EQ(preprocess(conditions).result, Result::ok);
    const std::string growing = "#define P(a,b) a##b\n#define S(x) #x\n#define T(x) S(x)\n"
                                "#define G(x) T(x x x x x x x x)\nG(G(G(G(G(G(G(G(G(G(G(G(a))))))))))))\n";
    EXPECT_NE(preprocess(growing).messages.find("too many tokens"), std::string::npos);
}

std::string times(size_t n, const std::string &text) {
    std::string all;
    for (size_t i = 0; i < n; ++i)
        all += text;
    return all;
}

// "A0 x", "A1" of A0 ...: `line` with # for a number and @ for the one below it.
std::string chain(size_t n, const std::string &line) {
    std::string all;
    for (size_t i = 1; i <= n; ++i)
        for (const char c : line)
            all += c == '#' ? std::to_string(i) : c == '@' ? std::to_string(i - 1) : std::string(1, c);
    return all;
}

// Time and memory keep proportion to a text, whatever it is made to do. What this catches grows with the
// square of the text, or without end.
TEST(Preprocessor, HostileTextsKeepProportion) {
    constexpr size_t n = 20000;
    const std::string f = "\n$define F(x) x\n", p = "$define P(a,b) a$$b\n$define Q(a,b) P(a,b)\n";
    const std::string s = "$define S(x) $x\n";
    std::string parameters = "p0", numbers = "1";
    for (size_t i = 1; i < n; ++i) {
        parameters += ",p" + std::to_string(i);
        numbers += ",1";
    }
    const struct {
        const char *name;
        std::string text; // $ for the number sign
        const char *message;
    } cases[] = {
        {"doubling", "$define A0 x\n" + chain(60, "$define A# A@ A@\n") + "A60", "too many tokens"},
        {"doubling arguments", "$define A0(x) x\n" + chain(60, "$define A#(x) A@(x x)\n") + "A60(y)",
         "too many tokens"},
        {"doubling calls", "$define A0(x) x\n" + chain(60, "$define A#(x) A@(x) A@(x)\n") + "A60(y)",
         "too many tokens"},
        {"doubling strings", s + "$define A0(x) x\n" + chain(60, "$define A#(x) A@(S(x))\n") + "A60(\"\")",
         "too many tokens"},
        {"doubling names",
         "$define D(x) x$$x\n$define A0(x) x\n" + chain(60, "$define A#(x) A@(D(x))\n") + "A60(y)",
         "too many tokens"},
        {"long names", p + times(n, "Q(a,") + 'b' + times(n, ")"), "too many tokens"},
        {"many pastes", "$define C(x) " + times(n, "x$$") + "x\nC(y)", "too many tokens"},
        {"nested calls", f + times(n, "F(") + '1' + times(n, ")"), "too many tokens"},
        {"open calls", f + times(n, "F(\n"), "W4304"},
        {"many calls", "$define F(a,b) a b a b\n" + times(n, "F(1,2) "), ""},
        {"many arguments", f + "F(" + numbers + ')', "W4302"},
        {"many parameters", "$define F(" + parameters + ") p1\nF(" + numbers + ')', ""},
        {"long chain", chain(n, "$define A# A@\n") + 'A' + std::to_string(n), ""},
        {"open conditions", times(n, "$if 1\n"), "W4305"},
        {"many branches", "$if 0\n" + times(n, "$elif 0\n") + "$endif", ""},
        {"parentheses", "$if " + times(n, "(") + '1' + times(n, ")") + "\n$endif", "too deeply"},
        {"operators", "$if " + times(n, "!") + "1\n$endif", "too deeply"},
        {"questions", "$if " + times(n, "1?") + '1' + times(n, ":1") + "\n$endif", "too deeply"},
        {"sum", "$if " + times(n, "1+") + "1\n$endif", ""},
        {"errors", times(n, "$error x\n"), "E4001"},
        {"splices", times(n, "\\\n") + 'x', ""},
        {"comment", times(n, "/*"), "no end"},
        {"number signs", times(n, "$"), ""},
    };
    for (const auto &c : cases) {
        SCOPED_TRACE(c.name);
        std::string text = c.text;
        std::replace(text.begin(), text.end(), '$', '#');
        const auto start = std::chrono::steady_clock::now();
        const Outcome outcome = preprocess(text);
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        EXPECT_NE(outcome.messages.find(c.message), std::string::npos) << outcome.messages.substr(0, 200);
        EXPECT_LT(outcome.memory, (size_t{96} << 20) + 512 * text.size());
        EXPECT_LT(seconds, 30);
        if (std::getenv("WEFT_TIMES"))
            std::printf("%-20s %8zu bytes -> %8zu, %6.3f s, %6.1f MiB\n", c.name, text.size(),
                        outcome.text.size(), seconds, static_cast<double>(outcome.memory) / (1 << 20));
    }
}

// Every file is the same.
class OneFile : public Includes {
  public:
    explicit OneFile(std::string text) : text_(std::move(text)) {}
    bool open(std::string_view, bool, const File &, Arena &, File *out) override {
        out->text = text_;
        ++opened;
        return true;
    }
    void close(const File &) override { ++closed; }
    unsigned opened = 0, closed = 0;

  private:
    const std::string text_;
};

TEST(Preprocessor, FilesThatIncludeThemselves) {
    const std::string once = "#include \"a\"\n";
    const struct {
        std::string text;
        const char *message;
        unsigned least, most;
    } cases[] = {
        {once, "too deeply", 100, 200},
        {"#pragma once\n" + once + once, "", 3, 3},
        {once + once, "too deeply", 10'000, 20'000},
        {once + once + std::string(1 << 20, ' '), "too large", 60, 140},
    };
    for (const auto &c : cases) {
        Arena arena;
        Diagnostics diag;
        OneFile file(c.text);
        Options options;
        options.includes = &file;
        {
            Preprocessor p(once, options, arena, diag);
            print(p, "main", arena);
        }
        EXPECT_NE(diag.text().find(c.message), std::string::npos) << diag.text().substr(0, 200);
        EXPECT_EQ(diag.has_errors(), *c.message != 0);
        EXPECT_GE(file.opened, c.least);
        EXPECT_LE(file.opened, c.most);
        EXPECT_EQ(file.opened, file.closed);
        EXPECT_LT(arena.bytes_reserved(), size_t{160} << 20);
    }
}

// A parser gets tokens with their places.
TEST(Preprocessor, TokensForAParser) {
    Arena arena;
    Diagnostics diag;
    Options options;
    options.source_name = "t.hlsl";
    Preprocessor p("#define V(n) float##n\n#pragma pack_matrix(row_major)\n  V(4) x = 1.5f;\n", options,
                   arena, diag);
    const struct {
        TokenKind kind;
        const char *text;
        uint32_t line, column;
    } expected[] = {
        {TokenKind::pragma, "#pragma pack_matrix(row_major)", 2, 1},
        {TokenKind::identifier, "float4", 3, 3},
        {TokenKind::identifier, "x", 3, 8},
        {TokenKind::punctuator, "=", 3, 10},
        {TokenKind::number, "1.5f", 3, 12},
        {TokenKind::punctuator, ";", 3, 16},
        {TokenKind::end, "", 4, 1},
    };
    for (const auto &e : expected) {
        const Token t = p.next();
        EXPECT_EQ(t.kind, e.kind) << e.text;
        EXPECT_EQ(t.text, e.text);
        if (t.kind == TokenKind::end) break;
        EXPECT_EQ(t.place.line, e.line) << e.text;
        EXPECT_EQ(t.place.column, e.column) << e.text;
        EXPECT_STREQ(t.place.file, "t.hlsl");
    }
}

} // namespace
} // namespace weft::preprocessor
