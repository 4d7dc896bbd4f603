// Blocks along the dominator tree, phis, calls of local functions.
//
// A node's code comes first. What it dominates follows: merges behind constructs that their predecessors
// leave, first ones inside, all else where the branch to it stands. The place behind a loop is one node,
// whatever the number of its targets, so that lanes meet there; a selector then tells where they go on.
#include <algorithm>

#include "core/dxil/lowering.h"

namespace weft::dxil {

using ir::Op;

namespace {

constexpr size_t max_call_depth = 32;
constexpr size_t max_expanded = size_t{1} << 20;

} // namespace

// --- functions
// ------------------------------------------------------------------------------------------------------

const Cfg *Lowering::cfg(uint32_t function) {
    if (!cfgs_[function]) {
        auto *c = arena().make<Cfg>(arena());
        if (failed(analyse(module_, module_.functions[function], arena(), diag_, c))) return nullptr;
        cfgs_[function] = c;
    }
    return cfgs_[function];
}

bool Lowering::run_function(uint32_t function, unsigned ir_function) {
    if (ir_function) b_.begin_function(ir_function);
    ir_function_ = ir_function;
    // Variables belong to the function.
    for (Slot &s : global_slots_)
        if (s.kind == SlotKind::pointer) s = {};
    frame_ = {};
    if (!enter_function(function, none) || !enter_operations(ir_function)) return false;
    while (!tasks_.empty()) {
        const Task task = tasks_.back();
        tasks_.pop();
        if (task.step == Step::leave ? !leave_function(ir_function) : !step(task)) return false;
    }
    return true;
}

bool Lowering::enter_function(uint32_t function, uint32_t call) {
    const Function &f = module_.functions[function];
    if (f.is_declaration) return fail(code::dxil_function, "A function without a body is called");
    const Cfg *c = cfg(function);
    if (!c) return false;
    Frame frame;
    frame.function = &f;
    frame.cfg = c;
    frame.slots = static_cast<uint32_t>(slots_.size());
    frame.nodes = static_cast<uint32_t>(construct_of_.size());
    frame.loops = static_cast<uint32_t>(selectors_.size());
    frame.targets = static_cast<uint32_t>(target_rows_.size());
    frame.constructs = static_cast<uint32_t>(constructs_.size());
    frame.call = call;
    slots_.resize(slots_.size() + f.values.count);
    if (!c->escaping.empty()) bound_.resize(slots_.size(), none);
    construct_of_.resize(construct_of_.size() + c->nodes() + 1, none);
    selectors_.resize(selectors_.size() + c->loops.size());
    target_rows_.resize(target_rows_.size() + c->targets.size());
    if (call != none) {
        const Instruction &ins = module_.instructions[call];
        if (ins.count - 1 < f.argument_count)
            return fail(code::dxil_operand_count, "A call passes too few arguments");
        for (uint32_t i = 0; i < f.argument_count; ++i)
            if (!slot(operand(ins, i + 1), &slots_[frame.slots + i])) return false;
        frames_.push(frame_);
    }
    frame_ = frame;
    tasks_.push({Step::leave});
    bool straight = false;
    for (uint32_t b : c->order)
        straight |= c->depth_zero[b] != 0;
    if (!straight) {
        frame_.wrapped = true;
        if (!push(Form::block, b_.begin_block(), c->nodes(), false)) return false;
    }
    tasks_.push({Step::node, 0});
    return true;
}

bool Lowering::leave_function(unsigned ir_function) {
    bool returns = true;
    if (frame_.wrapped) {
        const Construct c = pop();
        b_.end_block(c.inst);
        returns = c.first_exit != 0;
        if (returns && !close(c)) return false;
    }
    if (frame_.call == none) {
        if (returns) {
            if (!end_operations(ir_function)) return false;
            b_.return_();
        } else {
            b_.emit(Op::unreachable, ir::void_type);
        }
        return true;
    }
    const Slot result = frame_.result;
    const uint32_t call = frame_.call;
    slots_.truncate(frame_.slots);
    bound_.truncate(frame_.slots);
    construct_of_.truncate(frame_.nodes);
    selectors_.truncate(frame_.loops);
    target_rows_.truncate(frame_.targets);
    frame_ = frames_.back();
    frames_.pop();
    set(module_.instructions[call], result);
    return true;
}

bool Lowering::call_function(const Instruction &ins) {
    const Value &callee = llvm_value(operand(ins, 0));
    if (frames_.size() >= max_call_depth) return fail(code::dxil_function, "Calls nest too deeply or recur");
    const uint32_t function = callee.index;
    expanded_ += module_.functions[function].instructions.count;
    if (expanded_ > max_expanded) return unsupported("Code that calls amount to so much");
    return enter_function(function, at_);
}

// --- walk
// -----------------------------------------------------------------------------------------------------------

bool Lowering::step(const Task &task) {
    switch (task.step) {
    case Step::node: return emit_node(task.a);
    case Step::resume: return emit_block(task.a, task.b);
    case Step::else_arm: b_.begin_else(constructs_[task.a].inst); return go(task.c, branch(task.c, task.b));
    case Step::end_if: {
        const Construct c = pop();
        b_.end_if(c.inst);
        return close(c);
    }
    case Step::end_alone: {
        const Construct c = pop();
        b_.end_if(c.inst);
        return go(task.c, branch(task.c, task.b));
    }
    case Step::next_case: return next_case(task);
    case Step::end_fall: {
        const Construct c = pop();
        b_.end_block(c.inst);
        Construct &around = constructs_.back();
        around.fall = 0;
        if (!c.first_exit) {
            b_.emit(Op::unreachable, ir::void_type);
            return true;
        }
        if (!merge_exits(c, frame_.cfg->phis[c.node], &around.fall_row)) return false;
        around.fall = b_.fallthrough(around.inst, 0);
        return true;
    }
    case Step::end_switch: {
        const Construct c = pop();
        b_.end_switch(c.inst, true);
        cases_.truncate(c.cases);
        if (c.node != none) return close(c);
        b_.emit(Op::unreachable, ir::void_type);
        return true;
    }
    case Step::end_block: {
        const Construct c = pop();
        b_.end_block(c.inst);
        return close(c);
    }
    case Step::end_loop: return end_loop(pop());
    case Step::leave: break;
    }
    return true;
}

bool Lowering::emit_node(uint32_t node) {
    const Cfg &c = *frame_.cfg;
    if (node >= c.blocks) return terminate(node);
    if (c.is_header(node) && !begin_loop(node)) return false;
    const uint32_t begin = module_.block_starts[frame_.function->blocks.first + node];
    return emit_block(node, begin + c.phis[node]);
}

bool Lowering::emit_block(uint32_t block, uint32_t first) {
    for (at_ = first;; ++at_) {
        const Instruction &ins = module_.instructions[at_];
        if (is_terminator(ins.opcode)) return terminate(block);
        if (ins.opcode == Opcode::call) {
            const Value &callee = llvm_value(operand(ins, 0));
            if (callee.kind == ValueKind::function && !module_.functions[callee.index].is_declaration) {
                tasks_.push({Step::resume, block, at_ + 1});
                return call_function(ins);
            }
        }
        if (!instruction(ins)) return false;
    }
}

uint32_t Lowering::branch_count(uint32_t node) const {
    const Cfg &c = *frame_.cfg;
    return node < c.blocks ? c.out_first[node + 1] - c.out_first[node]
                           : c.loops[node - c.blocks].targets.count;
}

Lowering::Branch Lowering::branch(uint32_t node, uint32_t i) const {
    const Cfg &c = *frame_.cfg;
    if (node >= c.blocks) return {c.targets[c.loops[node - c.blocks].targets.first + i], i};
    const uint32_t e = c.out_first[node] + i;
    return {c.edges[e].to, e};
}

bool Lowering::leaves(uint32_t node, const Branch &b) const {
    const Cfg &c = *frame_.cfg;
    const uint32_t next = c.next(node, b.to);
    if (next >= c.blocks || c.is_merge[next]) return true;
    return c.is_header(next) && c.contains(c.loop_of[next], c.loop_around(node));
}

// The node whose construct the branch breaks out of, or none.
uint32_t Lowering::place(uint32_t node, const Branch &b) const {
    const Cfg &c = *frame_.cfg;
    const uint32_t next = c.next(node, b.to);
    if (next < c.blocks && c.is_header(next) && c.contains(c.loop_of[next], c.loop_around(node))) return none;
    return next >= c.blocks || c.is_merge[next] ? next : none;
}

bool Lowering::go(uint32_t node, const Branch &b) {
    const Cfg &c = *frame_.cfg;
    const uint32_t next = c.next(node, b.to);
    uint32_t row;
    if (!read_row(node, b, &row)) return false;
    if (next >= c.blocks) {
        const Range &targets = c.loops[next - c.blocks].targets;
        const uint32_t *first = c.targets.data() + targets.first;
        const auto target =
            static_cast<uint32_t>(std::lower_bound(first, first + targets.count, b.to) - first);
        return exit_to(construct_of_[frame_.nodes + next], node, target, row);
    }
    if (c.is_header(next) && c.contains(c.loop_of[next], c.loop_around(node))) {
        const IrValue loop = constructs_[construct_of_[frame_.nodes + next]].inst;
        const uint32_t count = c.phis[next];
        scratch_.clear();
        for (uint32_t k = 0; k < count; ++k) {
            const Slot param = phi(next, k);
            Slot same;
            if (!unify(param, rows_[row + k], &same)) return false;
            scalars(param, rows_[row + k]);
        }
        if (node < c.blocks) rows_.truncate(row);
        if (!within_merge_limit(scratch_.size())) return false;
        b_.set_values(b_.continue_(loop), scratch_.span());
        return true;
    }
    if (c.is_merge[next]) return exit_to(construct_of_[frame_.nodes + next], node, 0, row);
    bind_row(next, row);
    if (node < c.blocks) rows_.truncate(row);
    tasks_.push({Step::node, next});
    return true;
}

bool Lowering::return_from(uint32_t block, const Instruction &ins) {
    const auto row = static_cast<uint32_t>(rows_.size());
    Slot result;
    if (ins.count && !slot(operand(ins, 0), &result)) return false;
    if (!frame_.wrapped) {
        frame_.result = result;
        return true;
    }
    rows_.push(result);
    return exit_to(construct_of_[frame_.nodes + frame_.cfg->nodes()], block, 0, row);
}

bool Lowering::terminate(uint32_t node) {
    const Cfg &c = *frame_.cfg;
    const Instruction *ins = nullptr;
    if (node < c.blocks) {
        ins = &module_.instructions[at_];
        if (ins->opcode == Opcode::ret) return return_from(node, *ins);
        if (ins->opcode == Opcode::unreachable) {
            b_.emit(Op::unreachable, ir::void_type);
            return true;
        }
    }
    switch (branch_count(node)) {
    case 1: return go(node, branch(node, 0));
    case 2: {
        const Branch first = branch(node, 0), second = branch(node, 1);
        IrValue condition;
        if (!ins) {
            // 0 is the first target.
            condition = b_.compare(Op::ieq, selectors_[frame_.loops + (node - c.blocks)], b_.i32c(0));
        } else if (ins->opcode == Opcode::br) {
            if (!value(*ins, 2, &condition)) return false;
        } else if (ins->count == 4) {
            IrValue v, label;
            if (!value(*ins, 0, &v) || !value(*ins, 2, &label)) return false;
            const uint32_t type = type_of(operand(*ins, 0));
            condition = b_.compare(Op::ieq, extended(v, type, false), extended(label, type, false));
            return two_ways(node, condition, second, first);
        } else {
            return many_ways(node, ins);
        }
        return two_ways(node, condition, first, second);
    }
    default: return many_ways(node, ins);
    }
}

// Opens blocks for all merges that the node dominates directly except the first one, which the construct at
// its end leads to.
bool Lowering::open_merges(uint32_t node, const Cases *cases, uint32_t *innermost) {
    const Cfg &c = *frame_.cfg;
    *innermost = none;
    // Cases that others run into are entered there.
    const auto mark = [&](uint8_t value) {
        for (size_t i = 1; cases && i < cases->order.size(); ++i)
            if (cases->falls[cases->order[i - 1]]) is_case_[branch(node, cases->order[i]).to] = value;
    };
    if (is_case_.size() < c.blocks) is_case_.resize(c.blocks);
    mark(1);
    for (uint32_t i = c.first_merge[node + 1]; i-- > c.first_merge[node];) {
        if (is_case_[c.merges[i]]) continue;
        if (*innermost != none) {
            if (!push(Form::block, b_.begin_block(), *innermost, false)) return false;
            tasks_.push({Step::end_block});
        }
        *innermost = c.merges[i];
    }
    mark(0);
    return true;
}

bool Lowering::two_ways(uint32_t node, IrValue condition, const Branch &yes, const Branch &no) {
    const uint32_t base = node < frame_.cfg->blocks ? frame_.cfg->out_first[node] : 0;
    const uint32_t other = no.edge - base;
    const bool hinted = node < frame_.cfg->blocks && !frame_.cfg->hints.empty();
    const uint8_t hint = hinted ? frame_.cfg->hints[node] : uint8_t{0};
    uint32_t target, construct;
    if (!open_merges(node, nullptr, &target)) return false;
    bool alias = false;
    if (target == none) {
        // Nothing meets behind this. Where the region ends by going to a certain place, arms that go there
        // may do so by way of the if; else one arm leaves and the other goes on.
        const bool yes_leaves = leaves(node, yes), no_leaves = leaves(node, no);
        const bool in_function = constructs_.size() > frame_.constructs;
        const Construct *around = in_function ? &constructs_.back() : nullptr;
        const uint32_t follow = around && around->form != Form::loop ? around->node : none;
        bool lead = follow != none && around->aliases < max_aliases;
        if (lead && yes_leaves && place(node, yes) != follow) lead = false;
        if (lead && no_leaves && place(node, no) != follow) lead = false;
        if (!lead) {
            const Cfg &c = *frame_.cfg;
            bool arm_is_yes = yes_leaves;
            if (yes_leaves && no_leaves && follow != none)
                arm_is_yes = place(node, yes) != follow;
            else if (!yes_leaves && !no_leaves)
                arm_is_yes = c.size[c.next(node, yes.to)] <= c.size[c.next(node, no.to)];
            if (!arm_is_yes) condition = b_.not_(condition);
            const IrValue inst = b_.begin_if(condition);
            m_[inst].flags |= hint;
            if (!push(Form::if_, inst, none, false, &construct)) return false;
            const Branch &rest = arm_is_yes ? no : yes;
            tasks_.push({Step::end_alone, construct, rest.edge - base, node});
            return go(node, arm_is_yes ? yes : no);
        }
        target = follow;
        alias = true;
    }
    const IrValue inst = b_.begin_if(condition);
    m_[inst].flags |= hint;
    if (!push(Form::if_, inst, target, alias, &construct)) return false;
    tasks_.push({Step::end_if, construct});
    tasks_.push({Step::else_arm, construct, other, node});
    return go(node, yes);
}

} // namespace weft::dxil
