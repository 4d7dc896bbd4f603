// Constant buffers, raw and structured buffers, atomics and counters.
#include "core/spirv/writer_state.h"

namespace weft::spirv {

using ir::ResourceKind;

namespace {

bool is_uav(ResourceKind k) {
    return k == ResourceKind::image || k == ResourceKind::rw_raw_buffer ||
           k == ResourceKind::rw_structured_buffer;
}

} // namespace

// Components of a row of push constants that are an array of words. What is not pushed reads zero.
Id Writer::load_push_words(const ResourceVariable &var, Value row, unsigned first, unsigned count) {
    const ir::Type t{var.kind};
    const Inst &row_inst = origin(row);
    const bool literal = row_inst.op == Op::constant;
    Id base = literal ? 0 : result(spv::Op::OpShiftLeftLogical, ir::i32(), id(row), b_.u32(2));
    Id parts[4] = {};
    for (unsigned i = 0; i < count; ++i) {
        const uint64_t word = literal ? uint64_t{row_inst.arg[0]} * 4 + first + i : 0;
        if (word >= var.push_count) {
            parts[i] = b_.null(type(t));
            continue;
        }
        // The device checks no bounds of push constants.
        Id at;
        if (literal) {
            at = b_.u32(static_cast<uint32_t>(word));
        } else {
            at = offset_by(base, first + i);
            at = glsl(ir::i32(), GLSLstd450UMin, {at, b_.u32(var.push_count - 1)});
        }
        Id pointer_type = pointer_to(spv::StorageClass::PushConstant, t);
        Id member = b_.u32(var.descriptor.push_member);
        Id p = typed(spv::Op::OpAccessChain, pointer_type, push_block_, member, at);
        parts[i] = result(spv::Op::OpLoad, t, p);
    }
    return construct(t.with_count(count), parts, count);
}

Id Writer::load_cbuffer_row(uint32_t index, const Inst &inst, unsigned first, unsigned count) {
    ResourceVariable &var = resources_[index];
    const ir::Type row_type{var.kind, 4};
    if (var.form != Form::push_constants) {
        Id base = descriptor_pointer(index, var.descriptor, inst.arg[1], inst);
        if (diag_.has_errors()) return 0;
        Id member = b_.u32(0);
        return load_row(base, var.descriptor.storage, row_type, member, id(inst.arg[0]), first, count);
    }
    if (!var.push_count) return b_.null(type(row_type.with_count(count)));
    if (var.push_words) return load_push_words(var, inst.arg[0], first, count);
    const Inst &row_inst = origin(inst.arg[0]);
    if (row_inst.op == Op::constant && row_inst.arg[0] >= var.push_count)
        return b_.null(type(row_type.with_count(count)));
    Id row = id(inst.arg[0]);
    if (row_inst.op != Op::constant) row = glsl(ir::i32(), GLSLstd450UMin, {row, b_.u32(var.push_count - 1)});
    Id member = b_.u32(var.descriptor.push_member);
    return load_row(push_block_, var.descriptor.storage, row_type, member, row, first, count);
}

void Writer::load_cbuffer(Value v, const Inst &inst) {
    const uint32_t index = inst.arg[2];
    ResourceVariable &var = resource(index);
    if (diag_.has_errors()) return;
    const unsigned n = inst.type.count();
    const unsigned first = inst.arg[3];
    const Inst &row_inst = origin(inst.arg[0]);
    const uint32_t declared = m_.resources[index].size;
    // A literal row behind the end of the buffer has no address; it reads zero.
    if (row_inst.op == Op::constant && declared && row_inst.arg[0] >= declared)
        return set(v, inst, b_.null(type(inst.type)));
    const ir::Type row_type{var.kind, 4};
    BufferRow *known = inst.arg[1] ? nullptr : find_row(index, m_.resolve(inst.arg[0]));
    Id r;
    if (known && known->loaded && region_open_[known->region]) {
        r = slice(known->loaded, row_type, first, n);
    } else if (known && (known->uses > 1 || n > 1)) {
        // A row that is read again is worth reading whole.
        known->loaded = load_cbuffer_row(index, inst, 0, 4);
        known->region = regions_.back();
        r = slice(known->loaded, row_type, first, n);
    } else {
        r = load_cbuffer_row(index, inst, first, n);
    }
    if (diag_.has_errors()) return;
    set(v, inst, cast(r, row_type.with_count(n), inst.type.kind()));
}

void Writer::load_buffer(Value v, const Inst &inst) {
    const uint32_t index = inst.arg[2];
    ResourceVariable &var = resource(index);
    if (diag_.has_errors()) return;
    const bool varies = non_uniform(inst, var.descriptor, inst.arg[1]);
    const bool block = var.form == Form::storage_block;
    const bool sparse = inst.flags & ir::flag::sparse;
    if (sparse && !block && !residency_feedback()) return;
    Id address = id(inst.arg[0]);
    Id source = block ? descriptor_pointer(index, var.descriptor, inst.arg[1], inst)
                      : image(index, ir::no_resource, inst.arg[1], inst);
    if (diag_.has_errors()) return;
    if (inst.type.bits() != 32)
        return unimplemented("Buffer loads of other than 32 bits are not implemented.");
    const unsigned n = inst.type.count();
    const ir::Type t = ir::i32(n);
    const bool uav = is_uav(m_.resources[index].kind);
    Id parts[4] = {};
    Id resident = 0;
    for (unsigned i = 0; i < n; ++i) {
        Id at = offset_by(address, i);
        if (block) {
            Id pointer_type = pointer_to(var.descriptor.storage, ir::i32());
            Id p = typed(spv::Op::OpAccessChain, pointer_type, source, b_.u32(0), at);
            if (varies) decorate_non_uniform(p);
            parts[i] = result(spv::Op::OpLoad, ir::i32(), p);
        } else if (sparse) {
            Id pair = b_.other(spv::Op::OpTypeStruct, {b_.type(ir::i32()), b_.type(ir::i32(4))});
            Id r = typed(uav ? spv::Op::OpImageSparseRead : spv::Op::OpImageSparseFetch, pair, source, at);
            Id here = texels_resident(r);
            resident = resident ? result(spv::Op::OpBitwiseAnd, ir::i32(), resident, here) : here;
            parts[i] = extract(typed(spv::Op::OpCompositeExtract, type(ir::i32(4)), r, 1u), ir::i32(), 0);
        } else {
            Id texel = result(uav ? spv::Op::OpImageRead : spv::Op::OpImageFetch, ir::i32(4), source, at);
            parts[i] = extract(texel, ir::i32(), 0);
        }
    }
    // Loads from storage blocks have no feedback: what is bound so counts as resident.
    if (sparse) set_residency(v, block ? b_.u32(1) : resident);
    set(v, inst, cast(construct(t, parts, n), t, inst.type.kind()));
}

void Writer::store_buffer(const Inst &inst) {
    const uint32_t index = inst.arg[3];
    ResourceVariable &var = resource(index);
    if (diag_.has_errors()) return;
    const bool varies = non_uniform(inst, var.descriptor, inst.arg[2]);
    const bool block = var.form == Form::storage_block;
    Id address = id(inst.arg[0]);
    const ir::Type t = type_of(inst.arg[1]);
    if (t.bits() != 32) return unimplemented("Buffer stores of other than 32 bits are not implemented.");
    Id value = cast(id(inst.arg[1]), t, ir::Kind::i32);
    Id target = block ? descriptor_pointer(index, var.descriptor, inst.arg[2], inst)
                      : load_descriptor(index, inst.arg[2], inst);
    if (diag_.has_errors()) return;
    for (unsigned i = 0; i < t.count(); ++i) {
        Id c = t.is_scalar() ? value : extract(value, ir::i32(), i);
        Id at = offset_by(address, i);
        if (block) {
            Id pointer_type = pointer_to(var.descriptor.storage, ir::i32());
            Id p = typed(spv::Op::OpAccessChain, pointer_type, target, b_.u32(0), at);
            if (varies) decorate_non_uniform(p);
            f_->emit(spv::Op::OpStore, p, c);
        } else {
            Id texel = broadcast(c, ir::i32(4));
            f_->emit(spv::Op::OpImageWrite, target, at, texel);
        }
    }
}

// --- atomics
// -------------------------------------------------------------------------------------------------------

Id Writer::atomic(ir::AtomicOp op, ir::Type t, Id result_type, Id pointer, Id value, Id comparator,
                  uint32_t scope) {
    static constexpr spv::Op ops[] = {
        spv::Op::OpAtomicAnd,  spv::Op::OpAtomicOr,   spv::Op::OpAtomicXor,
        spv::Op::OpAtomicIAdd, spv::Op::OpAtomicSMin, spv::Op::OpAtomicSMax,
        spv::Op::OpAtomicUMin, spv::Op::OpAtomicUMax, spv::Op::OpAtomicExchange};
    if (t.bits() == 64) {
        unimplemented("Atomic operations of 64 bits are not implemented.");
        return 0;
    }
    Id scope_id = b_.u32(scope);
    Id relaxed = b_.u32(0);
    if (op == ir::AtomicOp::compare_exchange)
        return typed(spv::Op::OpAtomicCompareExchange, result_type, pointer, scope_id, relaxed, relaxed,
                     value, comparator);
    if (op == ir::AtomicOp::fadd) {
        unimplemented("Atomic addition of floats is not implemented.");
        return 0;
    }
    return typed(ops[static_cast<size_t>(op)], result_type, pointer, scope_id, relaxed, value);
}

void Writer::atomic_buffer(Value v, const Inst &inst) {
    const uint32_t index = inst.arg[1];
    ResourceVariable &var = resource(index);
    if (diag_.has_errors()) return;
    if (inst.type.bits() == 64) return unimplemented("Atomic operations of 64 bits are not implemented.");
    const auto op = static_cast<ir::AtomicOp>(inst.arg[2]);
    auto values = m_.values(inst);
    auto operand = [&](size_t k) -> Value { return k < values.size() ? values[k] : 0; };
    const bool varies = non_uniform(inst, var.descriptor, operand(3));
    Id address = id(operand(0));
    Id value = operand(1) ? id(operand(1)) : 0;
    Id comparator = operand(2) ? id(operand(2)) : 0;
    Id base = descriptor_pointer(index, var.descriptor, operand(3), inst);
    if (diag_.has_errors()) return;
    constexpr auto device = static_cast<uint32_t>(spv::Scope::Device);
    if (var.form == Form::storage_block) {
        Id pointer_type = pointer_to(var.descriptor.storage, ir::i32());
        Id p = typed(spv::Op::OpAccessChain, pointer_type, base, b_.u32(0), address);
        if (varies) decorate_non_uniform(p);
        return set(v, inst, atomic(op, ir::i32(), type(ir::i32()), p, value, comparator, device));
    }
    if (var.kind == ir::Kind::f32 && op != ir::AtomicOp::exchange)
        return error(code::spirv_type, "An atomic operation on a view of floats.");
    Id texel = var.texel_signed ? b_.type_signed(1) : type(var.kind);
    const bool plain = !var.texel_signed && var.kind == ir::Kind::i32;
    Id pointer_type = b_.pointer(spv::StorageClass::Image, texel);
    Id p = typed(spv::Op::OpImageTexelPointer, pointer_type, base, address, b_.u32(0));
    if (varies) decorate_non_uniform(p);
    if (!plain) {
        // The texel's own type has to be named.
        value = typed(spv::Op::OpBitcast, texel, value);
        if (comparator) comparator = typed(spv::Op::OpBitcast, texel, comparator);
    }
    Id r = atomic(op, ir::Type{var.kind}, texel, p, value, comparator, device);
    set(v, inst, plain ? r : result(spv::Op::OpBitcast, ir::i32(), r));
}

void Writer::counter(Value v, const Inst &inst) {
    const uint32_t index = inst.arg[1];
    declare_counter(index);
    if (diag_.has_errors()) return;
    ResourceVariable &var = resources_[index];
    Id base = descriptor_pointer(index, var.counter, inst.arg[0], inst);
    if (diag_.has_errors()) return;
    Id zero = b_.u32(0);
    Id p = base;
    if (var.counter_form == Form::storage_block) {
        Id pointer_type = pointer_to(var.counter.storage, ir::i32());
        p = typed(spv::Op::OpAccessChain, pointer_type, base, zero);
    } else if (var.counter_form == Form::image) {
        Id pointer_type = pointer_to(spv::StorageClass::Image, ir::i32());
        p = typed(spv::Op::OpImageTexelPointer, pointer_type, base, zero, zero);
    }
    if (non_uniform(inst, var.counter, inst.arg[0])) decorate_non_uniform(p);
    Id scope = b_.u32(static_cast<uint32_t>(spv::Scope::Device));
    if (inst.arg[2] == 0) return set(v, inst, result(spv::Op::OpAtomicIIncrement, ir::i32(), p, scope, zero));
    // Consume yields the value after the decrement.
    Id before = result(spv::Op::OpAtomicIDecrement, ir::i32(), p, scope, zero);
    set(v, inst, result(spv::Op::OpISub, ir::i32(), before, b_.u32(1)));
}

void Writer::query_buffer(Value v, const Inst &inst) {
    const uint32_t index = inst.arg[1];
    const ir::Resource &r = m_.resources[index];
    ResourceVariable &var = resource(index);
    if (diag_.has_errors()) return;
    Id n;
    if (var.form == Form::storage_block) {
        Id base = descriptor_pointer(index, var.descriptor, inst.arg[0], inst);
        if (diag_.has_errors()) return;
        n = result(spv::Op::OpArrayLength, ir::i32(), base, 0u);
    } else {
        b_.capability(spv::Capability::ImageQuery);
        Id handle = image(index, ir::no_resource, inst.arg[0], inst);
        if (diag_.has_errors()) return;
        n = result(spv::Op::OpImageQuerySize, ir::i32(), handle);
    }
    switch (r.kind) {
    case ResourceKind::raw_buffer:
    case ResourceKind::rw_raw_buffer: n = result(spv::Op::OpShiftLeftLogical, ir::i32(), n, b_.u32(2)); break;
    case ResourceKind::structured_buffer:
    case ResourceKind::rw_structured_buffer:
        if (r.stride > 4) n = result(spv::Op::OpUDiv, ir::i32(), n, b_.u32(r.stride / 4));
        break;
    default: break;
    }
    set(v, inst, n);
}

} // namespace weft::spirv
