// Control flow and subroutines.
#include "core/tpf/lowering.h"

namespace weft::tpf {

using ir::Kind;
using ir::Op;
using ir::Value;

namespace {

constexpr unsigned max_call_depth = 32;
constexpr unsigned max_depth = 512; // constructs open at once, subroutines included

} // namespace

bool Lowering::condition(const Instruction &ins, Value *out) {
    Value v;
    if (!scalar(operand(ins, 0), Kind::i32, &v)) return false;
    *out = b_.nonzero(v);
    if (!ins.test_nonzero()) *out = b_.not_(*out);
    return true;
}

void Lowering::return_from_main() {
    // A geometry shader's outputs go with its vertices.
    if (program_.stage != Stage::geometry) store_outputs();
    r_.return_();
}

// A body that returns before its end becomes a block that the returns leave.
bool Lowering::call(const Body &body, unsigned depth) {
    if (depth >= max_call_depth) return fail(code::tpf_control_flow, "calls nest too deeply.");
    if (body.early_return) r_.begin_block(body.written);
    const size_t caller = at_;
    if (!run_range(body.first, body.end, depth + 1)) return false;
    at_ = caller;
    if (body.early_return) r_.end_block();
    return true;
}

// Treats the instruction at `*at` if it is one of control flow. `done`: the rest of a body is unreachable.
bool Lowering::flow(uint32_t *at, unsigned depth, bool *done) {
    const Instruction &ins = program_.instructions[*at];
    const bool live = r_.live();
    Value c = 0;
    *done = true;
    if (r_.depth() > max_depth) return fail(code::tpf_control_flow, "control flow nests too deeply.");
    if (!r_.within_limits()) return unsupported("Control flow that merges this many values");
    switch (ins.opcode) {
    case Opcode::if_:
        if (live && !condition(ins, &c)) return false;
        r_.begin_if(c, plan_.written(*at));
        return true;
    case Opcode::else_: r_.begin_else(); return true;
    case Opcode::endif: r_.end_if(); return true;
    case Opcode::loop: r_.begin_loop(plan_.written(*at)); return true;
    case Opcode::endloop: r_.end_loop(); return true;
    case Opcode::switch_:
        if (live && !scalar(operand(ins, 0), Kind::i32, &c)) return false;
        r_.begin_switch(c, plan_.written(*at));
        return true;
    case Opcode::case_: r_.case_label(operand(ins, 0).immediate[0]); return true;
    case Opcode::default_: r_.default_label(); return true;
    case Opcode::endswitch: r_.end_switch(); return true;
    default: break;
    }
    if (!live) {
        // Code behind an exit. Only the constructs above still count.
        return true;
    }
    switch (ins.opcode) {
    case Opcode::break_:
        return r_.break_innermost() || fail(code::tpf_control_flow, "there is nothing to break out of.");
    case Opcode::continue_:
        return r_.continue_loop() || fail(code::tpf_control_flow, "there is no loop to continue.");
    case Opcode::breakc:
    case Opcode::continuec: {
        if (!condition(ins, &c)) return false;
        r_.begin_if(c, {});
        const bool found = ins.opcode == Opcode::breakc ? r_.break_innermost() : r_.continue_loop();
        r_.end_if();
        return found || fail(code::tpf_control_flow, "there is no construct to leave.");
    }
    case Opcode::ret:
        if (!depth)
            return_from_main();
        else
            // The last return of a body without early ones simply runs out of it.
            r_.break_block();
        return true;
    case Opcode::retc:
        if (!condition(ins, &c)) return false;
        r_.begin_if(c, {});
        if (!depth)
            return_from_main();
        else
            r_.break_block();
        r_.end_if();
        return true;
    case Opcode::call:
    case Opcode::callc: {
        const bool conditional = ins.opcode == Opcode::callc;
        const Body *body = plan_.find_body(operand(ins, conditional).index(0).value);
        if (!body) return fail(code::tpf_control_flow, "the label does not exist.");
        if (!conditional) return call(*body, depth);
        if (!condition(ins, &c)) return false;
        r_.begin_if(c, body->written);
        const bool ok = call(*body, depth);
        r_.end_if();
        return ok;
    }
    default: *done = false; return true;
    }
}

bool Lowering::run_range(uint32_t first, uint32_t end, unsigned depth) {
    for (uint32_t i = first; i < end; ++i) {
        const Instruction &ins = program_.instructions[i];
        at_ = i;
        if (info(ins.opcode).flags & declaration) continue;
        // The return that ends a body without early returns leaves no block.
        if (depth && ins.opcode == Opcode::ret && i + 1 == end) return true;
        bool done;
        if (!flow(&i, depth, &done)) return false;
        if (done) continue;
        if (!lower(ins)) return false;
    }
    return true;
}

} // namespace weft::tpf
