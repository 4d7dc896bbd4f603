#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "core/tpf/printer.h"
#include "core/tpf/scan.h"
#include "tpf_test_util.h"

using namespace weft;
using namespace weft::tpf;
using namespace weft::tpf::test;

namespace {

bool word_char(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

// Respells one literal so that 0.1 and 0.100000 agree. Microsoft's disassembler rounds to six decimals.
std::string canonical_number(const std::string &text) {
    char *end;
    double v = std::strtod(text.c_str(), &end);
    if (end == text.c_str()) return text;
    if (text.find_first_of(".e") != std::string::npos && text.back() != 'l') v = static_cast<float>(v);
    char buffer[400];
    std::snprintf(buffer, sizeof(buffer), "%.6f", v);
    std::string s = buffer;
    s.erase(s.find_last_not_of('0') + 1);
    if (s.back() == '.') s.pop_back();
    return s == "-0" ? "0" : s;
}

// Comments go, white space goes, numbers are respelt; one entry a statement.
std::vector<std::string> normalise(const std::string &text) {
    std::vector<std::string> result;
    size_t start = 0;
    while (start < text.size()) {
        size_t stop = text.find('\n', start);
        if (stop == std::string::npos) stop = text.size();
        std::string line = text.substr(start, stop - start);
        start = stop + 1;
        const size_t first = line.find_first_not_of(" \t\r");
        if (first == std::string::npos || line.compare(first, 2, "//") == 0) continue;
        std::string out;
        for (size_t i = first; i < line.size();) {
            const char c = line[i];
            const bool sign =
                c == '-' && i + 1 < line.size() && std::isdigit(static_cast<unsigned char>(line[i + 1]));
            if ((std::isdigit(static_cast<unsigned char>(c)) || sign) &&
                (i == 0 || !word_char(line[i - 1]))) {
                size_t e = i + 1;
                while (e < line.size() && (word_char(line[e]) || line[e] == '.' || line[e] == '#' ||
                                           ((line[e] == '+' || line[e] == '-') && line[e - 1] == 'e')))
                    ++e;
                const std::string number = line.substr(i, e - i);
                out += number.compare(0, 2, "0x") == 0 || number.find('#') != std::string::npos
                           ? number
                           : canonical_number(number);
                i = e;
            } else {
                if (c != ' ' && c != '\t' && c != '\r') out += c;
                ++i;
            }
        }
        if (!out.empty()) result.push_back(out);
    }
    return result;
}

std::string print_file(const std::filesystem::path &path) {
    const auto file = read_file(path);
    Arena arena;
    Diagnostics diag;
    Program program;
    if (failed(read(code_part(file), arena, diag, &program))) return "failed: " + diag.text();
    return std::string(print(program, {}, arena));
}

void compare(const std::filesystem::path &binary, const std::filesystem::path &listing) {
    const auto ours = normalise(print_file(binary));
    auto theirs = normalise(read_text(listing));
    // A level 9 container lists its shader model 2 program first.
    const auto begin = std::find(theirs.begin(), theirs.end(), ours.empty() ? "" : ours[0]);
    theirs.erase(theirs.begin(), begin);
    // Debug-layer messages are no part of the program.
    theirs.erase(std::remove_if(
                     theirs.begin(), theirs.end(),
                     [](const std::string &s) { return s.find("printf\"") == 0 || s.find("errorf\"") == 0; }),
                 theirs.end());
    for (size_t i = 0; i < std::max(ours.size(), theirs.size()); ++i) {
        const std::string a = i < ours.size() ? ours[i] : "(end)";
        const std::string b = i < theirs.size() ? theirs[i] : "(end)";
        EXPECT_EQ(a, b) << binary << " statement " << i;
        if (a != b) break;
    }
}

TEST(TpfPrinter, AgreesWithMicrosoftsDisassembler) {
    size_t count = 0;
    for (const auto &path : files_below(data_folder(), ".bin")) {
        auto listing = path;
        listing.replace_extension(".asm");
        compare(path, listing);
        ++count;
    }
    EXPECT_GE(count, 38u);
}

TEST(TpfPrinter, LiteralsReadBack) {
    Stream stream(Stage::vertex, 0x50);
    const uint32_t literal = 0x00004e46, dst = 0x001000f2, src = 0x00100e46;
    stream.op(Opcode::add, {dst, 0, literal, 0x3dcccccd, 0x00000000, 0xbf800000, 0x1e3ce508, src, 0});
    stream.op(Opcode::iadd, {dst, 0, literal, 5, 0xffffffff, 0x7fffffff, 0x3f800000, src, 0});
    stream.op(Opcode::mov, {dst, 0, literal, 0x3f800000, 7, 0x7fc00000, 0x80000000});
    stream.op(Opcode::add, {dst, 0, literal, 0x7f800000, 0xff800000, 0x4b800000, 0x00000001, src, 0});
    const auto bytes = stream.bytes();
    Arena arena;
    Diagnostics diag;
    Program program;
    ASSERT_EQ(read(bytes, arena, diag, &program), Result::ok) << diag.text();
    PrintOptions options;
    EXPECT_EQ(print(program, options, arena),
              "vs_5_0\n"
              "add r0.xyzw, l(0.1, 0.0, -1.0, 1e-20), r0.xyzw\n"
              "iadd r0.xyzw, l(5, -1, 0x7fffffff, 0x3f800000), r0.xyzw\n"
              "mov r0.xyzw, l(1.0,7,0x7fc00000,-0.0)\n"
              "add r0.xyzw, l(1.#INF00, -1.#INF00, 16777216.0, 1e-45), r0.xyzw\n");
}

TEST(TpfPrinter, FormattingFlags) {
    const auto file = read_file(data_folder() / "ps_flow.ps_5_0.bin");
    Arena arena;
    Diagnostics diag;
    Program program;
    ASSERT_EQ(read(code_part(file), arena, diag, &program), Result::ok);
    const std::string plain(print(program, {}, arena));
    EXPECT_NE(plain.find("\n  ige "), std::string::npos);

    PrintOptions flat;
    flat.indent = false;
    const std::string unindented(print(program, flat, arena));
    EXPECT_EQ(unindented.find("\n "), std::string::npos);

    PrintOptions bright;
    bright.colour = true;
    std::string coloured(print(program, bright, arena));
    EXPECT_NE(coloured.find("\x1b["), std::string::npos);
    // Without its escapes the text is the same.
    std::string stripped;
    for (size_t i = 0; i < coloured.size(); ++i) {
        if (coloured[i] == '\x1b')
            i = coloured.find('m', i);
        else
            stripped += coloured[i];
    }
    EXPECT_EQ(stripped, plain);

    signature::Element element;
    element.name = "TEXCOORD";
    element.semantic_index = 2;
    element.mask = 3;
    element.used_mask = 1;
    element.register_index = 4;
    PrintOptions with_signatures;
    with_signatures.signatures = true;
    with_signatures.inputs = {&element, 1};
    const std::string listed(print(program, with_signatures, arena));
    EXPECT_NE(listed.find(".input\n.param TEXCOORD2.xy, v4.x, float\n.text\n"), std::string::npos);
}

// Every public shader parses, prints and scans; with a folder of reference listings they are compared too.
TEST(TpfCorpus, ReadsPrintsAndScans) {
    const char *corpus = std::getenv("WEFT_CORPUS");
    if (!corpus) GTEST_SKIP() << "WEFT_CORPUS does not name a folder of shaders";
    const char *listings = std::getenv("WEFT_CORPUS_LISTINGS");
    size_t count = 0;
    for (const auto &path : files_below(std::filesystem::path(corpus) / "dxbc", ".bin")) {
        const auto file = read_file(path);
        Arena arena;
        Diagnostics diag;
        Program program;
        ASSERT_EQ(read(code_part(file), arena, diag, &program), Result::ok) << path << diag.text();
        EXPECT_TRUE(diag.text().empty()) << path << diag.text();
        EXPECT_GT(print(program, {}, arena).size(), 10u);
        driver::ScanRequest request;
        request.descriptors = request.combined_samplers = true;
        driver::ScanResult scanned;
        EXPECT_EQ(scan(program, request, arena, diag, &scanned), Result::ok);
        if (listings) {
            auto listing = std::filesystem::path(listings) / path.filename();
            listing.replace_extension(".asm");
            compare(path, listing);
        }
        ++count;
    }
    std::cout << count << " shaders\n";
}

} // namespace
