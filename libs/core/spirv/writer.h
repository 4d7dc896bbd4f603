// IR -> SPIR-V, in one sweep over the instructions.
#pragma once

#include "core/driver/options.h"
#include "core/ir/module.h"
#include "core/spirv/module_builder.h"
#include "core/support/diagnostics.h"

namespace weft::spirv {

// Expects a module that passes/pipeline has prepared for SPIR-V. What the environment cannot express is an
// error that names it. The words live in the arena. The module is spent: its instructions hold ids of SPIR-V
// in place of the way back.
Result write(ir::Module &module, const driver::Options &options, Arena &arena, Diagnostics &diag,
             std::span<const uint32_t> *words);

} // namespace weft::spirv
