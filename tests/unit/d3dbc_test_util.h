// Programs for the tests of Direct3D 9 bytecode: files beside the tests, and token streams written by hand.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <string>
#include <vector>

#include "core/d3dbc/reader.h"

namespace weft::d3dbc::test {

inline std::vector<uint8_t> read_file(const std::filesystem::path &path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline std::filesystem::path data_dir() {
    return std::filesystem::path(WEFT_TEST_DATA) / "d3dbc";
}

struct Parsed {
    explicit Parsed(std::vector<uint8_t> input) : bytes(std::move(input)) {
        result = read(bytes, arena, diag, &program);
    }
    explicit Parsed(std::initializer_list<uint32_t> tokens) : Parsed(to_bytes(tokens)) {}

    static std::vector<uint8_t> to_bytes(std::initializer_list<uint32_t> tokens) {
        std::vector<uint8_t> out;
        for (uint32_t t : tokens)
            for (int i = 0; i < 4; ++i)
                out.push_back(static_cast<uint8_t>(t >> 8 * i));
        return out;
    }

    // Whether a diagnostic with this code, as in "E7002", was given.
    bool says(const char *code) const { return diag.text().find(code) != std::string::npos; }

    std::vector<uint8_t> bytes;
    Arena arena;
    Diagnostics diag;
    Program program;
    Result result;
};

inline Parsed parse_sample(const char *name) {
    return Parsed(read_file(data_dir() / (std::string(name) + ".bin")));
}

} // namespace weft::d3dbc::test
