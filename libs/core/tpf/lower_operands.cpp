// Operands: where a component comes from, modifiers, and where results go.
#include <algorithm>
#include <bit>

#include "core/tpf/lowering.h"

namespace weft::tpf {

using ir::Kind;
using ir::Lane;
using ir::Op;
using ir::Value;
using signature::SystemValue;

bool Lowering::index_value(const Index &index, Value *out) {
    if (!index.is_relative()) {
        *out = b_.i32c(index.value);
        return true;
    }
    Value relative;
    if (!scalar(program_.operands[index.relative], Kind::i32, &relative)) return false;
    *out = index.value ? b_.binary(Op::iadd, relative, b_.i32c(index.value)) : relative;
    return true;
}

// One load for the components from the lowest to the highest that is asked for.
bool Lowering::local_lanes(uint32_t local, Value row, const uint8_t *components, unsigned count, Lane *out) {
    const ir::Type row_type = m_.locals[local].row_type;
    unsigned low = 4, high = 0;
    for (unsigned i = 0; i < count; ++i) {
        if (components[i] >= row_type.count()) continue;
        low = std::min<unsigned>(low, components[i]);
        high = std::max<unsigned>(high, components[i]);
    }
    Value v = 0;
    if (low < 4) v = b_.emit(Op::load_local, row_type.with_count(high - low + 1), row, local, low);
    for (unsigned i = 0; i < count; ++i)
        out[i] = components[i] < row_type.count() ? Lane{v, components[i] - low} : zero_;
    return true;
}

// One store for each run of neighbouring components.
bool Lowering::store_row(uint32_t local, Value row, const Components &c, Value value) {
    const ir::Type row_type = m_.locals[local].row_type;
    if (b_.type(value).count() == 1 && c.count > 1) value = b_.broadcast(value, c.count);
    value = b_.cast(value, row_type.kind());
    for (unsigned i = 0; i < c.count;) {
        unsigned n = 1;
        while (i + n < c.count && c.index[i + n] == c.index[i] + n)
            ++n;
        unsigned fits =
            c.index[i] >= row_type.count() ? 0 : std::min<unsigned>(n, row_type.count() - c.index[i]);
        if (fits) {
            uint8_t part[4];
            for (unsigned k = 0; k < fits; ++k)
                part[k] = static_cast<uint8_t>(i + k);
            b_.emit(Op::store_local, ir::void_type, row, b_.shuffle(value, part, fits), local, c.index[i]);
        }
        i += n;
    }
    return true;
}

// Constant buffer rows are loaded whole, as floats: the same row is rarely used for one component only, and a
// second use of it costs nothing.
bool Lowering::cbuffer_lanes(const Operand &op, const Components &c, Lane *out) {
    Bound *b;
    Value array_index, row;
    if (!bound(op, &b, &array_index)) return false;
    if (b->binding.kind != Binding::Kind::constant_buffer || op.index_count < (program_.has_spaces() ? 3 : 2))
        return fail(code::tpf_index_count, "a constant buffer operand needs a row.");
    if (!index_value(op.index(op.index_count - 1), &row)) return false;
    Value v = b_.emit(Op::load_cbuffer, ir::f32(4), row, array_index, b->resource, 0,
                      op.non_uniform ? ir::flag::non_uniform : 0);
    for (unsigned i = 0; i < c.count; ++i)
        out[i] = {v, op.lane(c.index[i])};
    return true;
}

bool Lowering::lanes(const Operand &op, const Components &c, Lane *out) {
    auto from_slot = [&](uint32_t slot) {
        for (unsigned i = 0; i < c.count; ++i)
            out[i] = slot == no_slot ? zero_ : r_.lane(slot, op.lane(c.index[i]));
        return true;
    };
    switch (op.type) {
    case RegisterType::temp: return from_slot(op.index(0).value);
    case RegisterType::immediate32: {
        const bool one = op.components != ComponentClass::four;
        for (unsigned i = 0; i < c.count; ++i)
            out[i] = {b_.i32c(op.immediate[one ? 0 : op.lane(c.index[i])]), 0};
        return true;
    }
    case RegisterType::immediate64: {
        // One double serves both pairs of components.
        const bool one = op.components != ComponentClass::four;
        for (unsigned i = 0; i < c.count; ++i) {
            const unsigned lane = one ? c.index[i] & 1 : op.lane(c.index[i]);
            out[i] = {b_.i32c(op.immediate[lane]), 0};
        }
        return true;
    }
    case RegisterType::input:
    case RegisterType::input_control_point: return input_lanes(op, c, out);
    case RegisterType::output_control_point: return control_point_lanes(op, c, out);
    case RegisterType::constant_buffer: return cbuffer_lanes(op, c, out);
    case RegisterType::indexable_temp: {
        const IndexableTemp *t = plan_.find_indexable(op.index(0).value);
        if (!t->relative) return from_slot(plan_.slot_of(op));
        Value row;
        if (!index_value(op.index(1), &row)) return false;
        uint8_t components[4];
        for (unsigned i = 0; i < c.count; ++i)
            components[i] = static_cast<uint8_t>(op.lane(c.index[i]));
        return local_lanes(t->local, row, components, c.count, out);
    }
    case RegisterType::immediate_constant_buffer: {
        if (!program_.icb_count) return fail(code::tpf_declaration, "there is no immediate constant buffer.");
        if (!op.index(0).is_relative()) {
            const uint64_t at = uint64_t{op.index(0).value} * 4;
            for (unsigned i = 0; i < c.count; ++i) {
                const uint64_t word = at + op.lane(c.index[i]);
                out[i] = {b_.i32c(word < program_.icb_count ? program_.words[program_.icb_offset + word] : 0),
                          0};
            }
            return true;
        }
        if (icb_ == ~0u) {
            uint32_t *words = arena().array<uint32_t>(program_.icb_count);
            for (uint32_t i = 0; i < program_.icb_count; ++i)
                words[i] = program_.words[program_.icb_offset + i];
            icb_ = static_cast<uint32_t>(m_.constant_arrays.size());
            m_.constant_arrays.push({{words, program_.icb_count}, program_.icb_count / 4});
        }
        Value row;
        if (!index_value(op.index(0), &row)) return false;
        unsigned low = 4, high = 0;
        for (unsigned i = 0; i < c.count; ++i) {
            low = std::min(low, op.lane(c.index[i]));
            high = std::max(high, op.lane(c.index[i]));
        }
        Value v = b_.emit(Op::load_icb, ir::f32(high - low + 1), row, icb_, low);
        for (unsigned i = 0; i < c.count; ++i)
            out[i] = {v, op.lane(c.index[i]) - low};
        return true;
    }
    case RegisterType::patch_constant:
        if (program_.stage == Stage::domain) return domain_constant_lanes(op, c, out);
        [[fallthrough]];
    case RegisterType::output: {
        // Outputs are not legal to read, but the value is there.
        Value row;
        if (const IndexRange *range = range_row(op, 0xf, &row)) {
            uint8_t components[4];
            for (unsigned i = 0; i < c.count; ++i)
                components[i] = static_cast<uint8_t>(op.lane(c.index[i]));
            return local_lanes(range->local, row, components, c.count, out);
        }
        return from_slot(plan_.slot_of(op));
    }
    case RegisterType::depth:
    case RegisterType::depth_greater_equal:
    case RegisterType::depth_less_equal:
    case RegisterType::coverage_mask:
    case RegisterType::stencil_ref:
        for (unsigned i = 0; i < c.count; ++i)
            out[i] = r_.lane(plan_.slot_of(op), 0);
        return true;
    case RegisterType::thread_id: return system_lanes(SystemValue::thread_id, 7, op, c, out);
    case RegisterType::thread_group_id: return system_lanes(SystemValue::group_id, 7, op, c, out);
    case RegisterType::thread_id_in_group:
        return system_lanes(SystemValue::thread_id_in_group, 7, op, c, out);
    case RegisterType::thread_id_in_group_flattened:
        return system_lanes(SystemValue::thread_index_in_group, 1, op, c, out);
    case RegisterType::input_coverage_mask: return system_lanes(SystemValue::sample_coverage, 1, op, c, out);
    case RegisterType::inner_coverage: return system_lanes(SystemValue::inner_coverage, 1, op, c, out);
    case RegisterType::gs_instance_id: return system_lanes(SystemValue::gs_instance_id, 1, op, c, out);
    case RegisterType::output_control_point_id:
        return system_lanes(SystemValue::output_control_point_id, 1, op, c, out);
    case RegisterType::domain_point: return system_lanes(SystemValue::domain_location, 7, op, c, out);
    case RegisterType::fork_instance_id:
    case RegisterType::join_instance_id: return from_slot(plan_.instance);
    case RegisterType::primitive_id: return system_lanes(SystemValue::primitive_id, 1, op, c, out);
    case RegisterType::cycle_counter: // no counter that a shader could rely on
    case RegisterType::null:
        for (unsigned i = 0; i < c.count; ++i)
            out[i] = zero_;
        return true;
    case RegisterType::this_pointer: return unsupported("Class linkage (this)");
    default: return fail(code::tpf_register_number, "this register cannot be read here.");
    }
}

Value Lowering::modify(const Operand &op, Value v, Kind kind) {
    const bool floating = ir::is_float(kind);
    if (op.modifiers & modifier::absolute) v = b_.unary(floating ? Op::fabs : Op::iabs, v);
    if (op.modifiers & modifier::negate) v = b_.unary(floating ? Op::fneg : Op::ineg, v);
    return v;
}

bool Lowering::source(const Operand &op, const Components &c, Kind kind, Value *out) {
    if (op.type == RegisterType::immediate32 && !op.modifiers) {
        uint32_t words[4];
        const bool one = op.components != ComponentClass::four;
        for (unsigned i = 0; i < c.count; ++i)
            words[i] = op.immediate[one ? 0 : op.lane(c.index[i])];
        *out = b_.constant({kind, c.count}, {words, c.count});
        return true;
    }
    Lane l[4];
    if (!lanes(op, c, l)) return false;
    *out = modify(op, b_.gather(l, c.count, kind), kind);
    return true;
}

bool Lowering::scalar(const Operand &op, Kind kind, Value *out) {
    return vector(op, 1, kind, out);
}

bool Lowering::vector(const Operand &op, unsigned count, Kind kind, Value *out) {
    return source(op, Components(static_cast<uint8_t>((1u << count) - 1)), kind, out);
}

// What untyped data is best moved as: float when every component that is not a literal already is one.
Kind Lowering::untyped_kind(const Lane *lanes, unsigned count) const {
    bool any = false;
    for (unsigned i = 0; i < count; ++i) {
        if (b_.is_constant(lanes[i].value())) continue;
        if (b_.type(lanes[i].value()).kind() != Kind::f32) return Kind::i32;
        any = true;
    }
    return any ? Kind::f32 : Kind::i32;
}

bool Lowering::write(const Operand &dst, Value value) {
    const Components c = written(dst);
    if (dst.type == RegisterType::null || !c.count) return true;
    switch (dst.type) {
    case RegisterType::indexable_temp: {
        const IndexableTemp *t = plan_.find_indexable(dst.index(0).value);
        if (!t->relative) break;
        Value row;
        if (!index_value(dst.index(1), &row)) return false;
        return store_row(t->local, row, c, value);
    }
    case RegisterType::output: {
        Value row;
        const IndexRange *range = range_row(dst, dst.write_mask(), &row);
        if (!range) {
            if (dst.index(dst.index_count - 1).is_relative())
                return fail(code::tpf_index_range, "relative output outside of an index range.");
            break;
        }
        // Components of the register outside of the range live in its slot.
        const uint32_t slot = plan_.slot_of(dst);
        const bool single = b_.type(value).count() == 1;
        Components inside;
        Lane l[4];
        for (unsigned i = 0; i < c.count; ++i) {
            const Lane lane{value, single ? 0 : i};
            if (range->mask >> c.index[i] & 1) {
                l[inside.count] = lane;
                inside.index[inside.count++] = c.index[i];
            } else if (slot != no_slot) {
                r_.set_lane(slot, c.index[i], lane);
            }
        }
        return store_row(range->local, row, inside, b_.gather(l, inside.count, b_.type(value).kind()));
    }
    case RegisterType::temp:
    case RegisterType::depth:
    case RegisterType::depth_greater_equal:
    case RegisterType::depth_less_equal:
    case RegisterType::coverage_mask:
    case RegisterType::stencil_ref: break;
    default: return fail(code::tpf_register_number, "this register cannot be written.");
    }
    const uint32_t slot = plan_.slot_of(dst);
    if (slot != no_slot) r_.write(slot, dst.write_mask(), value);
    return true;
}

bool Lowering::write_lanes(const Operand &dst, const Lane *l) {
    const Components c = written(dst);
    if (dst.type == RegisterType::null || !c.count) return true;
    const uint32_t slot = plan_.slot_of(dst);
    if (slot == no_slot || (dst.type == RegisterType::output && !plan_.ranges.empty()))
        return write(dst, b_.gather(l, c.count, untyped_kind(l, c.count)));
    // Read everything first: the source may be the register that is written.
    Lane copy[4];
    for (unsigned i = 0; i < c.count; ++i)
        copy[i] = l[i];
    for (unsigned i = 0; i < c.count; ++i)
        r_.set_lane(slot, c.index[i], copy[i]);
    return true;
}

} // namespace weft::tpf
