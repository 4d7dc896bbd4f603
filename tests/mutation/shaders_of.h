// Which opcodes the shaders of a test file hold.
#pragma once

#include <bitset>
#include <string>

#include "core/tpf/opcodes.h"

namespace weft::mutation {

struct TestShaders {
    std::string path;
    size_t size = 0; // of the file
    std::bitset<tpf::opcode_count> opcodes;
};

// False when the file cannot be read; a file without TPF has no opcodes.
bool read_test(const std::string &path, TestShaders &out, std::string &error);

} // namespace weft::mutation
