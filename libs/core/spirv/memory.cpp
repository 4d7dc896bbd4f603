// Local arrays, constant arrays, group-shared memory, barriers.
#include <algorithm>

#include "core/spirv/writer_state.h"

namespace weft::spirv {

// Arrays have a row of zeros behind their last one, for reads beyond the end. Nothing writes it: where a
// local array may be written out of range, another row takes that.
Id Writer::safe_row(Value row, uint32_t rows) {
    const Inst &inst = origin(row);
    if (inst.op == Op::constant) return b_.u32(inst.arg[0] < rows ? inst.arg[0] : rows);
    Id index = id(row);
    return glsl(ir::i32(), GLSLstd450UMin, {index, b_.u32(rows)});
}

// Components of a row of vectors. `index` is a member to go through first, or 0.
Id Writer::load_row(Id base, spv::StorageClass storage, ir::Type row_type, Id index, Id row, unsigned first,
                    unsigned count) {
    const bool scalar = count == 1 && row_type.count() > 1;
    const ir::Type t = scalar ? row_type.scalar() : row_type;
    Id pointer_type = pointer_to(storage, t);
    Id component = scalar ? b_.u32(first) : 0;
    Id p = b_.new_id();
    f_->begin(spv::Op::OpAccessChain);
    f_->push(pointer_type);
    f_->push(p);
    f_->push(base);
    if (index) f_->push(index);
    f_->push(row);
    if (scalar) f_->push(component);
    f_->end();
    Id r = result(spv::Op::OpLoad, t, p);
    return scalar ? r : slice(r, row_type, first, count);
}

// --- arrays of the invocation
// --------------------------------------------------------------------------------------

Id Writer::local_variable(uint32_t index) {
    Id &variable = locals_[index];
    if (!variable) {
        const ir::LocalArray &local = m_.locals[index];
        Id array = b_.array(type(local.row_type), local.rows + 2);
        Id pointer = b_.pointer(spv::StorageClass::Function, array);
        variable = b_.new_id();
        variables_.emit(spv::Op::OpVariable, pointer, variable, spv::StorageClass::Function, b_.null(array));
    }
    return variable;
}

void Writer::load_local(Value v, const Inst &inst) {
    const ir::LocalArray &local = m_.locals[inst.arg[1]];
    Id variable = local_variable(inst.arg[1]);
    Id row = safe_row(inst.arg[0], local.rows);
    Id r = load_row(variable, spv::StorageClass::Function, local.row_type, 0, row, inst.arg[2],
                    inst.type.count());
    set(v, inst, cast(r, local.row_type.with_count(inst.type.count()), inst.type.kind()));
}

void Writer::store_local(const Inst &inst) {
    const ir::LocalArray &local = m_.locals[inst.arg[2]];
    const Inst &row_inst = origin(inst.arg[0]);
    if (row_inst.op == Op::constant && row_inst.arg[0] >= local.rows) return;
    Id variable = local_variable(inst.arg[2]);
    Id row = id(inst.arg[0]);
    if (row_inst.op != Op::constant) {
        Id inside = result(spv::Op::OpULessThan, ir::boolean(), row, b_.u32(local.rows));
        row = result(spv::Op::OpSelect, ir::i32(), inside, row, b_.u32(local.rows + 1));
    }
    ir::Type t = type_of(inst.arg[1]);
    Id value = cast(id(inst.arg[1]), t, local.row_type.kind());
    t = t.with_kind(local.row_type.kind());
    if (t.count() == local.row_type.count()) {
        Id pointer_type = pointer_to(spv::StorageClass::Function, t);
        Id p = typed(spv::Op::OpAccessChain, pointer_type, variable, row);
        f_->emit(spv::Op::OpStore, p, value);
        return;
    }
    Id pointer_type = pointer_to(spv::StorageClass::Function, t.scalar());
    for (unsigned i = 0; i < t.count(); ++i) {
        Id c = t.is_scalar() ? value : extract(value, t.scalar(), i);
        Id p = typed(spv::Op::OpAccessChain, pointer_type, variable, row, b_.u32(inst.arg[3] + i));
        f_->emit(spv::Op::OpStore, p, c);
    }
}

// Words in float registers are often none: integers are denormals, and there are NaNs. GLSL has no literals
// for such floats in constant arrays, so there the array is one of integers.
ir::Type Writer::icb_row_type(uint32_t index) const {
    const ir::ConstantArray &array = m_.constant_arrays[index];
    if (!o_.for_cross || array.row_type.kind() != ir::Kind::f32) return array.row_type;
    const auto is_odd = [](uint32_t word) {
        const uint32_t exponent = word >> 23 & 0xff, mantissa = word & 0x7fffff;
        return exponent == 0xff || (!exponent && mantissa);
    };
    return std::any_of(array.words.begin(), array.words.end(), is_odd)
               ? array.row_type.with_kind(ir::Kind::i32)
               : array.row_type;
}

Id Writer::icb_variable(uint32_t index) {
    Id &variable = icbs_[index];
    if (!variable) {
        const ir::ConstantArray &array = m_.constant_arrays[index];
        const ir::Type row = icb_row_type(index);
        Id row_type = type(row);
        Id array_type = b_.array(row_type, array.rows + 1);
        Vec<Id> rows(arena_, array.rows + 1);
        const size_t words = array.row_type.count() * (array.row_type.bits() == 64 ? 2 : 1);
        for (uint32_t i = 0; i < array.rows; ++i)
            rows.push(b_.constant(row, array.words.data() + i * words));
        rows.push(b_.null(row_type));
        variable = global(spv::StorageClass::Private, array_type, b_.composite(array_type, rows.span()));
    }
    return variable;
}

void Writer::load_icb(Value v, const Inst &inst) {
    Id variable = icb_variable(inst.arg[1]);
    const ir::Type t = icb_row_type(inst.arg[1]);
    Id row = safe_row(inst.arg[0], m_.constant_arrays[inst.arg[1]].rows);
    Id r = load_row(variable, spv::StorageClass::Private, t, 0, row, inst.arg[2], inst.type.count());
    set(v, inst, cast(r, t.with_count(inst.type.count()), inst.type.kind()));
}

// --- group-shared memory
// -------------------------------------------------------------------------------------------

Id Writer::shared_variable(uint32_t index) {
    Id &variable = shared_[index];
    if (!variable) {
        const ir::SharedArray &shared = m_.shared[index];
        Id array = b_.array(type(shared.kind), shared.elements);
        const bool zeroed = o_.features & driver::feature_zero_initialize_workgroup_memory;
        variable = global(spv::StorageClass::Workgroup, array, zeroed ? b_.null(array) : 0);
    }
    return variable;
}

void Writer::load_shared(Value v, const Inst &inst) {
    const ir::Type element{m_.shared[inst.arg[1]].kind};
    Id variable = shared_variable(inst.arg[1]);
    Id pointer_type = pointer_to(spv::StorageClass::Workgroup, element);
    Id base = id(inst.arg[0]);
    Id parts[4] = {};
    const unsigned n = inst.type.count();
    for (unsigned i = 0; i < n; ++i) {
        Id p = typed(spv::Op::OpAccessChain, pointer_type, variable, offset_by(base, i));
        parts[i] = result(spv::Op::OpLoad, element, p);
    }
    Id r = construct(element.with_count(n), parts, n);
    set(v, inst, cast(r, element.with_count(n), inst.type.kind()));
}

void Writer::store_shared(const Inst &inst) {
    const ir::Type element{m_.shared[inst.arg[2]].kind};
    Id variable = shared_variable(inst.arg[2]);
    Id pointer_type = pointer_to(spv::StorageClass::Workgroup, element);
    Id base = id(inst.arg[0]);
    const ir::Type t = type_of(inst.arg[1]);
    Id value = cast(id(inst.arg[1]), t, element.kind());
    for (unsigned i = 0; i < t.count(); ++i) {
        Id c = t.is_scalar() ? value : extract(value, element, i);
        Id p = typed(spv::Op::OpAccessChain, pointer_type, variable, offset_by(base, i));
        f_->emit(spv::Op::OpStore, p, c);
    }
}

void Writer::atomic_shared(Value v, const Inst &inst) {
    const uint32_t index = inst.arg[3] & 0xffff;
    const ir::Type element{m_.shared[index].kind};
    Id variable = shared_variable(index);
    Id at = id(inst.arg[0]);
    Id value = id(inst.arg[1]);
    Id comparator = inst.arg[2] ? id(inst.arg[2]) : 0;
    Id p = typed(spv::Op::OpAccessChain, pointer_to(spv::StorageClass::Workgroup, element), variable, at);
    set(v, inst,
        atomic(static_cast<ir::AtomicOp>(inst.arg[3] >> 16), element, type(element), p, value, comparator,
               static_cast<uint32_t>(spv::Scope::Workgroup)));
}

void Writer::barrier(const Inst &inst) {
    using namespace ir::barrier_flag;
    constexpr auto bits = [](spv::MemorySemanticsMask m) { return static_cast<uint32_t>(m); };
    constexpr uint32_t acquire_release = bits(spv::MemorySemanticsMask::AcquireRelease);
    const uint32_t flags = inst.arg[0];
    uint32_t semantics = acquire_release;
    if (flags & group_memory) semantics |= bits(spv::MemorySemanticsMask::WorkgroupMemory);
    if (flags & (uav_group | uav_global))
        semantics |=
            bits(spv::MemorySemanticsMask::UniformMemory) | bits(spv::MemorySemanticsMask::ImageMemory);
    // An execution barrier alone still orders the group's memory.
    if (semantics == acquire_release) semantics |= bits(spv::MemorySemanticsMask::WorkgroupMemory);
    Id workgroup = b_.u32(static_cast<uint32_t>(spv::Scope::Workgroup));
    Id scope = flags & uav_global ? b_.u32(static_cast<uint32_t>(spv::Scope::Device)) : workgroup;
    Id mask = b_.u32(semantics);
    if (flags & execution)
        f_->emit(spv::Op::OpControlBarrier, workgroup, scope, mask);
    else
        f_->emit(spv::Op::OpMemoryBarrier, scope, mask);
}

} // namespace weft::spirv
