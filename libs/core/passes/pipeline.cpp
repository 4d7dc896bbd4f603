#include "core/passes/pipeline.h"

#include "core/ir/verify.h"
#include "core/passes/emit_limit.h"
#include "core/passes/local_arrays.h"
#include "core/passes/lower_doubles.h"
#include "core/passes/lower_exits.h"
#include "core/passes/optimise.h"
#include "core/passes/point_size.h"
#include "core/passes/trim_inputs.h"

namespace weft::passes {

namespace {

// Unsound code is a fault of ours, whatever the shader.
bool sound(const ir::Module &m, const PassOptions &options, const char *after, Diagnostics &diag,
           const ir::VerifyOptions &known = {}) {
    if (!options.verify) return true;
    std::string message;
    if (ir::verify(m, &message, known)) return true;
    diag.bare_error(Result::error, code::ir_control_flow, "Internal error: IR is unsound after %s: %s", after,
                    message.c_str());
    return false;
}

} // namespace

Result run(ir::Module &m, const PassOptions &options, Diagnostics &diag) {
    if (!sound(m, options, "translation", diag)) return diag.result();

    // There is no pass for the shape of the interface: front ends address elements by row and column, and the
    // writer's table of built-ins knows which are arrays.

    // Ahead of link, since what a shader puts out for the rasteriser stems from outputs that the map may
    // drop.
    if (options.fixed_function) {
        if (Result r = apply_fixed_function(m, *options.fixed_function, diag); failed(r)) return r;
        if (!sound(m, options, "fixed_function", diag)) return diag.result();
    }

    // Ahead of optimise, for which outputs that go unread here make code dead; the map's indices mean outputs
    // as they were scanned, and fixed_function adds its own behind those.
    if (options.has_varying_map) {
        link(m, options.varying_map, options.kept_outputs, options.columns_are_fixed);
        if (!sound(m, options, "link", diag)) return diag.result();
    }

    // Behind link, whose map knows scanned outputs only.
    if (options.point_size) {
        write_point_size(m);
        if (!sound(m, options, "point_size", diag)) return diag.result();
    }

    // Ahead of local_arrays, since it changes what arrays hold, and of optimise, which drops the casts that
    // it leaves; ahead of legalise, for which its callees are code like any other.
    if (options.lower_doubles) {
        if (Result r = lower_doubles(m, diag); failed(r)) return r;
        if (!sound(m, options, "lower_doubles", diag)) return diag.result();
    }

    // Ahead of optimise, which sees through values but not through memory.
    local_arrays(m);
    if (!sound(m, options, "local_arrays", diag)) return diag.result();

    // Ahead of legalise, which would otherwise expand what turns out to be dead, and whose expansions hide
    // what an operation means.
    optimise(m);
    if (!sound(m, options, "optimise", diag)) return diag.result();

    // Ahead of legalise, because exits may not be split once `kill` and guards stand between them; behind
    // optimise, which folds most blocks away.
    if (Result r = lower_exits(m, diag); failed(r)) return r;
    if (!sound(m, options, "lower_exits", diag, {.exits_lowered = true})) return diag.result();

    // Behind optimise, which drops emits that cannot be reached, and behind all passes that put outputs in
    // front of an emit; ahead of legalise, since it makes code like any other.
    limit_emits(m);
    if (!sound(m, options, "emit_limit", diag, {.exits_lowered = true})) return diag.result();

    // Behind optimise, which drops what is read in vain.
    if (options.trim_inputs) trim_inputs(m);

    // Last: from here on operations mean what SPIR-V means by them.
    if (Result r = legalise(m, options.profile, diag); failed(r)) return r;
    if (!sound(m, options, "legalise", diag, {.legalised = true, .exits_lowered = true}))
        return diag.result();
    return Result::ok;
}

} // namespace weft::passes
