// Instructions other than those of control flow and memory.
#include "core/dxil/lowering.h"
#include "core/dxil/suboperations.h"

namespace weft::dxil {

using ir::Kind;
using ir::Op;

namespace {

constexpr unsigned max_members = 64;

// Floats get bigger in the order of their kinds.
static_assert(TypeKind::half < TypeKind::float_ && TypeKind::float_ < TypeKind::double_);

// LLVM's rules of scalars; those of reinterpretation are about bits.
bool converts(unsigned op, const Type &from, const Type &to) {
    const bool to_integer = to.kind == TypeKind::integer, to_float = is_floating(to.kind);
    const bool from_integer = from.kind == TypeKind::integer, from_float = is_floating(from.kind);
    switch (op) {
    case cast_op::trunc: return from_integer && to_integer && to.size < from.size;
    case cast_op::zext:
    case cast_op::sext: return from_integer && to_integer && to.size > from.size;
    case cast_op::fptoui:
    case cast_op::fptosi: return from_float && to_integer;
    case cast_op::uitofp:
    case cast_op::sitofp: return from_integer && to_float;
    case cast_op::fptrunc: return from_float && to_float && to.kind < from.kind;
    case cast_op::fpext: return from_float && to_float && to.kind > from.kind;
    default: return true;
    }
}

} // namespace

// What may be reordered and contracted says so.
uint8_t Lowering::arithmetic_flags(const Instruction &ins) const {
    const bool is_float = is_floating(module_.types[ins.type].kind);
    return static_cast<uint8_t>(precision(ins.type) |
                                (is_float && !(ins.flags & flag_fast) ? ir::flag::precise : 0));
}

bool Lowering::instruction(const Instruction &ins) {
    Slot s;
    const auto done = [&](bool ok) {
        if (ok) set(ins, s);
        return ok;
    };
    switch (ins.opcode) {
    case Opcode::binary:
        return done(binary(ins.sub, ins.type, operand(ins, 0), operand(ins, 1), arithmetic_flags(ins), &s));
    case Opcode::cast: return done(cast(ins.sub, operand(ins, 0), ins.type, &s));
    case Opcode::compare: return done(compare(ins.sub, operand(ins, 0), operand(ins, 1), &s));
    case Opcode::select:
        return done(select(operand(ins, 2), operand(ins, 0), operand(ins, 1), precision(ins.type), &s));
    case Opcode::extract_element:
    case Opcode::insert_element:
    case Opcode::shuffle: return elements(ins);
    case Opcode::extract_value:
    case Opcode::insert_value: return member(ins);
    case Opcode::call: return call(ins);
    case Opcode::fence: {
        using namespace ir::barrier_flag;
        b_.emit(Op::barrier, ir::void_type, group_memory | uav_global);
        return true;
    }
    default: return memory(ins);
    }
}

bool Lowering::call(const Instruction &ins) {
    const Value &callee = llvm_value(operand(ins, 0));
    if (callee.kind != ValueKind::function) return unsupported("A call through a pointer");
    uint8_t &kind = callee_kinds_[callee.index];
    const std::string_view name = module_.name(callee);
    if (!kind)
        kind = name.starts_with("dx.op.")                                            ? 1
               : name.starts_with("llvm.dbg.") || name.starts_with("llvm.lifetime.") ? 2
                                                                                     : 3;
    if (kind == 1) return operation(ins);
    return kind == 2 || unsupported("A call of function %.*s", static_cast<int>(name.size()), name.data());
}

// --- arithmetic
// -----------------------------------------------------------------------------------------------------

bool Lowering::binary(unsigned op, uint32_t type, uint32_t a, uint32_t b, uint8_t flags, Slot *out) {
    const ir::Type t = scalar_type(type);
    if (t.is_void()) return unsupported("Arithmetic on type %u", type);
    IrValue x, y, r = 0;
    if (!value(a, &x) || !value(b, &y)) return false;
    const auto emit = [&](Op ir_op, IrValue p, IrValue q) { return b_.emit(ir_op, t, p, q, 0, 0, flags); };
    if (t.is_float()) {
        switch (op) {
        case binary_op::add: r = emit(Op::fadd, x, y); break;
        case binary_op::sub: {
            // Negation, which LLVM of this age spells as a difference.
            const ir::Inst &i = m_[x];
            const bool minus_zero =
                i.op == Op::constant && (t.bits() == 64 ? !i.arg[0] && i.arg[1] == 0x80000000
                                                        : i.arg[0] == (t.bits() == 16 ? 0x8000 : 0x80000000));
            r = minus_zero ? b_.emit(Op::fneg, t, y, 0, 0, 0, flags) : emit(Op::fsub, x, y);
            break;
        }
        case binary_op::mul: r = emit(Op::fmul, x, y); break;
        case binary_op::sdiv: r = emit(Op::fdiv, x, y); break;
        case binary_op::srem: {
            const IrValue whole = b_.emit(Op::ftrunc, t, emit(Op::fdiv, x, y), 0, 0, 0, flags);
            r = emit(Op::fsub, x, emit(Op::fmul, whole, y));
            break;
        }
        default: return fail(code::dxil_operand, "Operator %u is none of floats", op);
        }
    } else if (t.is_bool()) {
        switch (op) {
        case binary_op::add:
        case binary_op::sub:
        case binary_op::xor_: r = emit(Op::xor_, x, y); break;
        case binary_op::mul:
        case binary_op::and_: r = emit(Op::and_, x, y); break;
        case binary_op::or_: r = emit(Op::or_, x, y); break;
        default: return unsupported("Operator %u on i1", op);
        }
    } else {
        switch (op) {
        case binary_op::udiv:
        case binary_op::urem:
        case binary_op::lshr: x = extended(x, type, false); break;
        case binary_op::sdiv:
        case binary_op::srem:
        case binary_op::ashr: x = extended(x, type, true); break;
        default: break;
        }
        switch (op) {
        case binary_op::udiv:
        case binary_op::urem:
        case binary_op::shl:
        case binary_op::lshr:
        case binary_op::ashr: y = extended(y, type, false); break;
        case binary_op::sdiv:
        case binary_op::srem: y = extended(y, type, true); break;
        default: break;
        }
        constexpr Op ops[] = {Op::iadd, Op::isub, Op::imul, Op::udiv, Op::sdiv, Op::umod, Op::smod,
                              Op::shl,  Op::ushr, Op::sshr, Op::and_, Op::or_,  Op::xor_};
        static_assert(std::size(ops) == binary_op::count);
        if (op >= std::size(ops)) return fail(code::dxil_operand, "Operator %u is unknown", op);
        r = emit(ops[op], x, y);
    }
    *out = {SlotKind::value, 0, r};
    return true;
}

ir::Value Lowering::convert(Op op, IrValue v, ir::Type to, uint8_t flags) {
    return b_.type(v) == to ? v : b_.emit(op, to, v, 0, 0, 0, flags);
}

bool Lowering::cast(unsigned op, uint32_t v, uint32_t to, Slot *out) {
    const uint32_t from = type_of(v);
    if (module_.types[from].kind == TypeKind::pointer && module_.types[to].kind == TypeKind::pointer)
        return cast_pointer(v, to, out);
    const ir::Type t = scalar_type(to), f = scalar_type(from);
    if (t.is_void() || f.is_void()) return unsupported("A conversion from type %u to type %u", from, to);
    if (!converts(op, module_.types[from], module_.types[to]))
        return fail(code::dxil_operand, "Conversion %u does not lead from type %u to type %u", op, from, to);
    IrValue x, r = 0;
    if (!value(v, &x)) return false;
    const uint8_t flags = precision(to);
    const auto truth = [&](uint64_t yes) {
        return b_.select(x, scalar_constant(to, yes), scalar_constant(to, 0));
    };
    const auto one = [&]() -> uint64_t {
        switch (t.kind()) {
        case Kind::f64: return 0x3ff0000000000000;
        case Kind::f16: return 0x3c00;
        default: return module_.types[to].kind == TypeKind::half ? 0x3c00 : 0x3f800000;
        }
    };
    const uint64_t sign = t.kind() == Kind::f64                      ? uint64_t{1} << 63
                          : module_.types[to].kind == TypeKind::half ? 0x8000
                                                                     : 0x80000000;
    switch (op) {
    case cast_op::trunc:
        if (t.is_bool()) {
            const IrValue low = f.bits() == 32 ? x : convert(Op::uconvert, x, ir::i32());
            r = b_.compare(Op::ine, b_.binary(Op::and_, low, b_.i32c(1)), b_.i32c(0));
        } else {
            r = convert(Op::uconvert, x, t);
        }
        break;
    case cast_op::zext:
        r = f.is_bool() ? truth(1) : convert(Op::uconvert, extended(x, from, false), t);
        break;
    case cast_op::sext:
        r = f.is_bool() ? truth(~uint64_t{0}) : convert(Op::sconvert, extended(x, from, true), t);
        break;
    case cast_op::fptoui:
    case cast_op::fptosi: {
        const Op conversion = op == cast_op::fptoui ? Op::ftou : Op::ftoi;
        r = t.is_bool() ? b_.compare(Op::ine, b_.emit(conversion, ir::i32(), x), b_.i32c(0))
                        : b_.emit(conversion, t, x);
        break;
    }
    case cast_op::uitofp:
        r = f.is_bool() ? truth(one()) : b_.emit(Op::utof, t, extended(x, from, false), 0, 0, 0, flags);
        break;
    case cast_op::sitofp:
        r = f.is_bool() ? truth(one() | sign) : b_.emit(Op::itof, t, extended(x, from, true), 0, 0, 0, flags);
        break;
    case cast_op::fptrunc:
    case cast_op::fpext: r = convert(Op::fconvert, x, t); break;
    case cast_op::bitcast:
        // Minimum precision has no bits.
        if (f.bits() != t.bits() || f.is_bool() != t.is_bool() ||
            (from != to && (precision(from) || precision(to))))
            return unsupported("A reinterpretation of type %u as type %u", from, to);
        r = b_.cast(x, t.kind());
        break;
    default: return unsupported("A conversion between integers and pointers");
    }
    *out = {SlotKind::value, 0, r};
    return true;
}

// --- comparisons and selection
// --------------------------------------------------------------------------------------

ir::Value Lowering::compare_floats(unsigned predicate, IrValue a, IrValue b) {
    const auto less_or_greater = [&] {
        return b_.binary(Op::or_, b_.compare(Op::flt, a, b), b_.compare(Op::flt, b, a));
    };
    const auto unordered = [&] {
        return b_.binary(Op::or_, b_.compare(Op::fisnan, a, 0), b_.compare(Op::fisnan, b, 0));
    };
    switch (predicate) {
    case float_predicate::never: return b_.boolc(false);
    case float_predicate::oeq: return b_.compare(Op::feq, a, b);
    case float_predicate::ogt: return b_.compare(Op::flt, b, a);
    case float_predicate::oge: return b_.compare(Op::fge, a, b);
    case float_predicate::olt: return b_.compare(Op::flt, a, b);
    case float_predicate::ole: return b_.compare(Op::fge, b, a);
    case float_predicate::one: return less_or_greater();
    case float_predicate::ord: return b_.not_(unordered());
    case float_predicate::uno: return unordered();
    case float_predicate::ueq: return b_.not_(less_or_greater());
    case float_predicate::ugt: return b_.not_(b_.compare(Op::fge, b, a));
    case float_predicate::uge: return b_.not_(b_.compare(Op::flt, a, b));
    case float_predicate::ult: return b_.not_(b_.compare(Op::fge, a, b));
    case float_predicate::ule: return b_.not_(b_.compare(Op::flt, b, a));
    case float_predicate::une: return b_.compare(Op::fne, a, b);
    default: return b_.boolc(true);
    }
}

ir::Value Lowering::compare_integers(unsigned predicate, IrValue a, IrValue b) {
    if (b_.type(a).is_bool()) {
        // As signed numbers, true is -1.
        switch (predicate) {
        case integer_predicate::eq: return b_.compare(Op::ieq, a, b);
        case integer_predicate::ne: return b_.compare(Op::ine, a, b);
        case integer_predicate::ugt:
        case integer_predicate::slt: return b_.binary(Op::and_, a, b_.not_(b));
        case integer_predicate::uge:
        case integer_predicate::sle: return b_.binary(Op::or_, a, b_.not_(b));
        case integer_predicate::ult:
        case integer_predicate::sgt: return b_.binary(Op::and_, b_.not_(a), b);
        default: return b_.binary(Op::or_, b_.not_(a), b);
        }
    }
    switch (predicate) {
    case integer_predicate::eq: return b_.compare(Op::ieq, a, b);
    case integer_predicate::ne: return b_.compare(Op::ine, a, b);
    case integer_predicate::ugt: return b_.compare(Op::ult, b, a);
    case integer_predicate::uge: return b_.compare(Op::uge, a, b);
    case integer_predicate::ult: return b_.compare(Op::ult, a, b);
    case integer_predicate::ule: return b_.compare(Op::uge, b, a);
    case integer_predicate::sgt: return b_.compare(Op::ilt, b, a);
    case integer_predicate::sge: return b_.compare(Op::ige, a, b);
    case integer_predicate::slt: return b_.compare(Op::ilt, a, b);
    default: return b_.compare(Op::ige, b, a);
    }
}

bool Lowering::compare(unsigned predicate, uint32_t a, uint32_t b, Slot *out) {
    const uint32_t type = type_of(a);
    const ir::Type t = scalar_type(type);
    if (t.is_void()) return unsupported("A comparison of type %u", type);
    if (t.is_float() ? predicate >= integer_predicate::first
                     : predicate < integer_predicate::first || predicate >= integer_predicate::count)
        return fail(code::dxil_operand, "A comparison has the predicate of another type");
    IrValue x, y;
    if (!value(a, &x) || !value(b, &y)) return false;
    if (t.is_float()) {
        *out = {SlotKind::value, 0, compare_floats(predicate, x, y)};
        return true;
    }
    const bool is_signed = predicate >= integer_predicate::sgt;
    *out = {SlotKind::value, 0,
            compare_integers(predicate, extended(x, type, is_signed), extended(y, type, is_signed))};
    return true;
}

// A bool has no bits to move.
ir::Value Lowering::select_scalar(IrValue condition, IrValue a, IrValue b, uint8_t flags) {
    if (a == b) return a;
    if (b_.type(a).is_bool())
        return b_.binary(Op::or_, b_.binary(Op::and_, condition, a),
                         b_.binary(Op::and_, b_.not_(condition), b));
    return b_.emit(Op::select, b_.type(a), condition, a, b, 0, flags);
}

bool Lowering::select(uint32_t condition, uint32_t a, uint32_t b, uint8_t flags, Slot *out) {
    if (!scalar_type(type_of(condition)).is_bool()) return unsupported("A selection by several conditions");
    IrValue c;
    if (!value(condition, &c)) return false;
    if (!scalar_type(type_of(a)).is_void()) {
        IrValue x, y;
        if (!value(a, &x) || !value(b, &y)) return false;
        *out = {SlotKind::value, 0, select_scalar(c, x, y, flags)};
        return true;
    }
    Slot x, y, shape;
    if (!slot(a, &x) || !slot(b, &y) || !unify(x, y, &shape)) return false;
    scratch_.clear();
    scalars(shape, x);
    const size_t count = scratch_.size();
    scalars(shape, y);
    for (size_t i = 0; i < count; ++i)
        scratch_[i] = select_scalar(c, scratch_[i], scratch_[count + i], flags);
    const IrValue *values = scratch_.data();
    *out = rebuild(shape, &values);
    return true;
}

// --- aggregates and vectors
// -------------------------------------------------------------------------------------------

bool Lowering::members_of(uint32_t v, Slot *out) {
    if (!slot(v, out)) return false;
    if (out->kind == SlotKind::aggregate) return true;
    const Type &t = module_.types[type_of(v)];
    const uint64_t count = t.kind == TypeKind::structure ? t.count : t.size;
    const bool list = t.kind == TypeKind::array || t.kind == TypeKind::vector;
    if (out->kind != SlotKind::none || (!list && t.kind != TypeKind::structure) || count > max_members)
        return unsupported("A value of type %u", type_of(v));
    *out = {SlotKind::aggregate, static_cast<uint16_t>(count), static_cast<uint32_t>(members_.size())};
    members_.resize(members_.size() + count);
    return true;
}

bool Lowering::member(const Instruction &ins) {
    if (ins.opcode == Opcode::extract_value) {
        Slot s;
        if (!slot(operand(ins, 0), &s)) return false;
        for (uint32_t i = 1; i < ins.count && s.kind != SlotKind::none; ++i) {
            if (s.kind != SlotKind::aggregate || operand(ins, i) >= s.count)
                return unsupported("A member of what has none");
            s = members_[s.index + operand(ins, i)];
        }
        set(ins, s);
        return true;
    }
    Slot whole, part;
    if (!members_of(operand(ins, 0), &whole) || !slot(operand(ins, 1), &part)) return false;
    // Each level on the way to the member is a list of its own, the innermost of which has the new one.
    uint32_t type = type_of(operand(ins, 0));
    const Slot result = {SlotKind::aggregate, whole.count, static_cast<uint32_t>(members_.size())};
    for (uint32_t level = 2; level < ins.count; ++level) {
        const uint32_t index = operand(ins, level);
        const Type &t = module_.types[type];
        const bool list = t.kind == TypeKind::array || t.kind == TypeKind::vector;
        const uint64_t count = list ? t.size : t.kind == TypeKind::structure ? t.count : 0;
        if (index >= count || count > max_members ||
            (whole.kind == SlotKind::aggregate && index >= whole.count))
            return unsupported("A member of what has none");
        if (!within_merge_limit(count)) return false;
        const auto first = static_cast<uint32_t>(members_.size());
        members_.resize(first + count);
        for (uint32_t i = 0; i < count && whole.kind == SlotKind::aggregate && i < whole.count; ++i)
            members_[first + i] = members_[whole.index + i];
        whole = members_[first + index];
        type = module_.element(t, list ? 0 : index);
        if (level + 1 == ins.count) {
            members_[first + index] = part;
            continue;
        }
        const Type &inner = module_.types[type];
        const uint64_t inner_count = inner.kind == TypeKind::structure ? inner.count : inner.size;
        if (inner_count > max_members) return unsupported("A member of what has none");
        members_[first + index] = {SlotKind::aggregate, static_cast<uint16_t>(inner_count),
                                   static_cast<uint32_t>(members_.size())};
    }
    set(ins, result);
    return true;
}

bool Lowering::elements(const Instruction &ins) {
    Slot a, b;
    if (!members_of(operand(ins, 0), &a)) return false;
    if (ins.opcode == Opcode::shuffle) {
        Slot mask;
        if (!members_of(operand(ins, 1), &b) || !members_of(operand(ins, 2), &mask)) return false;
        const auto result = static_cast<uint32_t>(members_.size());
        members_.resize(result + mask.count);
        for (uint32_t i = 0; i < mask.count; ++i) {
            const Slot s = members_[mask.index + i];
            if (s.kind == SlotKind::none) continue;
            if (s.kind != SlotKind::value || !m_.is_constant(s.index))
                return unsupported("A shuffle by values");
            const uint32_t k = m_[s.index].arg[0];
            if (k < a.count)
                members_[result + i] = members_[a.index + k];
            else if (k - a.count < b.count)
                members_[result + i] = members_[b.index + (k - a.count)];
        }
        set(ins, Slot{SlotKind::aggregate, mask.count, result});
        return within_merge_limit(mask.count);
    }
    uint64_t at;
    if (!literal(ins, ins.count - 1, &at)) return unsupported("A vector's element by a value");
    if (ins.opcode == Opcode::extract_element) {
        set(ins, at < a.count ? members_[a.index + at] : Slot{});
        return true;
    }
    if (!slot(operand(ins, 1), &b)) return false;
    const auto copy = static_cast<uint32_t>(members_.size());
    members_.resize(copy + a.count);
    for (uint32_t i = 0; i < a.count; ++i)
        members_[copy + i] = i == at ? b : members_[a.index + i];
    set(ins, Slot{SlotKind::aggregate, a.count, copy});
    return within_merge_limit(a.count);
}

} // namespace weft::dxil
