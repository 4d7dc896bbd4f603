#include "core/passes/quads.h"

#include "core/ir/builder.h"

namespace weft::passes {

namespace {

using namespace ir;
using signature::SystemValue;

bool implicit_level(const Inst &i) {
    return (i.op == Op::sample || i.op == Op::sample_cmp) &&
           !(i.arg[3] & (tex_flag::explicit_lod | tex_flag::gradient));
}

bool is_derivative(const Inst &i) {
    return i.op == Op::ddx || i.op == Op::ddy;
}

bool is_quad_operation(Op op) {
    return op >= Op::quad_read && op <= Op::quad_all;
}

bool has_thread_groups(Stage s) {
    return s == Stage::compute || s == Stage::amplification || s == Stage::mesh;
}

class Quads {
  public:
    Quads(Module &m, const Profile &profile, unsigned function)
        : m_(m), profile_(profile), b_(m, function), f_(m.functions[function]) {
        const uint64_t threads = uint64_t{m.workgroup_size[0]} * m.workgroup_size[1] * m.workgroup_size[2];
        partial_quads_ = threads % 4;
    }

    void run() {
        const bool groups = has_thread_groups(m_.stage);
        const bool native = profile_.compute_derivatives && m_.stage == Stage::compute && !partial_quads_;
        const bool differences = groups && profile_.quad_derivatives && !native;
        unsigned depth = 0;
        for (Value v = f_.head; v;) {
            const Value next = m_[v].next;
            const Inst i = m_[v];
            depth += is_begin(i.op);
            depth -= is_end(i.op);
            // A pixel's quad is whole. A thread's neighbours may not exist, or be elsewhere.
            gaps_ = groups && (partial_quads_ || depth);
            b_.set_cursor_before(v);
            if (i.op == Op::quad_any || i.op == Op::quad_all)
                vote(v, i);
            else if (gaps_ && (i.op == Op::quad_read || i.op == Op::quad_swap))
                guard(v, i);
            else if (differences && is_derivative(i))
                become_alias(v, difference(i.arg[0], i.op == Op::ddy, i.arg[1] == 2));
            else if (differences && implicit_level(i))
                sample(v, i);
            v = next;
        }
    }

  private:
    void become_alias(Value v, Value of) {
        Inst &i = m_[v];
        i.op = Op::alias;
        i.flags = 0;
        i.arg[0] = of;
        i.arg[1] = i.arg[2] = i.arg[3] = 0;
        m_.unlink(f_, v);
    }

    Value lane() { return b_.emit(Op::wave_lane_index, i32()); }

    Value is_active(Value lane) {
        Value here = b_.emit(Op::wave_ballot, i32(4), b_.boolc(true));
        Value word = b_.emit(Op::extract_dyn, i32(), here, b_.binary(Op::ushr, lane, b_.i32c(5)));
        Value bit = b_.binary(Op::and_, b_.binary(Op::ushr, word, b_.binary(Op::and_, lane, b_.i32c(31))),
                              b_.i32c(1));
        return b_.nonzero(bit);
    }

    Value of_quad(Value which) {
        return b_.binary(Op::or_, b_.binary(Op::and_, lane(), b_.i32c(~3u)), which);
    }

    Value read(Value value, Value which) { return b_.emit(Op::quad_read, m_[value].type, value, which); }
    Value swap(Value value, uint32_t direction) {
        return b_.emit(Op::quad_swap, m_[value].type, value, direction);
    }

    // What an absent neighbour has is zero.
    Value present(Value value, Value lane) {
        return b_.select(is_active(lane), value, b_.zero(m_[value].type));
    }

    Value neighbour(uint32_t direction) { return b_.binary(Op::xor_, lane(), b_.i32c(direction + 1)); }

    void guard(Value v, const Inst &i) {
        const bool reads = i.op == Op::quad_read;
        Value raw = b_.insert(i);
        Value from = reads ? of_quad(b_.binary(Op::and_, i.arg[1], b_.i32c(3))) : neighbour(i.arg[1]);
        become_alias(v, present(raw, from));
    }

    // All, unless any is not.
    void vote(Value v, const Inst &i) {
        const bool all = i.op == Op::quad_all;
        Value c = b_.select(all ? b_.not_(i.arg[0]) : i.arg[0], b_.i32c(1), b_.i32c(0));
        for (uint32_t direction : {0u, 1u}) {
            Value other = swap(c, direction);
            // Across x first: the neighbour across y then knows of its own.
            if (gaps_) other = present(other, neighbour(direction));
            c = b_.binary(Op::or_, c, other);
        }
        // With a lane missing, the one across the diagonal is out of its reach.
        if (gaps_) {
            Value other = present(swap(c, 2), neighbour(2));
            c = b_.binary(Op::or_, c, other);
        }
        Value any = b_.nonzero(c);
        become_alias(v, all ? b_.not_(any) : any);
    }

    // Between neighbours: of the lane's own row or column, or of the first one of the quad.
    Value difference(Value value, bool along_y, bool fine) {
        const Type t = m_[value].type;
        Value parts[4] = {};
        for (unsigned k = 0; k < t.count(); ++k) {
            Value c = b_.extract(value, k), d;
            const uint32_t step = along_y ? 2 : 1;
            if (fine) {
                Value other = swap(c, along_y ? 1 : 0);
                Value second = b_.nonzero(b_.binary(Op::and_, lane(), b_.i32c(step)));
                d = b_.select(second, b_.binary(Op::fsub, c, other), b_.binary(Op::fsub, other, c));
                if (gaps_) d = present(d, neighbour(along_y ? 1 : 0));
            } else {
                d = b_.binary(Op::fsub, read(c, b_.i32c(step)), read(c, b_.i32c(0)));
                if (gaps_) d = present(present(d, of_quad(b_.i32c(step))), of_quad(b_.i32c(0)));
            }
            parts[k] = d;
        }
        if (t.is_scalar()) return parts[0];
        return b_.emit(Op::construct, t, parts[0], parts[1], parts[2], parts[3]);
    }

    // The level follows from the differences of the coordinates; a bias of it is a factor of those.
    void sample(Value v, const Inst &i) {
        const Resource &r = m_.resources[i.arg[1]];
        Value slots[tex_arg::count] = {};
        const auto values = m_.values(i);
        for (size_t k = 0; k < values.size(); ++k)
            slots[k] = values[k];
        const unsigned n = coordinate_count(r.dim) - is_array(r.dim);
        Value c = slots[tex_arg::coord];
        static constexpr uint8_t first[4] = {0, 1, 2, 3};
        if (m_[c].type.count() != n) c = n == 1 ? b_.extract(c, 0) : b_.shuffle(c, first, n);
        Value dx = difference(c, false, false), dy = difference(c, true, false);
        if (i.arg[3] & tex_flag::bias) {
            Value factor = b_.broadcast(b_.unary(Op::fexp2, slots[tex_arg::lod]), n);
            dx = b_.binary(Op::fmul, dx, factor);
            dy = b_.binary(Op::fmul, dy, factor);
            slots[tex_arg::lod] = 0;
        }
        slots[tex_arg::ddx] = dx;
        slots[tex_arg::ddy] = dy;
        Inst &to = m_[v];
        to.arg[3] = (i.arg[3] & ~tex_flag::bias) | tex_flag::gradient;
        to.arg[0] = static_cast<uint32_t>(m_.pool.size());
        to.count = tex_arg::count;
        m_.pool.append(std::span<const Value>(slots));
    }

    Module &m_;
    const Profile &profile_;
    Builder b_;
    Function &f_;
    bool partial_quads_ = false, gaps_ = false;
};

// --- threads of a group of two dimensions ---

uint32_t input_of(Module &m, SystemValue value, uint8_t mask) {
    for (uint32_t k = 0; k < m.inputs.size(); ++k)
        if (m.inputs[k].system_value == value) return k;
    Vec<signature::Element> elements(*m.arena, m.inputs.size() + 1);
    elements.append(m.inputs);
    signature::Element e;
    e.system_value = value;
    e.component_type = signature::ComponentType::uint;
    e.mask = e.used_mask = mask;
    e.scan_index = ~0u;
    elements.push(e);
    m.inputs = elements.span();
    return static_cast<uint32_t>(m.inputs.size() - 1);
}

bool is_thread_number(SystemValue v) {
    return v == SystemValue::thread_id || v == SystemValue::thread_id_in_group ||
           v == SystemValue::thread_index_in_group;
}

// Numbers the threads so that four which follow each other make a square. What is loaded of a thread's place
// is computed from the index that Vulkan gives it.
void number_by_quads(Module &m) {
    const uint32_t index_input = input_of(m, SystemValue::thread_index_in_group, 1);
    const uint32_t group_input = input_of(m, SystemValue::group_id, 7);
    Function &f = m.functions[0];
    Value place = 0, index = 0, global = 0;
    Value loads = 0; // the first instruction of the shader's own
    Builder b(m, 0);
    loads = f.head;
    for (Value v = loads; v;) {
        const Value next = m[v].next;
        const Inst i = m[v];
        if (i.op == Op::load_input &&
            is_thread_number(m.inputs[Access::unpack(i.arg[2]).element].system_value)) {
            if (!place) {
                b.set_cursor_before(loads);
                const uint32_t *size = m.workgroup_size;
                auto c = [&b](uint32_t n) { return b.i32c(n); };
                Value linear = b.emit(Op::load_input, i32(), 0, 0, Access::pack(index_input, 0, 0));
                Value quad = b.binary(Op::ushr, linear, c(2));
                Value in_row = b.binary(Op::umod, quad, c(size[0] / 2));
                Value row = b.binary(Op::udiv, quad, c(size[0] / 2));
                Value in_layer = b.binary(Op::umod, row, c(size[1] / 2));
                Value z = b.binary(Op::udiv, row, c(size[1] / 2));
                Value x =
                    b.binary(Op::iadd, b.binary(Op::shl, in_row, c(1)), b.binary(Op::and_, linear, c(1)));
                Value low = b.binary(Op::and_, b.binary(Op::ushr, linear, c(1)), c(1));
                Value y = b.binary(Op::iadd, b.binary(Op::shl, in_layer, c(1)), low);
                place = b.emit(Op::construct, i32(3), x, y, z);
                index = b.binary(Op::imul, z, c(size[0] * size[1]));
                index = b.binary(Op::iadd, index, b.binary(Op::imul, y, c(size[0])));
                index = b.binary(Op::iadd, index, x);
                Value group = b.emit(Op::load_input, i32(3), 0, 0, Access::pack(group_input, 0, 0));
                const uint32_t sizes[4] = {size[0], size[1], size[2], 0};
                Value start = b.binary(Op::imul, group, b.constant(i32(3), {sizes, 3}));
                global = b.binary(Op::iadd, start, place);
            }
            const auto a = Access::unpack(i.arg[2]);
            const SystemValue value = m.inputs[a.element].system_value;
            const unsigned n = i.type.count();
            Value from = value == SystemValue::thread_id ? global : place;
            b.set_cursor_before(v);
            if (value == SystemValue::thread_index_in_group) {
                from = b.broadcast(index, n);
            } else {
                const auto column = static_cast<uint8_t>(a.column);
                const uint8_t lanes[4] = {column, static_cast<uint8_t>(column + 1),
                                          static_cast<uint8_t>(column + 2), 0};
                from = n == 1 ? b.extract(from, column) : n == 3 ? from : b.shuffle(from, lanes, n);
            }
            if (i.type.kind() != Kind::i32) from = b.cast(from, i.type.kind());
            Inst &to = m[v];
            to.op = Op::alias;
            to.arg[0] = from;
            to.arg[1] = to.arg[2] = to.arg[3] = 0;
            m.unlink(f, v);
        }
        v = next;
    }
}

} // namespace

void lower_quads(Module &m, const Profile &profile) {
    bool quads = false, votes = false;
    for (const Inst &i : m.insts) {
        votes |= i.op == Op::quad_any || i.op == Op::quad_all;
        quads |= is_quad_operation(i.op) || is_derivative(i) || implicit_level(i);
    }
    if (!quads) return;
    const bool groups = has_thread_groups(m.stage);
    if (!groups && !votes) return;
    const uint32_t *size = m.workgroup_size;
    if (groups && (profile.quad_derivatives || profile.compute_derivatives) && size[1] > 1 &&
        size[0] % 2 == 0 && size[1] % 2 == 0)
        number_by_quads(m);
    for (unsigned f = 0; f < 2; ++f)
        if (m.functions[f].head) Quads(m, profile, f).run();
}

} // namespace weft::passes
