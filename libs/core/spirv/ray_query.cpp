// Inline ray tracing.
#include "core/spirv/writer_state.h"

namespace weft::spirv {

namespace {

using ir::RayState;

// How a state is asked for. A hit's instructions take a word that says whether the candidate or what is
// committed is meant.
struct Row {
    RayState state;
    spv::Op op;
    bool of_hit;
    uint32_t committed; // RayQueryCandidateIntersectionKHR or RayQueryCommittedIntersectionKHR
};

using S = spv::Op;

constexpr Row rows[] = {
    {RayState::ray_flags, S::OpRayQueryGetRayFlagsKHR, false, 0},
    {RayState::ray_t_min, S::OpRayQueryGetRayTMinKHR, false, 0},
    {RayState::world_ray_origin, S::OpRayQueryGetWorldRayOriginKHR, false, 0},
    {RayState::world_ray_direction, S::OpRayQueryGetWorldRayDirectionKHR, false, 0},
    {RayState::candidate_opaque_procedural, S::OpRayQueryGetIntersectionCandidateAABBOpaqueKHR, false, 0},
    {RayState::candidate_type, S::OpRayQueryGetIntersectionTypeKHR, true, 0},
    {RayState::committed_type, S::OpRayQueryGetIntersectionTypeKHR, true, 1},
    {RayState::candidate_ray_t, S::OpRayQueryGetIntersectionTKHR, true, 0},
    {RayState::committed_ray_t, S::OpRayQueryGetIntersectionTKHR, true, 1},
    {RayState::candidate_instance_index, S::OpRayQueryGetIntersectionInstanceIdKHR, true, 0},
    {RayState::committed_instance_index, S::OpRayQueryGetIntersectionInstanceIdKHR, true, 1},
    {RayState::candidate_instance_id, S::OpRayQueryGetIntersectionInstanceCustomIndexKHR, true, 0},
    {RayState::committed_instance_id, S::OpRayQueryGetIntersectionInstanceCustomIndexKHR, true, 1},
    {RayState::candidate_geometry_index, S::OpRayQueryGetIntersectionGeometryIndexKHR, true, 0},
    {RayState::committed_geometry_index, S::OpRayQueryGetIntersectionGeometryIndexKHR, true, 1},
    {RayState::candidate_primitive_index, S::OpRayQueryGetIntersectionPrimitiveIndexKHR, true, 0},
    {RayState::committed_primitive_index, S::OpRayQueryGetIntersectionPrimitiveIndexKHR, true, 1},
    {RayState::candidate_contribution, S::OpRayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR,
     true, 0},
    {RayState::committed_contribution, S::OpRayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR,
     true, 1},
    {RayState::candidate_barycentrics, S::OpRayQueryGetIntersectionBarycentricsKHR, true, 0},
    {RayState::committed_barycentrics, S::OpRayQueryGetIntersectionBarycentricsKHR, true, 1},
    {RayState::candidate_front_face, S::OpRayQueryGetIntersectionFrontFaceKHR, true, 0},
    {RayState::committed_front_face, S::OpRayQueryGetIntersectionFrontFaceKHR, true, 1},
    {RayState::candidate_object_ray_origin, S::OpRayQueryGetIntersectionObjectRayOriginKHR, true, 0},
    {RayState::committed_object_ray_origin, S::OpRayQueryGetIntersectionObjectRayOriginKHR, true, 1},
    {RayState::candidate_object_ray_direction, S::OpRayQueryGetIntersectionObjectRayDirectionKHR, true, 0},
    {RayState::committed_object_ray_direction, S::OpRayQueryGetIntersectionObjectRayDirectionKHR, true, 1},
    {RayState::candidate_object_to_world, S::OpRayQueryGetIntersectionObjectToWorldKHR, true, 0},
    {RayState::committed_object_to_world, S::OpRayQueryGetIntersectionObjectToWorldKHR, true, 1},
    {RayState::candidate_world_to_object, S::OpRayQueryGetIntersectionWorldToObjectKHR, true, 0},
    {RayState::committed_world_to_object, S::OpRayQueryGetIntersectionWorldToObjectKHR, true, 1},
};
static_assert([] {
    for (size_t i = 0; i < std::size(rows); ++i)
        if (rows[i].state != static_cast<RayState>(i)) return false;
    return std::size(rows) == static_cast<size_t>(RayState::count);
}());

// Flags that leave out triangles or procedural primitives.
constexpr uint32_t skips_primitives = 0x300;

} // namespace

bool Writer::ray_queries() {
    if (!from_spirv_1_4() || !extension_allowed(driver::extension_ray_query)) {
        error(code::spirv_feature,
              "Ray queries need Vulkan 1.2 and SPV_KHR_ray_query, which the target environment does "
              "not offer.");
        return false;
    }
    b_.extension("SPV_KHR_ray_query");
    b_.capability(spv::Capability::RayQueryKHR);
    return true;
}

Id Writer::ray_query_pointer(uint32_t index, Value object) {
    const ir::RayQuery &q = m_.ray_queries[index];
    Id query = b_.other(spv::Op::OpTypeRayQueryKHR, {});
    Id &variable = ray_queries_[index];
    if (!variable) {
        Id pointer = b_.pointer(spv::StorageClass::Function, q.count > 1 ? b_.array(query, q.count) : query);
        variable = b_.new_id();
        variables_.emit(spv::Op::OpVariable, pointer, variable, spv::StorageClass::Function);
    }
    if (q.count <= 1) return variable;
    Id at = object ? vertex_index(object, q.count) : b_.u32(0);
    return typed(spv::Op::OpAccessChain, b_.pointer(spv::StorageClass::Function, query), variable, at);
}

void Writer::start_ray_query(const Inst &inst) {
    const auto values = m_.values(inst);
    Id query = ray_query_pointer(inst.arg[1], values[0]);
    Id structure = load_descriptor(inst.arg[2], values[1], inst);
    if (diag_.has_errors()) return;
    const uint32_t declared = m_.ray_queries[inst.arg[1]].flags;
    const uint32_t known = declared | (is_constant(values[2]) ? origin(values[2]).arg[0] : 0);
    if (known & skips_primitives) b_.capability(spv::Capability::RayTraversalPrimitiveCullingKHR);
    Id flags = is_constant(values[2]) ? b_.u32(known) : id(values[2]);
    if (!is_constant(values[2]) && declared)
        flags = result(spv::Op::OpBitwiseOr, ir::i32(), flags, b_.u32(declared));
    Id rest[5];
    for (unsigned k = 0; k < 5; ++k)
        rest[k] = id(values[3 + k]);
    f_->emit(spv::Op::OpRayQueryInitializeKHR, query, structure, flags, rest[0], rest[1], rest[2], rest[3],
             rest[4]);
}

void Writer::ray_query(Value v, const Inst &inst) {
    if (!ray_queries()) return;
    if (inst.op == Op::ray_query_start) return start_ray_query(inst);
    const bool procedural = inst.op == Op::ray_query_commit_procedural;
    Id query = ray_query_pointer(procedural ? inst.arg[2] : inst.arg[1], inst.arg[0]);
    switch (inst.op) {
    case Op::ray_query_proceed: return set(v, inst, result(spv::Op::OpRayQueryProceedKHR, inst.type, query));
    case Op::ray_query_abort: return f_->emit(spv::Op::OpRayQueryTerminateKHR, query);
    case Op::ray_query_commit_triangle: return f_->emit(spv::Op::OpRayQueryConfirmIntersectionKHR, query);
    case Op::ray_query_commit_procedural:
        return f_->emit(spv::Op::OpRayQueryGenerateIntersectionKHR, query, id(inst.arg[1]));
    default: break;
    }
    const Row &row = rows[inst.arg[2]];
    const bool matrix = ir::is_matrix(row.state);
    Id t = matrix ? b_.other(spv::Op::OpTypeMatrix, {type(ir::f32(3)), 4}) : type(inst.type);
    Id r = row.of_hit ? typed(row.op, t, query, b_.u32(row.committed)) : typed(row.op, t, query);
    set(v, inst, matrix ? extract(r, inst.type, inst.arg[3]) : r);
}

} // namespace weft::spirv
