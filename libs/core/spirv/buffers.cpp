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

// The same descriptor as an array of elements of 16 or 64 bits.
DescriptorVariable *Writer::element_view(uint32_t index, ir::Kind kind) {
    const ir::Resource &r = m_.resources[index];
    ResourceVariable &var = resource(index);
    DescriptorVariable &d = kind == ir::Kind::i16 ? var.halfwords : var.quadwords;
    if (diag_.has_errors() || d.id) return &d;
    driver::DescriptorBinding binding;
    if (!find_binding(index, &binding, &d)) return &d;
    storage_block(d, b_.runtime_array(type(kind), ir::kind_bits(kind) / 8));
    finish_descriptor(index, d, binding, r.count);
    if (!d.id) return &d;
    if (r.coherent) b_.decorate(d.id, spv::Decoration::Coherent);
    if (!r.written && !r.atomics) b_.decorate(d.id, spv::Decoration::NonWritable);
    b_.decorate(d.id, spv::Decoration::Aliased);
    if (!var.aliased) b_.decorate(var.descriptor.id, spv::Decoration::Aliased);
    var.aliased = true;
    return &d;
}

// The pointer to an element of 16 or 64 bits.
Id Writer::element_pointer(uint32_t index, ir::Kind kind, Id at, Value array_index, const Inst &inst) {
    DescriptorVariable *d = element_view(index, kind);
    if (diag_.has_errors()) return 0;
    Id base = descriptor_pointer(index, *d, array_index, inst);
    if (diag_.has_errors()) return 0;
    Id p = typed(spv::Op::OpAccessChain, pointer_to(d->storage, {kind}), base, b_.u32(0), at);
    if (non_uniform(inst, *d, array_index)) decorate_non_uniform(p);
    return p;
}

bool Writer::storage_16bit() {
    if (!(o_.features & driver::feature_storage_16bit)) return false;
    if (o_.environment < driver::Environment::vulkan_1_1) {
        if (!extension_allowed(driver::extension_16bit_storage)) return false;
        b_.extension("SPV_KHR_16bit_storage");
    }
    b_.capability(spv::Capability::StorageBuffer16BitAccess);
    return true;
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
    const bool uav = is_uav(m_.resources[index].kind);
    Id resident = 0;
    auto word = [&](Id at) {
        if (block) {
            Id pointer_type = pointer_to(var.descriptor.storage, ir::i32());
            Id p = typed(spv::Op::OpAccessChain, pointer_type, source, b_.u32(0), at);
            if (varies) decorate_non_uniform(p);
            return result(spv::Op::OpLoad, ir::i32(), p);
        }
        if (sparse) {
            Id pair = b_.other(spv::Op::OpTypeStruct, {b_.type(ir::i32()), b_.type(ir::i32(4))});
            Id r = typed(uav ? spv::Op::OpImageSparseRead : spv::Op::OpImageSparseFetch, pair, source, at);
            Id here = texels_resident(r);
            resident = resident ? result(spv::Op::OpBitwiseAnd, ir::i32(), resident, here) : here;
            return extract(typed(spv::Op::OpCompositeExtract, type(ir::i32(4)), r, 1u), ir::i32(), 0);
        }
        Id texel = result(uav ? spv::Op::OpImageRead : spv::Op::OpImageFetch, ir::i32(4), source, at);
        return extract(texel, ir::i32(), 0);
    };
    const ir::Type t = inst.type, element{t.bits() == 64   ? ir::Kind::i64
                                          : t.bits() == 16 ? ir::Kind::i16
                                                           : ir::Kind::i32};
    const bool halfwords = t.bits() == 16 && block && storage_16bit();
    Id parts[4] = {};
    for (unsigned i = 0; i < t.count(); ++i) {
        if (halfwords) {
            Id p = element_pointer(index, element.kind(), offset_by(address, i), inst.arg[1], inst);
            if (diag_.has_errors()) return;
            parts[i] = result(spv::Op::OpLoad, element, p);
        } else if (t.bits() == 16) {
            Id at = offset_by(address, i);
            Id whole = word(result(spv::Op::OpShiftRightLogical, ir::i32(), at, b_.u32(1)));
            Id odd = result(spv::Op::OpBitwiseAnd, ir::i32(), at, b_.u32(1));
            Id shift = result(spv::Op::OpShiftLeftLogical, ir::i32(), odd, b_.u32(4));
            parts[i] = result(spv::Op::OpUConvert, element,
                              result(spv::Op::OpShiftRightLogical, ir::i32(), whole, shift));
        } else if (t.bits() == 64) {
            Id low = word(offset_by(address, 2 * i));
            const Id pair[2] = {low, word(offset_by(address, 2 * i + 1))};
            parts[i] = bitcast(construct(ir::i32(2), pair, 2), ir::i32(2), t.scalar());
        } else {
            parts[i] = word(offset_by(address, i));
        }
    }
    // Loads from storage blocks have no feedback: what is bound so counts as resident.
    if (sparse) set_residency(v, block ? b_.u32(1) : resident);
    if (t.bits() == 64) return set(v, inst, construct(t, parts, t.count()));
    set(v, inst,
        cast(construct(element.with_count(t.count()), parts, t.count()), element.with_count(t.count()),
             t.kind()));
}

void Writer::store_buffer(const Inst &inst) {
    const uint32_t index = inst.arg[3];
    ResourceVariable &var = resource(index);
    if (diag_.has_errors()) return;
    const bool varies = non_uniform(inst, var.descriptor, inst.arg[2]);
    const bool block = var.form == Form::storage_block;
    const ir::Type t = type_of(inst.arg[1]);
    const bool halfwords = t.bits() == 16;
    if (halfwords && !block)
        return error(code::spirv_feature, "Stores of 16 bits need buffer views that are storage buffers.");
    if (halfwords && !storage_16bit())
        return error(code::spirv_feature,
                     "Stores of 16 bits need the compile option WEFT_FEATURE with STORAGE_16BIT "
                     "and, before Vulkan 1.1, SPV_KHR_16bit_storage.");
    Id address = id(inst.arg[0]);
    Id value = id(inst.arg[1]);
    Id target = halfwords ? 0
                : block   ? descriptor_pointer(index, var.descriptor, inst.arg[2], inst)
                          : load_descriptor(index, inst.arg[2], inst);
    if (diag_.has_errors()) return;
    auto put = [&](Id at, Id word) {
        if (block) {
            Id pointer_type = pointer_to(var.descriptor.storage, ir::i32());
            Id p = typed(spv::Op::OpAccessChain, pointer_type, target, b_.u32(0), at);
            if (varies) decorate_non_uniform(p);
            f_->emit(spv::Op::OpStore, p, word);
        } else {
            Id texel = broadcast(word, ir::i32(4));
            f_->emit(spv::Op::OpImageWrite, target, at, texel);
        }
    };
    for (unsigned i = 0; i < t.count(); ++i) {
        Id c = t.is_scalar() ? value : extract(value, t.scalar(), i);
        if (halfwords) {
            c = cast(c, t.scalar(), ir::Kind::i16);
            Id p = element_pointer(index, ir::Kind::i16, offset_by(address, i), inst.arg[2], inst);
            if (diag_.has_errors()) return;
            f_->emit(spv::Op::OpStore, p, c);
        } else if (t.bits() == 64) {
            Id pair = bitcast(c, t.scalar(), ir::i32(2));
            put(offset_by(address, 2 * i), extract(pair, ir::i32(), 0));
            put(offset_by(address, 2 * i + 1), extract(pair, ir::i32(), 1));
        } else {
            put(offset_by(address, i), cast(c, t.scalar(), ir::Kind::i32));
        }
    }
}

// --- atomics
// -------------------------------------------------------------------------------------------------------

// The functions of GLSL and MSL take the order of the memory's type, which has no sign. So: exchange until
// nobody comes between.
Id Writer::signed_atomic(ir::AtomicOp op, ir::Type t, Id pointer, Id value, Id scope, Id relaxed) {
    Id zero = b_.null(type(t));
    Id first = result(spv::Op::OpAtomicOr, t, pointer, scope, relaxed, zero);
    Id header = label(), next = label(), merge = label();
    const Id before = block_;
    branch(header);
    start_block(header);
    Id old = b_.new_id(), found = b_.new_id();
    f_->emit(spv::Op::OpPhi, type(t), old, first, before, found, next);
    Id wanted = glsl(t, op == ir::AtomicOp::imin ? GLSLstd450SMin : GLSLstd450SMax, {old, value});
    f_->emit(spv::Op::OpAtomicCompareExchange, type(t), found, pointer, scope, relaxed, relaxed, wanted, old);
    Id done = result(spv::Op::OpIEqual, ir::boolean(), found, old);
    f_->emit(spv::Op::OpLoopMerge, merge, next, spv::LoopControlMask::MaskNone);
    f_->emit(spv::Op::OpBranchConditional, done, merge, next);
    start_block(next);
    branch(header);
    start_block(merge);
    return found;
}

Id Writer::atomic(ir::AtomicOp op, ir::Type t, Id result_type, Id pointer, Id value, Id comparator,
                  uint32_t scope) {
    static constexpr spv::Op ops[] = {
        spv::Op::OpAtomicAnd,  spv::Op::OpAtomicOr,   spv::Op::OpAtomicXor,
        spv::Op::OpAtomicIAdd, spv::Op::OpAtomicSMin, spv::Op::OpAtomicSMax,
        spv::Op::OpAtomicUMin, spv::Op::OpAtomicUMax, spv::Op::OpAtomicExchange};
    if (t.bits() == 64) {
        if (!(o_.features & driver::feature_int64_atomics)) {
            error(code::spirv_feature,
                  "Atomic operations of 64 bits need the compile option WEFT_FEATURE with INT64_ATOMICS.");
            return 0;
        }
        b_.capability(spv::Capability::Int64Atomics);
    }
    Id scope_id = b_.u32(scope);
    Id relaxed = b_.u32(0);
    const bool signed_order = op == ir::AtomicOp::imin || op == ir::AtomicOp::imax;
    if (signed_order && o_.for_cross && result_type == type(t))
        return signed_atomic(op, t, pointer, value, scope_id, relaxed);
    if (op == ir::AtomicOp::compare_exchange)
        return typed(spv::Op::OpAtomicCompareExchange, result_type, pointer, scope_id, relaxed, relaxed,
                     value, comparator);
    if (op == ir::AtomicOp::fadd) {
        if (!extension_allowed(driver::extension_atomic_float_add)) {
            error(code::spirv_feature,
                  "Atomic addition of floats needs SPV_EXT_shader_atomic_float_add, which the "
                  "target environment does not offer.");
            return 0;
        }
        b_.extension("SPV_EXT_shader_atomic_float_add");
        b_.capability(spv::Capability::AtomicFloat32AddEXT);
        return typed(spv::Op::OpAtomicFAddEXT, result_type, pointer, scope_id, relaxed, value);
    }
    return typed(ops[static_cast<size_t>(op)], result_type, pointer, scope_id, relaxed, value);
}

void Writer::atomic_buffer(Value v, const Inst &inst) {
    const uint32_t index = inst.arg[1];
    ResourceVariable &var = resource(index);
    if (diag_.has_errors()) return;
    const auto op = static_cast<ir::AtomicOp>(inst.arg[2]);
    auto values = m_.values(inst);
    auto operand = [&](size_t k) -> Value { return k < values.size() ? values[k] : 0; };
    const bool varies = non_uniform(inst, var.descriptor, operand(3));
    Id address = id(operand(0));
    Id value = operand(1) ? id(operand(1)) : 0;
    Id comparator = operand(2) ? id(operand(2)) : 0;
    constexpr auto device = static_cast<uint32_t>(spv::Scope::Device);
    const ir::Type t = inst.type;
    const bool words = t.bits() == 32;
    if (!words && var.form == Form::storage_block) {
        Id at = result(spv::Op::OpShiftRightLogical, ir::i32(), address, b_.u32(1));
        Id p = element_pointer(index, t.kind(), at, operand(3), inst);
        if (diag_.has_errors()) return;
        return set(v, inst, atomic(op, t, type(t), p, value, comparator, device));
    }
    const ir::Kind texel_kind = m_.resources[index].kind == ResourceKind::image ? var.kind : ir::Kind::i32;
    if (!words && ir::kind_bits(texel_kind) != 64)
        return error(code::spirv_feature,
                     "Atomic operations of 64 bits need buffer views that are storage buffers.");
    Id base = descriptor_pointer(index, var.descriptor, operand(3), inst);
    if (diag_.has_errors()) return;
    if (var.form == Form::storage_block) {
        if (t.is_float())
            return unimplemented("Atomic addition of floats in a raw buffer is not implemented.");
        Id pointer_type = pointer_to(var.descriptor.storage, ir::i32());
        Id p = typed(spv::Op::OpAccessChain, pointer_type, base, b_.u32(0), address);
        if (varies) decorate_non_uniform(p);
        return set(v, inst, atomic(op, t, type(ir::i32()), p, value, comparator, device));
    }
    if (var.kind == ir::Kind::f32 && op != ir::AtomicOp::exchange && op != ir::AtomicOp::fadd)
        return error(code::spirv_type, "An atomic operation on a view of floats.");
    Id texel = var.texel_signed ? b_.type_signed(1, ir::kind_bits(var.kind)) : type(var.kind);
    const bool plain = !var.texel_signed && var.kind == t.kind();
    Id pointer_type = b_.pointer(spv::StorageClass::Image, texel);
    Id p = typed(spv::Op::OpImageTexelPointer, pointer_type, base, address, b_.u32(0));
    if (varies) decorate_non_uniform(p);
    if (!plain) {
        // The texel's own type has to be named.
        value = typed(spv::Op::OpBitcast, texel, value);
        if (comparator) comparator = typed(spv::Op::OpBitcast, texel, comparator);
    }
    Id r = atomic(op, ir::Type{var.kind}, texel, p, value, comparator, device);
    set(v, inst, plain ? r : result(spv::Op::OpBitcast, t, r));
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
        p = typed(spv::Op::OpImageTexelPointer, pointer_type, base, b_.u32(var.counter_offset / 4), zero);
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
