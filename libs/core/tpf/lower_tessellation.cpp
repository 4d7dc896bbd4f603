// Hull shaders: phases become two functions. Domain shaders: what they read of them.
#include <algorithm>
#include <bit>

#include "core/tpf/lowering.h"

namespace weft::tpf {

using ir::Kind;
using ir::Lane;
using ir::Op;
using ir::Value;
using signature::Element;
using signature::SystemValue;

namespace {

constexpr uint32_t max_control_points = 32;

// Every factor has a system name of its own in declarations; signatures name the kind and count.
struct Factor {
    SystemName name;
    SystemValue value;
    uint32_t semantic_index;
};
constexpr Factor factors[] = {
    {SystemName::quad_u0_edge, SystemValue::tess_factor_quad_edge, 0},
    {SystemName::quad_v0_edge, SystemValue::tess_factor_quad_edge, 1},
    {SystemName::quad_u1_edge, SystemValue::tess_factor_quad_edge, 2},
    {SystemName::quad_v1_edge, SystemValue::tess_factor_quad_edge, 3},
    {SystemName::quad_u_inside, SystemValue::tess_factor_quad_inside, 0},
    {SystemName::quad_v_inside, SystemValue::tess_factor_quad_inside, 1},
    {SystemName::tri_u_edge, SystemValue::tess_factor_tri_edge, 0},
    {SystemName::tri_v_edge, SystemValue::tess_factor_tri_edge, 1},
    {SystemName::tri_w_edge, SystemValue::tess_factor_tri_edge, 2},
    {SystemName::tri_inside, SystemValue::tess_factor_tri_inside, 0},
    {SystemName::line_density, SystemValue::tess_factor_line_density, 0},
    {SystemName::line_detail, SystemValue::tess_factor_line_detail, 1},
};

bool is_factor(SystemValue value) {
    return value >= SystemValue::tess_factor_quad_edge && value <= SystemValue::tess_factor_line_density;
}

} // namespace

// --- declarations
// --------------------------------------------------------------------------------------------------

// Both signatures count registers from 0. Patch constants come behind the last register that the control
// points' signature declares, used or not, so that both stages agree.
void Lowering::begin_patch_constants() {
    patch_.append(interface_.patch_constants);
    uint32_t first = 0;
    for (const Element &e : program_.stage == Stage::hull ? interface_.outputs : interface_.inputs)
        if (e.register_index < max_io_registers) first = std::max(first, e.register_index + e.rows);
    patch_location_ = first;
    for (Element &e : patch_)
        if (e.register_index < max_io_registers) e.location = first + e.register_index;
    map_elements(patch_.span(), patch_map_);
}

bool Lowering::declare_tessellation(const Instruction &ins) {
    const bool hull = program_.stage == Stage::hull;
    if (!hull && program_.stage != Stage::domain)
        return fail(code::tpf_declaration, "this belongs to hull and domain shaders.");
    const uint32_t field = ins.token >> 11 & 0x3f;
    ir::Tessellation &t = m_.tessellation;
    switch (ins.opcode) {
    case Opcode::dcl_input_control_point_count:
    case Opcode::dcl_output_control_point_count:
        if (field > max_control_points)
            return fail(code::tpf_declaration, "number of control points out of range.");
        if (ins.opcode == Opcode::dcl_input_control_point_count)
            m_.input_vertices = field;
        else if (hull)
            m_.output_vertices = std::max(field, 1u); // SPIR-V has no patches without any
        return true;
    case Opcode::dcl_tess_domain:
        if (!(field & 3)) return fail(code::tpf_declaration, "unknown domain.");
        t.domain = static_cast<ir::TessDomain>(field & 3);
        return true;
    case Opcode::dcl_tess_partitioning:
        if ((field & 7) - 1 > 3) return fail(code::tpf_declaration, "unknown partitioning.");
        if (hull) t.partitioning = static_cast<ir::TessPartitioning>(field & 7);
        return true;
    case Opcode::dcl_tess_output_primitive:
        if ((field & 7) - 1 > 3) return fail(code::tpf_declaration, "unknown output primitive.");
        if (hull) t.output = static_cast<ir::TessOutput>(field & 7);
        return true;
    default: {
        const float factor = std::bit_cast<float>(program_.payload(ins, 0));
        if (!(factor >= 1 && factor <= 64))
            return fail(code::tpf_declaration, "largest tessellation factor out of range.");
        max_factor_ = factor;
        return true;
    }
    }
}

// A system value that the signature does not tell, or a factor without any signature.
bool Lowering::declare_patch_constant(const IoDeclaration &d) {
    const auto *factor = std::find_if(std::begin(factors), std::end(factors),
                                      [&](const Factor &f) { return f.name == d.name; });
    if (factor == std::end(factors)) return true;
    const unsigned column = signature::start_column(d.mask);
    uint16_t &index = patch_map_[d.register_index][column];
    if (index == no_element) {
        Element e;
        e.register_index = d.register_index;
        e.location = patch_location_ + d.register_index;
        e.mask = e.used_mask = static_cast<uint8_t>(1u << column);
        e.scan_index = signature::no_register;
        index = static_cast<uint16_t>(patch_.size());
        patch_.push(e);
    }
    Element &e = patch_[index];
    if (e.system_value != SystemValue::none) return true;
    e.system_value = factor->value;
    e.semantic_index = factor->semantic_index;
    return true;
}

// --- phases
// --------------------------------------------------------------------------------------------------------

// Every output control point is the input control point of its number.
bool Lowering::pass_through() {
    control_points_pass_ = true;
    if (m_.input_vertices != m_.output_vertices && !outputs_.empty())
        return fail(code::tpf_declaration,
                    "without a control point phase there are as many control points as come in.");
    Value vertex = element_lane(system_element(SystemValue::output_control_point_id, 1), 0, 0).value();
    for (uint32_t i = 0; i < outputs_.size(); ++i) {
        const Element &e = outputs_[i];
        const unsigned start = signature::start_column(e.mask), columns = signature::column_count(e.mask);
        for (uint32_t row = 0; row < e.rows && columns; ++row) {
            Lane l[4];
            for (unsigned k = 0; k < columns; ++k)
                l[k] =
                    e.mask >> (start + k) & 1 ? input_lane(e.register_index + row, start + k, vertex) : zero_;
            b_.emit(Op::store_output, ir::void_type, b_.gather(l, columns, element_kind(e)), 0, 0,
                    ir::Access::pack(i, row, 0));
        }
    }
    return true;
}

// A phase that returns before its end is a block that the returns leave.
bool Lowering::run_instance(const Body &phase) {
    const uint32_t outputs = plan_.first_output, end = outputs + plan_.output_count;
    for (uint32_t word : phase.written)
        for (unsigned c = 0; c < 4; ++c)
            if (const uint32_t slot = word >> 4; word >> c & 1 && (slot < outputs || slot >= end))
                r_.set_lane(slot, c, zero_); // no register but the outputs outlives an instance
    if (phase.early_return) r_.begin_block(phase.written);
    if (!run_range(phase.first, phase.end, 1)) return false;
    if (phase.early_return) r_.end_block();
    return true;
}

bool Lowering::run_phase(const Body &phase) {
    phase_ = phase.kind;
    if (phase.unrolled) {
        for (uint32_t i = 0; i < phase.instances && r_.live(); ++i) {
            r_.set_lane(plan_.instance, 0, {b_.i32c(i), 0});
            if (!run_instance(phase)) return false;
        }
        return true;
    }
    Vec<uint32_t> written(arena());
    written.append(phase.written);
    written.push(ir::RegisterFile::write_word(plan_.instance, 1));
    r_.set_lane(plan_.instance, 0, zero_);
    r_.begin_loop(written.span());
    const uint8_t x = 0;
    Value done =
        b_.emit(Op::uge, ir::boolean(), r_.read(plan_.instance, &x, 1, Kind::i32), b_.i32c(phase.instances));
    r_.begin_if(done, {});
    r_.break_loop();
    r_.end_if();
    if (!run_instance(phase)) return false;
    if (r_.live()) {
        Value next = b_.binary(Op::iadd, r_.read(plan_.instance, &x, 1, Kind::i32), b_.i32c(1));
        r_.write(plan_.instance, 1, next);
    }
    r_.end_loop();
    return true;
}

// The control point phase is the first function; fork phases, then join phases, are the second one. What they
// write stays in registers until it is stored at the end, so a join phase reads what the forks wrote.
bool Lowering::run_hull() {
    for (const Phase &p : program_.phases)
        if (p.kind == PhaseKind::declarations && !declare_range(p.first, p.end)) return false;
    if (!m_.output_vertices)
        return fail(code::tpf_declaration, "the number of control points is not declared.");
    auto each = [this](PhaseKind kind, auto &&use) {
        for (const Body &p : plan_.phases)
            if (p.kind == kind && !use(p)) return false;
        return true;
    };
    auto declare_phase = [this](const Body &p) {
        phase_ = p.kind;
        return declare_range(p.first, p.end);
    };
    const auto run = [this](const Body &p) { return !r_.live() || run_phase(p); };
    bool any = false;
    phase_ = PhaseKind::control_point;
    if (!each(PhaseKind::control_point, [&](const Body &p) {
            if (any) return fail(code::tpf_control_flow, "there are two control point phases.");
            any = true;
            return declare_phase(p) && finish_declarations() && run(p);
        }))
        return false;
    if (!any && !pass_through()) return false;
    if (r_.live()) {
        if (any) store_outputs();
        r_.return_();
    }

    b_.begin_function(1);
    r_.begin_function();
    std::fill(loaded_.begin(), loaded_.end(), 0);
    at_entry_ = true;
    if (!each(PhaseKind::fork, declare_phase) || !each(PhaseKind::join, declare_phase)) return false;
    phase_ = PhaseKind::fork;
    make_arrays();
    at_entry_ = false;
    if (!each(PhaseKind::fork, run) || !each(PhaseKind::join, run)) return false;
    if (r_.live()) {
        phase_ = PhaseKind::join;
        store_patch_constants();
        r_.return_();
    }
    return true;
}

void Lowering::store_patch_constants() {
    for (uint32_t i = 0; i < patch_.size(); ++i) {
        const Element &e = patch_[i];
        const unsigned start = signature::start_column(e.mask), columns = signature::column_count(e.mask);
        for (uint32_t row = 0; row < e.rows && columns; ++row) {
            Lane l[4];
            for (unsigned k = 0; k < columns; ++k)
                l[k] = output_lane(e, row, start + k);
            Value v = b_.gather(l, columns, element_kind(e));
            if (is_factor(e.system_value)) {
                v = b_.binary(Op::fmax, b_.cast(v, Kind::f32), b_.f32c(columns, 0)); // NaN becomes 0
                v = b_.binary(Op::fmin, v, b_.f32c(columns, max_factor_));
            }
            b_.emit(Op::store_patch, ir::void_type, v, 0, ir::Access::pack(i, row, 0));
        }
    }
}

// --- operands
// ------------------------------------------------------------------------------------------------------

// vocp#
Lane Lowering::control_point_lane(uint32_t reg, unsigned component, Value vertex) {
    if (control_points_pass_) return input_lane(reg, component, vertex);
    if (reg >= max_io_registers) return zero_;
    const uint16_t element = output_map_[reg][component];
    if (element == no_element) return zero_;
    const Element &e = outputs_[element];
    const ir::Type t(element_kind(e), signature::column_count(e.mask));
    return {b_.emit(Op::load_output, t, 0, vertex, ir::Access::pack(element, reg - e.register_index, 0)),
            component - signature::start_column(e.mask)};
}

bool Lowering::control_point_lanes(const Operand &op, const Components &c, Lane *out) {
    if (phase_ != PhaseKind::fork && phase_ != PhaseKind::join)
        return fail(code::tpf_register_number, "control points are read by fork and join phases only.");
    Value vertex, row;
    const Index last = op.index(1);
    if (!op.index(0).is_relative() && op.index(0).value >= m_.output_vertices) {
        std::fill(out, out + c.count, zero_);
        return true;
    }
    if (!index_value(op.index(0), &vertex)) return false;
    if (!last.is_relative()) {
        for (unsigned i = 0; i < c.count; ++i) {
            const unsigned component = op.lane(c.index[i]);
            const Lane before = i ? out[i - 1] : Lane();
            const uint16_t *map = last.value < max_io_registers ? output_map_[last.value] : nullptr;
            // One load for neighbours of one element.
            if (i && map && !control_points_pass_ && map[component] != no_element &&
                map[component] == map[op.lane(c.index[i - 1])])
                out[i] = {before.value(), component - signature::start_column(outputs_[map[component]].mask)};
            else
                out[i] = control_point_lane(last.value, component, vertex);
        }
        return true;
    }
    uint8_t components[4];
    const IndexRange *range = relative_row(op, c, components, &row);
    if (!range) return false;
    fill_range(*range, components, c.count, vertex);
    return local_lanes(range->local, row, components, c.count, out);
}

// vpc# of a domain shader
Lane Lowering::patch_lane(uint32_t reg, unsigned component) {
    const uint16_t element = reg < max_io_registers ? patch_map_[reg][component] : no_element;
    if (element == no_element) return zero_;
    const Element &e = patch_[element];
    const ir::Type t(element_kind(e), signature::column_count(e.mask));
    return {b_.emit(Op::load_patch, t, 0, ir::Access::pack(element, reg - e.register_index, 0)),
            component - signature::start_column(e.mask)};
}

bool Lowering::domain_constant_lanes(const Operand &op, const Components &c, Lane *out) {
    const Index last = op.index(op.index_count - 1);
    if (!last.is_relative()) {
        for (unsigned i = 0; i < c.count; ++i)
            out[i] = patch_lane(last.value, op.lane(c.index[i]));
        return true;
    }
    uint8_t components[4];
    Value row;
    const IndexRange *range = relative_row(op, c, components, &row);
    return range && local_lanes(range->local, row, components, c.count, out);
}

} // namespace weft::tpf
