// Our listings against those of Microsoft's disassembler, kept as .lst beside each shader of tests/d3dbc.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "core/d3dbc/printer.h"
#include "d3dbc_test_util.h"

namespace weft::d3dbc {
namespace {

using namespace test;

// One line as words, numbers in one spelling.
std::string normalise(const std::string &line) {
    std::string spaced;
    for (char c : line)
        spaced += c == ',' ? std::string(" , ") : std::string(1, c);
    std::istringstream in(spaced);
    std::string word, out;
    while (in >> word) {
        char *end;
        float value = std::strtof(word.c_str(), &end);
        if (!*end && end != word.c_str()) {
            char buffer[32];
            std::snprintf(buffer, sizeof(buffer), "%.9g", static_cast<double>(value));
            word = buffer;
        }
        out += (out.empty() ? "" : " ") + word;
    }
    // Microsoft's disassembler takes the operand of breakp for a destination and prints it wrong; here only
    // the instruction is compared.
    if (out.starts_with("breakp ") || (out.starts_with("break") && out.find(" p0.") != std::string::npos))
        out = "breakp";
    return out;
}

std::vector<std::string> code_lines(const std::string &text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        if (auto comment = line.find("//"); comment != std::string::npos) line.resize(comment);
        auto n = normalise(line);
        // What comes before the version is a preshader; neither it nor source lines are part of the shader.
        if (n.starts_with("vs_") || n.starts_with("ps_")) lines.clear();
        if (!n.empty() && !n.starts_with("#line")) lines.push_back(n);
    }
    return lines;
}

unsigned compare_directory(const std::filesystem::path &dir, const std::filesystem::path &listings,
                           const char *ext) {
    unsigned count = 0;
    for (const auto &entry : std::filesystem::directory_iterator(dir)) {
        if (entry.path().extension() != ".bin") continue;
        auto listing = listings / entry.path().filename().replace_extension(ext);
        if (!std::filesystem::exists(listing)) continue;
        SCOPED_TRACE(entry.path().string());
        Parsed p(read_file(entry.path()));
        EXPECT_EQ(p.result, Result::ok) << p.diag.text();
        auto expected = read_file(listing);
        EXPECT_EQ(code_lines(std::string(print(p.program, {}, p.arena))),
                  code_lines(std::string(expected.begin(), expected.end())));
        ++count;
    }
    return count;
}

TEST(D3dbcListing, AgreesWithMicrosoft) {
    EXPECT_GE(compare_directory(data_dir(), data_dir(), ".lst"), 24u);
}

// Any other folder of blobs (.bin) with a folder of listings (.asm).
TEST(D3dbcListing, AgreesOnOtherShaders) {
    const char *blobs = std::getenv("WEFT_D3DBC_BLOBS"), *listings = std::getenv("WEFT_D3DBC_LISTINGS");
    if (!blobs || !listings) GTEST_SKIP() << "WEFT_D3DBC_BLOBS and WEFT_D3DBC_LISTINGS name no folders";
    EXPECT_GT(compare_directory(blobs, listings, ".asm"), 0u);
}

} // namespace
} // namespace weft::d3dbc
