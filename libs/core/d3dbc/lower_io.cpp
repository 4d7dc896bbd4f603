// Inputs and outputs: registers against signature elements.
#include "core/d3dbc/lowering.h"

namespace weft::d3dbc {

using ir::Lane;
using ir::Value;
using signature::Element;
using signature::SystemValue;

namespace {

constexpr uint32_t array_rows = 16; // of input and output registers

// Whether the rasteriser takes this output as the point size. PSIZE above 0 is an ordinary varying.
bool is_point_size(const Element &e) {
    return e.name == "PSIZE" && !e.semantic_index;
}

} // namespace

bool Lowering::begin_io() {
    SignatureOptions options = options_.signature;
    options.for_target = true;
    io_ = synthesise(program_, options, arena(), diag_);
    m_.inputs = io_.inputs;
    m_.outputs = io_.outputs;
    if (vertex())
        for (Element &e : m_.outputs) {
            if (is_point_size(e)) {
                // All of it may be read as a varying; the rasteriser takes the first component.
                e.system_value = SystemValue::point_size;
            } else if (e.system_value == SystemValue::position) {
                e.mask = 0xf;
            }
        }

    load_inputs();

    // What stays unwritten has its default component by component.
    if (plan_.relative_outputs) {
        output_array_ = static_cast<uint32_t>(m_.locals.size());
        m_.locals.push({array_rows, ir::f32(4)});
    }
    for (const RegisterBinding &b : io_.output_bindings) {
        if (!vertex() || !signature::defaults_to_one(m_.outputs[b.element])) continue;
        if (plan_.relative_outputs)
            b_.emit(ir::Op::store_local, ir::void_type, b_.i32c(b.number), b_.f32c(4, 1), output_array_, 0);
        else if (uint32_t s = slot_of(version_, b.type, b.number); s != no_slot)
            r_.write(s, 0xf, b_.f32c(1));
    }
    return true;
}

void Lowering::load_inputs() {
    using ir::Op;
    for (const RegisterBinding &b : io_.input_bindings) {
        const Element &e = m_.inputs[b.element];
        uint32_t s = slot_of(version_, b.type, b.number);
        if (s == no_slot || !e.used_mask) continue;
        unsigned columns = signature::column_count(e.mask), start = signature::start_column(e.mask);
        if (!columns) continue;
        if (e.system_value == SystemValue::is_front_face) {
            // Only the sign has a meaning.
            Value face = b_.emit(Op::load_input, ir::i32(), 0, 0, ir::Access::pack(b.element, 0, 0));
            r_.write(s, 0xf, b_.select(b_.nonzero(face), b_.f32c(1), b_.f32c(-1)));
            continue;
        }
        Value v = b_.emit(Op::load_input, ir::f32(columns), 0, 0, ir::Access::pack(b.element, 0, 0));
        if (e.system_value == SystemValue::position) {
            // Direct3D 9 puts pixel centres at integers.
            constexpr float half[4] = {0.5f, 0.5f, 0, 0};
            uint32_t words[4];
            for (unsigned i = 0; i < columns; ++i)
                words[i] = std::bit_cast<uint32_t>(half[start + i]);
            v = b_.binary(Op::fsub, v, b_.constant(ir::f32(columns), {words, columns}));
        }
        for (unsigned i = 0; i < columns; ++i)
            if ((b.type != RegisterType::input || b.mask >> (start + i) & 1))
                r_.set_lane(s, start + i, {v, i});
        if (vertex() && !(e.mask & 8)) r_.set_lane(s, 3, {b_.f32c(1), 0});
        if (b.type == RegisterType::texture && version_.is_pixel() && version_.major == 1)
            coordinates_[b.number] = v;
    }
    if (!plan_.relative_inputs) return;
    input_array_ = static_cast<uint32_t>(m_.locals.size());
    m_.locals.push({array_rows, ir::f32(4)});
    for (const RegisterBinding &b : io_.input_bindings) {
        if (b.type != RegisterType::input) continue;
        constexpr uint8_t xyzw[] = {0, 1, 2, 3};
        b_.emit(Op::store_local, ir::void_type, b_.i32c(b.number),
                r_.read(slot::input + b.number, xyzw, 4, ir::Kind::f32), input_array_, 0);
    }
}

// A write to o# when some write is relative: all of them go through an array.
bool Lowering::local_store(const Instruction &ins, Value value) {
    using ir::Op;
    uint8_t mask = effective_mask(ins);
    Components c(mask);
    Value row = b_.i32c(ins.dst.number());
    if (ins.dst.relative() && !address(ins.dst, 0, &row)) return false;
    if (b_.type(value).count() == 1) value = b_.broadcast(value, c.count);
    value = b_.cast(value, ir::Kind::f32);
    if (ins.predicated) {
        Value old = b_.emit(Op::load_local, ir::f32(4), row, output_array_, 0);
        value = b_.select(predicate(ins.predicate, c), value, b_.shuffle(old, c.index, c.count));
    }
    // One store for each run of neighbours.
    for (unsigned i = 0; i < c.count;) {
        unsigned n = 1;
        while (i + n < c.count && c.index[i + n] == c.index[i] + n)
            ++n;
        uint8_t part[4];
        for (unsigned k = 0; k < n; ++k)
            part[k] = static_cast<uint8_t>(i + k);
        b_.emit(Op::store_local, ir::void_type, row, b_.shuffle(value, part, n), output_array_, c.index[i]);
        i += n;
    }
    return true;
}

// What component `column` of an output element holds now.
Lane Lowering::output_lane(uint32_t index, unsigned column) {
    const Element &e = m_.outputs[index];
    for (const RegisterBinding &b : io_.output_bindings) {
        if (b.element != index) continue;
        if (!(b.mask >> column & 1)) continue;
        if (b.type == RegisterType::output && plan_.relative_outputs)
            return {b_.emit(ir::Op::load_local, ir::f32(), b_.i32c(b.number), output_array_, column), 0};
        uint32_t s = slot_of(version_, b.type, b.number);
        if (s != no_slot) return r_.lane(s, column);
    }
    bool one = vertex() &&
               (signature::defaults_to_one(e) || (e.system_value == SystemValue::position && column == 3));
    return {b_.f32c(one ? 1 : 0), 0};
}

void Lowering::store_outputs() {
    for (uint32_t i = 0; i < m_.outputs.size(); ++i) {
        const Element &e = m_.outputs[i];
        Components c(e.mask);
        if (!c.count) continue;
        Lane lanes[4];
        for (unsigned k = 0; k < c.count; ++k)
            lanes[k] = output_lane(i, c.index[k]);
        Value v = b_.gather(lanes, c.count, ir::Kind::f32);
        // The fixed pipeline interpolates colours and fog between 0 and 1; ps_1_x ends in a clamped colour.
        bool clamped = vertex() ? version_.major < 3 && (e.name == "COLOR" || e.name == "FOG")
                                : version_.major == 1 && e.system_value == SystemValue::target;
        if (clamped) v = b_.unary(ir::Op::fsat, v);
        b_.emit(ir::Op::store_output, ir::void_type, v, 0, 0, ir::Access::pack(i, 0, 0));
    }
}

} // namespace weft::d3dbc
