#include "core/ir/builder.h"

#include <algorithm>
#include <cmath>

namespace weft::ir {

namespace {

uint32_t hash_inst(const Inst &inst) {
    uint64_t h = static_cast<uint64_t>(inst.op) | static_cast<uint64_t>(inst.type.raw()) << 8 |
                 static_cast<uint64_t>(inst.flags) << 16;
    constexpr uint64_t k = 0x9e3779b97f4a7c15;
    h = (h ^ (static_cast<uint64_t>(inst.arg[0]) << 32 | inst.arg[1])) * k;
    h ^= h >> 29;
    h = (h ^ (static_cast<uint64_t>(inst.arg[2]) << 32 | inst.arg[3])) * k;
    return static_cast<uint32_t>(h >> 32);
}

bool same(const Inst &a, const Inst &b) {
    return a.op == b.op && a.type == b.type && a.flags == b.flags && a.arg[0] == b.arg[0] &&
           a.arg[1] == b.arg[1] && a.arg[2] == b.arg[2] && a.arg[3] == b.arg[3];
}

// A program goes through its values in order, and what it asks for was mostly made a moment ago. So an
// instruction's place follows from the youngest value that it uses, and the table is gone through as the
// program is. Constants are near those of about the same size; the high bits are for floats, whose low ones
// are mostly zero.
uint32_t users_place(uint32_t value) {
    return (value ^ value >> 20) * 2;
}

// A table that the nearest caches hold has no need of that.
bool is_far(uint32_t table_mask) {
    return table_mask >= 4096;
}

uint32_t place(const Inst &inst, uint32_t hash, uint32_t table_mask) {
    if (!is_far(table_mask)) return hash;
    return users_place(std::max(inst.arg[0], inst.arg[1])) + (hash & 15);
}

// So many entries are looked at from there on. What finds them taken goes to places that its hash chooses,
// far apart, since crowded ones stand side by side.
constexpr uint32_t reach = 8;

uint32_t step(uint32_t hash) {
    return hash >> 16 | 1;
}

constexpr uint32_t initial_table = 256, small_table = 1024, largest_initial_table = 1u << 20;

} // namespace

Builder::Builder(Module &module, Function &function, size_t expected)
    : m_(module),
      f_(&function),
      cursor_(f_->tail),
      table_(*module.arena),
      region_open_(*module.arena, 64),
      regions_(*module.arena, 16) {
    // A table that the nearest caches hold may as well be half empty.
    if (expected < small_table) expected += expected / 3;
    const auto size = std::bit_ceil(std::clamp<size_t>(expected, initial_table, largest_initial_table));
    table_.resize(size);
    table_mask_ = static_cast<uint32_t>(size - 1);
    region_open_.push(1); // region 0: constants
    enter_region();
}

Builder::~Builder() {
    table_.release();
}

void Builder::begin_function(unsigned function) {
    leave_region();
    f_ = &m_.functions[function];
    cursor_ = f_->tail;
    enter_region();
}

void Builder::enter_region() {
    regions_.push(static_cast<uint32_t>(region_open_.size()));
    region_open_.push(1);
}

void Builder::leave_region() {
    region_open_[regions_.back()] = 0;
    regions_.pop();
}

void Builder::grow_table() {
    // Most entries may be of regions that are closed.
    uint32_t open = 0;
    for (const Entry &e : table_)
        open += e.value && region_open_[e.region];
    Vec<Entry> old = table_;
    table_ = Vec<Entry>(old.arena());
    table_.resize(open * 2 > table_mask_ ? old.size() * 2 : old.size());
    table_mask_ = static_cast<uint32_t>(table_.size() - 1);
    table_used_ = open;
    for (const Entry &e : old)
        if (e.value && region_open_[e.region]) *room_for(m_[e.value]) = e;
    old.release();
}

// Of a table that does not have it.
Builder::Entry *Builder::room_for(const Inst &inst) {
    const uint32_t hash = hash_inst(inst);
    uint32_t start = place(inst, hash, table_mask_);
    for (uint32_t next = hash + step(hash);; start = next, next += step(hash))
        for (uint32_t i = start; i != start + reach; ++i)
            if (Entry &e = table_[i & table_mask_]; !e.value) return &e;
}

Value Builder::insert(const Inst &inst) {
    auto id = static_cast<Value>(m_.insts.size());
    Inst &n = m_.insts.push(inst);
    n.prev = cursor_;
    if (cursor_) {
        n.next = m_.insts[cursor_].next;
        m_.insts[cursor_].next = id;
    } else {
        n.next = f_->head;
        f_->head = id;
    }
    if (n.next)
        m_.insts[n.next].prev = id;
    else
        f_->tail = id;
    cursor_ = id;
    return id;
}

// Finds the instruction in an open region, or adds it: constants outside the list, the rest at the cursor.
Value Builder::number(const Inst &inst, uint32_t region) {
    if (table_used_ > table_mask_ - table_mask_ / 4) grow_table();
    const uint32_t hash = hash_inst(inst), tag = hash >> region_bits;
    uint32_t start = place(inst, hash, table_mask_);
    // What comes next will use what comes now.
    if (is_far(table_mask_))
        __builtin_prefetch(&table_[users_place(static_cast<uint32_t>(m_.insts.size())) & table_mask_]);
    // Entries are never emptied, so that what is there stands ahead of the first one that is empty.
    Entry *stale = nullptr, *empty = nullptr;
    for (uint32_t next = hash + step(hash); !empty; start = next, next += step(hash)) {
        for (uint32_t i = start; i != start + reach; ++i) {
            Entry &e = table_[i & table_mask_];
            if (!e.value) {
                empty = &e;
                break;
            }
            if (!region_open_[e.region]) {
                if (!stale) stale = &e;
            } else if (e.tag == tag && same(m_[e.value], inst)) {
                return e.value;
            }
        }
    }
    Value v;
    if (region == 0) {
        v = static_cast<Value>(m_.insts.size());
        m_.insts.push(inst);
    } else {
        v = insert(inst);
    }
    if (!stale) ++table_used_;
    *(stale ? stale : empty) = {v, region, tag};
    return v;
}

// --- constants
// -------------------------------------------------------------------------------------------------

Value Builder::constant(Type type, std::span<const uint32_t> words) {
    Inst inst;
    inst.op = Op::constant;
    inst.type = type;
    for (size_t i = 0; i < words.size() && i < 4; ++i)
        inst.arg[i] = words[i];
    return number(inst, 0);
}

Value Builder::splat(Type type, uint32_t word) {
    uint32_t words[4] = {word, word, word, word};
    return constant(type, {words, type.count()});
}

Value Builder::f64c(unsigned count, double v) {
    auto bits = std::bit_cast<uint64_t>(v);
    uint32_t words[4] = {static_cast<uint32_t>(bits), static_cast<uint32_t>(bits >> 32),
                         static_cast<uint32_t>(bits), static_cast<uint32_t>(bits >> 32)};
    return constant(f64(count), {words, count * 2});
}

Value Builder::zero(Type type) {
    return constant(type, {});
}

Value Builder::parameter(const Parameter &p) {
    if (p.source == Parameter::Source::immediate) return constant(p.type, p.words);
    const bool any_id = p.source == Parameter::Source::specialization && p.spec_id == Parameter::free_spec_id;
    Parameter wanted = p;
    uint32_t index = 0;
    for (; index < m_.parameters.size(); ++index) {
        if (any_id) wanted.spec_id = m_.parameters[index].spec_id;
        if (m_.parameters[index] == wanted) break;
    }
    if (index == m_.parameters.size()) {
        if (any_id) {
            wanted.spec_id = m_.next_spec_id;
            m_.next_spec_id += p.type.count();
        }
        m_.parameters.push(wanted);
    }
    return emit(Op::spec_constant, p.type, index);
}

bool Builder::is_splat(Value v, uint32_t word) const {
    const Inst &inst = m_[v];
    if (inst.op != Op::constant || inst.type.bits() > 32) return false;
    for (unsigned i = 0; i < inst.type.count(); ++i)
        if (inst.arg[i] != word) return false;
    return true;
}

// --- emission
// --------------------------------------------------------------------------------------------------

Value Builder::emit(Op op, Type type, uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint8_t flags) {
    Inst inst;
    inst.op = op;
    inst.type = type;
    inst.flags = flags;
    inst.arg[0] = a;
    inst.arg[1] = b;
    inst.arg[2] = c;
    inst.arg[3] = d;
    const OpInfo &i = info(op);
    if (i.pure) {
        if (Value v = fold(op, type, inst.arg, flags)) return v;
        // Of a program with more regions the last ones are not numbered.
        if (at_end() && regions_.back() >> region_bits == 0) return number(inst, regions_.back());
    }
    return insert(inst);
}

Value Builder::emit_variadic(Op op, Type type, std::span<const Value> values, uint32_t lit1, uint32_t lit2,
                             uint32_t lit3, uint8_t flags) {
    Inst inst;
    inst.op = op;
    inst.type = type;
    inst.flags = flags;
    inst.count = static_cast<uint32_t>(values.size());
    inst.arg[0] = static_cast<uint32_t>(m_.pool.size());
    inst.arg[1] = lit1;
    inst.arg[2] = lit2;
    inst.arg[3] = lit3;
    m_.pool.append(values);
    return insert(inst);
}

Value Builder::to_mask(Value v) {
    unsigned n = type(v).count();
    return emit(Op::select, i32(n), v, i32c(n, ~0u), i32c(n, 0));
}

Value Builder::nonzero(Value v) {
    v = cast(v, Kind::i32);
    return compare(Op::ine, v, zero(type(v)));
}

// --- vectors
// ---------------------------------------------------------------------------------------------------

Value Builder::cast(Value v, Kind kind) {
    Type t = type(v);
    if (t.kind() == kind) return v;
    return emit(Op::bitcast, t.with_kind(kind), v);
}

Value Builder::extract(Value v, unsigned lane) {
    Type t = type(v);
    if (t.count() == 1) return v;
    return emit(Op::extract, t.scalar(), v, lane);
}

Value Builder::construct(Type type, std::initializer_list<Value> parts) {
    uint32_t arg[4] = {};
    size_t n = 0;
    for (Value p : parts)
        arg[n++] = p;
    if (n == 1 && this->type(arg[0]).count() == type.count()) return arg[0];
    return emit(Op::construct, type, arg[0], arg[1], arg[2], arg[3]);
}

Value Builder::shuffle(Value v, const uint8_t *lanes, unsigned count) {
    Lane l[4];
    for (unsigned i = 0; i < count; ++i)
        l[i] = {v, lanes[i]};
    return gather(l, count, type(v).kind());
}

Value Builder::broadcast(Value scalar, unsigned count) {
    if (count == 1) return scalar;
    Lane l[4];
    for (unsigned i = 0; i < count; ++i)
        l[i] = {scalar, 0};
    return gather(l, count, type(scalar).kind());
}

// Where a component really comes from, through shuffles, constructs, inserts and extracts.
Lane Builder::origin(Lane lane) const {
    for (;;) {
        const Inst &inst = m_[lane.value()];
        switch (inst.op) {
        case Op::alias: lane = {inst.arg[0], lane.lane()}; continue;
        case Op::extract: lane = {inst.arg[0], inst.arg[1]}; continue;
        case Op::shuffle: {
            unsigned s = inst.arg[2] >> (8 * lane.lane()) & 7;
            lane = s < 4 ? Lane{inst.arg[0], s} : Lane{inst.arg[1], s - 4};
            continue;
        }
        case Op::insert:
            lane = lane.lane() == inst.arg[2] ? Lane{inst.arg[1], 0} : Lane{inst.arg[0], lane.lane()};
            continue;
        case Op::construct: {
            unsigned at = lane.lane();
            for (unsigned i = 0; i < 4 && inst.arg[i]; ++i) {
                unsigned n = m_[inst.arg[i]].type.count();
                if (at < n) {
                    lane = {inst.arg[i], at};
                    break;
                }
                at -= n;
            }
            continue;
        }
        default: return lane;
        }
    }
}

Value Builder::gather(const Lane *lanes, unsigned count, Kind kind) {
    // Whole vector as it is.
    {
        Value v = lanes[0].value();
        bool whole = type(v).count() == count;
        for (unsigned i = 0; whole && i < count; ++i)
            whole = lanes[i] == Lane{v, i};
        if (whole) return cast(v, kind);
    }
    // 64-bit constants hold two words a component; they are treated like any other value.
    const bool narrow = kind_bits(kind) <= 32;
    auto constant_value = [&](Value v) { return narrow && is_constant(v); };
    Lane at[4];
    bool all_constant = true;
    for (unsigned i = 0; i < count; ++i) {
        at[i] = origin(lanes[i]);
        all_constant &= constant_value(at[i].value());
    }
    if (all_constant) {
        uint32_t words[4];
        for (unsigned i = 0; i < count; ++i)
            words[i] = m_[at[i].value()].arg[at[i].lane()];
        return constant({kind, count}, {words, count});
    }
    if (count == 1) {
        Value v = at[0].value();
        if (type(v).count() == 1) return cast(v, kind);
        return extract(cast(v, kind), at[0].lane());
    }
    // Sources by kind of part: vectors, scalars, constants.
    Value vectors[4];
    unsigned vector_count = 0;
    bool scalars = false;
    bool constants = false;
    for (unsigned i = 0; i < count; ++i) {
        Value v = at[i].value();
        if (constant_value(v)) {
            constants = true;
        } else if (type(v).count() == 1) {
            scalars = true;
        } else {
            unsigned k = 0;
            while (k < vector_count && vectors[k] != v)
                ++k;
            if (k == vector_count) vectors[vector_count++] = v;
        }
    }
    // Parts of a construct: whole vectors where they line up, single components elsewhere.
    struct Part {
        Lane lane;
        bool whole;
    } parts[4];
    unsigned part_count = 0;
    unsigned extracts = 0;
    for (unsigned i = 0; i < count;) {
        Value v = at[i].value();
        unsigned n = type(v).count();
        bool whole = n > 1 && at[i].lane() == 0 && i + n <= count && !constant_value(v);
        for (unsigned k = 1; whole && k < n; ++k)
            whole = at[i + k] == Lane{v, k};
        parts[part_count++] = {at[i], whole};
        if (!whole && n > 1 && !constant_value(v)) ++extracts;
        i += whole ? n : 1;
    }
    if (part_count == 1) return cast(parts[0].lane.value(), kind);
    // In words of SPIR-V: a shuffle is 5 + n, a construct 3 + parts, an extract 5.
    unsigned shuffle_sources = vector_count + (constants ? 1 : 0);
    if (!scalars && shuffle_sources <= 2 && 5 + count < 3 + part_count + 5 * extracts) {
        Value a = cast(vectors[0], kind);
        Value b = a;
        uint32_t selector = 0;
        unsigned constant_slot = 0;
        uint32_t words[4] = {};
        for (unsigned i = 0; i < count; ++i) {
            unsigned s;
            if (constant_value(at[i].value())) {
                uint32_t w = m_[at[i].value()].arg[at[i].lane()];
                unsigned k = 0;
                while (k < constant_slot && words[k] != w)
                    ++k;
                if (k == constant_slot) words[constant_slot++] = w;
                s = 4 + k;
            } else {
                s = at[i].value() == vectors[0] ? at[i].lane() : 4 + at[i].lane();
            }
            selector |= s << (8 * i);
        }
        if (constants)
            b = constant({kind, constant_slot < 2 ? 2 : constant_slot}, {words, 4});
        else if (vector_count == 2)
            b = cast(vectors[1], kind);
        return emit(Op::shuffle, {kind, count}, a, b, selector);
    }
    uint32_t arg[4] = {};
    for (unsigned i = 0; i < part_count; ++i)
        arg[i] = parts[i].whole ? cast(parts[i].lane.value(), kind) : gather(&parts[i].lane, 1, kind);
    return emit(Op::construct, {kind, count}, arg[0], arg[1], arg[2], arg[3]);
}

// --- structure
// -------------------------------------------------------------------------------------------------

Value Builder::begin_if(Value condition) {
    Value v = emit(Op::if_, void_type, condition);
    enter_region();
    return v;
}

void Builder::begin_else(Value if_value) {
    leave_region();
    m_[if_value].arg[1] = emit(Op::else_, void_type, if_value);
    enter_region();
}

void Builder::end_if(Value if_value) {
    leave_region();
    m_[if_value].arg[2] = emit(Op::end_if, void_type, if_value);
}

Value Builder::begin_loop() {
    Value v = emit_variadic(Op::loop, void_type, {});
    enter_region();
    return v;
}

void Builder::end_loop(Value loop_value) {
    leave_region();
    m_[loop_value].arg[2] = emit(Op::end_loop, void_type, loop_value);
}

Value Builder::begin_switch(Value selector) {
    return emit(Op::switch_, void_type, selector);
}

Value Builder::begin_case(Value switch_value, Value previous_case) {
    if (previous_case) leave_region();
    Value v = emit_variadic(Op::case_, void_type, {}, 0, switch_value);
    if (previous_case)
        m_[previous_case].arg[3] = v;
    else
        m_[switch_value].arg[1] = v;
    enter_region();
    return v;
}

void Builder::end_switch(Value switch_value, bool any_case) {
    if (any_case) leave_region();
    m_[switch_value].arg[2] = emit(Op::end_switch, void_type, switch_value);
}

Value Builder::begin_block() {
    Value v = emit(Op::block, void_type);
    enter_region();
    return v;
}

void Builder::end_block(Value block_value) {
    leave_region();
    m_[block_value].arg[2] = emit(Op::end_block, void_type, block_value);
}

Value Builder::break_(Value construct) {
    Value v = emit_variadic(Op::break_, void_type, {}, construct, 0, m_[construct].arg[3]);
    m_[construct].arg[3] = v;
    return v;
}

Value Builder::continue_(Value loop_value) {
    Value v = emit_variadic(Op::continue_, void_type, {}, loop_value, 0, m_[loop_value].arg[1]);
    m_[loop_value].arg[1] = v;
    return v;
}

Value Builder::fallthrough(Value switch_value, Value next_case) {
    return emit_variadic(Op::fallthrough, void_type, {}, switch_value, next_case);
}

void Builder::set_values(Value inst, std::span<const Value> values) {
    auto offset = static_cast<uint32_t>(m_.pool.size());
    m_.pool.append(values);
    if (m_[inst].op == Op::case_) {
        uint32_t labels = m_[inst].arg[1] & 0x7fffffff;
        uint32_t from = m_[inst].arg[0] + m_[inst].count;
        for (uint32_t i = 0; i < labels; ++i) {
            uint32_t label = m_.pool[from + i];
            m_.pool.push(label);
        }
    }
    m_[inst].arg[0] = offset;
    m_[inst].count = static_cast<uint32_t>(values.size());
}

void Builder::add_case_label(Value case_value, uint32_t label) {
    Inst &i = m_[case_value];
    const uint32_t length = i.count + (i.arg[1] & 0x7fffffff);
    // Labels tend to come in a row, when the list still stands at the end of the pool.
    if (i.arg[0] + length != m_.pool.size()) {
        const auto offset = static_cast<uint32_t>(m_.pool.size());
        for (uint32_t k = 0; k < length; ++k) {
            const uint32_t word = m_.pool[i.arg[0] + k];
            m_.pool.push(word);
        }
        i.arg[0] = offset;
    }
    m_.pool.push(label);
    ++i.arg[1];
}

void Builder::set_case_labels(Value case_value, std::span<const uint32_t> labels, bool is_default) {
    auto offset = static_cast<uint32_t>(m_.pool.size());
    uint32_t count = m_[case_value].count;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t value = m_.pool[m_[case_value].arg[0] + i];
        m_.pool.push(value);
    }
    m_.pool.append(labels);
    m_[case_value].arg[0] = offset;
    m_[case_value].arg[1] = static_cast<uint32_t>(labels.size()) | (is_default ? 1u << 31 : 0);
}

} // namespace weft::ir
