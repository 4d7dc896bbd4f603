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

// lower_exits may put as many constructs again around these.
constexpr size_t max_constructs = 490;
// Ifs within ifs that lead to one place; beyond, they follow one another in a block.
constexpr unsigned max_aliases = 24;
constexpr size_t max_merged = size_t{1} << 24;
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
    if (!enter_function(function, none)) return false;
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
    case Step::next_case: {
        Construct &c = constructs_[task.a];
        c.last_case = b_.begin_case(c.inst, c.last_case);
        const uint32_t *labels = case_labels_.data() + c.labels + task.b;
        const uint32_t default_branch = case_labels_[c.labels - 1];
        b_.set_case_labels(c.last_case, {case_labels_.data() + labels[0], labels[1] - labels[0]},
                           task.b == default_branch);
        if (task.b + 1 < branch_count(task.c)) tasks_.push({Step::next_case, task.a, task.b + 1, task.c});
        return go(task.c, branch(task.c, task.b));
    }
    case Step::end_switch: {
        const Construct c = pop();
        b_.end_switch(c.inst, true);
        case_labels_.truncate(c.labels - 1);
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
bool Lowering::open_merges(uint32_t node, uint32_t *innermost) {
    const Cfg &c = *frame_.cfg;
    const uint32_t first = c.first_merge[node], end = c.first_merge[node + 1];
    *innermost = first == end ? none : c.merges[first];
    for (uint32_t i = end; i > first + 1; --i) {
        const auto construct = static_cast<uint32_t>(constructs_.size());
        if (!push(Form::block, b_.begin_block(), c.merges[i - 1], false)) return false;
        tasks_.push({Step::end_block, construct});
    }
    return true;
}

bool Lowering::two_ways(uint32_t node, IrValue condition, const Branch &yes, const Branch &no) {
    const uint32_t base = node < frame_.cfg->blocks ? frame_.cfg->out_first[node] : 0;
    const uint32_t other = no.edge - base;
    uint32_t target, construct;
    if (!open_merges(node, &target)) return false;
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
            if (!push(Form::if_, inst, none, false, &construct)) return false;
            const Branch &rest = arm_is_yes ? no : yes;
            tasks_.push({Step::end_alone, construct, rest.edge - base, node});
            return go(node, arm_is_yes ? yes : no);
        }
        target = follow;
        alias = true;
    }
    const IrValue inst = b_.begin_if(condition);
    if (!push(Form::if_, inst, target, alias, &construct)) return false;
    tasks_.push({Step::end_if, construct});
    tasks_.push({Step::else_arm, construct, other, node});
    return go(node, yes);
}

// The selector as an i32. case_labels_ get the branch of the default, then where each branch's labels begin,
// and the end, then the labels.
bool Lowering::case_selector(uint32_t node, const Instruction &ins, IrValue *out) {
    const Cfg &c = *frame_.cfg;
    const uint32_t count = branch_count(node), pairs = (ins.count - 2) / 2;
    if (branch_of_.size() < c.blocks) branch_of_.resize(c.blocks);
    for (uint32_t i = 0; i < count; ++i)
        branch_of_[branch(node, i).to] = i;
    const uint32_t default_branch = branch_of_[operand(ins, 1)];
    IrValue v;
    if (!value(ins, 0, &v)) return false;
    const uint32_t type = type_of(operand(ins, 0));
    case_labels_.push(default_branch);
    const size_t first = case_labels_.size();
    case_labels_.resize(first + count + 1);
    const size_t labels = case_labels_.size();
    if (b_.type(v) == ir::Type(Kind::i64)) {
        // SPIR-V has such a switch only where the device does.
        IrValue chosen = b_.i32c(default_branch);
        for (uint32_t i = pairs; i--;) {
            IrValue label;
            if (!value(ins, 2 + 2 * i, &label)) return false;
            chosen = b_.select(b_.compare(Op::ieq, v, label), b_.i32c(branch_of_[operand(ins, 3 + 2 * i)]),
                               chosen);
        }
        for (uint32_t i = 0; i < count; ++i) {
            case_labels_[first + i] = static_cast<uint32_t>(case_labels_.size());
            if (i != default_branch) case_labels_.push(i);
        }
        case_labels_[first + count] = static_cast<uint32_t>(case_labels_.size());
        *out = chosen;
        return true;
    }
    if (b_.type(v).is_bool())
        v = b_.select(v, b_.i32c(1), b_.i32c(0));
    else if (b_.type(v) == ir::Type(Kind::i16))
        v = b_.emit(Op::sconvert, ir::i32(), v);
    else
        v = extended(v, type, true);
    if (b_.type(v) != ir::i32()) return unsupported("A switch over type %u", type);
    *out = v;
    const unsigned bits = std::min(integer_bits(type), 32u);
    // Counted, then put in their places.
    const auto label = [&](uint32_t i, uint32_t *out_label) {
        uint64_t literal_bits;
        if (!literal(ins, 2 + 2 * i, &literal_bits)) return fail(code::dxil_operand, "A case has no number");
        const auto word = static_cast<uint32_t>(literal_bits);
        *out_label = bits == 1
                         ? word & 1
                         : static_cast<uint32_t>(static_cast<int32_t>(word << (32 - bits)) >> (32 - bits));
        return true;
    };
    std::span<uint32_t> place = arena().zeroed<uint32_t>(count + 1);
    for (uint32_t i = 0; i < pairs; ++i)
        ++place[branch_of_[operand(ins, 3 + 2 * i)]];
    auto at = static_cast<uint32_t>(labels);
    for (uint32_t i = 0; i <= count; ++i) {
        case_labels_[first + i] = at;
        const uint32_t n = place[i];
        place[i] = at;
        at += n;
    }
    case_labels_.resize(labels + pairs);
    for (uint32_t i = 0; i < pairs; ++i)
        if (!label(i, &case_labels_[place[branch_of_[operand(ins, 3 + 2 * i)]]++])) return false;
    std::span<uint32_t> sorted = arena().copy<uint32_t>({case_labels_.data() + labels, pairs});
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
        return fail(code::dxil_operand, "A switch has two cases for one number");
    return true;
}

bool Lowering::many_ways(uint32_t node, const Instruction *ins) {
    const Cfg &c = *frame_.cfg;
    const uint32_t count = branch_count(node);
    const auto labels = static_cast<uint32_t>(case_labels_.size()) + 1;
    IrValue selected;
    if (ins) {
        if (!case_selector(node, *ins, &selected)) return false;
    } else {
        selected = selectors_[frame_.loops + (node - c.blocks)];
        case_labels_.push(count - 1);
        for (uint32_t i = 0; i <= count; ++i)
            case_labels_.push(labels + count + 1 + std::min(i, count - 1));
        for (uint32_t i = 0; i + 1 < count; ++i)
            case_labels_.push(i);
    }
    uint32_t target, construct;
    if (!open_merges(node, &target)) return false;
    bool alias = false;
    if (target == none && constructs_.size() > frame_.constructs) {
        const Construct &around = constructs_.back();
        alias = around.form != Form::loop && around.node != none && around.aliases < max_aliases;
        if (alias) target = around.node;
    }
    if (!push(Form::switch_, b_.begin_switch(selected), target, alias, &construct)) return false;
    constructs_[construct].labels = labels;
    tasks_.push({Step::end_switch, construct});
    tasks_.push({Step::next_case, construct, 0, node});
    return true;
}

// --- constructs
// -----------------------------------------------------------------------------------------------------

bool Lowering::push(Form form, IrValue inst, uint32_t node, bool alias, uint32_t *out) {
    if (constructs_.size() >= max_constructs)
        return fail(code::dxil_function, "Control flow nests too deeply");
    Construct c{};
    c.form = form;
    c.alias = alias;
    c.aliases = alias ? static_cast<uint8_t>(constructs_.back().aliases + 1) : uint8_t{0};
    c.inst = inst;
    c.node = node;
    c.outer = none;
    const auto index = static_cast<uint32_t>(constructs_.size());
    if (node != none) {
        uint32_t &innermost = construct_of_[frame_.nodes + node];
        c.outer = innermost;
        innermost = index;
    }
    constructs_.push(c);
    if (out) *out = index;
    return true;
}

Lowering::Construct Lowering::pop() {
    const Construct c = constructs_.back();
    constructs_.pop();
    if (c.node != none) construct_of_[frame_.nodes + c.node] = c.outer;
    return c;
}

bool Lowering::exit_to(uint32_t construct, uint32_t from, uint32_t target, uint32_t row) {
    Construct &c = constructs_[construct];
    exits_.push({b_.break_(c.inst), from, target, row, c.first_exit});
    c.first_exit = static_cast<uint32_t>(exits_.size() - 1);
    return true;
}

bool Lowering::begin_loop(uint32_t header) {
    const Cfg &c = *frame_.cfg;
    const IrValue loop = b_.begin_loop();
    uint32_t construct;
    if (!push(Form::loop, loop, c.exit_node(c.loop_of[header]), false, &construct)) return false;
    construct_of_[frame_.nodes + header] = construct;
    tasks_.push({Step::end_loop});
    scratch_.clear();
    uint32_t index = 0;
    for (uint32_t k = 0; k < c.phis[header]; ++k) {
        Slot &s = phi(header, k);
        scalars(s, s);
        s = merged(s, Op::param, loop, &index);
    }
    b_.set_values(loop, scratch_.span());
    return within_merge_limit(scratch_.size());
}

// All ways out of a loop meet. They bring which target they mean, what its phis take, and the values that are
// used behind the loop although they were made in it.
bool Lowering::end_loop(const Construct &construct) {
    const Cfg &c = *frame_.cfg;
    const uint32_t node = construct.node;
    const uint32_t loop = node - c.blocks;
    const Range targets = c.loops[loop].targets;
    const Range escaping = c.loops[loop].escaping;
    b_.end_loop(construct.inst);
    if (!construct.first_exit) {
        b_.emit(Op::unreachable, ir::void_type);
        return true;
    }
    uint32_t *target_rows = target_rows_.data() + frame_.targets + targets.first;
    for (uint32_t t = 0; t < targets.count; ++t) {
        target_rows[t] = static_cast<uint32_t>(rows_.size());
        rows_.resize(rows_.size() + c.phis[c.targets[targets.first + t]]);
    }
    for (uint32_t e = construct.first_exit; e; e = exits_[e].next) {
        const Exit &exit = exits_[e];
        const uint32_t count = c.phis[c.targets[targets.first + exit.target]];
        for (uint32_t k = 0; k < count; ++k) {
            Slot &shape = rows_[target_rows[exit.target] + k];
            if (!unify(shape, rows_[exit.row + k], &shape)) return false;
        }
    }
    const auto carried = [&](uint32_t i) -> Slot & {
        return slots_[frame_.slots + (c.escaping[escaping.first + i] - globals_)];
    };
    for (uint32_t e = construct.first_exit; e; e = exits_[e].next) {
        const Exit &exit = exits_[e];
        scratch_.clear();
        if (targets.count > 1) scratch_.push(b_.i32c(exit.target));
        for (uint32_t t = 0; t < targets.count; ++t)
            for (uint32_t k = 0; k < c.phis[c.targets[targets.first + t]]; ++k)
                scalars(rows_[target_rows[t] + k], t == exit.target ? rows_[exit.row + k] : Slot{});
        for (uint32_t i = 0; i < escaping.count; ++i) {
            const uint32_t v = c.escaping[escaping.first + i] - globals_;
            const uint32_t bound = bound_[frame_.slots + v];
            const bool made = c.dominates(bound == none ? c.block_of[v] : bound, exit.from);
            scalars(carried(i), made ? carried(i) : Slot{});
        }
        if (!within_merge_limit(scratch_.size())) return false;
        b_.set_values(exit.inst, scratch_.span());
    }
    uint32_t index = 0;
    if (targets.count > 1)
        selectors_[frame_.loops + loop] = insert(Op::result, ir::i32(), construct.inst, index++);
    for (uint32_t t = 0; t < targets.count; ++t)
        for (uint32_t k = 0; k < c.phis[c.targets[targets.first + t]]; ++k) {
            Slot &s = rows_[target_rows[t] + k];
            s = merged(s, Op::result, construct.inst, &index);
        }
    for (uint32_t i = 0; i < escaping.count; ++i) {
        carried(i) = merged(carried(i), Op::result, construct.inst, &index);
        bound_[frame_.slots + (c.escaping[escaping.first + i] - globals_)] = node;
    }
    tasks_.push({Step::node, node});
    return true;
}

// What the exits of a construct bring becomes what the phis behind it are.
bool Lowering::close(const Construct &construct) {
    const Cfg &c = *frame_.cfg;
    const bool function = construct.node == c.nodes();
    uint32_t count = function ? 1 : c.phis[construct.node];
    if (!construct.first_exit) {
        b_.emit(Op::unreachable, ir::void_type);
        return true;
    }
    const auto row = static_cast<uint32_t>(rows_.size());
    for (uint32_t k = 0; k < count; ++k) {
        Slot shape;
        for (uint32_t e = construct.first_exit; e; e = exits_[e].next)
            if (!unify(shape, rows_[exits_[e].row + k], &shape)) return false;
        rows_.push(shape);
    }
    if (count) {
        for (uint32_t e = construct.first_exit; e; e = exits_[e].next) {
            scratch_.clear();
            for (uint32_t k = 0; k < count; ++k)
                scalars(rows_[row + k], rows_[exits_[e].row + k]);
            if (!within_merge_limit(scratch_.size())) return false;
            b_.set_values(exits_[e].inst, scratch_.span());
        }
        uint32_t index = 0;
        for (uint32_t k = 0; k < count; ++k)
            rows_[row + k] = merged(rows_[row + k], Op::result, construct.inst, &index);
    }
    if (construct.alias) return exit_to(construct_of_[frame_.nodes + construct.node], 0, 0, row);
    if (function) {
        frame_.result = rows_[row];
        return true;
    }
    bind_row(construct.node, row);
    tasks_.push({Step::node, construct.node});
    return true;
}

bool Lowering::within_merge_limit(size_t more) {
    merged_ += more;
    return merged_ <= max_merged || unsupported("Control flow that merges this many values");
}

// --- phis
// -----------------------------------------------------------------------------------------------------------

Slot &Lowering::phi(uint32_t block, uint32_t k) {
    const uint32_t begin = module_.block_starts[frame_.function->blocks.first + block];
    return slots_[frame_.slots + (module_.instructions[begin + k].value - globals_)];
}

bool Lowering::read_row(uint32_t node, const Branch &b, uint32_t *row) {
    const Cfg &c = *frame_.cfg;
    if (node >= c.blocks) {
        *row = target_rows_[frame_.targets + c.loops[node - c.blocks].targets.first + b.edge];
        return true;
    }
    *row = static_cast<uint32_t>(rows_.size());
    for (uint32_t k = 0; k < c.phis[b.to]; ++k) {
        const uint32_t v = c.phi_values[c.phi_first[b.edge] + k];
        Slot s;
        if (!slot(v, &s)) return false;
        if (s.kind == SlotKind::none && !scalar_type(type_of(v)).is_void())
            s = {SlotKind::value, 0, b_.zero(scalar_type(type_of(v)))};
        rows_.push(s);
    }
    return true;
}

void Lowering::bind_row(uint32_t block, uint32_t row) {
    for (uint32_t k = 0; k < frame_.cfg->phis[block]; ++k)
        phi(block, k) = rows_[row + k];
}

// What two ways to one phi have in common: all but values, which may differ.
bool Lowering::unify(Slot a, Slot b, Slot *out) {
    *out = a.kind == SlotKind::none ? b : a;
    if (a.kind == SlotKind::none || b.kind == SlotKind::none || (a.kind == b.kind && a.index == b.index))
        return true;
    if (a.kind != b.kind) return unsupported("A phi of different things");
    switch (a.kind) {
    case SlotKind::value:
        return b_.type(a.index) == b_.type(b.index) || unsupported("A phi of different types");
    case SlotKind::handle: {
        const Handle &x = handles_[a.index], &y = handles_[b.index];
        if (x.resource != y.resource || x.heap != y.heap || x.sampler_heap != y.sampler_heap)
            return unsupported("A handle that names one resource or another");
        if (y.non_uniform && !x.non_uniform) *out = b;
        return true;
    }
    case SlotKind::pointer: {
        const Pointer &x = pointers_[a.index], &y = pointers_[b.index];
        return (x.memory == y.memory && x.type == y.type) ||
               unsupported("A pointer to one variable or another");
    }
    case SlotKind::aggregate: {
        if (a.count != b.count) return unsupported("A phi of different types");
        const auto first = static_cast<uint32_t>(members_.size());
        members_.resize(first + a.count);
        for (uint32_t i = 0; i < a.count; ++i) {
            Slot member;
            if (!unify(members_[a.index + i], members_[b.index + i], &member)) return false;
            members_[first + i] = member;
        }
        *out = {SlotKind::aggregate, a.count, first};
        return true;
    }
    case SlotKind::none: break;
    }
    return true;
}

// Adds to scratch_ the values in a slot that varies like another one; zeros where it is undefined.
void Lowering::scalars(Slot shape, Slot s) {
    const bool defined = s.kind == shape.kind;
    switch (shape.kind) {
    case SlotKind::value: scratch_.push(defined ? s.index : b_.zero(b_.type(shape.index))); break;
    case SlotKind::pointer: scratch_.push(defined ? pointers_[s.index].offset : b_.i32c(0)); break;
    case SlotKind::handle:
        if (varies(handles_[shape.index])) {
            const IrValue index = defined ? handles_[s.index].array_index : 0;
            scratch_.push(index ? index : b_.i32c(0));
        }
        break;
    case SlotKind::aggregate:
        for (uint32_t i = 0; i < shape.count; ++i)
            scalars(members_[shape.index + i], defined ? members_[s.index + i] : Slot{});
        break;
    case SlotKind::none: break;
    }
}

// A slot of that shape, of new values in the order of scalars().
Slot Lowering::rebuild(Slot shape, const IrValue **values) {
    switch (shape.kind) {
    case SlotKind::value: shape.index = *(*values)++; break;
    case SlotKind::pointer: {
        Pointer p = pointers_[shape.index];
        p.offset = *(*values)++;
        return add(p);
    }
    case SlotKind::handle: {
        Handle h = handles_[shape.index];
        if (!varies(h)) break;
        h.array_index = *(*values)++;
        return add(h);
    }
    case SlotKind::aggregate: {
        const auto first = static_cast<uint32_t>(members_.size());
        members_.resize(first + shape.count);
        for (uint32_t i = 0; i < shape.count; ++i) {
            const Slot member = rebuild(members_[shape.index + i], values);
            members_[first + i] = member;
        }
        shape.index = first;
        break;
    }
    case SlotKind::none: break;
    }
    return shape;
}

Slot Lowering::merged(Slot shape, Op op, IrValue construct, uint32_t *index) {
    if (shape.kind == SlotKind::value)
        return {SlotKind::value, 0, insert(op, b_.type(shape.index), construct, (*index)++)};
    const size_t first = scratch_.size();
    scalars(shape, shape);
    for (size_t i = first; i < scratch_.size(); ++i)
        scratch_[i] = insert(op, b_.type(scratch_[i]), construct, (*index)++);
    const IrValue *values = scratch_.data() + first;
    const Slot result = rebuild(shape, &values);
    scratch_.truncate(first);
    return result;
}

bool Lowering::varies(const Handle &h) const {
    return h.heap || h.resource == ir::no_resource || m_.resources[h.resource].count != 1;
}

ir::Value Lowering::insert(Op op, ir::Type type, IrValue construct, uint32_t index) {
    ir::Inst i;
    i.op = op;
    i.type = type;
    i.arg[0] = construct;
    i.arg[1] = index;
    return b_.insert(i);
}

} // namespace weft::dxil
