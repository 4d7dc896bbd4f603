// Switches, and what is chosen behind loops with several targets.
#include <algorithm>

#include "core/dxil/lowering.h"

namespace weft::dxil {

using ir::Kind;
using ir::Op;

bool Lowering::find_cases(uint32_t node, const Instruction &ins, Cases *cases, IrValue *out) {
    const Cfg &c = *frame_.cfg;
    const uint32_t count = branch_count(node), pairs = (ins.count - 2) / 2;
    if (branch_of_.size() < c.blocks) branch_of_.resize(c.blocks);
    for (uint32_t i = 0; i < count; ++i)
        branch_of_[branch(node, i).to] = i;
    const auto branch_of_pair = [&](uint32_t i) { return branch_of_[operand(ins, 3 + 2 * i)]; };
    cases->default_branch = branch_of_[operand(ins, 1)];
    IrValue v;
    if (!value(ins, 0, &v)) return false;
    const uint32_t type = type_of(operand(ins, 0));
    if (b_.type(v) == ir::Type(Kind::i64)) {
        // SPIR-V has such a switch only where the device does: choose the branch first.
        IrValue chosen = b_.i32c(cases->default_branch);
        for (uint32_t i = pairs; i--;) {
            IrValue label;
            if (!value(ins, 2 + 2 * i, &label)) return false;
            chosen = b_.select(b_.compare(Op::ieq, v, label), b_.i32c(branch_of_pair(i)), chosen);
        }
        *out = chosen;
        cases->labels = arena().zeroed<uint32_t>(count);
        for (uint32_t i = 0; i < count; ++i)
            cases->labels[i] = cases->first_label[i] = i;
        cases->first_label[count] = count;
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
    // Counted, then put in their places.
    const unsigned unused = 32 - std::min(integer_bits(type), 32u);
    for (uint32_t i = 0; i < pairs; ++i)
        ++cases->first_label[branch_of_pair(i)];
    uint32_t at = 0;
    for (uint32_t &first : cases->first_label)
        first = at += first;
    cases->labels = arena().zeroed<uint32_t>(pairs);
    for (uint32_t i = pairs; i--;) {
        uint64_t bits;
        if (!literal(ins, 2 + 2 * i, &bits)) return fail(code::dxil_operand, "A case has no number");
        auto label = static_cast<uint32_t>(bits);
        label =
            unused == 31 ? label & 1 : static_cast<uint32_t>(static_cast<int32_t>(label << unused) >> unused);
        cases->labels[--cases->first_label[branch_of_pair(i)]] = label;
    }
    std::span<uint32_t> sorted = arena().copy<uint32_t>(cases->labels);
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
        return fail(code::dxil_operand, "A switch has two cases for one number");
    return true;
}

// A case that only the switch and one other case lead to follows that one, which falls into it. Not so the
// last merge, which is where all ways meet that go on.
void Lowering::find_falls(uint32_t node, Cases *cases) {
    const Cfg &c = *frame_.cfg;
    const auto count = static_cast<uint32_t>(cases->order.size());
    std::span<uint32_t> by_place = arena().zeroed<uint32_t>(count); // branches by number in the tree
    uint32_t children = 0;
    bool any = false;
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t to = branch(node, i).to;
        if (c.next(node, to) != to || c.parent[to] != node) continue;
        by_place[children++] = i;
        any |= c.is_merge[to] != 0;
    }
    if (!any) return;
    const uint32_t last = c.merges[c.first_merge[node + 1] - 1];
    const auto enter = [&](uint32_t i) { return c.enter[branch(node, i).to]; };
    std::sort(by_place.begin(), by_place.begin() + children,
              [&](uint32_t a, uint32_t b) { return enter(a) < enter(b); });
    std::span<uint32_t> from = arena().zeroed<uint32_t>(count), into = arena().zeroed<uint32_t>(count);
    for (uint32_t i = 0; i < count; ++i)
        from[i] = into[i] = none;
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t to = branch(node, i).to;
        if (c.next(node, to) != to || c.parent[to] != node || !c.is_merge[to] || to == last) continue;
        uint32_t other = none;
        bool one = true;
        for (uint32_t k = c.in_first[to]; one && k < c.in_first[to + 1]; ++k) {
            const uint32_t p = c.edges[c.in_edges[k]].from;
            if (p == node || !c.reachable(p) || c.dominates(to, p)) continue;
            uint32_t *const end = by_place.data() + children;
            const uint32_t *above =
                std::upper_bound(by_place.data(), end, c.enter[p],
                                 [&](uint32_t place, uint32_t b) { return place < enter(b); });
            one = above != by_place.data() && c.dominates(branch(node, above[-1]).to, p) &&
                  (other == none || other == above[-1]);
            if (one) other = above[-1];
        }
        if (!one || other == none || into[other] != none) continue;
        into[other] = i;
        from[i] = other;
    }
    // What stands behind the switch runs into none of its cases.
    for (uint32_t i = 0; i < count; ++i)
        for (uint32_t k = from[i] == none ? i : none; k != none && c.is_merge[branch(node, k).to];) {
            const uint32_t next = into[k];
            into[k] = none;
            if (next != none) from[next] = none;
            k = next;
        }
    uint32_t at = 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (from[i] != none) continue;
        for (uint32_t k = i; k != none; k = into[k]) {
            cases->order[at++] = k;
            cases->falls[k] = into[k] != none;
        }
    }
}

bool Lowering::many_ways(uint32_t node, const Instruction *ins) {
    const Cfg &c = *frame_.cfg;
    const uint32_t count = branch_count(node);
    Cases cases;
    cases.order = arena().zeroed<uint32_t>(count);
    cases.falls = arena().zeroed<uint8_t>(count);
    cases.first_label = arena().zeroed<uint32_t>(count + 1);
    for (uint32_t i = 0; i < count; ++i)
        cases.order[i] = i;
    IrValue selected;
    if (ins) {
        if (!find_cases(node, *ins, &cases, &selected)) return false;
        find_falls(node, &cases);
    } else {
        // Behind a loop: the last target is what is left.
        selected = selectors_[frame_.loops + (node - c.blocks)];
        cases.default_branch = count - 1;
        cases.labels = arena().zeroed<uint32_t>(count);
        for (uint32_t i = 0; i < count; ++i)
            cases.labels[i] = cases.first_label[i] = i;
        cases.first_label[count] = count;
    }
    uint32_t target, construct;
    if (!open_merges(node, &cases, &target)) return false;
    bool alias = false;
    if (target == none && constructs_.size() > frame_.constructs) {
        const Construct &around = constructs_.back();
        alias = around.form != Form::loop && around.node != none && around.aliases < max_aliases;
        if (alias) target = around.node;
    }
    if (!push(Form::switch_, b_.begin_switch(selected), target, alias, &construct)) return false;
    constructs_[construct].cases = static_cast<uint32_t>(cases_.size());
    cases_.push(cases);
    tasks_.push({Step::end_switch});
    tasks_.push({Step::next_case, construct, 0, node});
    return true;
}

bool Lowering::next_case(const Task &task) {
    const uint32_t node = task.c;
    const Cases &cases = cases_[constructs_[task.a].cases];
    const uint32_t i = cases.order[task.b];
    const Branch to = branch(node, i);
    Construct &c = constructs_[task.a];
    c.last_case = b_.begin_case(c.inst, c.last_case);
    b_.set_case_labels(
        c.last_case,
        cases.labels.subspan(cases.first_label[i], cases.first_label[i + 1] - cases.first_label[i]),
        i == cases.default_branch);
    const bool entered = task.b && cases.falls[cases.order[task.b - 1]]; // from the case before, too
    if (entered && c.fall) {
        uint32_t row;
        if (!read_row(node, to, &row)) return false;
        const uint32_t count = frame_.cfg->phis[to.to];
        const uint32_t shapes = static_cast<uint32_t>(rows_.size());
        for (uint32_t k = 0; k < count; ++k) {
            Slot shape;
            if (!unify(rows_[row + k], rows_[c.fall_row + k], &shape)) return false;
            rows_.push(shape);
        }
        for (const uint32_t side : {row, c.fall_row}) {
            scratch_.clear();
            for (uint32_t k = 0; k < count; ++k)
                scalars(rows_[shapes + k], rows_[side + k]);
            b_.set_values(side == row ? c.last_case : c.fall, scratch_.span());
        }
        m_[c.fall].arg[2] = c.last_case;
        uint32_t index = 0;
        scratch_.clear();
        for (uint32_t k = 0; k < count; ++k)
            rows_[shapes + k] = merged(rows_[shapes + k], Op::param, c.last_case, &index);
        bind_row(to.to, shapes);
    } else if (entered) {
        uint32_t row;
        if (!read_row(node, to, &row)) return false;
        bind_row(to.to, row);
    }
    c.fall = 0;
    if (task.b + 1 < cases.order.size()) tasks_.push({Step::next_case, task.a, task.b + 1, node});
    if (cases.falls[i]) {
        const uint32_t next = branch(node, cases.order[task.b + 1]).to;
        if (!push(Form::block, b_.begin_block(), next, false)) return false;
        tasks_.push({Step::end_fall});
    }
    if (!entered) return go(node, to);
    tasks_.push({Step::node, to.to});
    return true;
}

} // namespace weft::dxil
