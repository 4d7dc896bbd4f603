// Raw and structured buffers, shared memory, atomics, counters and barriers.
#include <algorithm>

#include "core/tpf/lowering.h"

namespace weft::tpf {

using ir::AtomicOp;
using ir::Kind;
using ir::Lane;
using ir::Op;
using ir::ResourceKind;
using ir::Value;

bool Lowering::memory_block(const Operand &op, Address *out) {
    if (op.type == RegisterType::thread_group_shared_memory) {
        if (program_.stage != Stage::compute)
            return fail(code::tpf_register_number, "the stage has no shared memory.");
        for (Shared &s : shared_)
            if (s.id == op.index(0).value && !op.index(0).is_relative()) {
                out->shared = &s;
                return true;
            }
        return fail(code::tpf_declaration, "shared memory is not declared.");
    }
    if (op.type != RegisterType::resource && op.type != RegisterType::unordered_access_view)
        return fail(code::tpf_register_number, "this register is no memory.");
    return bound(op, &out->bound, &out->array_index);
}

// Struct index and byte offset, or a byte offset alone, as a count of dwords.
bool Lowering::dword_address(const Address &a, Value index, Value byte_offset, Value *out) {
    uint32_t stride = 0;
    if (a.shared) {
        stride = a.shared->stride;
    } else {
        const ir::Resource &r = resource(*a.bound);
        if (r.kind != ResourceKind::raw_buffer && r.kind != ResourceKind::rw_raw_buffer &&
            r.kind != ResourceKind::structured_buffer && r.kind != ResourceKind::rw_structured_buffer)
            return fail(code::tpf_dimension, "the resource is neither raw nor structured.");
        stride = r.stride;
    }
    Value dword = b_.binary(Op::ushr, byte_offset, b_.i32c(2));
    if (stride && index) dword = b_.binary(Op::iadd, b_.binary(Op::imul, index, b_.i32c(stride / 4)), dword);
    *out = dword;
    return true;
}

bool Lowering::load_memory(const Instruction &ins) {
    const bool status = ins.opcode == Opcode::ld_raw_s || ins.opcode == Opcode::ld_structured_s;
    const bool structured = ins.opcode == Opcode::ld_structured || ins.opcode == Opcode::ld_structured_s;
    unsigned next = status ? 2 : 1;
    Address a;
    Value index = 0, offset;
    if (structured && !scalar(operand(ins, next++), Kind::i32, &index)) return false;
    if (!scalar(operand(ins, next++), Kind::i32, &offset)) return false;
    const Operand &block = operand(ins, next);
    if (!memory_block(block, &a) || !dword_address(a, index, offset, &a.dword)) return false;

    const Operand &dst = operand(ins, 0);
    const Components c = written(dst);
    unsigned low = 3, high = 0;
    for (unsigned i = 0; i < c.count; ++i) {
        low = std::min(low, block.lane(c.index[i]));
        high = std::max(high, block.lane(c.index[i]));
    }
    if (!c.count) low = high = 0;
    const ir::Type type = ir::i32(high - low + 1);
    if (low) a.dword = b_.binary(Op::iadd, a.dword, b_.i32c(low));
    Value v;
    const bool wants_status = status && operand(ins, 1).type != RegisterType::null;
    if (a.shared) {
        v = b_.emit(Op::load_shared, type, a.dword, a.shared->index);
    } else {
        ir::Resource &r = resource(*a.bound);
        r.read = true;
        v = b_.emit(Op::load_buffer, type, a.dword, a.array_index, a.bound->resource, 0,
                    static_cast<uint8_t>((block.non_uniform ? ir::flag::non_uniform : 0) |
                                         (wants_status ? ir::flag::sparse : 0)));
    }
    Lane l[4];
    for (unsigned i = 0; i < c.count; ++i)
        l[i] = {v, block.lane(c.index[i]) - low};
    if (!write_lanes(dst, l)) return false;
    if (!wants_status) return true;
    return a.shared ? write(operand(ins, 1), b_.i32c(1)) : write_status(ins, v);
}

bool Lowering::store_memory(const Instruction &ins) {
    const bool structured = ins.opcode == Opcode::store_structured;
    unsigned next = 1;
    Address a;
    Value index = 0, offset, value;
    if (structured && !scalar(operand(ins, next++), Kind::i32, &index)) return false;
    if (!scalar(operand(ins, next++), Kind::i32, &offset)) return false;
    const Operand &block = operand(ins, 0);
    if (!memory_block(block, &a) || !dword_address(a, index, offset, &a.dword)) return false;
    const Components c = written(block);
    if (!c.count) return true;
    if (!source(operand(ins, next), c, Kind::i32, &value)) return false;
    // Masks run without holes from x; a hole would be a store of its own.
    for (unsigned i = 0; i < c.count;) {
        unsigned n = 1;
        while (i + n < c.count && c.index[i + n] == c.index[i] + n)
            ++n;
        uint8_t part[4];
        for (unsigned k = 0; k < n; ++k)
            part[k] = static_cast<uint8_t>(i + k);
        Value dword = c.index[i] ? b_.binary(Op::iadd, a.dword, b_.i32c(c.index[i])) : a.dword;
        Value words = b_.shuffle(value, part, n);
        if (a.shared) {
            b_.emit(Op::store_shared, ir::void_type, dword, words, a.shared->index);
        } else {
            ir::Resource &r = resource(*a.bound);
            if (r.kind != ResourceKind::rw_raw_buffer && r.kind != ResourceKind::rw_structured_buffer)
                return fail(code::tpf_register_number, "the buffer cannot be written.");
            r.written = true;
            b_.emit(Op::store_buffer, ir::void_type, dword, words, a.array_index, a.bound->resource,
                    block.non_uniform ? ir::flag::non_uniform : 0);
        }
        i += n;
    }
    return true;
}

namespace {

bool atomic_op(Opcode opcode, AtomicOp *op) {
    switch (opcode) {
    case Opcode::atomic_and:
    case Opcode::imm_atomic_and: *op = AtomicOp::and_; return true;
    case Opcode::atomic_or:
    case Opcode::imm_atomic_or: *op = AtomicOp::or_; return true;
    case Opcode::atomic_xor:
    case Opcode::imm_atomic_xor: *op = AtomicOp::xor_; return true;
    case Opcode::atomic_iadd:
    case Opcode::imm_atomic_iadd: *op = AtomicOp::add; return true;
    case Opcode::atomic_imax:
    case Opcode::imm_atomic_imax: *op = AtomicOp::imax; return true;
    case Opcode::atomic_imin:
    case Opcode::imm_atomic_imin: *op = AtomicOp::imin; return true;
    case Opcode::atomic_umax:
    case Opcode::imm_atomic_umax: *op = AtomicOp::umax; return true;
    case Opcode::atomic_umin:
    case Opcode::imm_atomic_umin: *op = AtomicOp::umin; return true;
    case Opcode::imm_atomic_exch: *op = AtomicOp::exchange; return true;
    case Opcode::atomic_cmp_store:
    case Opcode::imm_atomic_cmp_exch: *op = AtomicOp::compare_exchange; return true;
    default: return false;
    }
}

} // namespace

bool Lowering::atomic(const Instruction &ins) {
    AtomicOp op;
    if (!atomic_op(ins.opcode, &op))
        return fail(code::tpf_not_implemented, "this atomic operation is unknown.");
    const bool returns = ins.opcode >= Opcode::imm_atomic_iadd;
    unsigned next = returns ? 1 : 0;
    const Operand &block = operand(ins, next++);
    const Operand &address = operand(ins, next++);
    Address a;
    Value comparator = 0, value;
    if (!memory_block(block, &a)) return false;
    if (op == AtomicOp::compare_exchange && !scalar(operand(ins, next++), Kind::i32, &comparator))
        return false;
    if (!scalar(operand(ins, next), Kind::i32, &value)) return false;

    Value result;
    if (!a.shared && resource(*a.bound).kind == ResourceKind::image) {
        ir::Resource &r = resource(*a.bound);
        Value coordinate;
        if (!vector(address, ir::coordinate_count(r.dim), Kind::i32, &coordinate)) return false;
        // Bits can be exchanged whatever they mean; everything else needs integers.
        if (texel_is_float(r) && (op != AtomicOp::exchange || r.sampled != ir::SampledType::float_))
            return fail(code::tpf_dimension, "the UAV does not hold integers.");
        r.atomics = r.read = r.written = true;
        const Value values[4] = {coordinate, value, comparator, a.array_index};
        result =
            b_.emit_variadic(Op::atomic_buffer, ir::i32(), values, a.bound->resource,
                             static_cast<uint32_t>(op), 0, block.non_uniform ? ir::flag::non_uniform : 0);
    } else {
        Value index = 0, offset;
        const bool structured = a.shared ? a.shared->stride != 0 : resource(*a.bound).stride != 0;
        if (!scalar(address, Kind::i32, structured ? &index : &offset)) return false;
        if (structured) {
            Components y;
            y.index[0] = 1;
            y.count = 1;
            if (!source(address, y, Kind::i32, &offset)) return false;
        }
        if (!dword_address(a, index, offset, &a.dword)) return false;
        if (a.shared) {
            result = b_.emit(Op::atomic_shared, ir::i32(), a.dword, value, comparator,
                             a.shared->index | static_cast<uint32_t>(op) << 16);
        } else {
            ir::Resource &r = resource(*a.bound);
            if (r.kind != ResourceKind::rw_raw_buffer && r.kind != ResourceKind::rw_structured_buffer)
                return fail(code::tpf_register_number, "the buffer cannot be written.");
            r.atomics = r.read = r.written = true;
            const Value values[4] = {a.dword, value, comparator, a.array_index};
            result =
                b_.emit_variadic(Op::atomic_buffer, ir::i32(), values, a.bound->resource,
                                 static_cast<uint32_t>(op), 0, block.non_uniform ? ir::flag::non_uniform : 0);
        }
    }
    return !returns || write(operand(ins, 0), result);
}

bool Lowering::counter(const Instruction &ins) {
    Bound *u;
    Value index;
    if (!bound(operand(ins, 1), &u, &index)) return false;
    ir::Resource &r = resource(*u);
    if (r.kind != ResourceKind::rw_structured_buffer)
        return fail(code::tpf_dimension, "the UAV has no counter.");
    r.counter = true;
    Value v = b_.emit(Op::counter, ir::i32(), index, u->resource, ins.opcode == Opcode::imm_atomic_consume, 0,
                      operand(ins, 1).non_uniform ? ir::flag::non_uniform : 0);
    return write(operand(ins, 0), v);
}

bool Lowering::sync(const Instruction &ins) {
    uint32_t flags = 0;
    const bool compute = program_.stage == Stage::compute;
    if (compute && ins.token & sync_flag::threads) flags |= ir::barrier_flag::execution;
    if (compute && ins.token & sync_flag::shared_memory) flags |= ir::barrier_flag::group_memory;
    if (ins.token & sync_flag::uav_global)
        flags |= ir::barrier_flag::uav_global;
    else if (ins.token & sync_flag::uav_group)
        flags |= ir::barrier_flag::uav_group;
    // A meeting of threads alone still orders what they share.
    if (flags == ir::barrier_flag::execution) flags |= ir::barrier_flag::group_memory;
    if (flags) b_.emit(Op::barrier, ir::void_type, flags);
    return true;
}

bool Lowering::memory(const Instruction &ins) {
    switch (ins.opcode) {
    case Opcode::store_uav_typed: return store_typed_uav(ins);
    case Opcode::store_raw:
    case Opcode::store_structured: return store_memory(ins);
    default: return atomic(ins);
    }
}

} // namespace weft::tpf
