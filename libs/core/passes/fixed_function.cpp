#include "core/passes/fixed_function.h"

#include "core/ir/builder.h"

namespace weft::passes {

namespace {

using namespace ir;
using signature::Element;
using signature::SystemValue;

bool is_known(const Parameter &p) {
    return p.source == Parameter::Source::immediate;
}

const Element *find_position(std::span<const Element> outputs) {
    for (const Element &e : outputs)
        if (e.system_value == SystemValue::position) return &e;
    return nullptr;
}

// Whether a shader with these outputs puts out a fog coordinate that is not simply its own. `own`: it has
// one.
bool derives_fog(std::span<const Element> outputs, const Parameter &source, bool own) {
    const bool specular = signature::find(outputs, "COLOR", 1);
    const bool position = find_position(outputs);
    if (!is_known(source)) return specular || position;
    switch (static_cast<FogSource>(source.words[0])) {
    case FogSource::fog_or_specular_w: return specular && !own;
    case FogSource::z:
    case FogSource::w: return position;
    default: return false;
    }
}

class FixedFunctionPass {
  public:
    FixedFunctionPass(Module &m, const FixedFunction &state, Diagnostics &diag)
        : m_(m), state_(state), diag_(diag), b_(m, 0) {}

    Result run() {
        switch (m_.stage) {
        case Stage::pixel: pixel(); break;
        case Stage::vertex:
        case Stage::domain:
        case Stage::geometry: before_rasteriser(); break;
        default: break;
        }
        return diag_.result();
    }

  private:
    Value value(const Parameter &p) { return b_.parameter(p); }

    Value is(Value selector, uint32_t number) { return b_.compare(Op::ieq, selector, b_.i32c(number)); }

    static Element new_element() {
        Element e;
        e.scan_index = signature::no_register;
        return e;
    }

    uint32_t append(signature::Signature &side, const Element &element) {
        Vec<Element> elements(*m_.arena, side.size() + 1);
        elements.append(side);
        elements.push(element);
        side = elements.span();
        return static_cast<uint32_t>(side.size() - 1);
    }

    static int find(signature::Signature side, SystemValue value) {
        for (size_t i = 0; i < side.size(); ++i)
            if (side[i].system_value == value) return static_cast<int>(i);
        return -1;
    }

    // Calls `body(store)` with the cursor before every store to the element.
    template <typename Body>
    void each_store(uint32_t element, Body &&body) {
        for (Value v = b_.function().head; v;) {
            const Value next = m_[v].next;
            if (m_[v].op == Op::store_output && Access::unpack(m_[v].arg[3]).element == element) {
                b_.set_cursor_before(v);
                body(v);
            }
            v = next;
        }
    }

    // --- pixel shaders ---

    void pixel() {
        if (state_.flat_colors)
            for (Element &e : m_.inputs)
                if (signature::same_name(e.name, "COLOR"))
                    e.interpolation = signature::Interpolation::constant;
        if (!is_known(state_.point_sprite) || state_.point_sprite.words[0]) point_sprite();
        for (size_t i = 0; i < m_.outputs.size(); ++i) {
            const Element &e = m_.outputs[i];
            if (e.system_value != SystemValue::target || e.semantic_index) continue;
            const auto element = static_cast<uint32_t>(i);
            const uint32_t test = state_.alpha_test.words[0];
            const bool tests = test >= static_cast<uint32_t>(Comparison::never) &&
                               test < static_cast<uint32_t>(Comparison::always);
            if (!is_known(state_.alpha_test) || tests)
                each_store(element, [&](Value store) { alpha_test(store); });
            const uint32_t mode = state_.fog.words[0];
            const bool fogged =
                mode > static_cast<uint32_t>(FogMode::none) && mode <= static_cast<uint32_t>(FogMode::linear);
            if ((!is_known(state_.fog) || fogged) && e.component_type == signature::ComponentType::float_)
                each_store(element, [&](Value store) { fog(store); });
        }
    }

    // Where component `c` of the register stands in the value that is stored, or -1.
    int lane_of(const Inst &store, unsigned c) const {
        const Access a = Access::unpack(store.arg[3]);
        const unsigned first = signature::start_column(m_.outputs[a.element].mask) + a.column;
        return c >= first && c < first + m_[store.arg[0]].type.count() ? static_cast<int>(c - first) : -1;
    }

    void alpha_test(Value store) {
        const int lane = lane_of(m_[store], 3);
        if (lane < 0) return;
        const Value alpha = b_.extract(m_[store].arg[0], static_cast<unsigned>(lane));
        Value reference = value(state_.alpha_reference);
        const bool is_float = b_.type(alpha).is_float();
        if (is_float && !b_.type(reference).is_float()) reference = b_.emit(Op::utof, f32(), reference);
        const Op less = is_float ? Op::flt : Op::ult, at_least = is_float ? Op::fge : Op::uge,
                 equal = is_float ? Op::feq : Op::ieq;
        if (!is_float) reference = b_.cast(reference, Kind::i32);
        Value pass = 0;
        if (!is_known(state_.alpha_test)) {
            // Less one, the number has a bit each for less, equal and greater.
            const Value bits = b_.binary(Op::iadd, value(state_.alpha_test), b_.i32c(~0u));
            pass = b_.compare(Op::uge, bits, b_.i32c(7));
            const Value holds[] = {b_.compare(less, alpha, reference), b_.compare(equal, alpha, reference),
                                   b_.compare(less, reference, alpha)};
            for (uint32_t i = 0; i < 3; ++i) {
                const Value counts = b_.nonzero(b_.binary(Op::and_, bits, b_.i32c(1u << i)));
                pass = b_.binary(Op::or_, pass, b_.binary(Op::and_, counts, holds[i]));
            }
            b_.emit(Op::demote, void_type, b_.not_(pass));
            return;
        }
        switch (static_cast<Comparison>(state_.alpha_test.words[0])) {
        case Comparison::less: pass = b_.compare(less, alpha, reference); break;
        case Comparison::equal: pass = b_.compare(equal, alpha, reference); break;
        case Comparison::less_equal: pass = b_.compare(at_least, reference, alpha); break;
        case Comparison::greater: pass = b_.compare(less, reference, alpha); break;
        case Comparison::not_equal:
            pass = b_.binary(Op::or_, b_.compare(less, alpha, reference), b_.compare(less, reference, alpha));
            break;
        case Comparison::greater_equal: pass = b_.compare(at_least, alpha, reference); break;
        default: pass = b_.boolc(false); break;
        }
        b_.emit(Op::demote, void_type, b_.not_(pass));
    }

    uint32_t fog_input() {
        if (auto fog = added_fog_input(m_.inputs)) return append(m_.inputs, *fog);
        return static_cast<uint32_t>(signature::find(m_.inputs, "FOG", 0) - m_.inputs.data());
    }

    Value fog_factor() {
        const Value c = b_.emit(Op::load_input, f32(), 0, 0, Access::pack(fog_input(), 0, 0));
        const Value scale = value(state_.fog_scale);
        auto linear = [&] {
            return b_.binary(Op::fmul, b_.binary(Op::fsub, value(state_.fog_end), c), scale);
        };
        auto exponential = [&](Value depth) { return b_.unary(Op::fexp2, b_.unary(Op::fneg, depth)); };
        auto depth = [&] { return b_.binary(Op::fmul, c, scale); };
        auto squared = [&](Value v) { return b_.binary(Op::fmul, v, v); };
        Value f;
        if (!is_known(state_.fog)) {
            const Value mode = value(state_.fog), d = depth();
            f = exponential(b_.select(is(mode, static_cast<uint32_t>(FogMode::exp2)), squared(d), d));
            f = b_.select(is(mode, static_cast<uint32_t>(FogMode::linear)), linear(), f);
        } else if (state_.fog.words[0] == static_cast<uint32_t>(FogMode::linear)) {
            f = linear();
        } else {
            f = exponential(state_.fog.words[0] == static_cast<uint32_t>(FogMode::exp2) ? squared(depth())
                                                                                        : depth());
        }
        // In this order a NaN becomes 1.
        return b_.binary(Op::fmax, b_.binary(Op::fmin, f, b_.f32c(1)), b_.f32c(0));
    }

    void fog(Value store) {
        const Value color = m_[store].arg[0];
        const unsigned n = b_.type(color).count();
        Lane lanes[4];
        for (unsigned i = 0; i < n; ++i)
            lanes[i] = {color, i};
        Lane old[3], fog_lanes[3];
        int at[3];
        unsigned count = 0;
        const Value fog_color = value(state_.fog_color);
        for (unsigned c = 0; c < 3; ++c)
            if (const int lane = lane_of(m_[store], c); lane >= 0) {
                old[count] = {color, static_cast<unsigned>(lane)};
                fog_lanes[count] = {fog_color, c};
                at[count++] = lane;
            }
        if (!count) return;
        const Value from = b_.gather(fog_lanes, count, Kind::f32), to = b_.gather(old, count, Kind::f32);
        Value mixed =
            b_.ternary(Op::fmad, b_.broadcast(fog_factor(), count), b_.binary(Op::fsub, to, from), from);
        if (!is_known(state_.fog)) {
            // One less than a mode that is one.
            const Value mode = b_.binary(Op::iadd, value(state_.fog), b_.i32c(~0u));
            const Value fogged = b_.compare(Op::ult, mode, b_.i32c(static_cast<uint32_t>(FogMode::linear)));
            mixed = b_.select(b_.broadcast(fogged, count), mixed, to);
        }
        for (unsigned i = 0; i < count; ++i)
            lanes[at[i]] = {mixed, i};
        const Value result = b_.gather(lanes, n, Kind::f32);
        m_[store].arg[0] = result;
    }

    void point_sprite() {
        uint32_t point = 0;
        bool declared = false;
        for (Value v = b_.function().head; v;) {
            const Value next = m_[v].next;
            const Inst load = m_[v];
            if (load.op == Op::load_input || load.op == Op::eval_input) {
                const Access a = Access::unpack(load.arg[2]);
                const Element e = m_.inputs[a.element];
                if (signature::same_name(e.name, "TEXCOORD") && e.system_value == SystemValue::none) {
                    if (!declared) {
                        Element coordinate = new_element();
                        coordinate.name = "point_coord";
                        coordinate.system_value = SystemValue::point_coord;
                        coordinate.mask = coordinate.used_mask = 0x3;
                        point = append(m_.inputs, coordinate);
                        declared = true;
                    }
                    b_.set_cursor_before(v);
                    const Value xy = b_.emit(Op::load_input, f32(2), 0, 0, Access::pack(point, 0, 0));
                    const Value zero = b_.f32c(0);
                    Lane lanes[4];
                    for (unsigned i = 0; i < load.type.count(); ++i) {
                        const unsigned c = signature::start_column(e.mask) + a.column + i;
                        lanes[i] = c < 2 ? Lane{xy, c} : Lane{zero, 0};
                    }
                    Value result = b_.gather(lanes, load.type.count(), load.type.kind());
                    if (!is_known(state_.point_sprite)) {
                        const Value own = b_.insert(load);
                        const Value sprite = b_.nonzero(value(state_.point_sprite));
                        result = b_.select(b_.broadcast(sprite, load.type.count()), result, own);
                    }
                    Inst &i = m_[v];
                    i.op = Op::alias;
                    i.arg[0] = result;
                    i.arg[1] = i.arg[2] = i.arg[3] = 0;
                }
            }
            v = next;
        }
    }

    // --- stages before the rasteriser ---

    void before_rasteriser() {
        fog_output();
        if (m_.stage == Stage::vertex &&
            (!is_known(state_.clip_planes) || state_.clip_planes.words[0] & 0xff))
            clip_planes();
        move_position();
        point_size();
    }

    // One component of an output, as the stores ahead of an exit leave it.
    struct Tracked {
        int element = -1;
        unsigned component = 0;
        Lane lane;
        bool stored = false;
    };

    Value take(const Tracked &t) {
        if (!t.stored) return b_.f32c(0);
        return b_.cast(b_.gather(&t.lane, 1, b_.type(t.lane.value()).kind()), Kind::f32);
    }

    // Where the rasteriser gets a vertex.
    bool is_exit(const Inst &i) const {
        return m_.stage == Stage::geometry ? i.op == Op::emit_vertex && !i.arg[0] : i.op == Op::return_;
    }

    // First of all, for a scan counts the element behind the shader's own.
    void fog_output() {
        const Element *declared = signature::find(m_.outputs, "FOG", 0);
        bool has_own = false; // and not just an element that awaits what is added here
        for (Value v = b_.function().head; v && declared; v = m_[v].next)
            has_own |=
                m_[v].op == Op::store_output && &m_.outputs[Access::unpack(m_[v].arg[3]).element] == declared;
        if (!derives_fog(m_.outputs, state_.fog_source, has_own)) return;
        if (declared && !(declared->mask & 1)) return; // then it is not what the fixed pipeline means by it
        auto index = [&](const Element *e) { return e ? static_cast<int>(e - m_.outputs.data()) : -1; };
        Tracked own{index(declared), 0, {}}, specular{index(signature::find(m_.outputs, "COLOR", 1)), 3, {}},
            z{index(find_position(m_.outputs)), 2, {}}, w{z.element, 3, {}};
        const auto added = added_fog_output(m_.outputs, state_.fog_source);
        const uint32_t element = added ? append(m_.outputs, *added) : static_cast<uint32_t>(own.element);
        Value old = 0; // the shader's own store
        for (Value v = b_.function().head; v;) {
            const Value next = m_[v].next;
            const Inst i = m_[v];
            if (i.op == Op::store_output) {
                const Access a = Access::unpack(i.arg[3]);
                for (Tracked *t : {&own, &specular, &z, &w})
                    if (static_cast<int>(a.element) == t->element && !a.row)
                        if (const int lane = lane_of(i, t->component); lane >= 0) {
                            t->lane = {i.arg[0], static_cast<unsigned>(lane)};
                            t->stored = true;
                            if (t == &own) old = v;
                        }
            } else if (is_exit(i)) {
                b_.set_cursor_before(v);
                auto value_of = [&](FogSource source) {
                    switch (source) {
                    case FogSource::z: return take(z);
                    case FogSource::w: return take(w);
                    case FogSource::fog_or_specular_w: return take(has_own ? own : specular);
                    default: return take(own);
                    }
                };
                Value coordinate;
                if (is_known(state_.fog_source)) {
                    coordinate = value_of(static_cast<FogSource>(state_.fog_source.words[0]));
                } else {
                    coordinate = value_of(FogSource::fog);
                    const Value source = value(state_.fog_source);
                    for (FogSource which : {FogSource::fog_or_specular_w, FogSource::z, FogSource::w})
                        coordinate =
                            b_.select(is(source, static_cast<uint32_t>(which)), value_of(which), coordinate);
                }
                for (Tracked *t : {&own, &specular, &z, &w})
                    t->stored = false;
                store_fog(element, coordinate, old);
                old = 0;
            }
            v = next;
        }
    }

    // In place of what the shader itself stores there, of which other components stay.
    void store_fog(uint32_t element, Value coordinate, Value old) {
        Lane lanes[4] = {{coordinate, 0}};
        unsigned count = 1;
        uint32_t column = 0;
        if (old) {
            const Inst i = m_[old];
            count = m_[i.arg[0]].type.count();
            column = Access::unpack(i.arg[3]).column;
            for (unsigned k = 0; k < count; ++k)
                lanes[k] = {i.arg[0], k};
            lanes[lane_of(i, 0)] = {coordinate, 0};
            m_.unlink(b_.function(), old);
        }
        const Kind kind =
            m_.outputs[element].component_type == signature::ComponentType::float_ ? Kind::f32 : Kind::i32;
        b_.emit(Op::store_output, void_type, b_.gather(lanes, count, kind), 0, 0,
                Access::pack(element, 0, column));
    }

    // Whether a position comes in one piece; else there is a message.
    bool is_whole(Value position, const char *what) {
        if (b_.type(position).count() == 4 && b_.type(position).bits() == 32) return true;
        if (!diag_.has_errors())
            diag_.bare_error(Result::not_implemented, code::ir_not_implemented,
                             "%s for a position that is not written as four floats at once.", what);
        return false;
    }

    void clip_planes() {
        const int position = find(m_.outputs, SystemValue::position);
        if (position < 0) {
            diag_.bare_error(Result::invalid_shader, code::ir_parameter,
                             "Clip planes are enabled for a shader that writes no position.");
            return;
        }
        const bool all = !is_known(state_.clip_planes);
        unsigned planes[8], count = 0;
        for (unsigned i = 0; i < 8; ++i)
            if (all || state_.clip_planes.words[0] >> i & 1) planes[count++] = i;
        // What the shader clips by itself goes on doing so; the planes come behind it.
        unsigned own = 0, next_index = 0;
        for (const Element &e : m_.outputs) {
            if (e.system_value != SystemValue::clip_distance) continue;
            own += signature::column_count(e.mask) * e.rows;
            for (uint32_t row = 0; row < e.rows; ++row)
                next_index = std::max(next_index, e.index_of_row(row) + 1);
        }
        if (own + count > std::size(planes)) {
            diag_.bare_error(Result::invalid_argument, code::ir_parameter,
                             "%u clip planes may be enabled for a shader that writes %u clip distances "
                             "itself; there can be 8 in all.",
                             count, own);
            return;
        }
        uint32_t elements[2] = {};
        for (unsigned k = 0; k * 4 < count; ++k) {
            const unsigned columns = count - k * 4 < 4 ? count - k * 4 : 4;
            Element e = new_element();
            e.name = "SV_ClipDistance";
            e.semantic_index = next_index + k;
            e.system_value = SystemValue::clip_distance;
            e.mask = e.used_mask = static_cast<uint8_t>((1u << columns) - 1);
            elements[k] = append(m_.outputs, e);
        }
        each_store(static_cast<uint32_t>(position), [&](Value store) {
            const Value stored = m_[store].arg[0];
            if (!is_whole(stored, "Clip planes")) return;
            // A signature may call its components integers.
            const Value p = b_.cast(stored, Kind::f32);
            for (unsigned k = 0; k * 4 < count; ++k) {
                Lane lanes[4];
                const unsigned columns = count - k * 4 < 4 ? count - k * 4 : 4;
                for (unsigned i = 0; i < columns; ++i) {
                    const unsigned plane = planes[k * 4 + i];
                    Value distance = b_.emit(Op::fdot, f32(), p, value(state_.clip_plane[plane]));
                    if (all) {
                        const Value bit =
                            b_.binary(Op::and_, value(state_.clip_planes), b_.i32c(1u << plane));
                        distance = b_.select(b_.nonzero(bit), distance, b_.f32c(0));
                    }
                    lanes[i] = {distance, 0};
                }
                b_.emit(Op::store_output, void_type, b_.gather(lanes, columns, Kind::f32), 0, 0,
                        Access::pack(elements[k], 0, 0));
            }
        });
    }

    void move_position() {
        const int position = find(m_.outputs, SystemValue::position);
        if (!state_.position_offset || position < 0) return;
        each_store(static_cast<uint32_t>(position), [&](Value store) {
            const Value stored = m_[store].arg[0];
            if (!is_whole(stored, "An offset")) return;
            constexpr uint8_t xy[] = {0, 1};
            const Value p = b_.cast(stored, Kind::f32);
            const Value moved =
                b_.ternary(Op::fmad, b_.broadcast(b_.extract(p, 3), 2),
                           b_.shuffle(value(*state_.position_offset), xy, 2), b_.shuffle(p, xy, 2));
            const Lane lanes[4] = {{moved, 0}, {moved, 1}, {p, 2}, {p, 3}};
            const Value result = b_.gather(lanes, 4, b_.type(stored).kind());
            m_[store].arg[0] = result;
        });
    }

    Value clamped(Value size) {
        if (state_.point_size_min) size = b_.binary(Op::fmax, size, value(*state_.point_size_min));
        if (state_.point_size_max) size = b_.binary(Op::fmin, size, value(*state_.point_size_max));
        return size;
    }

    void point_size() {
        if (const int written = find(m_.outputs, SystemValue::point_size); written >= 0) {
            if (!state_.point_size_min && !state_.point_size_max) return;
            each_store(static_cast<uint32_t>(written), [&](Value store) {
                const Value all = m_[store].arg[0];
                const unsigned n = b_.type(all).count();
                Lane lanes[4];
                lanes[0] = {clamped(b_.extract(all, 0)), 0};
                for (unsigned i = 1; i < n; ++i)
                    lanes[i] = {all, i};
                const Value result = b_.gather(lanes, n, Kind::f32);
                m_[store].arg[0] = result;
            });
            return;
        }
        if (!state_.point_size) return;
        Element e = new_element();
        e.name = "PSIZE";
        e.system_value = SystemValue::point_size;
        e.mask = e.used_mask = 1;
        const uint32_t element = append(m_.outputs, e);
        for (Value v = b_.function().head; v; v = m_[v].next) {
            if (!is_exit(m_[v])) continue;
            b_.set_cursor_before(v);
            b_.emit(Op::store_output, void_type, clamped(value(*state_.point_size)), 0, 0,
                    Access::pack(element, 0, 0));
        }
    }

    Module &m_;
    const FixedFunction &state_;
    Diagnostics &diag_;
    Builder b_;
};

} // namespace

std::optional<Element> added_fog_input(std::span<const Element> inputs) {
    if (signature::find(inputs, "FOG", 0)) return std::nullopt;
    Element e = signature::fog_element(inputs);
    e.interpolation = signature::Interpolation::linear;
    return e;
}

std::optional<Element> added_fog_output(std::span<const Element> outputs, const Parameter &source) {
    if (signature::find(outputs, "FOG", 0) || !derives_fog(outputs, source, false)) return std::nullopt;
    return signature::fog_element(outputs);
}

Result apply_fixed_function(Module &module, const FixedFunction &state, Diagnostics &diag) {
    return FixedFunctionPass(module, state, diag).run();
}

} // namespace weft::passes
