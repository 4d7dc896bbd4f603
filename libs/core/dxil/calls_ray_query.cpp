// Inline ray tracing. All queries of a shader are objects of one array, and a handle is a number in it, so
// that handles may be chosen and stored like numbers.
#include "core/dxil/calls.h"

namespace weft::dxil {

using ir::Op;
using ir::RayState;

namespace {

constexpr uint32_t max_queries = 64;

} // namespace

bool Calls::ray_query_allocate() {
    uint64_t flags;
    if (!literal(0, &flags)) return fail(code::dxil_operand, "the flags are no literal");
    if (query_flags_.size() >= max_queries) return unsupported("A shader with this many ray queries");
    if (ir().ray_queries.empty()) ir().ray_queries.push({0, 0});
    result(b_.i32c(static_cast<uint32_t>(query_flags_.size())));
    query_flags_.push(static_cast<uint32_t>(flags));
    ir().ray_queries[0].count = static_cast<uint32_t>(query_flags_.size());
    return true;
}

bool Calls::ray_query(Value *object) {
    if (query_flags_.empty()) return fail(code::dxil_operand, "there is no ray query");
    *object = argument(0);
    return true;
}

bool Calls::ray_query_start() {
    Value object = 0;
    Handle scene;
    if (!ray_query(&object) || !handle(1, &scene)) return false;
    if (ir().resources[scene.resource].kind != ir::ResourceKind::acceleration_structure)
        return fail(code::dxil_handle, "the resource is no acceleration structure");
    // Each query has flags of its own besides.
    Value own = b_.i32c(query_flags_[0]);
    for (uint32_t i = 1; i < query_flags_.size(); ++i)
        own = b_.select(b_.compare(Op::ieq, object, b_.i32c(i)), b_.i32c(query_flags_[i]), own);
    const Value values[] = {object,       scene.array_index, b_.binary(Op::or_, argument(2), own),
                            argument(3),  vector(4, 3),      argument(7),
                            vector(8, 3), argument(11)};
    b_.emit_variadic(Op::ray_query_start, ir::void_type, values, 0, scene.resource, 0, handle_flags(scene));
    return true;
}

bool Calls::ray_query_step() {
    Value object = 0;
    if (!ray_query(&object)) return false;
    if (parameter_op() == Op::ray_query_commit_procedural) {
        b_.emit(Op::ray_query_commit_procedural, ir::void_type, object, argument(1), 0);
    } else if (parameter_op() == Op::ray_query_proceed) {
        result(b_.emit(Op::ray_query_proceed, ir::boolean(), object, 0));
    } else {
        b_.emit(parameter_op(), ir::void_type, object, 0);
    }
    return true;
}

bool Calls::ray_query_get() {
    const auto state = static_cast<RayState>(parameter_);
    Value object = 0;
    if (!ray_query(&object)) return false;
    const ir::Type t = ir::type_of(state);
    uint32_t column = 0;
    if (ir::is_matrix(state)) {
        uint64_t row;
        if (!literal_below(2, 4, "the column", &column)) return false;
        const Value v = b_.emit(Op::ray_query_get, t, object, 0, parameter_, column);
        if (literal(1, &row)) {
            if (row > 2) return fail(code::dxil_operand, "the matrix has no such row");
            result(b_.extract(v, static_cast<unsigned>(row)));
        } else {
            result(b_.emit(Op::extract_dyn, ir::f32(), v, argument(1)));
        }
        return true;
    }
    if (t.is_vector() && !literal_below(1, t.count(), "the component", &column)) return false;
    Value v = b_.emit(Op::ray_query_get, t, object, 0, parameter_, 0);
    if (t.is_vector()) v = b_.extract(v, column);
    // The one that is asked the other way round.
    result(op_ == DxOp::RayQuery_CandidateProceduralPrimitiveNonOpaque ? b_.not_(v) : v);
    return true;
}

} // namespace weft::dxil
