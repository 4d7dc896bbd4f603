// The dx.op table as rows of coverage.
#pragma once

#include <bitset>
#include <span>

#include "common/blob.h"
#include "core/dxil/operations.h"

namespace weft::dxil {

// The operation that every translation forgets; none if there is no such number. calls.cpp looks at it.
extern unsigned forgotten_operation;

} // namespace weft::dxil

namespace weft::mutation {

struct DxilExcuse {
    const char *reason = nullptr;
    bool seen_in_module = false; // a test must see it there
};

DxilExcuse excuse_of(unsigned operation);

using DxilOperations = std::bitset<dxil::operation_count>;

// Adds what the calls of the shader name.
void add_operations(const cli::Bytes &container, DxilOperations &out);

} // namespace weft::mutation
