#include "core/dxil/module_reader.h"
#include "core/dxil/suboperations.h"

namespace weft::dxil {

namespace {

enum InstructionCode : uint32_t {
    code_binary = 2,
    code_cast = 3,
    code_old_gep = 4,
    code_old_select = 5,
    code_extract_element = 6,
    code_insert_element = 7,
    code_shuffle = 8,
    code_compare = 9,
    code_ret = 10,
    code_br = 11,
    code_switch = 12,
    code_unreachable = 15,
    code_phi = 16,
    code_alloca = 19,
    code_load = 20,
    code_old_store = 24,
    code_extract_value = 26,
    code_insert_value = 27,
    code_compare2 = 28,
    code_select = 29,
    code_old_inbounds_gep = 30,
    code_call = 34,
    code_fence = 36,
    code_atomic_rmw = 38,
    code_gep = 43,
    code_store = 44,
    code_compare_exchange = 46,
};

constexpr uint64_t last_ordering = 6;

// Newer writers mark a switch with ranges of cases by this in the upper half of its first operand.
constexpr uint64_t switch_ranges_magic = 0x4b5;

uint16_t fast_math(uint64_t flags) {
    return static_cast<uint16_t>((flags & 31) << 9);
}

} // namespace

bool ModuleReader::instruction(const Record &r) {
    uint32_t ids[3], type, second;
    const auto scalar_kind = [this](uint32_t t) {
        const Type &whole = m_.types[t];
        return whole.kind == TypeKind::vector ? m_.types[m_.element(whole)].kind : whole.kind;
    };
    const auto need = [this](uint32_t t, const char *what) {
        return t != none || fail(code::dxil_type, "No type is %s", what);
    };
    switch (r.code) {
    case code_binary: {
        Instruction &ins = begin(Opcode::binary);
        uint64_t op, flags = 0;
        if (!typed(&ids[0], &type) || !relative(type, &ids[1]) || !take(&op)) return false;
        if (at_ < r.size()) flags = r[at_];
        const TypeKind kind = scalar_kind(type);
        if (op >= binary_op::count || (kind != TypeKind::integer && !is_floating(kind)))
            return fail(code::dxil_operand, "A binary operation has an unknown operator or type");
        ins.sub = static_cast<uint8_t>(op);
        ins.type = type;
        if (is_floating(kind))
            ins.flags = fast_math(flags);
        else if (op == binary_op::add || op == binary_op::sub || op == binary_op::mul || op == binary_op::shl)
            ins.flags = static_cast<uint16_t>(flags & 3);
        else if (op == binary_op::udiv || op == binary_op::sdiv || op == binary_op::lshr ||
                 op == binary_op::ashr)
            ins.flags = flags & 1 ? flag_exact : 0;
        return emit(ins, {ids, 2});
    }
    case code_cast: {
        Instruction &ins = begin(Opcode::cast);
        uint64_t result, op;
        if (!typed(&ids[0], &type) || !take(&result) || !valid_type(result) || !take(&op)) return false;
        const TypeKind to = scalar_kind(static_cast<uint32_t>(result));
        if (op >= cast_op::count || (to != TypeKind::integer && !is_floating(to) && to != TypeKind::pointer))
            return fail(code::dxil_operand, "A conversion has an unknown operator or type");
        ins.sub = static_cast<uint8_t>(op);
        ins.type = static_cast<uint32_t>(result);
        return emit(ins, {ids, 1});
    }
    case code_old_select:
    case code_select: {
        Instruction &ins = begin(Opcode::select);
        if (!typed(&ids[0], &type) || !relative(type, &ids[1])) return false;
        if (r.code == code_select) {
            if (!typed(&ids[2], &second)) return false;
            if (second != bool_ && second != boolean_like(type))
                return fail(code::dxil_type, "A condition is not of type i1");
        } else if (!need(bool_, "i1") || !relative(bool_, &ids[2])) {
            return false;
        }
        ins.type = type;
        return emit(ins, ids);
    }
    case code_extract_element:
    case code_insert_element: {
        const bool insert = r.code == code_insert_element;
        Instruction &ins = begin(insert ? Opcode::insert_element : Opcode::extract_element);
        if (!typed(&ids[0], &type)) return false;
        if (m_.types[type].kind != TypeKind::vector)
            return fail(code::dxil_type, "An element is taken from what is no vector");
        const uint32_t element = m_.element(m_.types[type]);
        if (insert && !relative(element, &ids[1])) return false;
        if (!typed(&ids[insert ? 2 : 1], &second)) return false;
        ins.type = insert ? type : element;
        return emit(ins, {ids, insert ? 3u : 2u});
    }
    case code_shuffle: {
        Instruction &ins = begin(Opcode::shuffle);
        if (!typed(&ids[0], &type) || !relative(type, &ids[1]) || !typed(&ids[2], &second)) return false;
        if (m_.types[type].kind != TypeKind::vector || m_.types[second].kind != TypeKind::vector)
            return fail(code::dxil_type, "What is shuffled is no vector");
        ins.type = vector_of(m_.element(m_.types[type]), m_.types[second].size);
        return need(ins.type, "that of a shuffle") && emit(ins, ids);
    }
    case code_compare:
    case code_compare2: {
        Instruction &ins = begin(Opcode::compare);
        uint64_t predicate;
        if (!typed(&ids[0], &type) || !relative(type, &ids[1]) || !take(&predicate)) return false;
        const TypeKind kind = scalar_kind(type);
        const bool floating = is_floating(kind);
        if (predicate >= integer_predicate::count ||
            (floating ? predicate >= float_predicate::count : predicate < integer_predicate::first) ||
            (!floating && kind != TypeKind::integer && kind != TypeKind::pointer))
            return fail(code::dxil_operand, "A comparison has an unknown predicate or type");
        ins.sub = static_cast<uint8_t>(predicate);
        if (at_ < r.size() && floating) ins.flags = fast_math(r[at_]);
        ins.type = boolean_like(type);
        return need(ins.type, "that of a comparison") && emit(ins, {ids, 2});
    }
    case code_extract_value:
    case code_insert_value: {
        const bool insert = r.code == code_insert_value;
        Instruction &ins = begin(insert ? Opcode::insert_value : Opcode::extract_value);
        scratch_.clear();
        if (!typed(&ids[0], &type) || (insert && !typed(&ids[1], &second))) return false;
        scratch_.push(ids[0]);
        if (insert) scratch_.push(ids[1]);
        uint32_t member = type;
        if (at_ == r.size()) return fail(code::dxil_operand_count, "A member's place is missing");
        while (at_ < r.size()) {
            uint32_t index;
            if (!take_u32(&index)) return false;
            const Type &t = m_.types[member];
            const bool inside = t.kind == TypeKind::array ? index < t.size : t.kind == TypeKind::structure;
            member = inside ? walk(member, index) : none;
            if (member == none) return fail(code::dxil_operand, "There is no member %u", index);
            scratch_.push(index);
        }
        if (insert && second != member)
            return fail(code::dxil_type, "A member has another type than its value");
        ins.type = insert ? type : member;
        return emit(ins, scratch_.span());
    }
    case code_call: return call(r);
    case code_ret:
    case code_br:
    case code_switch:
    case code_unreachable:
    case code_phi: return instruction_flow(r);
    default: return instruction_memory(r);
    }
}

bool ModuleReader::instruction_flow(const Record &r) {
    Instruction &ins = begin(Opcode::ret);
    ins.type = void_;
    if (r.code != code_phi && void_ == none) return fail(code::dxil_type, "No type is void");
    scratch_.clear();
    uint32_t id, type;
    switch (r.code) {
    case code_ret:
        type = void_;
        if (r.size()) {
            if (!typed(&id, &type)) return false;
            scratch_.push(id);
        }
        if (type != m_.type_lists[m_.types[fn_->type].first])
            return fail(code::dxil_type, "A function returns another type than its own");
        return emit(ins, scratch_.span());
    case code_br: {
        ins.opcode = Opcode::br;
        uint32_t operands[3];
        if (r.size() != 1 && r.size() != 3)
            return fail(code::dxil_operand_count, "A branch has %zu operands", r.size());
        if (!take_block(&operands[0])) return false;
        if (r.size() == 3 && (!take_block(&operands[1]) || !relative(bool_, &operands[2]))) return false;
        return emit(ins, {operands, r.size()});
    }
    case code_switch: {
        ins.opcode = Opcode::switch_;
        uint64_t condition_type;
        if (!take(&condition_type)) return false;
        if (condition_type >> 16 == switch_ranges_magic)
            return fail(code::dxil_operand, "A switch with ranges of cases is not allowed");
        uint32_t block;
        if (!valid_type(condition_type)) return false;
        type = static_cast<uint32_t>(condition_type);
        if (m_.types[type].kind != TypeKind::integer)
            return fail(code::dxil_type, "A switch is not over integers");
        if (!relative(type, &id) || !take_block(&block)) return false;
        scratch_.push(id);
        scratch_.push(block);
        if ((r.size() - at_) & 1) return fail(code::dxil_operand_count, "A case has no block");
        while (at_ < r.size()) {
            if (!take_u32(&id) || !take_block(&block)) return false;
            const Constant *c = constant_of(fn_, id);
            if (!c || c->type != type || (c->kind != ConstantKind::integer && c->kind != ConstantKind::null))
                return fail(code::dxil_operand, "A case is no constant of its switch's type");
            scratch_.push(id);
            scratch_.push(block);
        }
        ins.aux = type;
        return emit(ins, scratch_.span());
    }
    case code_unreachable: ins.opcode = Opcode::unreachable; return emit(ins, {});
    default: {
        ins.opcode = Opcode::phi;
        uint64_t result;
        if (!take(&result) || !valid_type(result)) return false;
        ins.type = static_cast<uint32_t>(result);
        if (m_.types[ins.type].kind == TypeKind::void_) return fail(code::dxil_type, "A phi is of type void");
        if ((r.size() - at_) & 1) return fail(code::dxil_operand_count, "A phi has a value without a block");
        while (at_ < r.size()) {
            uint64_t encoded;
            uint32_t block;
            if (!take(&encoded) || !take_block(&block)) return false;
            id = next_value() - static_cast<uint32_t>(decode_signed(encoded));
            if (!refer(id, ins.type)) return false;
            scratch_.push(id);
            scratch_.push(block);
        }
        return emit(ins, scratch_.span());
    }
    }
}

bool ModuleReader::instruction_memory(const Record &r) {
    uint32_t ids[3], pointer, type = none;
    uint64_t v;
    // The type that the pointer just taken points to.
    const auto pointee = [this](uint32_t t, uint32_t *out) {
        if (m_.types[t].kind != TypeKind::pointer)
            return fail(code::dxil_type, "What is accessed is no pointer");
        *out = m_.element(m_.types[t]);
        return true;
    };
    const auto ordering = [&](uint8_t *out) {
        if (!take(&v)) return false;
        if (v > last_ordering) return fail(code::dxil_operand, "A memory ordering is unknown");
        *out = static_cast<uint8_t>(v);
        return true;
    };
    const auto scope = [&](Instruction &ins) {
        if (!take(&v)) return false;
        if (!v) ins.flags |= flag_single_thread;
        return true;
    };
    switch (r.code) {
    case code_alloca: {
        Instruction &ins = begin(Opcode::alloca_);
        uint64_t allocated, size_type, size, flags;
        if (!take(&allocated) || !take(&size_type) || !take(&size) || !take(&flags)) return false;
        if (!valid_type(allocated) || !valid_type(size_type)) return false;
        ins.aux = static_cast<uint32_t>(allocated);
        if (flags & 1 << 6) {
            ins.type = pointer_to(ins.aux, 0);
            if (ins.type == none)
                return fail(code::dxil_type, "No type is a pointer to that of a local variable");
        } else {
            ins.type = ins.aux;
            if (!pointee(ins.type, &ins.aux)) return false;
        }
        if (size >= none) return fail(code::dxil_operand, "A local variable's size is out of range");
        ids[0] = static_cast<uint32_t>(size);
        return align(flags & 31, &ins.align) && refer(ids[0], static_cast<uint32_t>(size_type)) &&
               emit(ins, {ids, 1});
    }
    case code_load: {
        Instruction &ins = begin(Opcode::load);
        if (!typed(&ids[0], &pointer) || !pointee(pointer, &type)) return false;
        if (r.size() == at_ + 3) { // with its type
            if (!take(&v)) return false;
            if (v != type) return fail(code::dxil_type, "A load has another type than its pointer");
        }
        ins.type = type;
        if (m_.types[type].kind == TypeKind::function) return fail(code::dxil_type, "A function is loaded");
        if (!take(&v) || !align(v, &ins.align) || !take(&v)) return false;
        if (v) ins.flags |= flag_volatile;
        return emit(ins, {ids, 1});
    }
    case code_store:
    case code_old_store: {
        Instruction &ins = begin(Opcode::store);
        ins.type = void_;
        if (void_ == none) return fail(code::dxil_type, "No type is void");
        uint32_t stored;
        if (!typed(&ids[0], &pointer) || !pointee(pointer, &type)) return false;
        if (r.code == code_store) {
            if (!typed(&ids[1], &stored)) return false;
            if (stored != type) return fail(code::dxil_type, "A store has another type than its pointer");
        } else if (!relative(type, &ids[1])) {
            return false;
        }
        if (!take(&v) || !align(v, &ins.align) || !take(&v)) return false;
        if (v) ins.flags |= flag_volatile;
        return emit(ins, {ids, 2});
    }
    case code_gep:
    case code_old_gep:
    case code_old_inbounds_gep: {
        Instruction &ins = begin(Opcode::gep);
        uint64_t in_bounds = r.code == code_old_inbounds_gep, source = 0;
        if (r.code == code_gep && (!take(&in_bounds) || !take(&source) || !valid_type(source))) return false;
        if (in_bounds) ins.flags |= flag_in_bounds;
        if (!typed(&ids[0], &pointer) || !pointee(pointer, &type)) return false;
        if (r.code == code_gep && source != type)
            return fail(code::dxil_type, "An address has another type than its pointer");
        ins.aux = type;
        scratch_.clear();
        scratch_.push(ids[0]);
        for (bool first = true; at_ < r.size(); first = false) {
            uint32_t index_type;
            if (!typed(&ids[1], &index_type)) return false;
            if (m_.types[index_type].kind != TypeKind::integer)
                return fail(code::dxil_type, "An index of an address is no integer");
            scratch_.push(ids[1]);
            if (first) continue; // steps over whole objects
            uint32_t member = 0;
            if (m_.types[type].kind == TypeKind::structure) {
                const Constant *c = constant_of(fn_, ids[1]);
                member = c && c->kind == ConstantKind::integer && c->bits < none
                             ? static_cast<uint32_t>(c->bits)
                         : c && c->kind == ConstantKind::null ? 0
                                                              : none;
            }
            type = walk(type, member);
            if (type == none)
                return fail(code::dxil_operand, "An address leads to a member that does not exist");
        }
        ins.type = pointer_to(type, m_.types[pointer].size);
        if (ins.type == none) return fail(code::dxil_type, "No type is a pointer to where an address leads");
        return emit(ins, scratch_.span());
    }
    case code_atomic_rmw: {
        Instruction &ins = begin(Opcode::atomic_rmw);
        if (!typed(&ids[0], &pointer) || !pointee(pointer, &type) || !relative(type, &ids[1]) || !take(&v))
            return false;
        if (v >= rmw_op::count || m_.types[type].kind != TypeKind::integer)
            return fail(code::dxil_operand, "An atomic operation has an unknown operator or type");
        ins.sub = static_cast<uint8_t>(v);
        ins.type = type;
        if (!take(&v)) return false;
        if (v) ins.flags |= flag_volatile;
        return ordering(&ins.order) && scope(ins) && emit(ins, {ids, 2});
    }
    case code_compare_exchange: {
        Instruction &ins = begin(Opcode::compare_exchange);
        uint32_t old;
        if (!typed(&ids[0], &pointer) || !pointee(pointer, &type) || !typed(&ids[1], &old)) return false;
        if (old != type || m_.types[type].kind != TypeKind::integer)
            return fail(code::dxil_type, "An atomic operation has another type than its pointer");
        if (!relative(type, &ids[2]) || !take(&v)) return false;
        if (v) ins.flags |= flag_volatile;
        if (!ordering(&ins.order) || !scope(ins) || !ordering(&ins.order2) || !take(&v)) return false;
        if (v) ins.flags |= flag_weak;
        ins.type = pair_with_bool_[type];
        if (ins.type == none) return fail(code::dxil_type, "No type is that of a compare-exchange");
        return emit(ins, ids);
    }
    case code_fence: {
        Instruction &ins = begin(Opcode::fence);
        ins.type = void_;
        if (void_ == none) return fail(code::dxil_type, "No type is void");
        return ordering(&ins.order) && scope(ins) && emit(ins, {});
    }
    default: return fail(code::dxil_operand, "Instruction record %u is not allowed", r.code);
    }
}

bool ModuleReader::call(const Record &r) {
    constexpr uint64_t tail = 1, must_tail = 1 << 14, explicit_type = 1 << 15;
    Instruction &ins = begin(Opcode::call);
    uint64_t convention, type = 0;
    uint32_t callee, callee_type;
    if (!take_u32(&ins.attributes) || !take(&convention)) return false;
    if (ins.attributes > m_.attribute_lists.size())
        return fail(code::dxil_operand, "A call has an attribute list that does not exist");
    if (convention & explicit_type && (!take(&type) || !valid_type(type))) return false;
    if (convention & tail) ins.flags |= flag_tail;
    if (convention & must_tail) ins.flags |= flag_must_tail;
    if (!typed(&callee, &callee_type)) return false;
    if (m_.types[callee_type].kind != TypeKind::pointer)
        return fail(code::dxil_type, "What is called is no function");
    ins.aux = m_.element(m_.types[callee_type]);
    if ((convention & explicit_type && type != ins.aux) || m_.types[ins.aux].kind != TypeKind::function)
        return fail(code::dxil_type, "What is called has another type than the call");
    const Type &function = m_.types[ins.aux];
    ins.type = m_.type_lists[function.first];
    scratch_.clear();
    scratch_.push(callee);
    for (uint32_t i = 0; i < m_.parameter_count(function); ++i) {
        const uint32_t parameter = m_.element(function, i + 1);
        uint32_t id;
        switch (m_.types[parameter].kind) {
        case TypeKind::metadata: {
            uint64_t encoded;
            if (!take(&encoded)) return false;
            id = next_value() - static_cast<uint32_t>(encoded);
            if (!m_.node(fn_, id))
                return fail(code::dxil_metadata, "A call passes metadata that does not exist");
            break;
        }
        case TypeKind::label: return fail(code::dxil_type, "A call passes a block");
        default:
            if (!relative(parameter, &id)) return false;
        }
        scratch_.push(id);
    }
    if (at_ < r.size() && !function.flag)
        return fail(code::dxil_operand_count, "A call passes more than the %u arguments of the function",
                    m_.parameter_count(function));
    while (at_ < r.size()) {
        uint32_t id, argument;
        if (!typed(&id, &argument)) return false;
        scratch_.push(id);
    }
    return emit(ins, scratch_.span());
}

} // namespace weft::dxil
