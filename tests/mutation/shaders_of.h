// Which opcodes the shaders of a test file hold.
#pragma once

#include <bitset>
#include <string>
#include <vector>

#include "core/tpf/opcodes.h"
#include "dxil_rows.h"

namespace weft::mutation {

struct TestShaders {
    std::string path;
    size_t size = 0; // of the file
    std::bitset<tpf::opcode_count> opcodes;
    DxilOperations operations;
    std::vector<bool> d3dbc_rows; // as d3dbc_rows.h numbers them; empty without Direct3D 9 bytecode
};

// False when the file cannot be read.
bool read_test(const std::string &path, TestShaders &out, std::string &error);

} // namespace weft::mutation
