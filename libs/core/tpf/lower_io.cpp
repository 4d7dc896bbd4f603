// Stage inputs and outputs: registers against signature elements.
#include <algorithm>

#include "core/tpf/lowering.h"

namespace weft::tpf {

using ir::Kind;
using ir::Lane;
using ir::Op;
using ir::Value;
using signature::ComponentType;
using signature::Element;
using signature::SystemValue;

namespace {

constexpr size_t max_elements = 1024;

// Pixel outputs carry no system value in shader model 4 and 5 signatures; their names tell.
SystemValue pixel_output_value(std::string_view name) {
    struct Entry {
        const char *name;
        SystemValue value;
    };
    static constexpr Entry entries[] = {
        {"SV_Target", SystemValue::target},
        {"SV_Depth", SystemValue::depth},
        {"SV_Coverage", SystemValue::coverage},
        {"SV_DepthGreaterEqual", SystemValue::depth_greater_equal},
        {"SV_DepthLessEqual", SystemValue::depth_less_equal},
        {"SV_StencilRef", SystemValue::stencil_ref},
    };
    for (const Entry &e : entries)
        if (signature::same_name(name, e.name)) return e.value;
    return SystemValue::none;
}

// The declaration's numbering agrees with the signature's up to sample_index; beyond are tessellation
// factors, which lower_tessellation.cpp knows.
SystemValue system_value(SystemName name) {
    return name <= SystemName::sample_index ? static_cast<SystemValue>(name) : SystemValue::none;
}

bool is_wide(signature::ComponentType t) {
    return t == signature::ComponentType::double_ || t == signature::ComponentType::uint64 ||
           t == signature::ComponentType::int64;
}

// What a vertex can have of system values; the rest belongs to the primitive and has no register.
SystemValue vertex_value(SystemValue v) {
    return v == SystemValue::position || v == SystemValue::clip_distance || v == SystemValue::cull_distance
               ? v
               : SystemValue::none;
}

bool is_depth(SystemValue v) {
    return v == SystemValue::depth || v == SystemValue::depth_greater_equal ||
           v == SystemValue::depth_less_equal;
}

} // namespace

Kind Lowering::element_kind(const Element &e) const {
    switch (e.component_type) {
    case ComponentType::uint:
    case ComponentType::int_:
    case ComponentType::boolean: return Kind::i32;
    default: return Kind::f32;
    }
}

void Lowering::map_elements(std::span<const Element> elements, uint16_t (&map)[max_io_registers][4]) {
    for (size_t i = 0; i < elements.size(); ++i) {
        const Element &e = elements[i];
        for (uint32_t row = 0; row < e.rows && e.register_index < max_io_registers - row; ++row)
            for (unsigned c = 0; c < 4; ++c)
                if (e.mask >> c & 1) {
                    uint16_t &slot = map[e.register_index + row][c];
                    if (slot == no_element) slot = static_cast<uint16_t>(i);
                }
    }
}

bool Lowering::begin_io() {
    for (const auto &elements : {interface_.inputs, interface_.outputs, interface_.patch_constants}) {
        if (elements.size() > max_elements)
            return fail(code::tpf_io_register, "the signature has too many elements.");
        for (const Element &e : elements)
            if (is_wide(e.component_type))
                return fail(code::tpf_io_register, "an element of 64-bit components has no register.");
    }
    // A compute shader has neither, whatever its container says.
    if (program_.stage != Stage::compute) {
        inputs_.append(interface_.inputs);
        outputs_.append(interface_.outputs);
    }
    if (reads_vertices())
        for (Element &e : inputs_)
            if (e.register_index != signature::no_register) e.system_value = vertex_value(e.system_value);
    if (program_.stage == Stage::pixel)
        for (Element &e : outputs_)
            if (e.system_value == SystemValue::none) e.system_value = pixel_output_value(e.name);
    map_elements(inputs_.span(), input_map_);
    map_elements(outputs_.span(), output_map_);
    if (program_.stage == Stage::hull || program_.stage == Stage::domain) begin_patch_constants();
    loaded_.resize(inputs_.size());
    return true;
}

// Loads the first `columns` of an element where every use sees them.
void Lowering::load_element(uint32_t element, unsigned columns) {
    const Element &e = inputs_[element];
    const unsigned all = signature::column_count(e.mask);
    columns = std::min(columns, all);
    if (!columns || (loaded_[element] && b_.type(loaded_[element]).count() >= columns)) return;
    loaded_[element] =
        b_.emit(Op::load_input, ir::Type(element_kind(e), columns), 0, 0, ir::Access::pack(element, 0, 0));
}

// The register's kind says which depths the shader may write, whatever the signature calls the element.
bool Lowering::declare_depth(SystemValue value) {
    for (Element &e : outputs_)
        if (is_depth(e.system_value)) {
            e.system_value = value;
            return true;
        }
    Element e;
    e.name = "SV_Depth";
    e.system_value = value;
    e.mask = e.used_mask = 1;
    e.scan_index = signature::no_register;
    outputs_.push(e);
    return true;
}

bool Lowering::declare_output(const IoDeclaration &d) {
    switch (d.type) {
    case RegisterType::depth: return declare_depth(SystemValue::depth);
    case RegisterType::depth_greater_equal: return declare_depth(SystemValue::depth_greater_equal);
    case RegisterType::depth_less_equal: return declare_depth(SystemValue::depth_less_equal);
    case RegisterType::output: break;
    default: return true;
    }
    if (d.register_index >= max_io_registers)
        return fail(code::tpf_io_register, "register number too large.");
    if (file(d.type) == RegisterType::patch_constant) return declare_patch_constant(d);
    // A system value that the signature does not tell.
    if (program_.stage == Stage::pixel || d.name == SystemName::undefined) return true;
    for (Element &e : outputs_)
        if (e.stream == stream_ && e.register_index == d.register_index &&
            e.mask >> signature::start_column(d.mask) & 1 && e.system_value == SystemValue::none)
            e.system_value = system_value(d.name);
    return true;
}

bool Lowering::declare_io(const Instruction &ins) {
    const IoDeclaration d = decode_io(program_, ins);
    const bool pixel = program_.stage == Stage::pixel;
    if (d.output) return declare_output(d);

    auto system = [&](SystemValue value, uint8_t mask) {
        const uint32_t e = system_element(value, mask);
        load_element(e, 4);
        return true;
    };
    switch (d.type) {
    case RegisterType::thread_id: return system(SystemValue::thread_id, 7);
    case RegisterType::thread_group_id: return system(SystemValue::group_id, 7);
    case RegisterType::thread_id_in_group: return system(SystemValue::thread_id_in_group, 7);
    case RegisterType::thread_id_in_group_flattened: return system(SystemValue::thread_index_in_group, 1);
    case RegisterType::input_coverage_mask: return system(SystemValue::sample_coverage, 1);
    case RegisterType::inner_coverage: return system(SystemValue::inner_coverage, 1);
    case RegisterType::primitive_id: return system(SystemValue::primitive_id, 1);
    case RegisterType::gs_instance_id: return system(SystemValue::gs_instance_id, 1);
    case RegisterType::output_control_point_id: return system(SystemValue::output_control_point_id, 1);
    case RegisterType::domain_point: return system(SystemValue::domain_location, 7);
    case RegisterType::input:
    case RegisterType::input_control_point:
    case RegisterType::patch_constant: break;
    default: return true;
    }
    if (d.register_index >= max_io_registers)
        return fail(code::tpf_io_register, "register number too large.");
    if (d.type == RegisterType::patch_constant)
        return program_.stage != Stage::domain || declare_patch_constant(d);
    // One declaration may span several elements that share the register.
    uint16_t before = no_element;
    for (unsigned c = 0; c < 4; ++c) {
        if (!(d.mask >> c & 1)) continue;
        uint16_t index = input_map_[d.register_index][c];
        const SystemValue declared =
            reads_vertices() ? vertex_value(system_value(d.name)) : system_value(d.name);
        if (index == no_element && declared != SystemValue::none && program_.stage != Stage::compute) {
            // Stripped of its signature, a system value still has its meaning.
            Element e;
            e.system_value = declared;
            e.component_type = e.system_value == SystemValue::position ||
                                       e.system_value == SystemValue::clip_distance ||
                                       e.system_value == SystemValue::cull_distance
                                   ? ComponentType::float_
                                   : ComponentType::uint;
            e.mask = e.used_mask = d.mask;
            e.register_index = d.register_index;
            e.scan_index = signature::no_register;
            index = static_cast<uint16_t>(inputs_.size());
            inputs_.push(e);
            loaded_.push(0);
            for (unsigned k = 0; k < 4; ++k)
                if (d.mask >> k & 1) input_map_[d.register_index][k] = index;
        }
        if (index == no_element || index == before) continue;
        before = index;
        Element &e = inputs_[index];
        if (pixel) {
            e.interpolation = static_cast<signature::Interpolation>(d.interpolation & 7);
            if (element_kind(e) == Kind::i32) e.interpolation = signature::Interpolation::constant;
        }
        if (e.system_value == SystemValue::none) e.system_value = declared;
        e.used_mask |= d.mask & e.mask;
        // Rows of arrays and vertices are loaded where they are used.
        if (e.rows != 1 || reads_vertices()) continue;
        unsigned top = 0;
        for (unsigned k = 0; k < 4; ++k)
            if (d.mask & e.mask & (1u << k)) top = k;
        load_element(index, top - signature::start_column(e.mask) + 1);
    }
    return true;
}

// Arrays of the invocation: x#, and the registers that are addressed relatively.
void Lowering::make_arrays() {
    for (IndexableTemp &t : plan_.indexable) {
        if (!t.relative) continue;
        t.local = static_cast<uint32_t>(m_.locals.size());
        const Kind kind = t.int_uses > t.float_uses ? Kind::i32 : Kind::f32;
        m_.locals.push({t.rows, ir::Type(kind, t.components)});
    }
    for (IndexRange &range : plan_.ranges) {
        const bool patch = range.type == RegisterType::patch_constant;
        const bool output =
            range.type == RegisterType::output || range.type == RegisterType::output_control_point;
        const auto &map = patch ? patch_map_ : output ? output_map_ : input_map_;
        const auto &elements = patch ? patch_ : output ? outputs_ : inputs_;
        Kind kind = Kind::f32;
        for (uint32_t i = 0; i < range.count; ++i)
            for (unsigned c = 0; c < 4; ++c)
                if (uint16_t e = map[range.base + i][c]; e != no_element && range.mask >> c & 1)
                    kind = element_kind(elements[e]);
        range.local = static_cast<uint32_t>(m_.locals.size());
        m_.locals.push({range.count, ir::Type(kind, 4)});
    }
}

// What such registers hold at first. Those of vertices are filled with the rows of one vertex where they are
// read.
void Lowering::fill_arrays() {
    for (const IndexRange &range : plan_.ranges) {
        const Components c(range.mask);
        const Kind kind = m_.locals[range.local].row_type.kind();
        const bool output = range.type == RegisterType::output;
        const bool constant = range.type == RegisterType::patch_constant && program_.stage == Stage::domain;
        const bool input = range.type == RegisterType::input && !reads_vertices();
        if (!c.count || (!output && !constant && !input)) continue;
        for (uint32_t i = 0; i < range.count; ++i) {
            Lane l[4];
            for (unsigned k = 0; k < c.count; ++k) {
                const uint32_t reg = range.base + i;
                if (!output) {
                    l[k] = constant ? patch_lane(reg, c.index[k]) : input_lane(reg, c.index[k]);
                    continue;
                }
                const uint16_t e = output_map_[reg][c.index[k]];
                const bool one = e != no_element && program_.stage != Stage::pixel &&
                                 signature::defaults_to_one(outputs_[e]);
                l[k] = one ? Lane{b_.f32c(1), 0} : zero_;
            }
            Value row = b_.gather(l, c.count, kind);
            if (!output || !b_.is_splat(row, 0)) store_row(range.local, b_.i32c(i), c, row);
        }
    }
}

bool Lowering::finish_declarations() {
    make_arrays();
    fill_arrays();
    // What stays unwritten has its default.
    for (const Element &e : outputs_) {
        if (program_.stage == Stage::pixel || !signature::defaults_to_one(e)) continue;
        for (unsigned c = 0; c < 4; ++c)
            if (e.mask >> c & 1 && e.register_index < plan_.output_count)
                r_.set_lane(plan_.first_output + e.register_index, c, {b_.f32c(1), 0});
    }
    r_.set_lane(plan_.scalar_outputs[static_cast<unsigned>(ScalarOutput::coverage)], 0, {b_.i32c(~0u), 0});
    at_entry_ = false;
    return true;
}

Lane Lowering::element_lane(uint32_t element, uint32_t row, unsigned column, Value vertex) {
    if (!row && !vertex && loaded_[element] && column < b_.type(loaded_[element]).count())
        return {loaded_[element], column};
    const Element &e = inputs_[element];
    Value v = b_.emit(Op::load_input, ir::Type(element_kind(e), signature::column_count(e.mask)), 0, vertex,
                      ir::Access::pack(element, row, 0));
    if (at_entry_ && !row && !vertex) loaded_[element] = v;
    return {v, column};
}

Lane Lowering::input_lane(uint32_t reg, unsigned component, Value vertex) {
    if (reg >= max_io_registers) return zero_;
    const uint16_t element = input_map_[reg][component];
    if (element == no_element) return zero_;
    const Element &e = inputs_[element];
    return element_lane(element, reg - e.register_index, component - signature::start_column(e.mask), vertex);
}

const IndexRange *Lowering::range_row(const Operand &op, uint8_t mask, Value *row) {
    const Index last = op.index(op.index_count - 1);
    const IndexRange *range = plan_.range_of(file(op.type), last.value, mask, last.is_relative());
    if (!range) return nullptr;
    return index_value({last.value - range->base, last.relative}, row) ? range : nullptr;
}

const IndexRange *Lowering::relative_row(const Operand &op, const Components &c, uint8_t *out, Value *row) {
    uint8_t mask = 0;
    for (unsigned i = 0; i < c.count; ++i) {
        out[i] = static_cast<uint8_t>(op.lane(c.index[i]));
        mask |= static_cast<uint8_t>(1u << out[i]);
    }
    const IndexRange *range = range_row(op, mask, row);
    if (!range && !diag_.has_errors())
        fail(code::tpf_index_range, "relative register outside of an index range.");
    return range;
}

bool Lowering::input_lanes(const Operand &op, const Components &c, Lane *out) {
    const Index last = op.index(op.index_count - 1);
    Value vertex = 0;
    if (op.index_count != (reads_vertices() ? 2 : 1))
        return fail(code::tpf_index_count, reads_vertices() ? "an input needs a vertex and a register."
                                                            : "this stage has no vertices to index.");
    if (reads_vertices()) {
        if (!m_.input_vertices || (!op.index(0).is_relative() && op.index(0).value >= m_.input_vertices)) {
            std::fill(out, out + c.count, zero_);
            return true;
        }
        if (!index_value(op.index(0), &vertex)) return false;
    }
    if (!last.is_relative()) {
        for (unsigned i = 0; i < c.count; ++i)
            out[i] = input_lane(last.value, op.lane(c.index[i]), vertex);
        return true;
    }
    uint8_t components[4];
    Value row;
    const IndexRange *range = relative_row(op, c, components, &row);
    if (!range) return false;
    if (vertex) fill_range(*range, components, c.count, vertex);
    return local_lanes(range->local, row, components, c.count, out);
}

// The rows of one vertex, so that one of them can be picked.
void Lowering::fill_range(const IndexRange &range, const uint8_t *components, unsigned count, Value vertex) {
    uint8_t mask = 0;
    for (unsigned i = 0; i < count; ++i)
        mask |= static_cast<uint8_t>(1u << components[i]);
    const Components c(mask & range.mask);
    const bool made = range.type == RegisterType::output_control_point;
    for (uint32_t i = 0; i < range.count && c.count; ++i) {
        Lane l[4];
        for (unsigned k = 0; k < c.count; ++k)
            l[k] = made ? control_point_lane(range.base + i, c.index[k], vertex)
                        : input_lane(range.base + i, c.index[k], vertex);
        store_row(range.local, b_.i32c(i), c, b_.gather(l, c.count, m_.locals[range.local].row_type.kind()));
    }
}

// An input that no signature lists. Its element has the first components of a register of its own.
uint32_t Lowering::system_element(SystemValue value, uint8_t mask) {
    for (uint32_t i = static_cast<uint32_t>(interface_.inputs.size()); i < inputs_.size(); ++i)
        if (inputs_[i].system_value == value && inputs_[i].register_index == signature::no_register) return i;
    Element e;
    e.system_value = value;
    e.component_type = value == SystemValue::domain_location ? ComponentType::float_ : ComponentType::uint;
    e.mask = e.used_mask = mask;
    e.interpolation = signature::Interpolation::constant;
    e.scan_index = signature::no_register;
    inputs_.push(e);
    loaded_.push(0);
    return static_cast<uint32_t>(inputs_.size() - 1);
}

bool Lowering::system_lanes(SystemValue value, uint8_t mask, const Operand &op, const Components &c,
                            Lane *out) {
    const uint32_t element = system_element(value, mask);
    for (unsigned i = 0; i < c.count; ++i) {
        const unsigned column = op.lane(c.index[i]);
        out[i] = mask >> column & 1 ? element_lane(element, 0, column) : zero_;
    }
    return true;
}

// The components of register `reg` that the operand's swizzle names, interpolated at another place in the
// pixel.
void Lowering::evaluated_lanes(uint32_t reg, const Operand &src, const Components &c, Value where,
                               uint32_t mode, Lane *out) {
    for (unsigned i = 0; i < c.count; ++i) {
        const unsigned component = src.lane(c.index[i]);
        const uint16_t element = reg < max_io_registers ? input_map_[reg][component] : no_element;
        out[i] = input_lane(reg, component);
        if (element == no_element) continue;
        const Element &e = inputs_[element];
        // Values without interpolation are the same everywhere.
        if (e.system_value != SystemValue::none || element_kind(e) != Kind::f32 ||
            e.interpolation == signature::Interpolation::constant)
            continue;
        const unsigned column = component - signature::start_column(e.mask);
        for (unsigned k = 0; k < i; ++k) {
            const ir::Inst &known = m_[out[k].value()];
            if (known.op == Op::eval_input && ir::Access::unpack(known.arg[2]).element == element) {
                out[i] = {out[k].value(), column};
                break;
            }
        }
        if (m_[out[i].value()].op == Op::eval_input) continue;
        out[i] = {b_.emit(Op::eval_input, ir::f32(signature::column_count(e.mask)), where, 0,
                          ir::Access::pack(element, reg - e.register_index, 0), mode),
                  column};
    }
}

bool Lowering::evaluate(const Instruction &ins) {
    const Operand &dst = operand(ins, 0), &src = operand(ins, 1);
    if (src.type != RegisterType::input || src.index_count != 1)
        return fail(code::tpf_register_number, "only inputs can be interpolated.");
    Value where = 0;
    uint32_t mode = 0;
    if (ins.opcode == Opcode::eval_sample_index) {
        mode = 1;
        if (!scalar(operand(ins, 2), Kind::i32, &where)) return false;
    } else if (ins.opcode == Opcode::eval_snapped) {
        // Four signed bits, in sixteenths of a pixel.
        mode = 2;
        if (!vector(operand(ins, 2), 2, Kind::i32, &where)) return false;
        where = b_.emit(Op::ibfe, ir::i32(2), where, b_.i32c(2, 0), b_.i32c(2, 4));
        where = b_.binary(Op::fmul, b_.emit(Op::itof, ir::f32(2), where), b_.f32c(2, 1.0f / 16));
    }
    const Components c = written(dst);
    if (!c.count) return true;
    Lane l[4];
    if (!src.index(0).is_relative()) {
        evaluated_lanes(src.index(0).value, src, c, where, mode, l);
        if (!src.modifiers) return write_lanes(dst, l);
        return write(dst, modify(src, b_.gather(l, c.count, Kind::f32), Kind::f32));
    }
    // Each row of the range has a variable of its own, and only variables can be interpolated: all of them
    // are, and the index chooses.
    uint8_t components[4];
    Value row;
    const IndexRange *range = relative_row(src, c, components, &row);
    if (!range) return false;
    Value chosen = b_.zero(ir::f32(c.count));
    for (uint32_t i = 0; i < range->count; ++i) {
        evaluated_lanes(range->base + i, src, c, where, mode, l);
        chosen = b_.select(b_.compare(Op::ieq, row, b_.i32c(i)), b_.gather(l, c.count, Kind::f32), chosen);
    }
    return write(dst, modify(src, chosen, Kind::f32));
}

Lane Lowering::output_lane(const Element &e, uint32_t row, unsigned component) {
    switch (e.system_value) {
    case SystemValue::depth:
    case SystemValue::depth_greater_equal:
    case SystemValue::depth_less_equal:
        return r_.lane(plan_.scalar_outputs[static_cast<unsigned>(ScalarOutput::depth)], 0);
    case SystemValue::coverage:
        return r_.lane(plan_.scalar_outputs[static_cast<unsigned>(ScalarOutput::coverage)], 0);
    case SystemValue::stencil_ref:
        return r_.lane(plan_.scalar_outputs[static_cast<unsigned>(ScalarOutput::stencil)], 0);
    default: break;
    }
    if (!(e.mask >> component & 1) || e.register_index >= max_io_registers) return zero_;
    const uint32_t reg = e.register_index + row;
    if (const IndexRange *range =
            plan_.range_of(file(RegisterType::output), reg, static_cast<uint8_t>(1u << component), false)) {
        const uint8_t c = static_cast<uint8_t>(component);
        Lane lane;
        local_lanes(range->local, b_.i32c(reg - range->base), &c, 1, &lane);
        return lane;
    }
    if (reg < plan_.output_count) return r_.lane(plan_.first_output + reg, component);
    return signature::defaults_to_one(e) && program_.stage != Stage::pixel ? Lane{b_.f32c(1), 0} : zero_;
}

void Lowering::store_outputs(uint32_t stream) {
    for (uint32_t i = 0; i < outputs_.size(); ++i) {
        const Element &e = outputs_[i];
        if (e.stream != stream) continue;
        const unsigned start = signature::start_column(e.mask), columns = signature::column_count(e.mask);
        for (uint32_t row = 0; row < e.rows && columns; ++row) {
            Lane l[4];
            for (unsigned k = 0; k < columns; ++k)
                l[k] = output_lane(e, row, start + k);
            b_.emit(Op::store_output, ir::void_type, b_.gather(l, columns, element_kind(e)), 0, 0,
                    ir::Access::pack(i, row, 0));
        }
    }
}

} // namespace weft::tpf
