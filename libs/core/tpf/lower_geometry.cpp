// Geometry shaders: primitives, streams and the vertices that go out.
#include "core/ir/primitives.h"
#include "core/tpf/lowering.h"

namespace weft::tpf {

using ir::Op;
using ir::Primitive;

namespace {

constexpr uint32_t stream_count = 4;

} // namespace

bool Lowering::declare_geometry(const Instruction &ins) {
    if (program_.stage != Stage::geometry)
        return fail(code::tpf_declaration, "this belongs to geometry shaders.");
    ir::Geometry &g = m_.geometry;
    const uint32_t field = ins.token >> 11 & 0x7f;
    const uint32_t count = program_.payload(ins, 0);
    switch (ins.opcode) {
    case Opcode::dcl_gs_input_primitive: {
        const uint32_t number = field & 0x3f;
        if (ir::is_patch(number)) return unsupported("A geometry shader that takes patches");
        const ir::InputPrimitive *input = ir::find_input_primitive(number);
        if (!input) return fail(code::tpf_declaration, "unknown input primitive.");
        g.input = input->primitive;
        m_.input_vertices = input->vertices;
        return true;
    }
    case Opcode::dcl_gs_output_topology:
        g.output = ir::output_primitive(field);
        return g.output != Primitive::none || fail(code::tpf_declaration, "unknown output topology.");
    case Opcode::dcl_max_output_vertex_count:
        if (!count || count > ir::max_geometry_vertices)
            return fail(code::tpf_declaration, "number of vertices out of range.");
        g.max_vertices = count;
        return true;
    case Opcode::dcl_gs_instance_count:
        if (!count || count > ir::max_geometry_instances)
            return fail(code::tpf_declaration, "number of instances out of range.");
        g.instances = count;
        return true;
    default: { // dcl_stream: what follows is declared for it
        const Operand &stream = operand(ins, 0);
        stream_ = stream.index_count ? stream.index(0).value : stream_count;
        return stream_ < stream_count || fail(code::tpf_declaration, "there is no such stream.");
    }
    }
}

bool Lowering::finish_geometry() {
    if (m_.geometry.input == Primitive::none || !m_.geometry.max_vertices)
        return fail(code::tpf_declaration,
                    "a geometry shader needs an input primitive and a number of vertices.");
    // One that has nothing but side effects declares no topology. Points would want a size.
    if (m_.geometry.output == Primitive::none) m_.geometry.output = Primitive::triangle;
    signature::number_streams(outputs_.span());
    return true;
}

bool Lowering::emit_vertex(const Instruction &ins) {
    uint32_t stream = 0;
    if (ins.operand_count) {
        const Operand &operand_ = operand(ins, 0);
        stream = operand_.index_count ? operand_.index(0).value : stream_count;
        if (stream >= stream_count) return fail(code::tpf_register_number, "there is no such stream.");
    }
    const bool emits = ins.opcode != Opcode::cut && ins.opcode != Opcode::cut_stream;
    const bool cuts = ins.opcode != Opcode::emit && ins.opcode != Opcode::emit_stream;
    if (emits) {
        store_outputs(stream);
        b_.emit(Op::emit_vertex, ir::void_type, stream);
    }
    if (cuts) b_.emit(Op::cut_strip, ir::void_type, stream);
    return true;
}

} // namespace weft::tpf
