// What belongs to one stage: execution model and modes, and how a hull shader's two functions run.
#include "core/spirv/writer_state.h"

namespace weft::spirv {

namespace {

// Behind a hull shader's control point function in every invocation, the patch function in one. A
// tessellation control shader's barrier takes no memory semantics: it orders outputs by itself.
constexpr uint32_t barrier_scope = static_cast<uint32_t>(spv::Scope::Workgroup);
constexpr uint32_t barrier_memory = static_cast<uint32_t>(spv::Scope::Invocation);

} // namespace

void Writer::patch_function() {
    if (!block_) return;
    Id scope = b_.u32(barrier_scope), memory = b_.u32(barrier_memory), none = b_.u32(0);
    f_->emit(spv::Op::OpControlBarrier, scope, memory, none);
    Id first = result(spv::Op::OpIEqual, ir::boolean(), invocation_id(), none);
    Id body = label(), end = label();
    branch_conditional(first, body, end, end, 0);
    enter_region();
    start_block(body);
    emit_code(m_.functions[1]);
    if (diag_.has_errors()) return;
    if (block_) branch(end);
    leave_region();
    start_block(end);
    f_->emit(spv::Op::OpReturn);
    block_ = 0;
}

// Direct3D's order of vertices is Vulkan's, whose domain has its origin in the upper left corner; OpenGL's is
// in the lower left one, which turns triangles around.
void Writer::tessellation_modes(const ir::Tessellation &t) {
    using M = spv::ExecutionMode;
    auto mode = [this](M e) { b_.modes.emit(spv::Op::OpExecutionMode, entry_, e); };
    switch (t.domain) {
    case ir::TessDomain::isoline: mode(M::Isolines); break;
    case ir::TessDomain::triangle: mode(M::Triangles); break;
    case ir::TessDomain::quad: mode(M::Quads); break;
    default: return error(code::ir_tessellation, "The tessellation domain is not declared.");
    }
    switch (t.partitioning) {
    // Direct3D's tessellator, too, treats powers of two as any integer: it is the shader that rounds.
    case ir::TessPartitioning::integer:
    case ir::TessPartitioning::pow2: mode(M::SpacingEqual); break;
    case ir::TessPartitioning::fractional_odd: mode(M::SpacingFractionalOdd); break;
    case ir::TessPartitioning::fractional_even: mode(M::SpacingFractionalEven); break;
    default: break;
    }
    switch (t.output) {
    case ir::TessOutput::point: mode(M::PointMode); break;
    case ir::TessOutput::triangle_cw: mode(opengl() ? M::VertexOrderCcw : M::VertexOrderCw); break;
    case ir::TessOutput::triangle_ccw: mode(opengl() ? M::VertexOrderCw : M::VertexOrderCcw); break;
    default: break;
    }
}

void Writer::execution_model(spv::ExecutionModel *model) {
    auto mode = [this](spv::ExecutionMode e) { b_.modes.emit(spv::Op::OpExecutionMode, entry_, e); };
    switch (m_.stage) {
    case ir::Stage::vertex: *model = spv::ExecutionModel::Vertex; break;
    case ir::Stage::hull:
        *model = spv::ExecutionModel::TessellationControl;
        b_.capability(spv::Capability::Tessellation);
        b_.modes.emit(spv::Op::OpExecutionMode, entry_, spv::ExecutionMode::OutputVertices,
                      m_.output_vertices);
        tessellation_modes(m_.tessellation);
        break;
    case ir::Stage::domain:
        *model = spv::ExecutionModel::TessellationEvaluation;
        b_.capability(spv::Capability::Tessellation);
        tessellation_modes(m_.tessellation);
        break;
    case ir::Stage::geometry:
        *model = spv::ExecutionModel::Geometry;
        geometry_modes();
        break;
    case ir::Stage::pixel:
        *model = spv::ExecutionModel::Fragment;
        if (o_.fragment_coordinate_lower_left && !opengl())
            error(code::spirv_feature, "Vulkan has no lower-left origin of fragment coordinates.");
        mode(o_.fragment_coordinate_lower_left ? spv::ExecutionMode::OriginLowerLeft
                                               : spv::ExecutionMode::OriginUpperLeft);
        if (m_.early_fragment_tests) mode(spv::ExecutionMode::EarlyFragmentTests);
        break;
    case ir::Stage::compute:
        *model = spv::ExecutionModel::GLCompute;
        thread_group_modes();
        break;
    case ir::Stage::amplification:
        *model = spv::ExecutionModel::TaskEXT;
        if (mesh_shading()) thread_group_modes();
        break;
    case ir::Stage::mesh:
        *model = spv::ExecutionModel::MeshEXT;
        if (mesh_shading()) mesh_modes();
        break;
    }
}

} // namespace weft::spirv
