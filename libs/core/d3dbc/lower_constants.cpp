// Constant registers: definitions in the code, and buffers for the rest.
#include <cstring>

#include "core/d3dbc/ctab.h"
#include "core/d3dbc/lowering.h"

namespace weft::d3dbc {

using ir::Lane;
using ir::Value;

namespace {

constexpr float pixel1_range = 1.0f; // ps_1_x constants hold -1 .. 1

// Whether the table says that an array begins or goes on at this register; indexing it stays inside it.
bool in_named_array(const ConstantTable &table, unsigned number) {
    for (const Constant &c : table.constants)
        if (c.set == RegisterSet::float4 && number >= c.register_index &&
            number < unsigned{c.register_index} + c.register_count)
            return true;
    return false;
}

} // namespace

bool Lowering::begin_constants() {
    // Definitions hold from any place in the code.
    unsigned named = 0;
    Vec<Definition> definitions(arena());
    uint32_t integer_count = 0, boolean_count = 0;
    for (const Instruction &ins : program_.instructions) {
        unsigned n = ins.dst.number();
        if (ins.op == Op::def)
            definitions.push({n, b_.constant(ir::f32(4), ins.immediate)});
        else if (ins.op == Op::defi)
            integer_count = n + 1 > integer_count ? n + 1 : integer_count;
        else if (ins.op == Op::defb)
            boolean_count = n + 1 > boolean_count ? n + 1 : boolean_count;
        if (ins.is_declaration()) continue;
        for (unsigned i = 0; i < ins.source_count; ++i)
            if (ins.src[i].is(RegisterType::constant)) {
                unsigned last = ins.src[i].number() + (ins.info->flags & op_matrix ? ins.info->rows : 1);
                named = last > named ? last : named;
            }
    }
    for (const Definition &d : definitions)
        named = d.number + 1 > named ? d.number + 1 : named;
    constants_ = arena().zeroed<Value>(named);
    integers_ = arena().zeroed<Value>(integer_count);
    booleans_ = arena().zeroed<Value>(boolean_count);
    bool clamp = version_.is_pixel() && version_.major == 1;
    auto clamped = [&](Value v) { return clamp ? at_least(at_most(v, pixel1_range), -pixel1_range) : v; };
    for (Definition &d : definitions) {
        d.value = clamped(d.value);
        constants_[d.number] = d.value;
    }
    for (const Instruction &ins : program_.instructions)
        if (ins.op == Op::defi)
            integers_[ins.dst.number()] = b_.constant(ir::i32(4), ins.immediate);
        else if (ins.op == Op::defb)
            booleans_[ins.dst.number()] = b_.boolc(ins.immediate[0] != 0);

    // The rest is loaded once, at the start, where every later use can see it.
    bool relative_needs_definitions = false;
    ConstantTable table;
    bool has_table = !definitions.empty() && resources_.constants[0].relative &&
                     read_constant_table(program_, arena(), &table);
    for (const Instruction &ins : program_.instructions) {
        if (ins.is_declaration()) continue;
        for (unsigned i = 0; i < ins.source_count; ++i) {
            const Source &src = ins.src[i];
            if (!src.is(RegisterType::constant)) continue;
            if (src.relative()) {
                relative_needs_definitions |= !has_table || !in_named_array(table, src.number());
                continue;
            }
            unsigned rows = i == 1 && ins.info->flags & op_matrix ? ins.info->rows : 1;
            for (unsigned n = src.number(); n < src.number() + rows; ++n)
                if (!constants_[n])
                    constants_[n] = clamped(
                        b_.emit(ir::Op::load_cbuffer, ir::f32(4), b_.i32c(n), 0, constant_resource_[0], 0));
        }
    }
    if (relative_needs_definitions) definitions_ = definitions.span();
    return true;
}

bool Lowering::constant_lanes(const Operand &operand, unsigned offset, Lane *lanes) {
    unsigned number = operand.number() + offset;
    Value v;
    if (operand.relative()) {
        Value row;
        if (!address(operand, offset, &row)) return false;
        v = relative_constant(row);
    } else if (number < constants_.size() && constants_[number]) {
        v = constants_[number];
    } else { // only sources were looked for; texkill and texdepth read their destination
        return fail(code::d3dbc_register_type, "A constant cannot stand here.");
    }
    for (unsigned i = 0; i < 4; ++i)
        lanes[i] = {v, i};
    return true;
}

// Definitions are part of the register file, so an address register may reach them.
Value Lowering::relative_constant(Value row) {
    using ir::Op;
    Value v = constant_resource_[0] == ir::no_resource
                  ? b_.zero(ir::f32(4))
                  : b_.emit(Op::load_cbuffer, ir::f32(4), row, 0, constant_resource_[0], 0);
    if (version_.is_pixel() && version_.major == 1) v = at_least(at_most(v, pixel1_range), -pixel1_range);
    for (size_t i = 0; i < definitions_.size();) {
        // A run of consecutive registers is one table.
        size_t n = 1;
        while (i + n < definitions_.size() && definitions_[i + n].number == definitions_[i].number + n)
            ++n;
        if (n == 1) {
            Value hit = b_.compare(Op::ieq, row, b_.i32c(definitions_[i].number));
            v = b_.select(hit, definitions_[i].value, v);
        } else {
            auto words = arena().array<uint32_t>(n * 4);
            for (size_t k = 0; k < n * 4; ++k)
                words[k] = m_[definitions_[i + k / 4].value].arg[k % 4];
            auto index = static_cast<uint32_t>(m_.constant_arrays.size());
            for (uint32_t a = 0; a < m_.constant_arrays.size(); ++a)
                if (m_.constant_arrays[a].rows == n && m_.constant_arrays[a].words[0] == words[0] &&
                    std::memcmp(m_.constant_arrays[a].words.data(), words, n * 16) == 0)
                    index = a;
            if (index == m_.constant_arrays.size())
                m_.constant_arrays.push({{words, n * 4}, static_cast<uint32_t>(n)});
            Value at = b_.binary(Op::isub, row, b_.i32c(definitions_[i].number));
            Value hit = b_.compare(Op::ult, at, b_.i32c(static_cast<uint32_t>(n)));
            v = b_.select(hit, b_.emit(Op::load_icb, ir::f32(4), at, index, 0), v);
        }
        i += n;
    }
    return v;
}

bool Lowering::integer_constant(const Operand &operand, unsigned component, Value *out) {
    unsigned n = operand.number();
    if (n < integers_.size() && integers_[n]) {
        *out = b_.extract(integers_[n], component);
        return true;
    }
    *out = b_.emit(ir::Op::load_cbuffer, ir::i32(), b_.i32c(n), 0,
                   constant_resource_[static_cast<unsigned>(ConstantSet::integer)], component);
    return true;
}

bool Lowering::boolean_constant(const Operand &operand, Value *out) {
    if (operand.relative())
        return fail(code::d3dbc_register_type, "Boolean constants cannot be addressed relatively.");
    unsigned n = operand.number();
    if (n < booleans_.size() && booleans_[n]) {
        *out = booleans_[n];
        return true;
    }
    *out = b_.nonzero(b_.emit(ir::Op::load_cbuffer, ir::i32(), b_.i32c(n), 0,
                              constant_resource_[static_cast<unsigned>(ConstantSet::boolean)], 0));
    return true;
}

} // namespace weft::d3dbc
