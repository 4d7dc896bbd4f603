// What the coverage of Direct3D 9 bytecode counts: the instructions of its opcode table, one row for each
// signature, and one for each version or control value that gives an instruction another meaning.
#pragma once

#include <span>
#include <string>

#include "core/d3dbc/model.h"

namespace weft::mutation {

struct D3dbcRow {
    std::string name;
    d3dbc::Op op;
    uint16_t first_pixel, last_pixel;   // versions as Version::number() has them; first > last: none
    uint16_t first_vertex, last_vertex; // the same of vertex shaders
    int control = -1;                   // bits 23:16 of the token, or any
    bool to_address = false;            // only with an address register as destination
    const char *excuse = nullptr;       // why no executed test can notice
};

// Rows whose op is Op::count_ stand for no instruction at all.
std::span<const D3dbcRow> d3dbc_rows();

bool matches(const D3dbcRow &row, d3dbc::Version version, const d3dbc::Instruction &ins);

} // namespace weft::mutation
