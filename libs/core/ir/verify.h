// Checks everything that passes and writers rely on. A module that fails was built wrongly: no input, however
// hostile, may lead to one.
#pragma once

#include <string>

#include "core/ir/module.h"

namespace weft::ir {

// Constructs open at one place. Walks over the code keep their own stacks, so this only bounds those.
inline constexpr unsigned max_nesting = 1000;

// What is known of the module besides the general rules.
struct VerifyOptions {
    bool legalised = false;     // only operations that have a plain SPIR-V counterpart are left
    bool exits_lowered = false; // no `block`, and no exit that SPIR-V cannot say
};

// True when the module is sound; else `message` says what is wrong and shows the instruction.
bool verify(const Module &module, std::string *message, const VerifyOptions &options = {});

} // namespace weft::ir
