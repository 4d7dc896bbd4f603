// Reads the text form of the IR (doc/ir.md) for tests. Nothing is folded: the module holds what the text
// says.
#pragma once

#include <string>
#include <string_view>

#include "core/ir/module.h"

namespace weft::ir {

// False, with a message that names the line, when the text cannot be read. The module must be empty. What is
// read is not verified.
bool parse(std::string_view text, Module &module, std::string *error);

} // namespace weft::ir
