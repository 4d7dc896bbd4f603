#include "core/passes/optimise.h"

#include <algorithm>

#include "core/ir/builder.h"

namespace weft::passes {

namespace {

using namespace ir;

// An if with no more than this in its arms is cheaper as straight code.
constexpr unsigned select_budget = 8;

namespace mark {
constexpr uint8_t live = 1;
constexpr uint8_t passed = 2;    // by spread(), which does not come back to it
constexpr uint8_t converted = 4; // was a result, is a select now: what uses it may fold
} // namespace mark

bool is_merge(Op op) {
    return op == Op::param || op == Op::result;
}

// What running the operation for nothing costs; more than the budget where it must not be.
unsigned cost(const Inst &i) {
    if (!info(i.op).pure) return select_budget + 1;
    switch (i.op) {
    case Op::bitcast:
    case Op::extract:
    case Op::construct:
    case Op::shuffle:
    case Op::insert:
    case Op::fneg:
    case Op::fabs: return 0;
    case Op::fdiv:
    case Op::fsqrt:
    case Op::frsq:
    case Op::frcp:
    case Op::fexp2:
    case Op::flog2:
    case Op::udiv:
    case Op::umod:
    case Op::load_input:
    case Op::load_cbuffer: return 2;
    case Op::fsin:
    case Op::fcos:
    case Op::ftan:
    case Op::fasin:
    case Op::facos:
    case Op::fatan:
    case Op::fsinh:
    case Op::fcosh:
    case Op::ftanh:
    case Op::fpow:
    case Op::sdiv:
    case Op::smod:
    case Op::load_icb:
    case Op::load_patch:
    case Op::extract_dyn: return 4;
    case Op::call: return select_budget + 1;
    default: return i.type.bits() == 64 ? 4 : 1;
    }
}

class Optimiser {
  public:
    Optimiser(Module &m, unsigned function)
        : m_(m),
          b_(m, function),
          f_(m.functions[function]),
          notes_(*m.arena),
          stack_(*m.arena, 16),
          frames_(*m.arena),
          merges_(*m.arena),
          casts_(*m.arena),
          work_(*m.arena, 64),
          stores_(*m.arena) {}

    void run() {
        notes_.resize(m_.insts.size());
        store_heads_ = m_.arena->zeroed<uint32_t>(m_.locals.size());
        local_live_ = m_.arena->zeroed<uint8_t>(m_.locals.size());
        merges_.push({}); // 0: none
        stores_.push({});
        survey();
        if (merges_.size() > 1) retype();
        spread();
        sweep();
    }

  private:
    struct Note {
        Value parent;   // the construct around it; those that were dissolved have op none
        uint32_t order; // place in the code
        uint32_t merge; // of params and results: index into merges_
    };

    struct Merge {
        Value value : 31;
        bool is_float : 1;
        uint32_t parent; // of the union of all that pass their values on to each other
        int floats;      // in the root: sources and users that want float, less those that want integer
    };

    struct Store {
        Value value;
        uint32_t next; // to the same local
    };

    struct Frame {
        Value construct;
        unsigned cost;
        bool simple;
    };

    // --- 1. forwards: decides constant branches, opens blocks, finds trivial merges and votes on kinds. Exit
    // chains are rebuilt on the way, so that code can go without being taken out of them.

    void survey() {
        uint32_t order = 0;
        for (Value v = f_.head; v;) {
            Inst &i = m_[v];
            Value next = i.next;
            m_.fetch_ahead(v, Module::forwards);
            notes_[v].parent = stack_.empty() ? 0 : stack_.back();
            notes_[v].order = ++order;
            i.mark = 0;
            switch (i.op) {
            case Op::if_:
                if (decide(v, &next)) break;
                vote_uses(i);
                [[fallthrough]];
            case Op::block:
                i.arg[3] = 0;
                stack_.push(v);
                break;
            case Op::switch_:
                vote_uses(i);
                i.arg[3] = 0;
                stack_.push(v);
                break;
            case Op::loop:
                i.arg[3] = i.arg[1] = 0;
                stack_.push(v);
                break;
            case Op::break_:
                i.arg[3] = m_[i.arg[1]].arg[3];
                m_[i.arg[1]].arg[3] = v;
                break;
            case Op::continue_:
                i.arg[3] = m_[i.arg[1]].arg[1];
                m_[i.arg[1]].arg[1] = v;
                break;
            case Op::return_:
                if (!stack_.empty()) live(v);
                break;
            case Op::kill: live(v); break;
            case Op::end_if:
            case Op::end_loop:
            case Op::end_switch:
            case Op::end_block: {
                Value c = stack_.back();
                stack_.pop();
                notes_[v].parent = notes_[c].parent;
                next = end(c, v, &order);
                break;
            }
            case Op::else_:
            case Op::case_:
            case Op::fallthrough:
            case Op::unreachable: break;
            case Op::param: add_merge(v); break;
            case Op::store_local:
                stores_.push({v, store_heads_[i.arg[2]]});
                store_heads_[i.arg[2]] = static_cast<uint32_t>(stores_.size() - 1);
                vote_uses(i);
                break;
            default:
                if (info(i.op).effect) live(v);
                vote_uses(i);
                break;
            }
            v = next;
        }
    }

    void add_merge(Value v) {
        Type t = m_[v].type;
        if (t.bits() != 32) return;
        notes_[v].merge = static_cast<uint32_t>(merges_.size());
        merges_.push({v, t.is_float(), notes_[v].merge, 0});
    }

    void unlink_range(Value first, Value last) {
        Value before = m_[first].prev;
        Value behind = m_[last].next;
        if (before)
            m_[before].next = behind;
        else
            f_.head = behind;
        if (behind)
            m_[behind].prev = before;
        else
            f_.tail = before;
    }

    // An if on a constant: the arm that is never taken goes, and a block is left.
    bool decide(Value v, Value *next) {
        Inst &i = m_[v];
        const Inst &c = m_[m_.resolve(i.arg[0])];
        if (c.op != Op::constant) return false;
        Value marker = i.arg[2];
        if (c.arg[0]) {
            if (i.arg[1]) unlink_range(i.arg[1], m_[marker].prev);
        } else if (i.arg[1]) {
            unlink_range(i.next, i.arg[1]);
        } else {
            *next = m_[marker].next;
            unlink_range(v, marker);
            return true;
        }
        // The way past an if without else is not an exit; a block has to say it.
        i.op = Op::block;
        i.arg[0] = i.arg[1] = i.arg[3] = 0;
        m_[marker].op = Op::end_block;
        stack_.push(v);
        *next = i.next;
        return true;
    }

    // `c` is complete up to its end marker. Yields where to go on.
    Value end(Value c, Value marker, uint32_t *order) {
        Inst &i = m_[c];
        if (i.op == Op::loop) {
            if (i.arg[1])
                end_params(c);
            else
                once(c, marker);
        } else if (i.op == Op::switch_) {
            for (Value k = i.arg[1]; k; k = m_[k].arg[3])
                for (Value p = m_[k].next; m_[p].op == Op::param; p = m_[p].next) {
                    vote_source(p, m_.values(m_[k])[m_[p].arg[1]]);
                    if (m_[m_[k].prev].op == Op::fallthrough)
                        vote_source(p, m_.values(m_[m_[k].prev])[m_[p].arg[1]]);
                }
        }
        if (i.op == Op::block) {
            if (!i.arg[3]) return cut(c, marker);
            if (m_[marker].prev == i.arg[3] && !m_[i.arg[3]].arg[3]) return open(c, marker);
        }
        Value r = m_[marker].next;
        while (r && m_[r].op == Op::result) {
            Value next = m_[r].next;
            notes_[r].parent = notes_[c].parent;
            notes_[r].order = ++*order;
            m_[r].mark = 0;
            if (Value same = common(c, r)) {
                alias(r, same);
            } else {
                add_merge(r);
                for (Value e = i.arg[3]; e; e = m_[e].arg[3])
                    vote_source(r, m_.values(m_[e])[m_[r].arg[1]]);
            }
            r = next;
        }
        return r;
    }

    void alias(Value v, Value of) {
        m_.unlink(f_, v);
        Inst &i = m_[v];
        i.op = Op::alias;
        i.arg[0] = of;
        i.arg[1] = 0;
    }

    // The one value that every exit brings for this result, if it stands outside of the construct.
    Value common(Value c, Value result) {
        Value e = m_[c].arg[3];
        if (!e) return 0;
        uint32_t k = m_[result].arg[1];
        Value same = m_.resolve(m_.values(m_[e])[k]);
        if (m_[same].op != Op::constant && notes_[same].order > notes_[c].order) return 0;
        while ((e = m_[e].arg[3]))
            if (m_.resolve(m_.values(m_[e])[k]) != same) return 0;
        return same;
    }

    void end_params(Value c) {
        Value next;
        for (Value p = m_[c].next; m_[p].op == Op::param; p = next) {
            next = m_[p].next;
            uint32_t k = m_[p].arg[1];
            Value initial = m_.resolve(m_.values(m_[c])[k]);
            bool changes = false;
            for (Value e = m_[c].arg[1]; e && !changes; e = m_[e].arg[3]) {
                Value v = m_.resolve(m_.values(m_[e])[k]);
                changes = v != initial && v != p;
            }
            if (!changes) {
                alias(p, initial);
                continue;
            }
            vote_source(p, initial);
            for (Value e = m_[c].arg[1]; e; e = m_[e].arg[3])
                vote_source(p, m_.values(m_[e])[k]);
        }
    }

    // A loop without continue runs once.
    void once(Value c, Value marker) {
        Value next;
        for (Value p = m_[c].next; m_[p].op == Op::param; p = next) {
            next = m_[p].next;
            alias(p, m_.values(m_[c])[m_[p].arg[1]]);
        }
        Inst &i = m_[c];
        i.op = Op::block;
        i.flags = 0;
        i.count = i.arg[0] = i.arg[1] = 0;
        m_[marker].op = Op::end_block;
    }

    // A block that nothing leaves: its code ends the region around it, and what stood behind it is dead.
    Value cut(Value c, Value marker) {
        Value last = marker;
        unsigned depth = 0;
        for (Value v = m_[marker].next; v; v = m_[v].next) {
            Op op = m_[v].op;
            if (!depth && (op == Op::else_ || op == Op::case_ || is_end(op))) break;
            if (is_begin(op)) ++depth;
            if (is_end(op)) --depth;
            last = v;
        }
        Value behind = m_[last].next;
        unlink_range(marker, last);
        m_.unlink(f_, c);
        m_[c].op = Op::none;
        return behind;
    }

    // A block that is left at its end only.
    Value open(Value c, Value marker) {
        Value exit = m_[c].arg[3];
        auto values = m_.values(m_[exit]);
        Value next = m_[marker].next;
        while (next && m_[next].op == Op::result) {
            Value r = next;
            next = m_[r].next;
            alias(r, values[m_[r].arg[1]]);
        }
        m_.unlink(f_, exit);
        m_.unlink(f_, marker);
        m_.unlink(f_, c);
        m_[c].op = Op::none;
        return next;
    }

    // --- 2. kinds of params and results ---

    uint32_t root(uint32_t merge) {
        while (merges_[merge].parent != merge)
            merge = merges_[merge].parent = merges_[merges_[merge].parent].parent;
        return merge;
    }

    void vote(uint32_t merge, Kind kind) { merges_[root(merge)].floats += kind == Kind::f32 ? 1 : -1; }

    // What the users of a param or result want it to be.
    void vote_uses(const Inst &i) {
        if (merges_.size() == 1) return;
        for (Value o : m_.values(i)) {
            o = m_.resolve(o);
            uint32_t merge = notes_[o].merge;
            if (!merge) continue;
            bool casts = i.op == Op::bitcast && i.type.bits() == 32;
            if (casts) casts_.push(static_cast<Value>(&i - m_.insts.data()));
            vote(merge, casts ? i.type.kind() : m_[o].type.kind());
        }
    }

    // What a source of a param or result is.
    void vote_source(Value p, Value source) {
        uint32_t merge = notes_[p].merge;
        if (!merge) return;
        source = m_.resolve(source);
        const Inst &s = m_[source];
        if (s.op == Op::constant) return;
        if (uint32_t other = notes_[source].merge) {
            // The older one stays the root: few roots are in use at a time then, and paths are short.
            const uint32_t a = root(merge);
            const uint32_t b = root(other);
            if (a == b) return;
            const uint32_t older = std::min(a, b), newer = std::max(a, b);
            merges_[newer].parent = older;
            merges_[older].floats += merges_[newer].floats;
            return;
        }
        Type t = s.op == Op::bitcast ? m_[s.arg[0]].type : s.type;
        vote(merge, t.bits() == 32 ? t.kind() : s.type.kind());
    }

    void retype() {
        for (uint32_t k = 1; k < merges_.size(); ++k) {
            const Merge &merge = merges_[k];
            const int floats = merges_[root(k)].floats;
            if (merge.is_float ? floats >= 0 : floats <= 0) continue;
            if (is_merge(m_[merge.value].op)) // no alias by now
                flip(merge.value, floats > 0 ? Kind::f32 : Kind::i32);
        }
        for (Value v : casts_) {
            Inst &i = m_[v];
            if (i.op != Op::bitcast) continue;
            const Inst &source = m_[m_.resolve(i.arg[0])];
            if (source.op != Op::bitcast) continue;
            i.arg[0] = m_.resolve(source.arg[0]);
            if (m_[i.arg[0]].type == i.type) alias(v, i.arg[0]);
        }
    }

    // Another value takes the place of `v`, which becomes a cast of it behind its neighbours.
    void flip(Value v, Kind kind) {
        auto twin = static_cast<Value>(m_.insts.size());
        m_.insts.push(m_[v]);
        grow_notes();
        notes_[twin] = notes_[v];
        Inst &t = m_[twin];
        t.type = t.type.with_kind(kind);
        (t.prev ? m_[t.prev].next : f_.head) = twin;
        (t.next ? m_[t.next].prev : f_.tail) = twin;
        Value last = twin;
        while (m_[last].next && m_[m_[last].next].op == t.op)
            last = m_[last].next;
        Inst &i = m_[v];
        const Value c = i.arg[0];
        const uint32_t k = i.arg[1];
        const bool is_param = i.op == Op::param;
        i.op = Op::bitcast;
        i.arg[0] = twin;
        i.arg[1] = 0;
        i.prev = last;
        i.next = m_[last].next;
        (i.next ? m_[i.next].prev : f_.tail) = v;
        m_[last].next = v;
        if (!is_param) {
            for (Value e = m_[c].arg[3]; e; e = m_[e].arg[3])
                convert(e, k, kind);
        } else if (m_[c].op == Op::loop) {
            convert(c, k, kind);
            for (Value e = m_[c].arg[1]; e; e = m_[e].arg[3])
                convert(e, k, kind);
        } else {
            // Entered from the switch_, the values stand in front of that.
            convert(c, k, kind, m_[c].arg[2]);
            if (m_[m_[c].prev].op == Op::fallthrough) convert(m_[c].prev, k, kind);
        }
    }

    void convert(Value inst, uint32_t k, Kind kind, Value before = 0) {
        Value source = m_.resolve(m_.values(m_[inst])[k]);
        if (m_[source].type.kind() == kind) return;
        Value to;
        const Inst &s = m_[source];
        if (s.op == Op::bitcast && m_[s.arg[0]].type == s.type.with_kind(kind)) {
            to = s.arg[0];
        } else {
            b_.set_cursor_before(before ? before : inst);
            to = b_.cast(source, kind);
            grow_notes();
            if (m_[to].op == Op::bitcast) casts_.push(to);
        }
        m_.values(m_[inst])[k] = to;
    }

    void grow_notes() { notes_.resize(m_.insts.size()); }

    // --- 3. backwards: what leads to an effect. Nearly all that a value needs stands in front of it. ---

    void spread() {
        for (Value v = f_.tail; v; v = m_[v].prev) {
            const Inst &i = m_[v];
            m_.fetch_ahead(v, Module::backwards);
            Value turn = v;
            if (info(i.op).structure && !is_merge(i.op)) {
                // A construct makes exits in it live, so its turn comes ahead of theirs.
                if (!is_end(i.op)) continue;
                turn = i.arg[0];
            }
            const bool needed = m_[turn].mark & mark::live;
            m_[turn].mark |= mark::passed;
            if (needed) visit(turn);
            while (!work_.empty()) {
                const Value again = work_.back();
                work_.pop();
                visit(again);
            }
        }
    }

    void live(Value v) {
        v = m_.resolve(v);
        Inst &i = m_[v];
        if (i.mark & mark::live || i.op == Op::constant || !v) return;
        if (i.mark & mark::passed) work_.push(v);
        i.mark |= mark::live;
    }

    void live_around(Value v) {
        Value c = v < notes_.size() ? notes_[v].parent : 0;
        while (c && m_[c].op == Op::none)
            c = notes_[c].parent;
        if (c) live(c);
    }

    void visit(Value v) {
        const Inst i = m_[v];
        switch (i.op) {
        case Op::param: {
            Value c = i.arg[0];
            live(m_.values(m_[c])[i.arg[1]]);
            if (m_[c].op == Op::loop) {
                live(c);
                for (Value e = m_[c].arg[1]; e; e = m_[e].arg[3])
                    live(m_.values(m_[e])[i.arg[1]]);
            } else {
                live(m_[c].arg[2]);
                if (m_[m_[c].prev].op == Op::fallthrough) live(m_.values(m_[m_[c].prev])[i.arg[1]]);
            }
            break;
        }
        case Op::result:
            live(i.arg[0]);
            for (Value e = m_[i.arg[0]].arg[3]; e; e = m_[e].arg[3])
                live(m_.values(m_[e])[i.arg[1]]);
            break;
        case Op::if_:
        case Op::switch_: live(i.arg[0]); [[fallthrough]];
        case Op::block:
        case Op::loop:
            // Whether and how it is left depends on what surrounds its exits.
            for (Value e = i.arg[3]; e; e = m_[e].arg[3])
                live_around(e);
            if (i.op == Op::loop)
                for (Value e = i.arg[1]; e; e = m_[e].arg[3])
                    live_around(e);
            break;
        case Op::load_local:
            if (!local_live_[i.arg[1]]) {
                local_live_[i.arg[1]] = 1;
                for (uint32_t s = store_heads_[i.arg[1]]; s; s = stores_[s].next)
                    live(stores_[s].value);
            }
            [[fallthrough]];
        default:
            for (Value o : m_.values(i))
                live(o);
            break;
        }
        live_around(v);
    }

    // --- 4. forwards: drops what is dead, and code that selects can do ---

    void sweep() {
        for (Value v = f_.head; v;) {
            Inst &i = m_[v];
            Value next = i.next;
            m_.fetch_ahead(v, Module::forwards);
            if (is_begin(i.op)) {
                if (!(i.mark & mark::live)) {
                    next = m_[i.arg[2]].next;
                    unlink_range(v, i.arg[2]);
                } else {
                    if (i.op == Op::if_ || i.op == Op::switch_) i.arg[0] = m_.resolve(i.arg[0]);
                    frames_.push({v, 0, i.op == Op::if_});
                }
            } else if (is_end(i.op)) {
                next = close(v);
            } else if (i.op == Op::param || i.op == Op::else_ || i.op == Op::case_) {
                // close() sees to params.
            } else if (info(i.op).exit) {
                resolve_operands(i);
                if (!frames_.empty() && (i.op != Op::break_ || i.arg[1] != frames_.back().construct))
                    frames_.back().simple = false;
            } else if (!(i.mark & mark::live)) {
                m_.unlink(f_, v);
            } else {
                resolve_operands(i);
                if (converted_any_ && refold(v)) {
                } else if (!frames_.empty()) {
                    frames_.back().cost += cost(i);
                }
            }
            v = next;
        }
        if (refolded_any_) drop_unused_selects();
    }

    // Selects whose users all folded.
    void drop_unused_selects() {
        for (Value v = f_.tail; v;) {
            Inst &i = m_[v];
            Value before = i.prev;
            if (i.mark == mark::converted)
                m_.unlink(f_, v);
            else if (i.op != Op::param && i.op != Op::result)
                for (Value o : m_.values(i))
                    if (m_[o].mark == mark::converted) m_[o].mark = mark::live;
            v = before;
        }
    }

    void resolve_operands(Inst &i) {
        for (Value &o : m_.values(i))
            o = m_.resolve(o);
    }

    // A user of what has just become a select may fold now.
    bool refold(Value v) {
        const Inst &i = m_[v];
        if (!info(i.op).pure || info(i.op).variadic) return false;
        bool any = false;
        for (Value o : m_.values(i))
            any |= m_[o].mark == mark::converted;
        if (!any) return false;
        b_.set_cursor_before(v);
        Value better = b_.refold(v);
        if (!better) return false;
        refolded_any_ = true;
        alias(v, better);
        return true;
    }

    // Keeps the entries of a value list that `kept` names.
    void compact(Value inst, std::span<const uint32_t> kept) {
        auto values = m_.values(m_[inst]);
        for (size_t k = 0; k < kept.size(); ++k)
            values[k] = m_.resolve(values[kept[k]]);
        if (m_[inst].op == Op::case_) { // its labels stand behind the values
            uint32_t at = m_[inst].arg[0] + m_[inst].count;
            uint32_t to = m_[inst].arg[0] + static_cast<uint32_t>(kept.size());
            for (uint32_t n = m_[inst].arg[1] & 0x7fffffff; n; --n)
                m_.pool[to++] = m_.pool[at++];
        }
        m_[inst].count = static_cast<uint32_t>(kept.size());
    }

    // Drops dead params or results behind a marker and says which are left.
    std::span<const uint32_t> compact_merges(Value marker, Op op) {
        kept_.clear();
        Value next = m_[marker].next;
        while (next && m_[next].op == op) {
            Value v = next;
            next = m_[v].next;
            if (!(m_[v].mark & mark::live)) {
                m_.unlink(f_, v);
                continue;
            }
            kept_.push(m_[v].arg[1]);
            m_[v].arg[1] = static_cast<uint32_t>(kept_.size() - 1);
        }
        return kept_.span();
    }

    Value close(Value marker) {
        Frame frame = frames_.back();
        frames_.pop();
        Value c = frame.construct;
        Inst &i = m_[c];
        if (i.op == Op::loop) {
            auto kept = compact_merges(c, Op::param);
            compact(c, kept);
            for (Value e = i.arg[1]; e; e = m_[e].arg[3])
                compact(e, kept);
        } else if (i.op == Op::switch_) {
            for (Value k = i.arg[1]; k; k = m_[k].arg[3]) {
                auto kept = compact_merges(k, Op::param);
                compact(k, kept);
                if (m_[m_[k].prev].op == Op::fallthrough) compact(m_[k].prev, kept);
            }
        }
        auto kept = compact_merges(marker, Op::result);
        for (Value e = i.arg[3]; e; e = m_[e].arg[3])
            compact(e, kept);
        Value next = m_[marker].next;
        while (next && m_[next].op == Op::result)
            next = m_[next].next;
        if (i.op == Op::if_ && i.arg[1]) {
            if (frame.simple && frame.cost <= select_budget) {
                to_select(c, marker);
                if (!frames_.empty()) frames_.back().cost += frame.cost + static_cast<unsigned>(kept.size());
                return next;
            }
            if (kept.empty()) drop_empty_arms(c, marker);
        }
        if (!frames_.empty()) frames_.back().simple = false;
        return next;
    }

    // Both arms hold pure code and end in a break each.
    void to_select(Value c, Value marker) {
        Value else_marker = m_[c].arg[1];
        Value condition = m_[c].arg[0];
        Value taken = m_[else_marker].prev;
        Value other = m_[marker].prev;
        auto a = m_.values(m_[taken]);
        auto b = m_.values(m_[other]);
        uint32_t k = 0;
        for (Value r = m_[marker].next; r && m_[r].op == Op::result;) {
            Value next = m_[r].next;
            if (a[k] == b[k]) {
                alias(r, a[k]);
            } else {
                Inst &i = m_[r];
                i.op = Op::select;
                i.flags = 0;
                i.mark = mark::converted;
                i.arg[0] = condition;
                i.arg[1] = a[k];
                i.arg[2] = b[k];
                converted_any_ = true;
            }
            ++k;
            r = next;
        }
        for (Value v : {c, taken, else_marker, other, marker})
            m_.unlink(f_, v);
    }

    void drop_empty_arms(Value c, Value marker) {
        Inst &i = m_[c];
        Value else_marker = i.arg[1];
        Value last = m_[marker].prev;
        Value first = i.next;
        auto leaves = [&](Value v) { return m_[v].op == Op::break_ && m_[v].arg[1] == c; };
        if (m_[else_marker].next == last && leaves(last)) {
            // The newest exit is the first of the chain.
            i.arg[3] = m_[last].arg[3];
            unlink_range(else_marker, last);
            i.arg[1] = 0;
        } else if (m_[first].next == else_marker && leaves(first)) {
            Value *at = &i.arg[3];
            while (*at != first)
                at = &m_[*at].arg[3];
            *at = m_[first].arg[3];
            unlink_range(first, else_marker);
            i.arg[1] = 0;
            b_.set_cursor_before(c);
            Value inverse = b_.not_(m_[c].arg[0]);
            m_[c].arg[0] = inverse;
        }
    }

    Module &m_;
    Builder b_;
    Function &f_;
    ScopedVec<Note> notes_;
    Vec<Value> stack_;
    Vec<Frame> frames_;
    ScopedVec<Merge> merges_;
    ScopedVec<Value> casts_, work_;
    ScopedVec<Store> stores_;
    Vec<uint32_t> kept_{*m_.arena};
    std::span<uint32_t> store_heads_;
    std::span<uint8_t> local_live_;
    bool converted_any_ = false;
    bool refolded_any_ = false;
};

} // namespace

void optimise(Module &m) {
    for (unsigned f = 0; f < 2; ++f)
        if (m.functions[f].head) Optimiser(m, f).run();
}

} // namespace weft::passes
