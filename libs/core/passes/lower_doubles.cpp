#include "core/passes/lower_doubles.h"

#include "core/passes/float64.h"

namespace weft::passes {

namespace {

using namespace ir;
using R = Float64Routine;

constexpr Type pair_type = i32(2), lanes_type = i32(4);
constexpr uint32_t sign_bit = 0x80000000;

class Lowering {
  public:
    Lowering(Module &m, Diagnostics &diag)
        : m_(m),
          diag_(diag),
          library_(m),
          parts_of_(m.arena->zeroed<uint32_t>(m.insts.size())),
          parts_(*m.arena) {}

    Result run() {
        parts_.push({}); // 0: none
        for (Inst &i : m_.insts) {
            i.mark = i.type.kind() == Kind::f64;
            // Two words stand where the double stood.
            if ((i.op == Op::constant || i.op == Op::alias) && i.mark && i.type.is_scalar())
                i.type = pair_type;
        }
        arrays();
        for (unsigned f = 0; f < 2 && !diag_.has_errors(); ++f)
            if (m_.functions[f].head) function(f);
        return diag_.result();
    }

  private:
    // The scalars of a vector of doubles, each of them two words.
    struct Parts {
        Value v[4];
    };

    static bool fits(Type row) { return row.bits() == 64 && row.count() <= 2; }

    // Which arrays hold words from now on.
    void arrays() {
        local_words_ = m_.arena->zeroed<uint8_t>(m_.locals.size());
        for (size_t k = 0; k < m_.locals.size(); ++k) {
            Type &row = m_.locals[k].row_type;
            if (!fits(row)) continue;
            local_words_[k] = 1;
            row = i32(2 * row.count());
        }
        icb_words_ = m_.arena->zeroed<uint8_t>(m_.constant_arrays.size());
        for (size_t k = 0; k < m_.constant_arrays.size(); ++k) {
            Type &row = m_.constant_arrays[k].row_type;
            if (!fits(row)) continue;
            icb_words_[k] = 1;
            row = i32(2 * row.count());
        }
        shared_words_ = m_.arena->zeroed<uint8_t>(m_.shared.size());
        for (const Inst &i : m_.insts)
            if (i.op == Op::atomic_shared) shared_words_[i.arg[3] & 0xffff] = 2;
        for (size_t k = 0; k < m_.shared.size(); ++k) {
            SharedArray &s = m_.shared[k];
            const bool words = s.kind == Kind::i64 && !shared_words_[k] && s.elements < 1u << 30;
            shared_words_[k] = words;
            if (words) s = {s.elements * 2, Kind::i32};
        }
    }

    void function(unsigned index) {
        Builder builder(m_, index);
        b_ = &builder;
        f_ = &m_.functions[index];
        for (Value v = f_->head; v && !diag_.has_errors();) {
            const Value next = m_[v].next;
            b_->set_cursor_before(v);
            visit(v);
            v = next;
        }
    }

    bool was_double(Value v) const { return v && m_[v].mark; }

    void refuse(Op op) {
        diag_.bare_error(Result::not_implemented, code::ir_not_implemented,
                         "Floats of 64 bits cannot be emulated in the operation %s.", info(op).name);
    }

    void become_alias(Value v, Value of) {
        m_.unlink(*f_, v);
        Inst &i = m_[v];
        i.op = Op::alias;
        i.type = m_[of].type;
        i.arg[0] = of;
        i.arg[1] = i.arg[2] = i.arg[3] = 0;
    }

    Value low(Value v) { return b_->extract(v, 0); }
    Value high(Value v) { return b_->extract(v, 1); }
    Value join(Value l, Value h) { return b_->emit(Op::construct, pair_type, l, h); }
    Value call(R r, Value x, Value y = 0, Value z = 0) { return library_.call(*b_, r, x, y, z); }

    // --- vectors ---

    // Component k of a double, vector or not.
    Value part(Value v, unsigned k) {
        v = m_.resolve(v);
        const Inst &i = m_[v];
        if (i.op == Op::constant && i.type.kind() == Kind::f64)
            return b_->constant(pair_type, {i.arg + 2 * k, 2});
        if (uint32_t at = v < parts_of_.size() ? parts_of_[v] : 0) return parts_[at].v[k];
        return v;
    }

    // A vector of doubles is no value any more.
    void become_parts(Value v, const Parts &p) {
        m_.unlink(*f_, v);
        m_[v].op = Op::none;
        parts_of_[v] = static_cast<uint32_t>(parts_.size());
        parts_.push(p);
    }

    void become_components(Value v, Type t, const Parts &p) {
        if (t.is_scalar()) return become_alias(v, p.v[0]);
        if (t.kind() == Kind::f64) return become_parts(v, p);
        become_alias(v, b_->emit(Op::construct, t, p.v[0], p.v[1], p.v[2], p.v[3]));
    }

    Value operand(Value v, unsigned k) {
        if (was_double(v)) return part(v, k);
        return m_[v].type.is_vector() ? b_->extract(v, k) : v;
    }

    // --- one instruction ---

    void visit(Value v) {
        const Inst i = m_[v];
        bool concerned = i.mark;
        for (Value o : m_.values(i))
            concerned |= was_double(o);
        switch (i.op) {
        case Op::load_local:
        case Op::load_icb:
        case Op::load_shared: return load_array(v, i);
        case Op::store_local:
        case Op::store_shared: return store_array(v, i);
        default: break;
        }
        if (!concerned) return;
        const unsigned count = i.type.count();
        switch (i.op) {
        case Op::alias:
            if (count > 1) m_.unlink(*f_, v); // its users look through it
            return;
        case Op::param:
        case Op::result:
            if (count > 1) return refuse(i.op);
            m_[v].type = pair_type;
            return;
        case Op::loop:
        case Op::case_:
        case Op::break_:
        case Op::continue_:
        case Op::fallthrough: return;
        case Op::bitcast: return cast(v, i);
        case Op::select:
            if (count == 1) {
                m_[v].type = pair_type;
                return;
            }
            return each(v, i, [&](unsigned k) {
                return b_->select(operand(i.arg[0], k), part(i.arg[1], k), part(i.arg[2], k));
            });
        case Op::extract: return become_alias(v, part(i.arg[0], i.arg[1]));
        case Op::extract_dyn: return pick(v, i);
        case Op::construct: return construct(v, i);
        case Op::shuffle:
            return each(v, i, [&](unsigned k) {
                const unsigned s = i.arg[2] >> (8 * k) & 7;
                return s < 4 ? part(i.arg[0], s) : part(i.arg[1], s - 4);
            });
        case Op::insert:
            return each(v, i,
                        [&](unsigned k) { return k == i.arg[2] ? part(i.arg[1], 0) : part(i.arg[0], k); });
        case Op::load_buffer: return load_buffer(v, i);
        case Op::resident: return resident(v, i);
        case Op::store_buffer: return store_buffer(v, i);
        case Op::fdot: {
            Value sum = 0;
            for (unsigned k = 0; k < doubles(i.arg[0]); ++k) {
                const Value p = call(R::multiply, part(i.arg[0], k), part(i.arg[1], k));
                sum = sum ? call(R::add, sum, p) : p;
            }
            return become_alias(v, sum);
        }
        case Op::wave_read_first:
        case Op::wave_read_lane:
        case Op::quad_read:
        case Op::quad_swap: {
            // Of each word.
            auto of = [&](Value word) {
                return b_->emit(i.op, i32(), word, i.arg[1], i.arg[2], i.arg[3], i.flags);
            };
            const Value l = of(low(i.arg[0]));
            return become_alias(v, join(l, of(high(i.arg[0]))));
        }
        case Op::wave_all_equal: {
            const Value a = i.arg[0];
            const Value l = b_->emit(Op::wave_read_first, i32(), low(a));
            const Value h = b_->emit(Op::wave_read_first, i32(), high(a));
            m_[v].op = Op::wave_all;
            m_[v].arg[0] = call(R::equal, a, join(l, h));
            return;
        }
        case Op::wave_match: {
            // The lanes that have the same first and the same second word.
            const Value l = b_->emit(Op::wave_match, lanes_type, low(i.arg[0]));
            const Value h = b_->emit(Op::wave_match, lanes_type, high(i.arg[0]));
            return become_alias(v, b_->binary(Op::and_, l, h));
        }
        case Op::wave_reduce:
        case Op::wave_prefix:
        case Op::wave_multi_prefix: return fold_lanes(v, i);
        default: break;
        }
        // Component by component.
        const unsigned n = count > 0 ? count : 1;
        Parts p{};
        for (unsigned k = 0; k < n; ++k) {
            Value a[3] = {};
            for (unsigned o = 0; o < 3 && o < info(i.op).values; ++o)
                if (i.arg[o]) a[o] = operand(i.arg[o], k);
            p.v[k] = scalar(i, a);
            if (!p.v[k]) return refuse(i.op);
        }
        become_components(v, i.type, p);
    }

    // How many doubles a value was.
    unsigned doubles(Value v) const {
        v = m_.resolve(v);
        if (m_[v].op == Op::constant && m_[v].type.kind() == Kind::f64) return m_[v].type.count();
        unsigned n = 0;
        if (uint32_t at = v < parts_of_.size() ? parts_of_[v] : 0)
            while (n < 4 && parts_[at].v[n])
                ++n;
        return n ? n : 1;
    }

    template <typename F>
    void each(Value v, const Inst &i, F f) {
        Parts p{};
        for (unsigned k = 0; k < i.type.count(); ++k)
            p.v[k] = f(k);
        become_components(v, i.type, p);
    }

    Value with_high(Value a, Op op, uint32_t bits) {
        const Value l = low(a);
        return join(l, b_->binary(op, high(a), b_->i32c(bits)));
    }
    Value negated(Value a) { return with_high(a, Op::xor_, sign_bit); }
    Value absolute(Value a) { return with_high(a, Op::and_, ~sign_bit); }
    // The high word without its sign; its lowest bit is set if any bit of the low word is, too.
    Value rest(Value a) {
        const Value any = b_->compare(Op::ine, low(a), b_->i32c(0));
        const Value bit = b_->select(any, b_->i32c(1), b_->i32c(0));
        return b_->binary(Op::or_, high(absolute(a)), bit);
    }

    // What arithmetic on scalars becomes; 0 where there is no way.
    Value scalar(const Inst &i, const Value (&a)[3]) {
        const Type t = i.type.scalar();
        switch (i.op) {
        case Op::fadd: return call(R::add, a[0], a[1]);
        case Op::fsub: return call(R::add, a[0], negated(a[1]));
        case Op::fmul: return call(R::multiply, a[0], a[1]);
        case Op::fdiv: return call(R::divide, a[0], a[1]);
        case Op::frcp: return call(R::divide, one(), a[0]);
        case Op::ffma: return call(R::fused, a[0], a[1], a[2]);
        case Op::fmad: return call(R::add, call(R::multiply, a[0], a[1]), a[2]);
        case Op::fneg: return negated(a[0]);
        case Op::fabs: return absolute(a[0]);
        case Op::fmin: return call(R::minimum, a[0], a[1]);
        case Op::fmax: return call(R::maximum, a[0], a[1]);
        case Op::fsat: return call(R::saturate, a[0]);
        case Op::ftrunc: return call(R::truncate, a[0]);
        case Op::ffloor: return call(R::floor, a[0]);
        case Op::fceil: return call(R::ceiling, a[0]);
        case Op::fround: return call(R::nearest, a[0]);
        case Op::ffract: return call(R::add, a[0], negated(call(R::floor, a[0])));
        case Op::feq: return call(R::equal, a[0], a[1]);
        case Op::fne: return b_->not_(call(R::equal, a[0], a[1]));
        case Op::flt: return call(R::less, a[0], a[1]);
        case Op::fge: return call(R::not_less, a[0], a[1]);
        case Op::fisnan: return b_->compare(Op::uge, rest(a[0]), b_->i32c(0x7ff00001));
        case Op::fisinf: return b_->compare(Op::ieq, rest(a[0]), b_->i32c(0x7ff00000));
        case Op::fconvert:
            if (t.kind() == Kind::f64) return from_float(a[0]);
            if (t.kind() == Kind::f16)
                return b_->cast(b_->emit(Op::uconvert, Kind::i16, call(R::to_half, a[0])), Kind::f16);
            return b_->cast(call(R::to_float, a[0]), Kind::f32);
        case Op::itof:
        case Op::utof: return from_integer(a[0], i.op == Op::itof);
        case Op::ftoi:
        case Op::ftou: return to_integer(a[0], t, i.op == Op::ftoi);
        default: return 0;
        }
    }

    Value one() {
        const uint32_t words[] = {0, 0x3ff00000};
        return b_->constant(pair_type, words);
    }

    Value from_float(Value a) {
        if (m_[a].type.kind() == Kind::f16) a = b_->emit(Op::fconvert, f32(), a);
        return call(R::from_float, b_->cast(a, Kind::i32));
    }

    // Magnitude and sign, rounded; 1085 is the exponent of a whole number (float64.h).
    Value from_integer(Value a, bool is_signed) {
        const unsigned bits = m_[a].type.bits();
        if (bits < 32) a = b_->emit(is_signed ? Op::sconvert : Op::uconvert, i32(), a);
        const Value words = bits == 64 ? b_->emit(Op::bitcast, pair_type, a) : 0;
        Value l = words ? low(words) : a, h = words ? high(words) : b_->i32c(0);
        Value sign = b_->i32c(0);
        if (is_signed) {
            sign = b_->binary(Op::and_, words ? h : l, b_->i32c(sign_bit));
            const Value below_zero = b_->compare(Op::ine, sign, b_->i32c(0));
            if (words) {
                const Value none = b_->compare(Op::ieq, l, b_->i32c(0));
                const Value minus_high =
                    b_->binary(Op::iadd, b_->not_(h), b_->select(none, b_->i32c(1), b_->i32c(0)));
                h = b_->select(below_zero, minus_high, h);
            }
            l = b_->select(below_zero, b_->unary(Op::ineg, l), l);
        }
        return call(R::round, sign, b_->i32c(1085), join(l, h));
    }

    Value to_integer(Value a, Type t, bool is_signed) {
        if (t.bits() == 64) return b_->emit(Op::bitcast, t, call(is_signed ? R::to_i64 : R::to_u64, a));
        Value r = call(is_signed ? R::to_i32 : R::to_u32, a);
        if (t.bits() == 32) return r;
        const uint32_t ones = (1u << t.bits()) - 1, top = is_signed ? ones >> 1 : ones;
        r = b_->binary(is_signed ? Op::imin : Op::umin, r, b_->i32c(top));
        if (is_signed) r = b_->binary(Op::imax, r, b_->i32c(~top));
        return b_->emit(Op::uconvert, t, r);
    }

    // --- bits ---

    void cast(Value v, const Inst &i) {
        const Value source = m_.resolve(i.arg[0]);
        const Type from = m_[source].type;
        if (i.mark && i.type.is_vector()) {
            // From words or from integers of 64 bits.
            return each(v, i, [&](unsigned k) {
                if (was_double(source)) return part(source, k);
                if (from.bits() == 64) return b_->emit(Op::bitcast, pair_type, b_->extract(source, k));
                const Value words = b_->cast(source, Kind::i32);
                return join(b_->extract(words, 2 * k), b_->extract(words, 2 * k + 1));
            });
        }
        if (!i.mark && doubles(source) > 1) {
            if (i.type.bits() == 64) {
                Parts p{};
                for (unsigned k = 0; k < i.type.count(); ++k)
                    p.v[k] = b_->emit(Op::bitcast, i.type.scalar(), part(source, k));
                return become_components(v, i.type, p);
            }
            const Value words = b_->emit(Op::construct, i32(4), part(source, 0), part(source, 1));
            return become_alias(v, b_->cast(words, i.type.kind()));
        }
        Value r = source;
        // Through the cast that made an integer of two words.
        if (m_[r].op == Op::bitcast && m_[m_.resolve(m_[r].arg[0])].type == pair_type)
            r = m_.resolve(m_[r].arg[0]);
        const Type to = i.mark ? pair_type : i.type;
        if (m_[r].type != to) r = b_->emit(Op::bitcast, to, r);
        become_alias(v, r);
    }

    void construct(Value v, const Inst &i) {
        Parts p{};
        unsigned n = 0;
        for (unsigned o = 0; o < 4 && i.arg[o]; ++o)
            for (unsigned k = 0, count = doubles(i.arg[o]); k < count && n < 4; ++k)
                p.v[n++] = part(i.arg[o], k);
        become_components(v, i.type, p);
    }

    void pick(Value v, const Inst &i) {
        Value r = part(i.arg[0], 0);
        for (unsigned k = 1; k < doubles(i.arg[0]); ++k)
            r = b_->select(b_->compare(Op::ieq, i.arg[1], b_->i32c(k)), part(i.arg[0], k), r);
        become_alias(v, r);
    }

    // --- memory ---

    Value behind(Value index, unsigned words) {
        return words ? b_->binary(Op::iadd, index, b_->i32c(words)) : index;
    }

    // Buffers count in words as it is.
    void load_buffer(Value v, const Inst &i) {
        if (i.type.is_scalar()) {
            m_[v].type = pair_type;
            return;
        }
        each(v, i, [&](unsigned k) {
            return b_->emit(Op::load_buffer, pair_type, behind(i.arg[0], 2 * k), i.arg[1], i.arg[2], 0,
                            i.flags);
        });
    }

    // All of it.
    void resident(Value v, const Inst &i) {
        const unsigned count = doubles(i.arg[0]);
        if (count == 1) return;
        Value all = 0;
        for (unsigned k = 0; k < count; ++k) {
            const Value one_part = b_->emit(Op::resident, i.type, part(i.arg[0], k));
            all = all ? b_->binary(Op::and_, all, one_part) : one_part;
        }
        become_alias(v, all);
    }

    void store_buffer(Value v, const Inst &i) {
        const unsigned count = doubles(i.arg[1]);
        if (count == 1) {
            m_[v].arg[1] = part(i.arg[1], 0);
            return;
        }
        for (unsigned k = 0; k < count; ++k)
            b_->emit(Op::store_buffer, void_type, behind(i.arg[0], 2 * k), part(i.arg[1], k), i.arg[2],
                     i.arg[3], i.flags);
        m_.unlink(*f_, v);
    }

    // Loads of words where elements of 64 bits were loaded.
    void load_array(Value v, const Inst &i) {
        const std::span<uint8_t> words = i.op == Op::load_local ? local_words_
                                         : i.op == Op::load_icb ? icb_words_
                                                                : shared_words_;
        const bool shared = i.op == Op::load_shared;
        if (!words[i.arg[1]]) {
            if (!i.mark) return;
            // Integers of 64 bits.
            if (m_[v].type.is_vector()) return refuse(i.op);
            if (i.op == Op::load_local && m_.locals[i.arg[1]].row_type.kind() == Kind::f64)
                return refuse(i.op);
            if (i.op == Op::load_icb && m_.constant_arrays[i.arg[1]].row_type.kind() == Kind::f64)
                return refuse(i.op);
            const Value whole = b_->emit(i.op, Kind::i64, i.arg[0], i.arg[1], i.arg[2], 0, i.flags);
            return become_alias(v, b_->emit(Op::bitcast, pair_type, whole));
        }
        const Value row = shared ? twice(i.arg[0]) : i.arg[0];
        Parts p{};
        for (unsigned k = 0; k < i.type.count(); ++k) {
            const Value at = shared ? behind(row, 2 * k) : row;
            const Value pair =
                b_->emit(i.op, pair_type, at, i.arg[1], shared ? 0 : 2 * (i.arg[2] + k), 0, i.flags);
            p.v[k] = i.mark ? pair : b_->emit(Op::bitcast, i.type.scalar(), pair);
        }
        become_components(v, i.type, p);
    }

    void store_array(Value v, const Inst &i) {
        const bool shared = i.op == Op::store_shared;
        const Value value = i.arg[1];
        if (!(shared ? shared_words_ : local_words_)[i.arg[2]]) {
            if (!was_double(value)) return;
            if (doubles(value) > 1 || (!shared && m_.locals[i.arg[2]].row_type.kind() == Kind::f64))
                return refuse(i.op);
            m_[v].arg[1] = b_->emit(Op::bitcast, Kind::i64, part(value, 0));
            return;
        }
        const Value row = shared ? twice(i.arg[0]) : i.arg[0];
        const unsigned count = was_double(value) ? doubles(value) : m_[value].type.count();
        for (unsigned k = 0; k < count; ++k) {
            const Value words = was_double(value) ? part(value, k) : words_of(b_->extract(value, k));
            b_->emit(i.op, void_type, shared ? behind(row, 2 * k) : row, words, i.arg[2],
                     shared ? 0 : 2 * (i.arg[3] + k), i.flags);
        }
        m_.unlink(*f_, v);
    }

    Value twice(Value index) { return b_->binary(Op::shl, index, b_->i32c(1)); }

    Value words_of(Value v) {
        v = m_.resolve(v);
        const Inst &i = m_[v];
        if (i.op == Op::bitcast && m_[m_.resolve(i.arg[0])].type == pair_type) return m_.resolve(i.arg[0]);
        return b_->emit(Op::bitcast, pair_type, v);
    }

    // --- lanes ---

    // Lane after lane, in order, the same turns in all of them.
    void fold_lanes(Value v, const Inst &i) {
        const auto op = static_cast<WaveOp>(i.arg[i.op == Op::wave_multi_prefix ? 2 : 1]);
        R routine = R::add;
        uint32_t identity = 0;
        switch (op) {
        case WaveOp::add: break;
        case WaveOp::mul:
            routine = R::multiply;
            identity = 0x3ff00000;
            break;
        case WaveOp::min:
            routine = R::minimum;
            identity = 0x7ff00000;
            break;
        case WaveOp::max:
            routine = R::maximum;
            identity = 0xfff00000;
            break;
        default: return refuse(i.op);
        }
        const uint32_t words[] = {0, identity};
        const Value value = i.arg[0], l = low(value), h = high(value);
        const Value self = b_->emit(Op::wave_lane_index, i32());
        const Value initial[] = {b_->emit(Op::wave_ballot, lanes_type, b_->boolc(true)),
                                 b_->constant(pair_type, words)};
        const Value loop = b_->begin_loop();
        m_[loop].flags = flag::dont_unroll;
        b_->set_values(loop, initial);
        const Value left = b_->emit(Op::param, lanes_type, loop, 0),
                    sum = b_->emit(Op::param, pair_type, loop, 1);
        const Value lane = b_->emit(Op::wave_lowest, i32(), left);
        const Value term =
            join(b_->emit(Op::wave_read_lane, i32(), l, lane), b_->emit(Op::wave_read_lane, i32(), h, lane));
        const Value bit = lane_bit(lane);
        Value next_sum = call(routine, sum, term);
        if (i.op != Op::wave_reduce) {
            Value counts = b_->compare(Op::ult, lane, self);
            if (i.op == Op::wave_multi_prefix) {
                const Value hit = b_->binary(Op::and_, bit, i.arg[1]);
                const Value any =
                    b_->emit(Op::any_, boolean(), b_->compare(Op::ine, hit, b_->zero(lanes_type)));
                counts = b_->binary(Op::and_, counts, any);
            }
            next_sum = b_->select(counts, next_sum, sum);
        }
        const Value rest = b_->binary(Op::and_, left, b_->not_(bit));
        const Value more = b_->emit(Op::any_, boolean(), b_->compare(Op::ine, rest, b_->zero(lanes_type)));
        const Value done = b_->begin_if(b_->not_(more));
        b_->set_values(b_->break_(loop), {&next_sum, 1});
        b_->end_if(done);
        const Value next[] = {rest, next_sum};
        b_->set_values(b_->continue_(loop), next);
        b_->end_loop(loop);
        Inst &r = m_[v];
        r.op = Op::result;
        r.type = pair_type;
        r.arg[0] = loop;
        r.arg[1] = r.arg[2] = r.arg[3] = 0;
        r.flags = 0;
    }

    // A mask of the one lane.
    Value lane_bit(Value lane) {
        const Value bit = b_->binary(Op::shl, b_->i32c(1), lane); // modulo 32
        const Value word = b_->binary(Op::ushr, lane, b_->i32c(5));
        Value w[4];
        for (unsigned k = 0; k < 4; ++k)
            w[k] = b_->select(b_->compare(Op::ieq, word, b_->i32c(k)), bit, b_->i32c(0));
        return b_->emit(Op::construct, lanes_type, w[0], w[1], w[2], w[3]);
    }

    Module &m_;
    Diagnostics &diag_;
    Float64 library_;
    Builder *b_ = nullptr;
    Function *f_ = nullptr;
    std::span<uint32_t> parts_of_; // by value: index into parts_
    Vec<Parts> parts_;
    std::span<uint8_t> local_words_, icb_words_, shared_words_;
};

} // namespace

Result lower_doubles(Module &m, Diagnostics &diag) {
    bool any = false;
    for (const Inst &i : m.insts)
        any |= i.type.kind() == Kind::f64;
    return any ? Lowering(m, diag).run() : Result::ok;
}

} // namespace weft::passes
