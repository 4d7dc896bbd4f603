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
