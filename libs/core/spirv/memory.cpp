// Local arrays, constant arrays, group-shared memory, barriers.
#include "core/spirv/writer_state.h"

namespace weft::spirv {

// The row of an array with two rows to spare: reads beyond the end go to row `rows`, which nobody writes,
// writes to row `rows + 1`, which nobody reads.
Id Writer::clamp_row(Value row, uint32_t rows, uint32_t limit, bool *in_range) {
    row = m_.resolve(row);
    if (m_[row].op == Op::constant) {
        uint32_t n = m_[row].arg[0];
        *in_range = n < rows;
        return b_.u32(n < rows ? n : limit);
    }
    *in_range = true;
    return glsl(ir::i32(), GLSLstd450UMin, {id(row), b_.u32(limit)});
}

namespace {

uint32_t first_component(const ir::Inst &inst, unsigned slot) {
    return inst.arg[slot];
}

} // namespace

void Writer::load_local(Value v, const Inst &inst) {
    const ir::LocalArray &local = m_.locals[inst.arg[1]];
    Id row_type = type(local.row_type);
    if (!locals_[inst.arg[1]]) {
        Id array = b_.array(row_type, local.rows + 2);
        Id var = b_.new_id();
        variables_.emit(spv::Op::OpVariable, b_.pointer(spv::StorageClass::Function, array), var,
                        spv::StorageClass::Function, b_.null(array));
        locals_[inst.arg[1]] = var;
    }
    bool in_range;
    Id row = clamp_row(inst.arg[0], local.rows, local.rows, &in_range);
    uint32_t first = first_component(inst, 2);
    unsigned have = local.row_type.count();
    unsigned n = inst.type.count();
    Id r;
    if (n == 1 && have > 1) {
        Id p = typed(spv::Op::OpAccessChain,
                     b_.pointer(spv::StorageClass::Function, type(local.row_type.scalar())),
                     locals_[inst.arg[1]], row, b_.u32(first));
        r = result(spv::Op::OpLoad, local.row_type.scalar(), p);
    } else {
        Id p = typed(spv::Op::OpAccessChain, b_.pointer(spv::StorageClass::Function, row_type),
                     locals_[inst.arg[1]], row);
        r = typed(spv::Op::OpLoad, row_type, p);
        if (n != have) {
            Id whole = r;
            Id ty = type(local.row_type.with_count(n));
            r = b_.new_id();
            f_.begin(spv::Op::OpVectorShuffle);
            f_.push(ty);
            f_.push(r);
            f_.push(whole);
            f_.push(whole);
            for (unsigned i = 0; i < n; ++i)
                f_.push(first + i);
            f_.end();
        }
    }
    if (inst.type.kind() != local.row_type.kind()) r = result(spv::Op::OpBitcast, inst.type, r);
    set(v, inst, r);
}

void Writer::store_local(const Inst &inst) {
    const ir::LocalArray &local = m_.locals[inst.arg[2]];
    Id row_type = type(local.row_type);
    if (!locals_[inst.arg[2]]) {
        Id array = b_.array(row_type, local.rows + 2);
        Id var = b_.new_id();
        variables_.emit(spv::Op::OpVariable, b_.pointer(spv::StorageClass::Function, array), var,
                        spv::StorageClass::Function, b_.null(array));
        locals_[inst.arg[2]] = var;
    }
    bool in_range;
    Id row = clamp_row(inst.arg[0], local.rows, local.rows + 1, &in_range);
    if (!in_range) return;
    ir::Type t = m_[m_.resolve(inst.arg[1])].type;
    Id value = id(inst.arg[1]);
    if (t.kind() != local.row_type.kind()) {
        t = t.with_kind(local.row_type.kind());
        value = result(spv::Op::OpBitcast, t, value);
    }
    uint32_t first = first_component(inst, 3);
    if (t.count() == local.row_type.count()) {
        Id p = typed(spv::Op::OpAccessChain, b_.pointer(spv::StorageClass::Function, row_type),
                     locals_[inst.arg[2]], row);
        f_.emit(spv::Op::OpStore, p, value);
        return;
    }
    Id component = b_.pointer(spv::StorageClass::Function, type(t.scalar()));
    for (unsigned i = 0; i < t.count(); ++i) {
        Id p = typed(spv::Op::OpAccessChain, component, locals_[inst.arg[2]], row, b_.u32(first + i));
        f_.emit(spv::Op::OpStore, p, t.count() == 1 ? value : extract(value, t.scalar(), i));
    }
}

void Writer::load_icb(Value v, const Inst &inst) {
    const ir::ConstantArray &array = m_.constant_arrays[inst.arg[1]];
    Id vec4 = type(ir::f32(4));
    Id &var = icbs_[inst.arg[1]];
    if (!var) {
        // One row of zeros behind the last one serves whatever is out of range.
        Id type_id = b_.array(vec4, array.rows + 1);
        Vec<Id> rows(arena_, array.rows + 1);
        for (uint32_t i = 0; i < array.rows; ++i)
            rows.push(b_.constant(ir::f32(4), array.words.data() + i * 4));
        rows.push(b_.null(vec4));
        Id init = b_.new_id();
        b_.globals.begin(spv::Op::OpConstantComposite);
        b_.globals.push(type_id);
        b_.globals.push(init);
        for (Id row : rows)
            b_.globals.push(row);
        b_.globals.end();
        Id pointer = b_.pointer(spv::StorageClass::Private, type_id);
        var = b_.new_id();
        b_.globals.emit(spv::Op::OpVariable, pointer, var, spv::StorageClass::Private, init);
        if (o_.environment >= driver::Environment::vulkan_1_2) interface_.push(var);
    }
    bool in_range;
    Id row = clamp_row(inst.arg[0], array.rows, array.rows, &in_range);
    unsigned n = inst.type.count();
    Id r;
    if (n == 1) {
        Id p = typed(spv::Op::OpAccessChain, b_.pointer(spv::StorageClass::Private, type(ir::f32())), var,
                     row, b_.u32(inst.arg[2]));
        r = result(spv::Op::OpLoad, ir::f32(), p);
    } else {
        Id p = typed(spv::Op::OpAccessChain, b_.pointer(spv::StorageClass::Private, vec4), var, row);
        r = typed(spv::Op::OpLoad, vec4, p);
        if (n != 4) {
            Id whole = r;
            Id ty = type(ir::f32(n));
            r = b_.new_id();
            f_.begin(spv::Op::OpVectorShuffle);
            f_.push(ty);
            f_.push(r);
            f_.push(whole);
            f_.push(whole);
            for (unsigned i = 0; i < n; ++i)
                f_.push(inst.arg[2] + i);
            f_.end();
        }
    }
    if (inst.type.kind() != ir::Kind::f32) r = result(spv::Op::OpBitcast, inst.type, r);
    set(v, inst, r);
}

// --- group-shared memory
// -----------------------------------------------------------------------------------------

namespace {

constexpr uint32_t scope_device = 1, scope_workgroup = 2;

} // namespace

void Writer::load_shared(Value v, const Inst &inst) {
    Id &var = shared_[inst.arg[1]];
    if (!var) {
        Id array = b_.array(type(ir::i32()), m_.shared[inst.arg[1]].dwords);
        Id pointer = b_.pointer(spv::StorageClass::Workgroup, array);
        var = b_.new_id();
        b_.globals.emit(spv::Op::OpVariable, pointer, var, spv::StorageClass::Workgroup);
    }
    Id element = b_.pointer(spv::StorageClass::Workgroup, type(ir::i32()));
    Id base = id(inst.arg[0]);
    Id parts[4] = {};
    unsigned n = inst.type.count();
    for (unsigned i = 0; i < n; ++i) {
        Id index = i ? result(spv::Op::OpIAdd, ir::i32(), base, b_.u32(i)) : base;
        Id p = typed(spv::Op::OpAccessChain, element, var, index);
        parts[i] = result(spv::Op::OpLoad, ir::i32(), p);
    }
    Id r = parts[0];
    if (n > 1) {
        Id ty = type(ir::i32(n));
        r = b_.new_id();
        f_.begin(spv::Op::OpCompositeConstruct);
        f_.push(ty);
        f_.push(r);
        for (unsigned i = 0; i < n; ++i)
            f_.push(parts[i]);
        f_.end();
    }
    if (inst.type.kind() != ir::Kind::i32) r = result(spv::Op::OpBitcast, inst.type, r);
    set(v, inst, r);
}

void Writer::store_shared(const Inst &inst) {
    Id &var = shared_[inst.arg[2]];
    if (!var) {
        Id array = b_.array(type(ir::i32()), m_.shared[inst.arg[2]].dwords);
        Id pointer = b_.pointer(spv::StorageClass::Workgroup, array);
        var = b_.new_id();
        b_.globals.emit(spv::Op::OpVariable, pointer, var, spv::StorageClass::Workgroup);
    }
    Id element = b_.pointer(spv::StorageClass::Workgroup, type(ir::i32()));
    Id base = id(inst.arg[0]);
    ir::Type t = m_[m_.resolve(inst.arg[1])].type;
    Id value = id(inst.arg[1]);
    if (t.kind() != ir::Kind::i32) {
        t = t.with_kind(ir::Kind::i32);
        value = result(spv::Op::OpBitcast, t, value);
    }
    for (unsigned i = 0; i < t.count(); ++i) {
        Id index = i ? result(spv::Op::OpIAdd, ir::i32(), base, b_.u32(i)) : base;
        Id p = typed(spv::Op::OpAccessChain, element, var, index);
        f_.emit(spv::Op::OpStore, p, t.count() == 1 ? value : extract(value, ir::i32(), i));
    }
}

Id Writer::atomic(ir::AtomicOp op, Id pointer, Id value, Id comparator, uint32_t scope) {
    static constexpr spv::Op ops[] = {spv::Op::OpAtomicAnd,      spv::Op::OpAtomicOr,
                                      spv::Op::OpAtomicXor,      spv::Op::OpAtomicIAdd,
                                      spv::Op::OpAtomicSMin,     spv::Op::OpAtomicSMax,
                                      spv::Op::OpAtomicUMin,     spv::Op::OpAtomicUMax,
                                      spv::Op::OpAtomicExchange, spv::Op::OpAtomicCompareExchange};
    Id s = b_.u32(scope);
    Id relaxed = b_.u32(0);
    if (op == ir::AtomicOp::compare_exchange)
        return result(spv::Op::OpAtomicCompareExchange, ir::i32(), pointer, s, relaxed, relaxed, value,
                      comparator);
    return result(ops[static_cast<size_t>(op)], ir::i32(), pointer, s, relaxed, value);
}

void Writer::atomic_shared(Value v, const Inst &inst) {
    uint32_t index = inst.arg[3] & 0xffff;
    auto op = static_cast<ir::AtomicOp>(inst.arg[3] >> 16);
    Id &var = shared_[index];
    if (!var) {
        Id array = b_.array(type(ir::i32()), m_.shared[index].dwords);
        Id pointer = b_.pointer(spv::StorageClass::Workgroup, array);
        var = b_.new_id();
        b_.globals.emit(spv::Op::OpVariable, pointer, var, spv::StorageClass::Workgroup);
    }
    Id p = typed(spv::Op::OpAccessChain, b_.pointer(spv::StorageClass::Workgroup, type(ir::i32())), var,
                 id(inst.arg[0]));
    set(v, inst, atomic(op, p, id(inst.arg[1]), inst.arg[2] ? id(inst.arg[2]) : 0, scope_workgroup));
}

void Writer::barrier(const Inst &inst) {
    using namespace ir::barrier_flag;
    constexpr uint32_t acquire_release = 8, uniform_memory = 0x40, workgroup_memory = 0x100,
                       image_memory = 0x800;
    uint32_t flags = inst.arg[0];
    uint32_t semantics = acquire_release;
    if (flags & group_memory) semantics |= workgroup_memory;
    if (flags & (uav_group | uav_global)) semantics |= uniform_memory | image_memory;
    // An execution barrier alone still orders the group's memory.
    if (semantics == acquire_release) semantics |= workgroup_memory;
    uint32_t scope = flags & uav_global ? scope_device : scope_workgroup;
    if (flags & execution)
        f_.emit(spv::Op::OpControlBarrier, b_.u32(scope_workgroup), b_.u32(scope), b_.u32(semantics));
    else
        f_.emit(spv::Op::OpMemoryBarrier, b_.u32(scope), b_.u32(semantics));
}

} // namespace weft::spirv
