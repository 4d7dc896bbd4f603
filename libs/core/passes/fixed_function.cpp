#include "core/passes/fixed_function.h"

#include "core/ir/builder.h"

namespace weft::passes {

namespace {

using namespace ir;
using signature::Element;
using signature::SystemValue;

// What the fog coordinate is taken from, or null.
const Element *fog_source(std::span<const Element> outputs, FogSource source) {
    if (source == FogSource::fog_or_specular_w) return signature::find(outputs, "COLOR", 1);
    if (source == FogSource::fog) return nullptr;
    for (const Element &e : outputs)
        if (e.system_value == SystemValue::position) return &e;
    return nullptr;
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
    // Each parameter has one entry in the module, however often it is asked for.
    struct Known {
        const Parameter *parameter;
        uint32_t index;
    };

    Value value(const Parameter &p) {
        if (p.source == Parameter::Source::immediate) return b_.constant(p.type, p.words);
        uint32_t index = 0;
        while (index < known_count_ && known_[index].parameter != &p)
            ++index;
        if (index == known_count_) {
            known_[known_count_++] = {&p, static_cast<uint32_t>(m_.parameters.size())};
            m_.parameters.push(p);
        }
        return b_.emit(Op::spec_constant, p.type, known_[index].index);
    }

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
        if (state_.point_sprite) point_sprite();
        for (size_t i = 0; i < m_.outputs.size(); ++i) {
            const Element &e = m_.outputs[i];
            if (e.system_value != SystemValue::target || e.semantic_index) continue;
            const auto element = static_cast<uint32_t>(i);
            if (state_.alpha_reference && state_.alpha_test != Comparison::always)
                each_store(element, [&](Value store) { alpha_test(store); });
            if (state_.fog != FogMode::none && e.component_type == signature::ComponentType::float_)
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
        Value reference = value(*state_.alpha_reference);
        const bool is_float = b_.type(alpha).is_float();
        if (is_float && !b_.type(reference).is_float()) reference = b_.emit(Op::utof, f32(), reference);
        const Op less = is_float ? Op::flt : Op::ult, at_least = is_float ? Op::fge : Op::uge,
                 equal = is_float ? Op::feq : Op::ieq;
        if (!is_float) reference = b_.cast(reference, Kind::i32);
        Value pass = 0;
        switch (state_.alpha_test) {
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
        Value f;
        if (state_.fog == FogMode::linear) {
            f = b_.binary(Op::fmul, b_.binary(Op::fsub, value(state_.fog_end), c), scale);
        } else {
            Value depth = b_.binary(Op::fmul, c, scale);
            if (state_.fog == FogMode::exp2) depth = b_.binary(Op::fmul, depth, depth);
            f = b_.unary(Op::fexp2, b_.unary(Op::fneg, depth));
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
        const Value mixed =
            b_.ternary(Op::fmad, b_.broadcast(fog_factor(), count), b_.binary(Op::fsub, to, from), from);
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
                    const Value result = b_.gather(lanes, load.type.count(), load.type.kind());
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
        if (m_.stage == Stage::vertex && state_.clip_planes) clip_planes();
        point_size();
    }

    // First of all, for a scan counts the element behind the shader's own.
    void fog_output() {
        const auto fog = added_fog_output(m_.outputs, state_.fog_source);
        if (!fog) return;
        const auto from =
            static_cast<uint32_t>(fog_source(m_.outputs, state_.fog_source) - m_.outputs.data());
        const uint32_t element = append(m_.outputs, *fog);
        each_store(from, [&](Value store) {
            const int lane = lane_of(m_[store], state_.fog_source == FogSource::z ? 2 : 3);
            if (lane < 0) return;
            b_.emit(Op::store_output, void_type, b_.extract(m_[store].arg[0], static_cast<unsigned>(lane)), 0,
                    0, Access::pack(element, 0, 0));
        });
    }

    void clip_planes() {
        const int position = find(m_.outputs, SystemValue::position);
        if (position < 0) {
            diag_.bare_error(Result::invalid_shader, code::ir_parameter,
                             "Clip planes are enabled for a shader that writes no position.");
            return;
        }
        unsigned planes[8], count = 0;
        for (unsigned i = 0; i < 8; ++i)
            if (state_.clip_planes >> i & 1) planes[count++] = i;
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
                             "%u clip planes are enabled for a shader that writes %u clip distances itself; "
                             "there can be 8 in all.",
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
            if (b_.type(stored).count() != 4 || b_.type(stored).bits() != 32) {
                if (!diag_.has_errors())
                    diag_.bare_error(
                        Result::not_implemented, code::ir_not_implemented,
                        "Clip planes for a position that is not written as four floats at once.");
                return;
            }
            // A signature may call its components integers.
            const Value p = b_.cast(stored, Kind::f32);
            for (unsigned k = 0; k * 4 < count; ++k) {
                Lane lanes[4];
                const unsigned columns = count - k * 4 < 4 ? count - k * 4 : 4;
                for (unsigned i = 0; i < columns; ++i)
                    lanes[i] = {b_.emit(Op::fdot, f32(), p, value(state_.clip_plane[planes[k * 4 + i]])), 0};
                b_.emit(Op::store_output, void_type, b_.gather(lanes, columns, Kind::f32), 0, 0,
                        Access::pack(elements[k], 0, 0));
            }
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
            // Only stream 0 is rasterised.
            if (m_.stage == Stage::geometry ? m_[v].op != Op::emit_vertex || m_[v].arg[0]
                                            : m_[v].op != Op::return_)
                continue;
            b_.set_cursor_before(v);
            b_.emit(Op::store_output, void_type, clamped(value(*state_.point_size)), 0, 0,
                    Access::pack(element, 0, 0));
        }
    }

    Module &m_;
    const FixedFunction &state_;
    Diagnostics &diag_;
    Builder b_;
    Known known_[16] = {};
    uint32_t known_count_ = 0;
};

} // namespace

std::optional<Element> added_fog_input(std::span<const Element> inputs) {
    if (signature::find(inputs, "FOG", 0)) return std::nullopt;
    Element e = signature::fog_element(inputs);
    e.interpolation = signature::Interpolation::linear;
    return e;
}

std::optional<Element> added_fog_output(std::span<const Element> outputs, FogSource source) {
    if (!fog_source(outputs, source) || signature::find(outputs, "FOG", 0)) return std::nullopt;
    return signature::fog_element(outputs);
}

Result apply_fixed_function(Module &module, const FixedFunction &state, Diagnostics &diag) {
    return FixedFunctionPass(module, state, diag).run();
}

} // namespace weft::passes
