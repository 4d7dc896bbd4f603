// Constructs, what their exits bring along, and phis.
#include <algorithm>

#include "core/dxil/lowering.h"

namespace weft::dxil {

using ir::Op;

namespace {

// lower_exits may put as many constructs again around these.
constexpr size_t max_constructs = 490;
constexpr size_t max_merged = size_t{1} << 24;

} // namespace

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
    m_[loop].flags |= c.loops[c.loop_of[header]].hint;
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

// What the exits of a construct bring, as a row of its results.
bool Lowering::merge_exits(const Construct &construct, uint32_t count, uint32_t *out) {
    const auto row = *out = static_cast<uint32_t>(rows_.size());
    for (uint32_t k = 0; k < count; ++k) {
        Slot shape;
        for (uint32_t e = construct.first_exit; e; e = exits_[e].next)
            if (!unify(shape, rows_[exits_[e].row + k], &shape)) return false;
        rows_.push(shape);
    }
    if (!count) return true;
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
    return true;
}

bool Lowering::close(const Construct &construct) {
    const Cfg &c = *frame_.cfg;
    const bool function = construct.node == c.nodes();
    if (!construct.first_exit) {
        b_.emit(Op::unreachable, ir::void_type);
        return true;
    }
    uint32_t row;
    if (!merge_exits(construct, function ? 1 : c.phis[construct.node], &row)) return false;
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
