// The rows of the opcode table for which no executed test can fail, and why.
#pragma once

#include "core/tpf/opcodes.h"

namespace weft::mutation {

struct Excuse {
    tpf::Opcode opcode;
    // The difference can be seen in the emitted module, so a `spirv` or `compile` line of a test must see it.
    bool seen_in_module;
    const char *reason;
};

const Excuse *find_excuse(tpf::Opcode opcode);

} // namespace weft::mutation
