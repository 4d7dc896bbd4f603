#include "core/d3dbc/lowering.h"

namespace weft::d3dbc {

namespace {

// Inlining multiplies code; real programs stay far below.
constexpr uint32_t instruction_budget = 1u << 18;

} // namespace

Lowering::Lowering(const Program &program, const LowerOptions &options, const Plan &plan, Diagnostics &diag,
                   ir::Module &module)
    : program_(program),
      version_(program.version),
      options_(options),
      plan_(plan),
      diag_(diag),
      m_(module),
      b_(module),
      r_(b_, plan.slots),
      budget_(instruction_budget),
      loops_(*module.arena) {
}

bool Lowering::fail(unsigned code, const char *what) {
    Result result = code == code::d3dbc_not_implemented ? Result::not_implemented : Result::invalid_shader;
    diag_.error({line_, 0}, result, code, "%s", what);
    return false;
}

bool Lowering::run() {
    m_.stage = vertex() ? ir::Stage::vertex : ir::Stage::pixel;
    if (!begin_resources() || !begin_constants() || !begin_io()) return false;
    if (!run_range(0, plan_.main_end, 0)) return false;
    if (r_.live()) {
        store_outputs();
        r_.return_();
    }
    if (!r_.within_limits()) return fail(code::d3dbc_not_implemented, "The control flow is too complex.");
    return true;
}

bool Lowering::lower(const Instruction &ins) {
    line_ = ins.line;
    flags_ = ins.has_destination() && ins.dst.partial_precision() ? ir::flag::relaxed : 0;
    switch (ins.op) {
    case Op::nop:
    case Op::phase: return true;
    case Op::texkill: return kill(ins);
    case Op::setp: return set_predicate(ins);
    default: break;
    }
    if (ins.op >= Op::texcoord && ins.op <= Op::texm3x3vspec) return texture(ins);
    switch (ins.op) {
    case Op::texreg2rgb:
    case Op::texdp3tex:
    case Op::texm3x2depth:
    case Op::texdp3:
    case Op::texm3x3:
    case Op::texdepth:
    case Op::bem:
    case Op::texldd:
    case Op::texldl: return texture(ins);
    default: return arithmetic(ins);
    }
}

#ifdef WEFT_D3DBC_MUTATION
// tests/mutation: translates with one instruction forgotten. No library has this.
Program mutate(const Program &program, Arena &arena);
#endif

Result to_ir(const Program &original, const LowerOptions &options, Diagnostics &diag, ir::Module *module) {
#ifdef WEFT_D3DBC_MUTATION
    const Program program = mutate(original, *module->arena);
#else
    const Program &program = original;
#endif
    Plan plan;
    if (!make_plan(program, *module->arena, diag, &plan)) return diag.result();
    Lowering lowering(program, options, plan, diag, *module);
    return lowering.run() ? Result::ok : diag.result();
}

} // namespace weft::d3dbc
