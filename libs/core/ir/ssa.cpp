#include "core/ir/ssa.h"

#include <bit>
#include <new>

namespace weft::ir {

namespace {

// Snapshots grow with exits x written components, which a hostile program can make quadratic. Real shaders
// stay thousands of times below this.
constexpr size_t snapshot_limit = size_t{1} << 20;

} // namespace

RegisterFile::RegisterFile(Builder &builder, uint32_t registers, Arena &scratch)
    : b_(builder),
      m_(builder.module()),
      scratch_(scratch),
      lanes_(scratch.array<Lane>(size_t{registers} * 4), size_t{registers} * 4),
      stamp_(scratch.zeroed<uint32_t>(registers)),
      stack_(scratch, 16),
      wanted_(scratch),
      groups_(scratch),
      values_(scratch),
      moved_(scratch) {
    begin_function();
}

void RegisterFile::begin_function() {
    Lane zero{b_.i32c(0), 0};
    for (Lane &l : lanes_)
        l = zero;
    live_ = true;
}

Value RegisterFile::read(uint32_t reg, const uint8_t *components, unsigned count, Kind kind) {
    Lane l[4];
    for (unsigned i = 0; i < count; ++i)
        l[i] = lane(reg, components[i]);
    return b_.gather(l, count, kind);
}

void RegisterFile::write(uint32_t reg, unsigned mask, Value value) {
    const bool scalar = b_.type(value).count() == 1;
    unsigned at = 0;
    for (unsigned c = 0; c < 4; ++c)
        if (mask >> c & 1) {
            lanes_[reg * 4 + c] = {value, at};
            if (!scalar) ++at;
        }
    ++writes_;
}

// --- constructs
// ------------------------------------------------------------------------------------------------

RegisterFile::Construct &RegisterFile::push(Form form, Written written) {
    Construct &c = stack_.push({});
    c = {};
    c.form = form;
    c.dead = !live_;
    if (c.dead) return c;
    // Components in register order, so that neighbours can become one vector.
    auto &registers = values_;
    registers.clear();
    uint32_t lanes = 0;
    for (uint32_t word : written) {
        uint32_t reg = word >> 4;
        if (reg >= stamp_.size()) continue;
        if (!stamp_[reg]) registers.push(reg);
        lanes += static_cast<uint32_t>(__builtin_popcount((word & 15) & ~stamp_[reg]));
        stamp_[reg] |= word & 15;
    }
    auto *set = take(lanes);
    uint32_t n = 0;
    for (uint32_t reg : registers) {
        for (uint32_t k = 0; k < 4; ++k)
            if (stamp_[reg] >> k & 1) set[n++] = reg * 4 + k;
        stamp_[reg] = 0;
    }
    c.set = {set, n};
    return c;
}

void RegisterFile::pop() {
    const Construct &c = stack_.back();
    const size_t n = c.set.size();
    for (Exit *list : {c.breaks, c.continues})
        while (Exit *e = list) {
            list = e->next;
            // Beyond the limit exits share what the construct began with.
            if (e->snapshot != c.entry) give_back(e->snapshot, n);
            e->next = free_exits_;
            free_exits_ = e;
        }
    give_back(c.entry, n);
    give_back(c.params, n);
    give_back(const_cast<uint32_t *>(c.set.data()), n);
    stack_.pop();
}

namespace {

// The smallest power of two that holds so many words, and an entry of the list of free ones.
unsigned size_class(size_t words) {
    return static_cast<unsigned>(std::bit_width(words < 2 ? 1 : words - 1));
}

} // namespace

uint32_t *RegisterFile::take(size_t words) {
    const unsigned c = size_class(words);
    if (Free *f = free_[c]) {
        free_[c] = f->next;
        return reinterpret_cast<uint32_t *>(f);
    }
    return static_cast<uint32_t *>(scratch_.allocate(sizeof(uint32_t) << c, alignof(Free)));
}

void RegisterFile::give_back(void *p, size_t words) {
    if (!p) return;
    const unsigned c = size_class(words);
    free_[c] = new (p) Free{free_[c]};
}

Lane *RegisterFile::snapshot(std::span<const uint32_t> set) {
    snapshot_lanes_ += set.size();
    if (snapshot_lanes_ > snapshot_limit) within_limits_ = false;
    auto *s = reinterpret_cast<Lane *>(take(set.size()));
    for (size_t i = 0; i < set.size(); ++i)
        s[i] = lanes_[set[i]];
    return s;
}

void RegisterFile::restore(const Construct &c) {
    for (size_t i = 0; i < c.set.size(); ++i)
        lanes_[c.set[i]] = c.entry[i];
    ++writes_;
}

void RegisterFile::leave(Construct &c, bool as_continue) {
    Value inst = as_continue ? b_.continue_(c.inst) : b_.break_(c.inst);
    Exit *&list = as_continue ? c.continues : c.breaks;
    Exit *e = free_exits_;
    if (e)
        free_exits_ = e->next;
    else
        e = scratch_.array<Exit>(1);
    *e = {inst, within_limits_ ? snapshot(c.set) : c.entry, list};
    list = e;
    live_ = false;
}

RegisterFile::Construct *RegisterFile::innermost(bool loops, bool switches, bool blocks) {
    for (size_t i = stack_.size(); i--;) {
        Construct &c = stack_[i];
        if ((loops && c.form == Form::loop) || (switches && c.form == Form::switch_) ||
            (blocks && c.form == Form::block))
            return &c;
    }
    return nullptr;
}

// The end of the last region: falling off it leaves the construct, or continues it. False for a construct in
// dead code, which is gone then.
bool RegisterFile::close(Construct &c, bool as_continue) {
    if (c.dead) {
        pop();
        live_ = false;
        return false;
    }
    if (live_) leave(c, as_continue);
    return true;
}

void RegisterFile::begin_if(Value condition, Written written) {
    Construct &c = push(Form::if_, written);
    if (c.dead) return;
    c.inst = b_.begin_if(condition);
    c.entry = snapshot(c.set);
}

void RegisterFile::begin_else() {
    Construct &c = stack_.back();
    if (c.dead) return;
    if (live_) leave(c, false);
    b_.begin_else(c.inst);
    restore(c);
    c.has_else = true;
    live_ = true;
}

void RegisterFile::end_if() {
    Construct &c = stack_.back();
    if (!close(c, false)) return;
    if (!c.has_else) {
        restore(c);
        live_ = true;
        if (c.breaks && !c.set.empty()) {
            b_.begin_else(c.inst);
            leave(c, false);
        }
    }
    b_.end_if(c.inst);
    if (c.has_else || (c.breaks && !c.set.empty())) merge(c);
    pop();
}

void RegisterFile::begin_loop(Written written) {
    Construct &c = push(Form::loop, written);
    if (c.dead) return;
    c.entry = snapshot(c.set);
    c.inst = b_.begin_loop();
    c.params = take(c.set.size());
    for (size_t i = 0; i < c.set.size(); ++i) {
        Inst p;
        p.op = Op::param;
        p.type = b_.type(c.entry[i].value()).scalar();
        p.arg[0] = c.inst;
        c.params[i] = b_.insert(p);
        lanes_[c.set[i]] = {c.params[i], 0};
    }
}

void RegisterFile::end_loop() {
    Construct &c = stack_.back();
    if (!close(c, true)) return;
    finish_params(c);
    b_.end_loop(c.inst);
    merge(c);
    pop();
}

void RegisterFile::begin_switch(Value selector, Written written) {
    Construct &c = push(Form::switch_, written);
    if (c.dead) return;
    c.inst = b_.begin_switch(selector);
    c.entry = snapshot(c.set);
    live_ = false; // until the first label
}

void RegisterFile::start_case(Construct &c) {
    if (!live_) {
        c.case_inst = b_.begin_case(c.inst, c.case_inst);
        restore(c);
    } else {
        // Runs into this label: components that differ from those at the switch arrive as parameters.
        Value from = b_.fallthrough(c.inst, 0);
        Exit exit{from, snapshot(c.set), nullptr};
        c.case_inst = b_.begin_case(c.inst, c.case_inst);
        m_[from].arg[2] = c.case_inst;
        Vec<Value> &from_values = values_;
        Vec<Value> &switch_values = moved_;
        from_values.clear();
        switch_values.clear();
        auto count = static_cast<uint32_t>(c.set.size());
        for (uint32_t i = 0; i < count;) {
            if (canonical(exit.snapshot[i]) == canonical(c.entry[i])) {
                lanes_[c.set[i]] = c.entry[i];
                ++i;
                continue;
            }
            uint32_t n = group_length(c, i, &exit, c.entry, nullptr);
            Kind kind = kind_of(&exit, c.entry, i);
            Inst p;
            p.op = Op::param;
            p.type = {kind, n};
            p.arg[0] = c.case_inst;
            p.arg[1] = static_cast<uint32_t>(from_values.size());
            Value param = b_.insert(p);
            uint32_t behind = b_.cursor();
            Lane l[4];
            for (uint32_t k = 0; k < n; ++k)
                l[k] = exit.snapshot[i + k];
            b_.set_cursor_before(from);
            from_values.push(b_.gather(l, n, kind));
            for (uint32_t k = 0; k < n; ++k)
                l[k] = c.entry[i + k];
            b_.set_cursor_before(c.inst);
            switch_values.push(b_.gather(l, n, kind));
            b_.set_cursor(behind);
            for (uint32_t k = 0; k < n; ++k)
                lanes_[c.set[i + k]] = {param, k};
            i += n;
        }
        b_.set_values(from, from_values.span());
        b_.set_values(c.case_inst, switch_values.span());
        give_back(exit.snapshot, count);
        b_.set_cursor_end();
    }
    c.any_case = true;
    live_ = true;
    c.case_writes = ++writes_;
}

// Anything emitted or written since the last label makes the next one a new body.
void RegisterFile::join_or_start_case(Construct &c) {
    if (!c.case_inst || !live_ || c.case_writes != writes_ || b_.cursor() != c.case_inst) start_case(c);
}

void RegisterFile::case_label(uint32_t label) {
    Construct &c = stack_.back();
    if (c.dead) return;
    join_or_start_case(c);
    b_.add_case_label(c.case_inst, label);
}

void RegisterFile::default_label() {
    Construct &c = stack_.back();
    if (c.dead) return;
    join_or_start_case(c);
    m_[c.case_inst].arg[1] |= 1u << 31;
    c.has_default = true;
}

void RegisterFile::end_switch() {
    Construct &c = stack_.back();
    if (!close(c, false)) return;
    if (!c.has_default) {
        start_case(c);
        m_[c.case_inst].arg[1] |= 1u << 31;
        leave(c, false);
    }
    b_.end_switch(c.inst, c.any_case);
    merge(c);
    pop();
}

void RegisterFile::begin_block(Written written) {
    Construct &c = push(Form::block, written);
    if (c.dead) return;
    c.inst = b_.begin_block();
    c.entry = snapshot(c.set);
}

void RegisterFile::end_block() {
    Construct &c = stack_.back();
    if (!close(c, false)) return;
    b_.end_block(c.inst);
    merge(c);
    pop();
}

bool RegisterFile::break_innermost() {
    Construct *c = innermost(true, true, false);
    if (c && live_) leave(*c, false);
    return c;
}

bool RegisterFile::break_loop() {
    Construct *c = innermost(true, false, false);
    if (c && live_) leave(*c, false);
    return c;
}

bool RegisterFile::continue_loop() {
    Construct *c = innermost(true, false, false);
    if (c && live_) leave(*c, true);
    return c;
}

bool RegisterFile::break_block() {
    Construct *c = innermost(false, false, true);
    if (c && live_) leave(*c, false);
    return c;
}

bool RegisterFile::in_loop() const {
    return const_cast<RegisterFile *>(this)->innermost(true, false, false);
}

bool RegisterFile::in_breakable() const {
    return const_cast<RegisterFile *>(this)->innermost(true, true, false);
}

void RegisterFile::return_() {
    if (live_) b_.return_();
    live_ = false;
}

// --- merging
// ---------------------------------------------------------------------------------------------------

// A component extracted from a vector is that vector's component.
Lane RegisterFile::canonical(Lane lane) const {
    for (;;) {
        const Inst &inst = m_[lane.value()];
        if (inst.op == Op::alias)
            lane = {inst.arg[0], lane.lane()};
        else if (inst.op == Op::extract)
            lane = {inst.arg[0], inst.arg[1]};
        else
            return lane;
    }
}

bool RegisterFile::outside(const Construct &c, Lane lane) const {
    return lane.value() < c.inst || b_.is_constant(lane.value());
}

// The kind that the first predecessor with a real value has.
Kind RegisterFile::kind_of(Exit *exits, const Lane *extra, uint32_t index) const {
    Kind kind = Kind::none;
    auto consider = [&](Lane lane) {
        lane = canonical(lane);
        if (kind == Kind::none || !b_.is_constant(lane.value())) kind = b_.type(lane.value()).kind();
        return !b_.is_constant(lane.value());
    };
    if (extra && consider(extra[index])) return kind;
    for (; exits; exits = exits->next)
        if (consider(exits->snapshot[index])) break;
    return kind;
}

// How many components from `first` on travel together: neighbours in one register that are neighbours of one
// vector, or constants, on every way in.
uint32_t RegisterFile::group_length(const Construct &c, uint32_t first, Exit *exits, const Lane *extra,
                                    const uint8_t *wanted) {
    uint32_t n = 1;
    auto together = [&](const Lane *snapshot, uint32_t i) {
        Lane a = canonical(snapshot[i - 1]);
        Lane b = canonical(snapshot[i]);
        bool ca = b_.is_constant(a.value());
        bool cb = b_.is_constant(b.value());
        if (ca || cb) return ca && cb;
        return a.value() == b.value() && a.lane() + 1 == b.lane();
    };
    while (n < 4 && first + n < c.set.size()) {
        uint32_t i = first + n;
        if (c.set[i] != c.set[i - 1] + 1 || c.set[i] / 4 != c.set[first] / 4 || (wanted && !wanted[i])) break;
        bool ok = !extra || together(extra, i);
        for (Exit *e = exits; ok && e; e = e->next)
            ok = together(e->snapshot, i);
        if (!ok) break;
        ++n;
    }
    return n;
}

// Gives a loop or an exit its operands: what the groups of the merge are there.
void RegisterFile::set_operands(Value inst, const Lane *snapshot) {
    b_.set_cursor_before(inst);
    values_.clear();
    for (const Group &g : groups_)
        values_.push(b_.gather(snapshot + g.first, g.count, g.kind));
    b_.set_values(inst, values_.span());
}

void RegisterFile::merge(Construct &c) {
    if (!c.breaks) {
        b_.emit(Op::unreachable, void_type);
        live_ = false;
        return;
    }
    live_ = true;
    auto count = static_cast<uint32_t>(c.set.size());
    if (!count || !within_limits_) return;
    auto &wanted = wanted_;
    wanted.clear();
    wanted.resize(count);
    bool any = false;
    for (uint32_t i = 0; i < count; ++i) {
        Lane first = canonical(c.breaks->snapshot[i]);
        bool same = outside(c, first);
        for (Exit *e = c.breaks->next; same && e; e = e->next)
            same = canonical(e->snapshot[i]) == first;
        if (same)
            lanes_[c.set[i]] = first;
        else
            wanted[i] = any = true;
    }
    ++writes_;
    if (!any) return;
    auto &groups = groups_;
    groups.clear();
    for (uint32_t i = 0; i < count;) {
        if (!wanted[i]) {
            ++i;
            continue;
        }
        const Group g{i, group_length(c, i, c.breaks, nullptr, wanted.data()), kind_of(c.breaks, nullptr, i)};
        Inst r;
        r.op = Op::result;
        r.type = {g.kind, g.count};
        r.arg[0] = c.inst;
        r.arg[1] = static_cast<uint32_t>(groups.size());
        Value v = b_.insert(r);
        for (uint32_t k = 0; k < g.count; ++k)
            lanes_[c.set[i + k]] = {v, k};
        groups.push(g);
        i += g.count;
    }
    for (Exit *e = c.breaks; e; e = e->next)
        set_operands(e->inst, e->snapshot);
    b_.set_cursor_end();
}

// Settles a loop's parameters once its continues are known: drops those that never change, joins those that
// travel together, and gives loop and continues their operands.
void RegisterFile::finish_params(Construct &c) {
    auto count = static_cast<uint32_t>(c.set.size());
    if (!count) return;
    Function &f = b_.function();
    auto &changes = wanted_;
    changes.clear();
    changes.resize(count);
    for (uint32_t i = 0; i < count; ++i) {
        Lane entry = canonical(c.entry[i]);
        for (Exit *e = c.continues; e && !changes[i]; e = e->next) {
            Lane l = canonical(e->snapshot[i]);
            changes[i] = !(l == entry || l == Lane{c.params[i], 0});
        }
    }
    for (uint32_t i = 0; i < count; ++i)
        m_.unlink(f, c.params[i]);
    auto &finals = groups_;
    auto &moved = moved_; // former parameters that are ordinary instructions now
    finals.clear();
    moved.clear();
    b_.set_cursor(c.inst);
    auto link = [&](Value v) {
        Inst &inst = m_[v];
        uint32_t behind = b_.cursor();
        inst.prev = behind;
        inst.next = m_[behind].next;
        m_[behind].next = v;
        if (inst.next)
            m_[inst.next].prev = v;
        else
            f.tail = v;
        b_.set_cursor(v);
    };
    auto become = [&](Value p, Lane source) {
        Inst &inst = m_[p];
        if (b_.type(source.value()).count() == 1) {
            inst.op = Op::alias;
            inst.arg[0] = source.value();
            inst.arg[1] = 0;
        } else {
            inst.op = Op::extract;
            inst.arg[0] = source.value();
            inst.arg[1] = source.lane();
            moved.push(p);
        }
    };
    for (uint32_t i = 0; i < count;) {
        if (!changes[i]) {
            Lane entry = canonical(c.entry[i]);
            if (b_.is_constant(entry.value()) && b_.type(entry.value()).count() > 1)
                entry = {b_.extract(entry.value(), entry.lane()), 0};
            become(c.params[i], entry);
            ++i;
            continue;
        }
        uint32_t n = group_length(c, i, c.continues, c.entry, changes.data());
        Kind kind = b_.type(c.params[i]).kind();
        bool same_kind = true;
        for (uint32_t k = 1; k < n; ++k)
            same_kind &= b_.type(c.params[i + k]).kind() == kind;
        if (!same_kind) n = 1;
        auto index = static_cast<uint32_t>(finals.size());
        if (n == 1) {
            m_[c.params[i]].arg[1] = index;
            link(c.params[i]);
        } else {
            Inst p;
            p.op = Op::param;
            p.type = {kind, n};
            p.arg[0] = c.inst;
            p.arg[1] = index;
            Value v = b_.insert(p);
            for (uint32_t k = 0; k < n; ++k)
                become(c.params[i + k], {v, k});
        }
        finals.push({i, n, kind});
        i += n;
    }
    for (Value v : moved)
        link(v);
    set_operands(c.inst, c.entry);
    for (Exit *e = c.continues; e; e = e->next)
        set_operands(e->inst, e->snapshot);
    b_.set_cursor_end();
}

} // namespace weft::ir
