#include "core/ir/module.h"

namespace weft::ir {

namespace {

constexpr bool has(const char *traits, char c) {
    for (; *traits; ++traits)
        if (*traits == c) return true;
    return false;
}

constexpr OpInfo row(const char *name, unsigned values, unsigned literals, const char *traits) {
    return {name,
            static_cast<uint8_t>(values),
            static_cast<uint8_t>(literals),
            has(traits, 'V'),
            has(traits, 'P'),
            has(traits, 'N'),
            has(traits, 'S'),
            has(traits, 'X'),
            has(traits, 'E'),
            has(traits, 'R'),
            has(traits, 'C')};
}

} // namespace

constexpr OpInfo op_table[static_cast<size_t>(Op::count_)] = {
#define OP(name, values, literals, traits) row(#name, values, literals, traits),
#include "core/ir/ops.def"
};

unsigned coordinate_count(Dim dim) {
    switch (dim) {
    case Dim::none: return 0;
    case Dim::buffer:
    case Dim::d1: return 1;
    case Dim::d1_array:
    case Dim::d2:
    case Dim::d2_ms: return 2;
    case Dim::d2_array:
    case Dim::d2_ms_array:
    case Dim::d3:
    case Dim::cube: return 3;
    case Dim::cube_array: return 4;
    }
    return 0;
}

bool is_array(Dim dim) {
    return dim == Dim::d1_array || dim == Dim::d2_array || dim == Dim::d2_ms_array || dim == Dim::cube_array;
}

bool is_multisampled(Dim dim) {
    return dim == Dim::d2_ms || dim == Dim::d2_ms_array;
}

Type type_of(RayState state) {
    switch (state) {
    case RayState::candidate_opaque_procedural:
    case RayState::candidate_front_face:
    case RayState::committed_front_face: return boolean();
    case RayState::ray_t_min:
    case RayState::candidate_ray_t:
    case RayState::committed_ray_t: return f32();
    case RayState::candidate_barycentrics:
    case RayState::committed_barycentrics: return f32(2);
    case RayState::world_ray_origin:
    case RayState::world_ray_direction:
    case RayState::candidate_object_ray_origin:
    case RayState::committed_object_ray_origin:
    case RayState::candidate_object_ray_direction:
    case RayState::committed_object_ray_direction: return f32(3);
    default: return is_matrix(state) ? f32(3) : i32();
    }
}

bool is_matrix(RayState state) {
    return state >= RayState::candidate_object_to_world && state < RayState::count;
}

void Module::unlink(Function &function, Value v) {
    Inst &inst = insts[v];
    if (inst.prev)
        insts[inst.prev].next = inst.next;
    else
        function.head = inst.next;
    if (inst.next)
        insts[inst.next].prev = inst.prev;
    else
        function.tail = inst.prev;
    inst.prev = inst.next = 0;
}

} // namespace weft::ir
