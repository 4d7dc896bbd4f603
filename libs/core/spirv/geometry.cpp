// Geometry shaders: execution modes and the vertices that go out.
#include "core/spirv/writer_state.h"

namespace weft::spirv {

void Writer::geometry_modes() {
    using M = spv::ExecutionMode;
    using P = ir::Primitive;
    const ir::Geometry &g = m_.geometry;
    b_.capability(spv::Capability::Geometry);
    M input = M::InputPoints, output = M::OutputPoints;
    switch (g.input) {
    case P::point: break;
    case P::line: input = M::InputLines; break;
    case P::triangle: input = M::Triangles; break;
    case P::line_adjacency: input = M::InputLinesAdjacency; break;
    case P::triangle_adjacency: input = M::InputTrianglesAdjacency; break;
    case P::none: return error(code::ir_geometry, "The input primitive is not declared.");
    }
    switch (g.output) {
    case P::point: break;
    case P::line: output = M::OutputLineStrip; break;
    case P::triangle: output = M::OutputTriangleStrip; break;
    default: return error(code::ir_geometry, "The output topology is not declared.");
    }
    b_.modes.emit(spv::Op::OpExecutionMode, entry_, input);
    b_.modes.emit(spv::Op::OpExecutionMode, entry_, M::Invocations, g.instances);
    b_.modes.emit(spv::Op::OpExecutionMode, entry_, output);
    b_.modes.emit(spv::Op::OpExecutionMode, entry_, M::OutputVertices, g.max_vertices);
}

// Whether vertices say which stream they go to.
bool Writer::several_streams() const {
    if (m_.stage != ir::Stage::geometry) return false;
    for (const signature::Element &e : m_.outputs)
        if (e.stream) return true;
    for (Value v = m_.functions[0].head; v; v = m_[v].next)
        if ((m_[v].op == Op::emit_vertex || m_[v].op == Op::cut_strip) && m_[v].arg[0]) return true;
    return false;
}

void Writer::emit_or_cut(const Inst &inst) {
    const bool emits = inst.op == Op::emit_vertex;
    if (!streams_) {
        f_->emit(emits ? spv::Op::OpEmitVertex : spv::Op::OpEndPrimitive);
        return;
    }
    Id stream = b_.u32(inst.arg[0]);
    f_->emit(emits ? spv::Op::OpEmitStreamVertex : spv::Op::OpEndStreamPrimitive, stream);
}

} // namespace weft::spirv
