// Mesh and amplification shaders.
#include "core/dxil/calls.h"

namespace weft::dxil {

using ir::Op;
using signature::Element;

namespace {

constexpr uint32_t max_vertices = 256, max_primitives = 256, max_payload = 16384;

} // namespace

bool Calls::begin_mesh() {
    ir::Mesh &mesh = ir().mesh;
    if (interface_.payload_size > max_payload) return fail(code::dxil_properties, "the payload is too large");
    mesh.payload_dwords = (interface_.payload_size + 3) / 4;
    if (interface_.kind != ShaderKind::mesh) return true;
    if (!interface_.max_vertices || interface_.max_vertices > max_vertices ||
        interface_.max_primitives > max_primitives || interface_.output_topology - 1 > 1)
        return fail(code::dxil_properties,
                    "a mesh shader's vertices, primitives or topology are out of range");
    mesh.output = interface_.output_topology == 1 ? ir::Primitive::line : ir::Primitive::triangle;
    mesh.max_vertices = interface_.max_vertices;
    mesh.max_primitives = interface_.max_primitives;
    // What belongs to primitives has locations of its own behind those of vertices.
    const uint32_t behind = signature::next_register(outputs_.elements.span());
    for (Element &e : patch_.elements)
        if (e.register_index != signature::no_register) e.location = behind + e.register_index;
    return true;
}

bool Calls::set_mesh_counts() {
    b_.emit(Op::set_mesh_outputs, ir::void_type, argument(0), argument(1));
    return true;
}

bool Calls::emit_indices() {
    const unsigned n = ir().mesh.output == ir::Primitive::line ? 2 : 3;
    b_.emit(Op::store_indices, ir::void_type, argument(0), vector(1, n));
    return true;
}

// Of a vertex or of a primitive, whose number is the last operand.
bool Calls::store_mesh_output(Side &side, ir::Op op) {
    Place p;
    if (!find_element(side, &p)) return false;
    const Value index = argument(4);
    const Value v = b_.cast(from_overload(argument(3)), row_type(side.elements[p.first]).kind());
    if (!p.row_value) {
        b_.emit(op, ir::void_type, v, 0, index, ir::Access::pack(p.first + p.row, 0, p.column));
        return true;
    }
    for (uint32_t r = 0; r < p.rows; ++r) {
        Value taken = b_.begin_if(b_.compare(Op::ieq, p.row_value, b_.i32c(r)));
        b_.emit(op, ir::void_type, v, 0, index, ir::Access::pack(p.first + r, 0, p.column));
        b_.break_(taken);
        b_.end_if(taken);
    }
    return true;
}

// Both stages count it in scalars, as group-shared memory, without the padding that its size in the metadata
// has; a scalar of 16 bits takes a word.
bool Calls::size_payload(uint32_t type) {
    const auto &layout = l_.layout(type);
    if (layout.other || layout.wide_units > max_payload / 4)
        return unsupported("A payload of more than 4096 scalars or of other things");
    ir().mesh.payload_dwords = layout.wide_units;
    return true;
}

bool Calls::mesh_payload() {
    const Type &pointer = m_.types[ins_->type];
    if (!size_payload(m_.element(pointer))) return false;
    Memory memory;
    memory.kind = MemoryKind::payload;
    memory.wide = true;
    memory.row = ir::i32();
    memory.units = ir().mesh.payload_dwords;
    l_.memories_.push(memory);
    l_.set(*ins_, Pointer{static_cast<uint32_t>(l_.memories_.size() - 1), m_.element(pointer), b_.i32c(0)});
    return true;
}

// The payload is a group-shared variable, or nothing at all.
bool Calls::dispatch_mesh() {
    if (ir().mesh.payload_dwords && !is_undefined(3)) {
        Slot s;
        if (!l_.slot(argument_number(3), &s)) return false;
        if (s.kind != SlotKind::pointer) return fail(code::dxil_operand, "the payload is no memory");
        const Pointer &p = l_.pointers_[s.index];
        const Memory &memory = l_.memories_[p.memory];
        if (memory.kind != MemoryKind::shared || !b_.is_splat(p.offset, 0))
            return unsupported("A payload that is not the start of a group-shared variable");
        if (!size_payload(p.type)) return false;
        if (memory.row != ir::i32()) return unsupported("A payload that is no structure");
        if (memory.units < ir().mesh.payload_dwords)
            return unsupported("A payload that is larger than its variable");
        b_.emit(Op::copy_payload, ir::void_type, memory.index);
    }
    b_.emit(Op::dispatch_mesh, ir::void_type, argument(0), argument(1), argument(2));
    return true;
}

} // namespace weft::dxil
