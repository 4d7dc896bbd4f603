// Writes IR as SPIR-V, checks the module for its environment, and looks for lines of its disassembly.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "core/driver/driver.h"
#include "core/driver/profile.h"
#include "core/passes/pipeline.h"
#include "core/spirv/text.h"
#include "core/spirv/writer.h"
#include "ir_parser.h"
#include "spirv_tools_test_util.h"

namespace weft::spirv::test {

// A module's disassembly, line by line, with debug names for ids; or why there is none.
struct Written {
    Result result = Result::error;
    std::string messages;
    std::vector<std::string> lines;
    uint32_t version = 0;

    bool ok() const { return !failed(result); }

    std::string text() const {
        std::string all = messages;
        for (const std::string &line : lines)
            (all += line) += '\n';
        return all;
    }

    // Words of `pattern` apart from `*`, which is any one word, stand next to each other in the line.
    static bool matches(std::string_view line, std::string_view pattern) {
        const auto have = words(line), want = words(pattern);
        for (size_t at = 0; at + want.size() <= have.size(); ++at) {
            size_t i = 0;
            while (i < want.size() && (want[i] == "*" || want[i] == have[at + i]))
                ++i;
            if (i == want.size()) return true;
        }
        return false;
    }

    size_t count(std::string_view pattern) const {
        size_t n = 0;
        for (const std::string &line : lines)
            n += matches(line, pattern);
        return n;
    }

    // The id that the first line with `pattern` makes.
    std::string id_of(std::string_view pattern) const {
        for (const std::string &line : lines)
            if (matches(line, pattern)) return std::string(words(line).front());
        return "(nothing)";
    }

    static std::vector<std::string_view> words(std::string_view text) {
        std::vector<std::string_view> result;
        for (size_t at = 0; (at = text.find_first_not_of(' ', at)) != std::string_view::npos;) {
            const size_t end = std::min(text.find(' ', at), text.size());
            result.push_back(text.substr(at, end - at));
            at = end;
        }
        return result;
    }
};

inline testing::AssertionResult has(const Written &w, std::string_view pattern) {
    if (w.count(pattern)) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "no line has: " << pattern << "\n" << w.text();
}

inline testing::AssertionResult lacks(const Written &w, std::string_view pattern) {
    if (w.ok() && !w.count(pattern)) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "some line has: " << pattern << "\n" << w.text();
}

// Refused with this result and a message that has each of these parts.
inline testing::AssertionResult refused(const Written &w, Result result,
                                        std::initializer_list<std::string_view> parts) {
    bool good = w.result == result;
    for (std::string_view part : parts)
        good = good && w.messages.find(part) != std::string::npos;
    if (good) return testing::AssertionSuccess();
    return testing::AssertionFailure()
           << "result " << static_cast<int>(w.result) << " instead of " << static_cast<int>(result) << "\n"
           << w.text();
}

// Takes a module apart. One that is not valid for its environment fails the test.
inline void describe(std::span<const uint32_t> code, const driver::Options &options, Written *w) {
    skip_without_spirv_tools();
    w->version = code[1];
    Arena arena;
    Diagnostics faults;
    EXPECT_EQ(validate(code, options, faults), Result::ok) << faults.text();
    driver::Options print = options;
    print.formatting = 0;
    std::string_view text;
    EXPECT_EQ(disassemble(code, print, arena, faults, &text), Result::ok) << faults.text();
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        w->lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

// IR that goes through the passes and the writer.
inline Written write(std::string_view ir, const driver::Options &options = {}) {
    Written w;
    Arena arena;
    ir::Module m(arena);
    Diagnostics diag;
    if (!ir::parse(ir, m, &w.messages)) {
        ADD_FAILURE() << "cannot parse: " << w.messages;
        return w;
    }
    passes::PassOptions pass;
    pass.profile = driver::profile(options);
    pass.verify = true;
    w.result = passes::run(m, pass, diag);
    std::span<const uint32_t> code;
    if (!failed(w.result)) w.result = spirv::write(m, options, arena, diag, &code);
    w.messages = diag.text();
    if (w.ok()) describe(code, options, &w);
    return w;
}

// A shader that goes all the way.
inline Written translate(std::span<const uint8_t> source, driver::Options options) {
    Written w;
    Arena arena;
    Diagnostics diag;
    driver::Output out;
    options.target_type = driver::TargetType::spirv_binary;
    w.result = driver::compile(arena, source, options, diag, &out);
    w.messages = diag.text();
    if (!w.ok()) return w;
    std::vector<uint32_t> code(out.code.size() / 4);
    std::memcpy(code.data(), out.code.data(), out.code.size());
    describe(code, options, &w);
    return w;
}

} // namespace weft::spirv::test
