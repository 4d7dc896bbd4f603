// Runs one pass on text and shows the IR that comes out.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/ir/print.h"
#include "core/ir/verify.h"
#include "ir_parser.h"

namespace weft {

// Without the indentation of a raw string: what every line begins with goes.
inline std::string trim(std::string_view text) {
    std::string out;
    size_t indent = std::string_view::npos;
    auto each = [&](auto &&use) {
        for (std::string_view rest = text; !rest.empty();) {
            size_t end = rest.find('\n');
            use(rest.substr(0, end));
            rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
        }
    };
    each([&](std::string_view line) {
        size_t first = line.find_first_not_of(' ');
        if (first != std::string_view::npos && first < indent) indent = first;
    });
    each([&](std::string_view line) {
        if (line.find_first_not_of(' ') != std::string_view::npos) (out += line.substr(indent)) += '\n';
    });
    return out;
}

// The code behind the declarations.
inline std::string code_of(const ir::Module &m) {
    return ir::print(m, {.header = false});
}

template <typename Pass>
std::string transform(std::string_view text, Pass &&pass, const ir::VerifyOptions &after = {},
                      bool header = false) {
    Arena arena;
    ir::Module m(arena);
    std::string error;
    if (!ir::parse(text, m, &error)) return "cannot parse: " + error;
    if (!ir::verify(m, &error)) return "unsound before: " + error;
    pass(m);
    if (!ir::verify(m, &error, after))
        return "unsound after: " + error + "\n" + ir::print(m, {.raw_numbers = true});
    return ir::print(m, {.header = header});
}

} // namespace weft
