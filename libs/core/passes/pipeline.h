// Every pass that a module goes through between a front end and a writer, in one place.
#pragma once

#include <span>

#include "core/ir/module.h"
#include "core/passes/fixed_function.h"
#include "core/passes/legalise.h"
#include "core/passes/link.h"
#include "core/signature/signature.h"
#include "core/support/diagnostics.h"

namespace weft::passes {

#ifdef NDEBUG
inline constexpr bool verify_by_default = false;
#else
inline constexpr bool verify_by_default = true;
#endif

struct PassOptions {
    // State that the shader is to carry out, or null.
    const FixedFunction *fixed_function = nullptr;
    // The caller's map of outputs to the next stage's inputs. Pixel and compute shaders ignore it.
    bool has_varying_map = false;
    std::span<const signature::VaryingMapEntry> varying_map;
    std::span<const KeptOutput> kept_outputs; // that the map may not drop
    // Components keep their letters across a link; see link.h.
    bool columns_are_fixed = false;
    // Points of geometry and domain shaders get their size.
    bool point_size = false;
    // An output may have more components than the input that it feeds.
    bool trim_inputs = false;
    // The target has no floats of 64 bits.
    bool lower_doubles = false;
    // What the target can express.
    Profile profile;
    // Checks the module as it comes and after every pass.
    bool verify = verify_by_default;
};

Result run(ir::Module &module, const PassOptions &options, Diagnostics &diag);

} // namespace weft::passes
