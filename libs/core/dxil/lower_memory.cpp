// Pointers and what is behind them.
#include <algorithm>

#include "core/dxil/calls.h"
#include "core/dxil/lowering.h"
#include "core/dxil/suboperations.h"

namespace weft::dxil {

using ir::Kind;
using ir::Op;

namespace {

enum AddressSpace : uint32_t { space_private = 0, space_shared = 3 };

// Larger than anything that Direct3D lets a shader have.
constexpr uint64_t max_units = uint64_t{1} << 18;
constexpr uint32_t max_shared_units = 1 << 16;
constexpr uint32_t max_expression = 4096;

// The integers of a scalar's width.
constexpr Kind integer_of(Kind k) {
    switch (ir::kind_bits(k)) {
    case 16: return Kind::i16;
    case 64: return Kind::i64;
    default: return Kind::i32;
    }
}

} // namespace

// --- layout
// ---------------------------------------------------------------------------------------------------------

// Types refer to earlier and later ones; the reader has seen to it that they do not contain themselves and
// bounds their depth.
const Lowering::Layout &Lowering::layout(uint32_t type) {
    Layout &l = layouts_[type];
    if (l.known) return l;
    const Type &t = module_.types[type];
    Layout r;
    r.known = true;
    uint64_t units = 0, wide = 0;
    const auto add = [&](const Layout &part, uint64_t count) {
        if (r.scalar.is_void())
            r.scalar = part.scalar;
        else if (part.scalar != r.scalar && !part.scalar.is_void())
            r.mixed = true;
        r.mixed |= part.mixed;
        r.other |= part.other;
        r.widths |= part.widths;
        units = std::min(units + std::min(count, max_units + 1) * part.units, max_units + 1);
        wide = std::min(wide + std::min(count, max_units + 1) * part.wide_units, max_units + 1);
    };
    switch (t.kind) {
    case TypeKind::structure:
        for (uint32_t i = 0; i < t.count; ++i)
            add(layout(module_.element(t, i)), 1);
        break;
    case TypeKind::array:
    case TypeKind::vector: add(layout(module_.element(t)), t.size); break;
    default:
        r.scalar = scalar_type(type);
        r.other = r.scalar.is_void();
        r.widths = r.scalar.bits() == 64 ? 2 : 1;
        if (r.scalar.is_bool()) r.scalar = ir::i32();
        units = 1;
        wide = r.widths;
    }
    r.units = static_cast<uint32_t>(units);
    r.wide_units = static_cast<uint32_t>(wide);
    return layouts_[type] = r;
}

uint32_t Lowering::units(uint32_t type, const Memory &m) {
    const Layout &l = layout(type);
    return m.wide ? l.wide_units : l.units;
}

// --- variables
// ------------------------------------------------------------------------------------------------------

bool Lowering::variable(uint32_t index, Slot *out) {
    const Variable &v = module_.variables[index];
    const Layout l = layout(v.value_type);
    Memory m;
    m.variable = index;
    Vec<uint64_t> words(arena());
    bool zero = true;
    if (!l.other && l.wide_units <= max_units && v.initializer != none) {
        const Value &initial = module_.global_values[v.initializer];
        if (initial.kind != ValueKind::constant) return unsupported("A variable that holds an address");
        if (!flatten(module_.constants[initial.index], &words)) return false;
        for (uint64_t w : words)
            zero = zero && !w;
    }
    if (l.other) {
        m.kind = MemoryKind::resource;
    } else if (l.wide_units > max_units) {
        return unsupported("A variable of this size");
    } else if (v.address_space == space_shared) {
        m.kind = MemoryKind::shared;
        // What may be a payload is words.
        const bool structure = module_.types[v.value_type].kind == TypeKind::structure;
        m.wide = l.mixed || (structure && m_.stage == ir::Stage::amplification);
        m.row = integer_of(m.wide ? Kind::i32 : l.scalar.kind());
        const uint32_t units = m.wide ? l.wide_units : l.units;
        if (units > max_shared_units) return unsupported("Group-shared memory of this size");
        m.index = static_cast<uint32_t>(m_.shared.size());
        m_.shared.push({std::max(units, 1u), m.row.kind()});
        if (!zero) shared_starts_.push({v.value_type, m, words.span()});
    } else if (v.address_space != space_private) {
        return unsupported("A variable in address space %u", v.address_space);
    } else {
        if (v.constant) {
            words.resize(l.units);
            m.kind = MemoryKind::constant;
            m.index = static_cast<uint32_t>(tables_.size());
            tables_.push(words.span());
        } else if (!local(l, &m)) {
            return false;
        } else if (!zero) {
            initialise(v.value_type, m, words.span());
        }
    }
    m.units = m.wide ? l.wide_units : l.units;
    memories_.push(m);
    *out = add(Pointer{static_cast<uint32_t>(memories_.size() - 1), v.value_type, b_.i32c(0)});
    return true;
}

// Memory of the invocation for such a type.
bool Lowering::local(const Layout &l, Memory *out) {
    if (l.other || l.wide_units > max_units) return unsupported("Memory of this type");
    out->kind = MemoryKind::local;
    out->wide = l.mixed && l.widths == 3;
    out->row = l.mixed ? ir::i32() : l.scalar;
    if (l.mixed && l.widths == 2) out->wide = true;
    out->index = static_cast<uint32_t>(m_.locals.size());
    m_.locals.push({std::max(out->wide ? l.wide_units : l.units, 1u), out->row});
    return true;
}

// Stores at the front of the function.
void Lowering::initialise(uint32_t type, const Memory &m, std::span<const uint64_t> words) {
    b_.set_cursor(0);
    uint32_t unit = 0;
    size_t at = 0;
    initialise_part(type, m, words, &at, &unit);
    b_.set_cursor_end();
}

// SPIR-V's group-shared variables start as zeros at best: one lane stores, the others wait.
bool Lowering::start_shared() {
    if (shared_starts_.empty()) return true;
    if (m_.stage != ir::Stage::compute && m_.stage != ir::Stage::mesh && m_.stage != ir::Stage::amplification)
        return unsupported("Group-shared memory of such a shader");
    b_.set_cursor(0);
    const IrValue first = b_.begin_if(b_.compare(Op::ieq, calls_->thread_index(), b_.i32c(0)));
    for (const SharedStart &start : shared_starts_) {
        uint32_t unit = 0;
        size_t at = 0;
        initialise_part(start.type, start.memory, start.words, &at, &unit);
    }
    b_.break_(first);
    b_.end_if(first);
    b_.emit(Op::barrier, ir::void_type, ir::barrier_flag::execution | ir::barrier_flag::group_memory);
    b_.set_cursor_end();
    return true;
}

void Lowering::initialise_part(uint32_t type, const Memory &m, std::span<const uint64_t> words, size_t *at,
                               uint32_t *unit) {
    if (!layout(type).units) return;
    const Type &t = module_.types[type];
    switch (t.kind) {
    case TypeKind::structure:
        for (uint32_t i = 0; i < t.count; ++i)
            initialise_part(module_.element(t, i), m, words, at, unit);
        return;
    case TypeKind::array:
    case TypeKind::vector:
        for (uint64_t i = 0; i < t.size; ++i)
            initialise_part(module_.element(t), m, words, at, unit);
        return;
    default: break;
    }
    const uint64_t bits = words[(*at)++];
    // Locals are zeros before; what group-shared memory held is unknown.
    if (bits || m.kind == MemoryKind::shared) put(m, b_.i32c(*unit), scalar_constant(type, bits));
    *unit += units(type, m);
}

// The bits of a constant's scalars, in order.
bool Lowering::flatten(const Constant &c, Vec<uint64_t> *out) {
    const Layout &l = layout(c.type);
    if (l.other || l.units > max_units || out->size() + l.units > max_units)
        return unsupported("A constant of type %u", c.type);
    switch (c.kind) {
    case ConstantKind::null:
    case ConstantKind::undef: out->resize(out->size() + l.units); return true;
    case ConstantKind::integer:
    case ConstantKind::floating: out->push(c.bits); return true;
    case ConstantKind::string:
    case ConstantKind::cstring:
    case ConstantKind::data: out->append({module_.words.data() + c.first, c.count}); return true;
    case ConstantKind::aggregate:
        for (uint32_t i = 0; i < c.count; ++i) {
            const Value &v = module_.value(frame_.function, module_.operands[c.first + i]);
            if (v.kind != ValueKind::constant) return unsupported("A constant that holds an address");
            if (!flatten(module_.constants[v.index], out)) return false;
        }
        return true;
    default: return unsupported("A constant expression in a table");
    }
}

// --- addresses
// ------------------------------------------------------------------------------------------------------

bool Lowering::memory(const Instruction &ins) {
    Slot s;
    switch (ins.opcode) {
    case Opcode::alloca_: return allocate(ins);
    case Opcode::gep:
        if (!element_address({module_.operands.data() + ins.first, ins.count}, &s)) return false;
        set(ins, s);
        return true;
    case Opcode::load: return load(ins);
    case Opcode::store: return store(ins);
    case Opcode::atomic_rmw:
    case Opcode::compare_exchange: return atomic(ins);
    default: return unsupported("Instruction %u", static_cast<unsigned>(ins.opcode));
    }
}

bool Lowering::allocate(const Instruction &ins) {
    uint64_t count;
    if (!literal(ins, 0, &count)) return unsupported("Memory of an amount that varies");
    Memory m;
    Layout l = layout(ins.aux);
    if (l.wide_units * count > max_units || count > max_units) return unsupported("Memory of this type");
    l.units *= static_cast<uint32_t>(count);
    l.wide_units *= static_cast<uint32_t>(count);
    if (!local(l, &m)) return false;
    m.units = m.wide ? l.wide_units : l.units;
    memories_.push(m);
    set(ins, Pointer{static_cast<uint32_t>(memories_.size() - 1), ins.aux, b_.i32c(0)});
    return true;
}

bool Lowering::pointer(uint32_t v, Pointer *out) {
    Slot s;
    if (!slot(v, &s)) return false;
    if (s.kind != SlotKind::pointer) return unsupported("An access through a pointer to nothing known");
    *out = pointers_[s.index];
    return true;
}

bool Lowering::element_address(std::span<const uint32_t> operands, Slot *out) {
    Pointer p{};
    if (!pointer(operands[0], &p)) return false;
    const Memory m = memories_[p.memory];
    for (size_t i = 1; i < operands.size(); ++i) {
        const Type &t = module_.types[p.type];
        if (i > 1 && t.kind == TypeKind::structure) {
            uint64_t member;
            if (!literal(operands[i], &member) || member >= t.count)
                return fail(code::dxil_operand, "An address names a member that does not exist");
            uint64_t offset = 0;
            for (uint32_t k = 0; k < member; ++k)
                offset += units(module_.element(t, k), m);
            p.offset = b_.binary(Op::iadd, p.offset, b_.i32c(static_cast<uint32_t>(offset)));
            p.type = module_.element(t, static_cast<uint32_t>(member));
            continue;
        }
        if (i > 1) {
            if (t.kind != TypeKind::array && t.kind != TypeKind::vector)
                return fail(code::dxil_type, "An address goes into what has no parts");
            p.type = module_.element(t);
        }
        IrValue index;
        const uint32_t type = type_of(operands[i]);
        if (!value(operands[i], &index)) return false;
        if (!integer_bits(type) || b_.type(index).is_bool()) return unsupported("An index of type %u", type);
        index = convert(b_.type(index).bits() < 32 ? Op::sconvert : Op::uconvert, extended(index, type, true),
                        ir::i32());
        p.offset = b_.binary(Op::iadd, p.offset, b_.binary(Op::imul, index, b_.i32c(units(p.type, m))));
    }
    *out = add(p);
    return true;
}

// The same memory seen as another type: as long as scalars lie where they were.
bool Lowering::cast_pointer(uint32_t v, uint32_t to, Slot *out) {
    if (!slot(v, out)) return false;
    if (out->kind != SlotKind::pointer) return true;
    Pointer p = pointers_[out->index];
    const Memory &m = memories_[p.memory];
    const uint32_t target = module_.element(module_.types[to]);
    if (m.kind != MemoryKind::resource && m.kind != MemoryKind::payload) {
        const Layout &a = layout(p.type), &b = layout(target);
        const auto bits = [](const Layout &l) { return l.mixed ? 0u : l.scalar.bits(); };
        const bool same = !a.other && !b.other && a.widths == b.widths && a.widths != 3 && bits(a) == bits(b);
        const bool words = m.wide && !a.other && !b.other && bits(a) != 16 && bits(b) != 16;
        if (!same && !words) return unsupported("A pointer to type %u as one to type %u", p.type, target);
    }
    p.type = target;
    *out = add(p);
    return true;
}

// --- accesses
// -------------------------------------------------------------------------------------------------------

ir::Value Lowering::to_words(IrValue v) {
    const ir::Type t = b_.type(v);
    switch (t.kind()) {
    case Kind::boolean: return b_.select(v, b_.i32c(1), b_.i32c(0));
    case Kind::f16: return b_.emit(Op::uconvert, ir::i32(), b_.cast(v, Kind::i16));
    case Kind::i16: return b_.emit(Op::uconvert, ir::i32(), v);
    case Kind::i64:
    case Kind::f64: return b_.emit(Op::bitcast, ir::i32(2), v);
    default: return b_.cast(v, Kind::i32);
    }
}

ir::Value Lowering::from_words(IrValue words, ir::Type type) {
    switch (type.kind()) {
    case Kind::boolean: return b_.nonzero(words);
    case Kind::f16: return b_.cast(b_.emit(Op::uconvert, Kind::i16, words), Kind::f16);
    case Kind::i16: return b_.emit(Op::uconvert, Kind::i16, words);
    case Kind::i64:
    case Kind::f64: return b_.emit(Op::bitcast, type, words);
    default: return b_.cast(words, type.kind());
    }
}

void Lowering::put(const Memory &m, IrValue unit, IrValue v) {
    if (m.kind == MemoryKind::shared) {
        b_.emit(Op::store_shared, ir::void_type, unit, m.row.bits() == b_.type(v).bits() ? v : to_words(v),
                m.index);
        return;
    }
    if (m.row.bits() == b_.type(v).bits()) {
        b_.emit(Op::store_local, ir::void_type, unit, b_.cast(v, m.row.kind()), m.index, 0);
        return;
    }
    const IrValue words = to_words(v);
    const unsigned count = b_.type(words).count();
    for (unsigned i = 0; i < count; ++i)
        b_.emit(Op::store_local, ir::void_type, b_.binary(Op::iadd, unit, b_.i32c(i)),
                b_.cast(b_.extract(words, i), m.row.kind()), m.index, 0);
}

bool Lowering::load(const Instruction &ins) {
    Pointer p{};
    if (!pointer(operand(ins, 0), &p)) return false;
    const Memory m = memories_[p.memory];
    const ir::Type t = scalar_type(ins.type);
    if (m.kind == MemoryKind::resource) {
        set(ins, p);
        return true;
    }
    if (t.is_void()) return unsupported("A load of type %u", ins.type);
    const unsigned words = t.bits() == 64 ? 2 : 1;
    IrValue v = 0;
    switch (m.kind) {
    case MemoryKind::constant: {
        const std::span<const uint64_t> table = tables_[m.index];
        if (m_.is_constant(p.offset)) {
            const uint32_t at = m_[p.offset].arg[0];
            v = scalar_constant(ins.type, at < table.size() ? table[at] : 0);
            break;
        }
        const uint32_t array = constant_array(p.memory);
        const ir::Type row = m_.constant_arrays[array].row_type;
        if (row.is_scalar() && row.bits() == t.bits())
            v = b_.emit(Op::load_icb, t, p.offset, array, 0);
        else
            v = from_words(b_.emit(Op::load_icb, ir::i32(words), p.offset, array, 0), t);
        break;
    }
    case MemoryKind::local:
        if (m.row.bits() == t.bits()) {
            v = b_.cast(b_.emit(Op::load_local, m.row, p.offset, m.index, 0), t.kind());
        } else {
            IrValue parts[2] = {};
            for (unsigned i = 0; i < words; ++i)
                parts[i] = b_.cast(
                    b_.emit(Op::load_local, m.row, b_.binary(Op::iadd, p.offset, b_.i32c(i)), m.index, 0),
                    Kind::i32);
            v = from_words(words == 2 ? b_.construct(ir::i32(2), {parts[0], parts[1]}) : parts[0], t);
        }
        break;
    case MemoryKind::shared:
        v = m.row.bits() == t.bits()
                ? b_.emit(Op::load_shared, t, p.offset, m.index)
                : from_words(b_.emit(Op::load_shared, ir::i32(words), p.offset, m.index), t);
        break;
    case MemoryKind::payload: v = from_words(b_.emit(Op::load_payload, ir::i32(words), p.offset), t); break;
    default: return unsupported("A load from such memory");
    }
    set(ins, v);
    return true;
}

bool Lowering::store(const Instruction &ins) {
    Pointer p{};
    IrValue v;
    if (!pointer(operand(ins, 0), &p)) return false;
    const Memory m = memories_[p.memory];
    if (scalar_type(type_of(operand(ins, 1))).is_void())
        return unsupported("A store of type %u", type_of(operand(ins, 1)));
    if (!value(ins, 1, &v)) return false;
    switch (m.kind) {
    case MemoryKind::local:
    case MemoryKind::shared: put(m, p.offset, v); return true;
    case MemoryKind::constant: return fail(code::dxil_operand, "A store to a constant");
    default: return unsupported("A store to such memory");
    }
}

bool Lowering::atomic(const Instruction &ins) {
    Pointer p{};
    IrValue v, comparator = 0;
    if (!pointer(operand(ins, 0), &p)) return false;
    const Memory &m = memories_[p.memory];
    if (m.kind != MemoryKind::shared)
        return unsupported("An atomic operation outside of group-shared memory");
    const bool exchange = ins.opcode == Opcode::compare_exchange;
    if (!value(ins, exchange ? 2 : 1, &v) || (exchange && !value(ins, 1, &comparator))) return false;
    if (b_.type(v).bits() != m.row.bits() || m.row.bits() < 32)
        return unsupported("An atomic operation on %u bits", b_.type(v).bits());
    ir::AtomicOp op = ir::AtomicOp::compare_exchange;
    if (!exchange) {
        switch (ins.sub) {
        case rmw_op::xchg: op = ir::AtomicOp::exchange; break;
        case rmw_op::add: op = ir::AtomicOp::add; break;
        case rmw_op::sub:
            op = ir::AtomicOp::add;
            v = b_.unary(Op::ineg, v);
            break;
        case rmw_op::and_: op = ir::AtomicOp::and_; break;
        case rmw_op::or_: op = ir::AtomicOp::or_; break;
        case rmw_op::xor_: op = ir::AtomicOp::xor_; break;
        case rmw_op::max: op = ir::AtomicOp::imax; break;
        case rmw_op::min: op = ir::AtomicOp::imin; break;
        case rmw_op::umax: op = ir::AtomicOp::umax; break;
        case rmw_op::umin: op = ir::AtomicOp::umin; break;
        default: return unsupported("An atomic operation of kind %u", ins.sub);
        }
    }
    const IrValue old =
        b_.emit(Op::atomic_shared, m.row, p.offset, v, comparator, m.index | static_cast<uint32_t>(op) << 16);
    if (!exchange) {
        set(ins, old);
        return true;
    }
    const IrValue members[] = {old, b_.compare(Op::ieq, old, comparator)};
    set_members(ins, members);
    return true;
}

// The table of a constant variable, in the module from its first use by a value on: a scalar a row.
uint32_t Lowering::constant_array(uint32_t memory) {
    Memory &m = memories_[memory];
    if (m.row.is_void()) {
        const std::span<const uint64_t> table = tables_[m.index];
        const uint32_t type = module_.variables[m.variable].value_type;
        const Layout &l = layout(type);
        m.row = l.mixed ? ir::i32(2) : l.scalar;
        const unsigned row_words = m.row.count() * m.row.bits() > 32 ? 2 : 1;
        const std::span<uint32_t> words =
            arena().zeroed<uint32_t>(std::max<size_t>(table.size(), 1) * row_words);
        size_t at = 0;
        fill_rows(type, table, words, row_words, &at);
        m.units = static_cast<uint32_t>(m_.constant_arrays.size());
        m_.constant_arrays.push({words, static_cast<uint32_t>(words.size() / row_words), m.row});
    }
    return m.units;
}

void Lowering::fill_rows(uint32_t type, std::span<const uint64_t> table, std::span<uint32_t> words,
                         unsigned row_words, size_t *at) {
    if (!layout(type).units) return;
    const Type &t = module_.types[type];
    switch (t.kind) {
    case TypeKind::structure:
        for (uint32_t i = 0; i < t.count; ++i)
            fill_rows(module_.element(t, i), table, words, row_words, at);
        return;
    case TypeKind::array:
    case TypeKind::vector:
        for (uint64_t i = 0; i < t.size; ++i)
            fill_rows(module_.element(t), table, words, row_words, at);
        return;
    default: break;
    }
    const ir::Inst c = m_[scalar_constant(type, table[*at])];
    for (unsigned w = 0; w < row_words; ++w)
        words[*at * row_words + w] = c.arg[w];
    ++*at;
}

// --- constant expressions
// ---------------------------------------------------------------------------------------------

bool Lowering::constant_expression(const Constant &c, Slot *out) {
    if (c.size > max_expression) return unsupported("A constant expression of this size");
    const uint32_t *operands = module_.operands.data() + c.first;
    switch (c.kind) {
    case ConstantKind::binary: return binary(c.sub, c.type, operands[0], operands[1], precision(c.type), out);
    case ConstantKind::cast: return cast(c.sub, operands[0], c.type, out);
    case ConstantKind::gep:
    case ConstantKind::inbounds_gep: return element_address({operands, c.count}, out);
    case ConstantKind::select: return select(operands[0], operands[1], operands[2], precision(c.type), out);
    case ConstantKind::compare: return compare(c.sub, operands[0], operands[1], out);
    default: return unsupported("A constant expression of kind %u", static_cast<unsigned>(c.kind));
    }
}

} // namespace weft::dxil
