#include "core/passes/lanes.h"

#include "core/ir/builder.h"
#include "core/passes/quads.h"

namespace weft::passes {

namespace {

using namespace ir;

constexpr Type lanes_type = i32(4);

// What leaves the other operand as it is.
Value identity(Builder &b, Type t, WaveOp op) {
    const unsigned bits = t.bits();
    const uint64_t ones = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1, top = ones ^ ones >> 1;
    // Exponents all ones; of an infinity.
    const uint64_t infinity = bits == 64   ? uint64_t{0x7ff} << 52
                              : bits == 32 ? uint64_t{0xff} << 23
                                           : uint64_t{0x1f} << 10;
    const uint64_t one = !t.is_float() ? 1
                         : bits == 64  ? uint64_t{0x3ff} << 52
                         : bits == 32  ? uint64_t{0x7f} << 23
                                       : uint64_t{0xf} << 10;
    uint64_t word = 0;
    switch (op) {
    case WaveOp::mul: word = one; break;
    case WaveOp::min: word = t.is_float() ? infinity : ones ^ top; break;
    case WaveOp::max: word = t.is_float() ? infinity | top : top; break;
    case WaveOp::umin:
    case WaveOp::and_: word = ones; break;
    default: break;
    }
    const uint32_t words[2] = {static_cast<uint32_t>(word), static_cast<uint32_t>(word >> 32)};
    return b.constant(t, {words, bits == 64 ? 2u : 1u});
}

class Lanes {
  public:
    Lanes(Module &m, const Profile &profile, unsigned function)
        : m_(m), profile_(profile), b_(m, function), f_(m.functions[function]) {}

    void run() {
        for (Value v = f_.head; v;) {
            const Value next = m_[v].next;
            const Op op = m_[v].op;
            if (op >= Op::wave_is_first && op < Op::quad_read) expand(v);
            v = next;
        }
    }

  private:
    // Helper lanes exist and count for nothing.
    bool excludes_helpers() const { return m_.stage == Stage::pixel && !m_.wave_helpers; }

    Value helper() { return b_.emit(Op::is_helper, boolean()); }
    Value active() { return b_.not_(helper()); }

    void become(Value v, Op op, uint32_t a = 0, uint32_t b = 0, uint32_t c = 0) {
        Inst &i = m_[v];
        i.op = op;
        i.flags = 0;
        i.arg[0] = a;
        i.arg[1] = b;
        i.arg[2] = c;
        i.arg[3] = 0;
    }

    // The value in lanes that count, else the identity.
    Value masked(Value value, WaveOp op) {
        if (!excludes_helpers()) return value;
        return b_.select(helper(), identity(b_, m_[value].type, op), value);
    }

    Value masked(Value condition) {
        return excludes_helpers() ? b_.binary(Op::and_, condition, active()) : condition;
    }

    Value first_lane() {
        return b_.emit(Op::wave_lowest, i32(), b_.emit(Op::wave_ballot, lanes_type, active()));
    }

    // Equal as bits, so that NaNs are equal as well and loops end.
    Value bits(Value v) {
        const Type t = m_[v].type;
        if (!t.is_float()) return v;
        return b_.cast(v, t.bits() == 64 ? Kind::i64 : t.bits() == 16 ? Kind::i16 : Kind::i32);
    }

    void expand(Value v) {
        b_.set_cursor_before(v);
        const Inst i = m_[v];
        const Value a = i.arg[0];
        switch (i.op) {
        case Op::wave_any:
        case Op::wave_ballot:
        case Op::wave_bit_count:
        case Op::wave_prefix_bit_count: m_[v].arg[0] = masked(a); return;
        case Op::wave_all:
            if (excludes_helpers()) m_[v].arg[0] = b_.binary(Op::or_, a, helper());
            return;
        case Op::wave_is_first:
            if (!excludes_helpers()) return;
            return become(v, Op::ieq, b_.emit(Op::wave_lane_index, i32()), first_lane());
        case Op::wave_read_first:
            if (excludes_helpers()) become(v, Op::wave_read_lane, a, first_lane());
            return;
        case Op::wave_all_equal: {
            if (!excludes_helpers()) return;
            const Type t = m_[a].type;
            Value first = b_.emit(Op::wave_read_lane, t, a, first_lane());
            Value same = b_.compare(t.is_float() ? Op::feq : Op::ieq, a, first);
            return become(v, Op::wave_all, b_.binary(Op::or_, same, helper()));
        }
        case Op::wave_reduce:
        case Op::wave_prefix: m_[v].arg[0] = masked(a, static_cast<WaveOp>(i.arg[1])); return;
        case Op::wave_match: return match(v, i);
        case Op::wave_multi_prefix: {
            const auto op = static_cast<WaveOp>(i.arg[2]);
            if (profile_.partitioned && !excludes_helpers()) {
                // Only lanes that are there may be named.
                Value here = b_.emit(Op::wave_ballot, lanes_type, b_.boolc(true));
                m_[v].arg[1] = b_.binary(Op::and_, i.arg[1], here);
                return;
            }
            return by_mask(v, i.type, i.arg[1],
                           [&] { return b_.emit(Op::wave_prefix, i.type, masked(a, op), i.arg[2]); });
        }
        case Op::wave_multi_prefix_bit_count:
            return by_mask(v, i.type, i.arg[1],
                           [&] { return b_.emit(Op::wave_prefix_bit_count, i32(), masked(a)); });
        default: return;
        }
    }

    void match(Value v, const Inst &i) {
        if (profile_.partitioned) {
            if (!excludes_helpers()) return;
            Value same = b_.emit(Op::wave_match, lanes_type, i.arg[0]);
            Value counting = b_.emit(Op::wave_ballot, lanes_type, active());
            return become(v, Op::and_, same, counting);
        }
        Value a = bits(i.arg[0]);
        peel(v, lanes_type, [&](Value *same) {
            Value first = b_.emit(Op::wave_read_first, m_[a].type, a);
            *same = b_.compare(Op::ieq, a, first);
            return b_.emit(Op::wave_ballot, lanes_type, masked(*same));
        });
    }

    // Runs `operation` once for each group of lanes that have the same mask, with that group alone.
    template <typename F>
    void by_mask(Value v, Type t, Value mask, F operation) {
        const Value nothing = b_.zero(t);
        peel(v, t, [&](Value *same) {
            for (unsigned k = 0; k < 4; ++k) {
                Value word = b_.extract(mask, k);
                Value equal = b_.compare(Op::ieq, word, b_.emit(Op::wave_read_first, i32(), word));
                *same = *same ? b_.binary(Op::and_, *same, equal) : equal;
            }
            const Value group = b_.begin_if(*same);
            leave(group, {operation()});
            b_.begin_else(group);
            leave(group, {nothing});
            b_.end_if(group);
            return b_.emit(Op::result, t, group, 0);
        });
    }

    // Runs `step` with the lanes that are left until each was the same as the first of them; it yields what
    // those take along. All lanes leave the loop together: what one that left it alone took out of it need
    // not outlive the turns that others still make, on hardware without masks for each value.
    template <typename F>
    void peel(Value v, Type t, F step) {
        const Value initial[] = {b_.boolc(false), b_.zero(t)};
        const Value loop = b_.begin_loop();
        b_.set_values(loop, initial);
        const Value done = b_.emit(Op::param, boolean(), loop, 0), taken = b_.emit(Op::param, t, loop, 1);
        const Value left = b_.begin_if(b_.not_(done));
        Value same = 0;
        const Value r = step(&same);
        leave(left, {same, b_.select(same, r, taken)});
        b_.begin_else(left);
        leave(left, {done, taken});
        b_.end_if(left);
        const Value now_done = b_.emit(Op::result, boolean(), left, 0),
                    now_taken = b_.emit(Op::result, t, left, 1);
        const Value all = b_.begin_if(b_.not_(b_.emit(Op::wave_any, boolean(), b_.not_(now_done))));
        leave(loop, {now_taken});
        b_.end_if(all);
        const Value next[] = {now_done, now_taken};
        b_.set_values(b_.continue_(loop), next);
        b_.end_loop(loop);
        become(v, Op::result, loop);
        m_[v].type = t;
    }

    void leave(Value construct, std::initializer_list<Value> values) {
        b_.set_values(b_.break_(construct), {values.begin(), values.size()});
    }

    Module &m_;
    const Profile &profile_;
    Builder b_;
    Function &f_;
};

} // namespace

void lower_lanes(Module &m, const Profile &profile) {
    lower_quads(m, profile);
    for (unsigned f = 0; f < 2; ++f)
        if (m.functions[f].head) Lanes(m, profile, f).run();
}

} // namespace weft::passes
