// Atomic operations on resources, and barriers.
#include "core/dxil/calls.h"

namespace weft::dxil {

using ir::AtomicOp;
using ir::Op;

namespace {

// By the number that the operation has as an operand.
constexpr AtomicOp atomic_ops[] = {
    AtomicOp::add,  AtomicOp::and_, AtomicOp::or_,  AtomicOp::xor_,     AtomicOp::imin,
    AtomicOp::imax, AtomicOp::umin, AtomicOp::umax, AtomicOp::exchange,
};

} // namespace

bool Calls::atomic() {
    const bool compares = op_ == DxOp::AtomicCompareExchange;
    AtomicOp op = AtomicOp::compare_exchange;
    if (!compares) {
        uint32_t number;
        if (!literal_below(1, std::size(atomic_ops), "the operation", &number)) return false;
        op = atomic_ops[number];
    }
    const unsigned first = compares ? 1 : 2; // of the coordinate
    const Value comparator = compares ? argument(4) : 0, value = argument(5);
    Handle h;
    if (!handle(0, &h)) return false;
    ir::Resource &r = ir().resources[h.resource];
    Value where;
    if (r.kind == ir::ResourceKind::image) {
        where = vector(first, ir::coordinate_count(r.dim));
        const bool integers = r.sampled == ir::SampledType::sint || r.sampled == ir::SampledType::uint ||
                              r.sampled == ir::SampledType::sint64 || r.sampled == ir::SampledType::uint64;
        // Bits can be exchanged whatever they mean; everything else needs integers.
        if (!integers && !(op == AtomicOp::exchange && r.sampled == ir::SampledType::float_))
            return fail(code::dxil_handle, "the UAV does not hold integers");
        const bool wide = r.sampled == ir::SampledType::sint64 || r.sampled == ir::SampledType::uint64;
        if (wide != (l_.scalar_type(overload_).bits() == 64))
            return fail(code::dxil_handle, "the UAV does not hold integers of that width");
    } else {
        Address a;
        if (!address(first, &a)) return false;
        if (r.kind != ir::ResourceKind::rw_raw_buffer && r.kind != ir::ResourceKind::rw_structured_buffer)
            return fail(code::dxil_handle, "the buffer cannot be written");
        where = a.index;
    }
    r.atomics = r.read = r.written = true;
    const Value values[4] = {where, value, comparator, h.array_index};
    result(b_.emit_variadic(Op::atomic_buffer, l_.scalar_type(overload_), values, h.resource,
                            static_cast<uint32_t>(op), 0, handle_flags(h)));
    return true;
}

// The mode of Barrier, or the memory and the scope of its successors.
bool Calls::barrier() {
    enum : uint32_t { mode_sync = 1, mode_uav = 2, mode_uav_group = 4, mode_group = 8 };
    enum : uint32_t { memory_uav = 1, memory_group = 2, memory_nodes = 12 };
    enum : uint32_t { scope_sync = 1, scope_group = 2, scope_device = 4 };
    uint32_t mode = 0;
    if (op_ == DxOp::Barrier) {
        if (!literal_below(0, 16, "the mode", &mode)) return false;
    } else {
        uint32_t memory = memory_uav, scope;
        if (op_ == DxOp::BarrierByMemoryType) {
            if (!literal_below(0, 16, "the memory", &memory)) return false;
            if (memory & memory_nodes) memory &= ~uint32_t{memory_nodes}; // there are none outside of nodes
        } else {
            Handle h;
            if (!handle(0, &h)) return false;
        }
        if (!literal_below(1, 8, "the scope", &scope)) return false;
        if (scope & scope_sync) mode |= mode_sync;
        if (memory & memory_uav) mode |= scope & scope_device ? mode_uav : mode_uav_group;
        if (memory & memory_group) mode |= mode_group;
    }
    const bool groups = interface_.kind == ShaderKind::compute || interface_.kind == ShaderKind::mesh ||
                        interface_.kind == ShaderKind::amplification;
    uint32_t flags = 0;
    if (groups && mode & mode_sync) flags |= ir::barrier_flag::execution;
    if (groups && mode & mode_group) flags |= ir::barrier_flag::group_memory;
    if (mode & mode_uav)
        flags |= ir::barrier_flag::uav_global;
    else if (mode & mode_uav_group)
        flags |= groups ? ir::barrier_flag::uav_group : ir::barrier_flag::uav_global;
    // A meeting of threads alone still orders what they share.
    if (flags == ir::barrier_flag::execution) flags |= ir::barrier_flag::group_memory;
    if (flags) b_.emit(Op::barrier, ir::void_type, flags);
    return true;
}

} // namespace weft::dxil
