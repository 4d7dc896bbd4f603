#include <gtest/gtest.h>

#include <map>

#include "core/dxil/printer.h"
#include "dxil_test_util.h"

using namespace weft;
using namespace weft::dxil;
using namespace weft::dxil::test;

namespace {

std::string print(const Loaded &loaded, PrintOptions options = {}) {
    Arena arena;
    Diagnostics diag;
    std::string_view text;
    EXPECT_EQ(dxil::print(loaded.header, *loaded.module, options, arena, diag, &text), Result::ok)
        << diag.text();
    return std::string(text);
}

void cut(std::string &line, const char *from) {
    const size_t at = line.find(from);
    if (at != std::string::npos) line.resize(at);
}

// What two writers of the same language may differ in: metadata is numbered otherwise, newer versions know
// the alignment of atomics, and predecessors come in any order.
std::string comparable(std::string line) {
    if (line.find("; preds = ") != std::string::npos) {
        std::vector<std::string> labels;
        const size_t at = line.find("; preds = ") + 10;
        for (size_t start = at; start < line.size();) {
            size_t end = line.find(", ", start);
            if (end == std::string::npos) end = line.size();
            labels.push_back(line.substr(start, end - start));
            start = end + 2;
        }
        std::sort(labels.begin(), labels.end());
        line.resize(at);
        for (const auto &l : labels)
            line += l + " ";
        return line;
    }
    if (line.find("@llvm.dbg.") != std::string::npos)
        return line.substr(0, line.find('(')); // names nodes by number
    // Attached metadata ends an instruction; metadata strings do not occur in one.
    cut(line, ", !");
    if (line.starts_with("define ") || line.starts_with("declare ")) {
        cut(line, " !dbg");
        if (line.ends_with(" {")) line.resize(line.size() - 2);
        return line;
    }
    if (line.find(" atomicrmw ") != std::string::npos || line.find(" cmpxchg ") != std::string::npos)
        cut(line, ", align ");
    while (line.ends_with(' '))
        line.pop_back();
    return line;
}

// The lines of each function, by its first line's name; types and globals under "".
std::map<std::string, std::vector<std::string>> sections(const std::string &listing) {
    std::map<std::string, std::vector<std::string>> result;
    std::string current;
    for (const std::string &line : lines(listing)) {
        if (line.starts_with("define ") || line.starts_with("declare ")) {
            const size_t at = line.find('@');
            current = line[at + 1] == '"' ? line.substr(at, line.find('"', at + 2) - at)
                                          : line.substr(at, line.find('(', at) - at);
            result[current].push_back(comparable(line));
            if (line.starts_with("declare ")) current.clear();
        } else if (line == "}") {
            current.clear();
        } else if (!current.empty()) {
            if (!line.empty() && line.find("; uselistorder") == std::string::npos)
                result[current].push_back(comparable(line));
        } else if (line.starts_with("%") || line.starts_with("@") || line.starts_with("target ") ||
                   line.starts_with("attributes ")) {
            result[""].push_back(comparable(line));
        }
    }
    // Newer versions know more attributes for the intrinsics of debug info, which shifts the numbers of all.
    if (listing.find("@llvm.dbg.") != std::string::npos) {
        std::erase_if(result[""], [](const std::string &line) { return line.starts_with("attributes "); });
        for (auto &[name, text] : result)
            for (std::string &line : text)
                cut(line, ") #");
    }
    // A module's table of types is in another order than the one that LLVM finds them in.
    std::sort(result[""].begin(), result[""].end());
    std::erase_if(result, [](const auto &entry) { return entry.first.find("@llvm.dbg.") == 0; });
    return result;
}

// An access that says no alignment: newer versions work one out.
bool unaligned_access(const std::string &mine, const std::string &theirs) {
    const bool access = mine.find(" alloca ") != std::string::npos ||
                        mine.find("load ") != std::string::npos || mine.find("store ") != std::string::npos;
    return access && theirs.starts_with(mine + ", align ");
}

TEST(DxilPrinter, PrintsWhatLlvmPrints) {
    if (!has_llvm_dis()) GTEST_SKIP() << "llvm-dis-14 is not installed (Debian's package llvm-14)";
    size_t compared = 0;
    for (const auto &path : shader_files()) {
        const Bytes file = read_file(path);
        for (uint32_t tag : {container::tag("DXIL"), container::tag("ILDB")}) {
            Loaded loaded(file, tag);
            if (!loaded.parts.find(tag)) continue;
            SCOPED_TRACE(path.string());
            ASSERT_EQ(loaded.result, Result::ok) << loaded.diag.text();
            const auto expected = sections(llvm_dis(loaded.header.bitcode));
            const auto got = sections(print(loaded));
            ASSERT_EQ(got.size(), expected.size());
            for (const auto &[name, text] : expected) {
                const auto mine = got.find(name);
                ASSERT_NE(mine, got.end()) << name;
                for (size_t i = 0; i < std::min(text.size(), mine->second.size()); ++i, ++compared)
                    if (!unaligned_access(mine->second[i], text[i])) {
                        ASSERT_EQ(mine->second[i], text[i]) << name;
                    }
                ASSERT_EQ(mine->second.size(), text.size()) << name;
            }
        }
    }
    EXPECT_GT(compared, 1500u);
}

TEST(DxilPrinter, MetadataAsItIs) {
    Loaded loaded(sample("ps_min.ps_6_0.dxbc"));
    ASSERT_EQ(loaded.result, Result::ok);
    const std::string text = print(loaded);
    EXPECT_TRUE(text.starts_with("; ps_6_0, DXIL 1.0\n")) << text.substr(0, 40);
    EXPECT_NE(text.find("!dx.shaderModel = !{!"), std::string::npos);
    EXPECT_NE(text.find(" = !{!\"ps\", i32 6, i32 0}\n"), std::string::npos);
    EXPECT_NE(text.find(" = !{void ()* @main, !\"main\", !"), std::string::npos);
    // One line for each node that any line refers to.
    for (size_t at = text.find('!'); at != std::string::npos; at = text.find('!', at + 1)) {
        size_t end = at + 1;
        while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])))
            ++end;
        if (end == at + 1) continue;
        std::string definition("\n");
        definition.append(text, at, end - at).append(" = ");
        EXPECT_NE(text.find(definition), std::string::npos) << definition;
    }
}

TEST(DxilPrinter, DebugInfo) {
    Loaded loaded(sample("cs_memory.cs_6_5_zi.dxbc"), container::tag("ILDB"));
    ASSERT_EQ(loaded.result, Result::ok);
    const std::string text = print(loaded);
    EXPECT_NE(text.find("name: !\"local\", file: !"), std::string::npos);
    EXPECT_NE(text.find("!DISubprogram(scope: !"), std::string::npos);
    // `tile[flat] = source.Consume();`
    const size_t at = text.find("@dx.op.bufferUpdateCounter(");
    ASSERT_NE(at, std::string::npos);
    EXPECT_NE(
        text.substr(at, text.find('\n', at) - at).find(", !dbg !DILocation(line: 11, column: 18, scope: !"),
        std::string::npos);
    EXPECT_EQ(text.find("!?"), std::string::npos);
}

TEST(DxilPrinter, ColourAndIndent) {
    Loaded loaded(sample("ps_min.ps_6_0.dxbc"));
    ASSERT_EQ(loaded.result, Result::ok);
    const std::string coloured = print(loaded, {.colour = true}), flat = print(loaded, {.indent = false});
    EXPECT_NE(coloured.find("\x1b[96;1mret\x1b[m void"), std::string::npos);
    EXPECT_NE(flat.find("\nret void\n"), std::string::npos);
    std::string stripped;
    for (size_t i = 0; i < coloured.size(); ++i)
        if (coloured[i] == '\x1b')
            i = coloured.find('m', i);
        else
            stripped += coloured[i];
    EXPECT_EQ(stripped, print(loaded));
}

// A module of a few bytes whose listing would be 2^30 numbers long.
TEST(DxilPrinter, ListingsAreBounded) {
    BitWriter w;
    w.enter(8).record(1, {1}).enter(17).record(2, {}).record(7, {32}).record(21, {0, 0}).record(8, {2, 0});
    for (uint64_t i = 0; i < 30; ++i)
        w.record(11, {2, i ? 3 + i : 1});
    w.leave().record(8, {3, 0, 0, 0, 0}).enter(12).record(1, {1}).enter(11).record(1, {1}).record(4, {2});
    for (uint64_t i = 0; i < 30; ++i)
        w.record(1, {4 + i}).record(7, {1 + i, 1 + i});
    w.leave().record(26, {1, 0}).record(10, {}).leave().leave();
    Arena arena;
    Diagnostics diag;
    const Module *m;
    ASSERT_EQ(read_module(w.bytes(), arena, diag, &m), Result::ok) << diag.text();
    ProgramHeader header;
    header.bitcode = w.bytes();
    std::string_view text;
    EXPECT_EQ(dxil::print(header, *m, {}, arena, diag, &text), Result::invalid_shader);
    EXPECT_NE(diag.text().find("listing would be longer"), std::string::npos) << diag.text();
    EXPECT_LT(arena.bytes_reserved(), 16u << 20);
}

} // namespace
