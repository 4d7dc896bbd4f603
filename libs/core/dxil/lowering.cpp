#include "core/dxil/lowering.h"

#include <cstdio>

namespace weft::dxil {

using ir::Kind;

Lowering::Lowering(const Module &module, const Interface &interface, const LowerOptions &options,
                   Diagnostics &diag, ir::Module &out)
    : module_(module),
      interface_(interface),
      options_(options),
      diag_(diag),
      m_(out),
      b_(out),
      native_16_bit_(interface.flags & shader_native_16_bit),
      frames_(*out.arena),
      globals_(static_cast<uint32_t>(module.global_values.size())),
      global_slots_(out.arena->zeroed<Slot>(globals_)),
      slots_(*out.arena),
      members_(*out.arena),
      handles_(*out.arena),
      pointers_(*out.arena),
      memories_(*out.arena),
      shared_starts_(*out.arena),
      layouts_(out.arena->zeroed<Layout>(module.types.size())),
      tables_(*out.arena),
      callee_kinds_(out.arena->zeroed<uint8_t>(module.functions.size())),
      cfgs_(out.arena->zeroed<const Cfg *>(module.functions.size())),
      tasks_(*out.arena),
      constructs_(*out.arena),
      exits_(*out.arena),
      rows_(*out.arena),
      construct_of_(*out.arena),
      bound_(*out.arena),
      selectors_(*out.arena),
      target_rows_(*out.arena),
      cases_(*out.arena),
      branch_of_(*out.arena),
      is_case_(*out.arena),
      scratch_(*out.arena) {
    exits_.push({});
}

bool Lowering::fail(unsigned code, const char *format, ...) {
    char message[256];
    va_list args;
    va_start(args, format);
    std::vsnprintf(message, sizeof(message), format, args);
    va_end(args);
    diag_.error({}, Result::invalid_shader, code, "%s (instruction %u).", message, at_);
    return false;
}

bool Lowering::unsupported(const char *format, ...) {
    char message[256];
    va_list args;
    va_start(args, format);
    std::vsnprintf(message, sizeof(message), format, args);
    va_end(args);
    diag_.error({}, Result::not_implemented, code::dxil_not_implemented,
                "%s is not implemented (instruction %u).", message, at_);
    return false;
}

ir::Type Lowering::scalar_type(uint32_t type) const {
    const Type &t = module_.types[type];
    switch (t.kind) {
    case TypeKind::half: return native_16_bit_ ? Kind::f16 : Kind::f32;
    case TypeKind::float_: return Kind::f32;
    case TypeKind::double_: return Kind::f64;
    case TypeKind::integer:
        switch (t.size) {
        case 1: return Kind::boolean;
        case 8:
        case 32: return Kind::i32;
        case 16: return native_16_bit_ ? Kind::i16 : Kind::i32;
        case 64: return Kind::i64;
        default: return {};
        }
    default: return {};
    }
}

uint8_t Lowering::precision(uint32_t type) const {
    const Type &t = module_.types[type];
    const bool narrow = t.kind == TypeKind::half || (t.kind == TypeKind::integer && t.size == 16);
    return narrow && !native_16_bit_ ? ir::flag::relaxed : 0;
}

unsigned Lowering::integer_bits(uint32_t type) const {
    const Type &t = module_.types[type];
    return t.kind == TypeKind::integer ? static_cast<unsigned>(t.size) : 0;
}

bool Lowering::slot(uint32_t v, Slot *out) {
    const Value &what = llvm_value(v);
    Slot &known = v < globals_ ? global_slots_[v] : slots_[frame_.slots + (v - globals_)];
    if (known.kind != SlotKind::none || what.kind == ValueKind::argument ||
        what.kind == ValueKind::instruction) {
        *out = known;
        return true;
    }
    switch (what.kind) {
    case ValueKind::constant:
        if (!constant(module_.constants[what.index], out)) return false;
        break;
    case ValueKind::variable:
        if (!variable(what.index, out)) return false;
        break;
    default: return unsupported("A function's address");
    }
    // Code that an expression took holds in its region only.
    if (out->kind != SlotKind::value || m_.is_constant(out->index))
        (v < globals_ ? global_slots_[v] : slots_[frame_.slots + (v - globals_)]) = *out;
    return true;
}

bool Lowering::value(uint32_t v, IrValue *out) {
    Slot s;
    if (!slot(v, &s)) return false;
    if (s.kind == SlotKind::value) {
        *out = s.index;
        return true;
    }
    const ir::Type t = scalar_type(type_of(v));
    if (s.kind != SlotKind::none || t.is_void())
        return unsupported("A value of type %u where a scalar is used", type_of(v));
    *out = b_.zero(t);
    return true;
}

bool Lowering::literal(uint32_t v, uint64_t *out) const {
    const Value &what = llvm_value(v);
    if (what.kind != ValueKind::constant) return false;
    const Constant &c = module_.constants[what.index];
    if (module_.types[c.type].kind != TypeKind::integer) return false;
    if (c.kind != ConstantKind::integer && c.kind != ConstantKind::null) return false;
    *out = c.kind == ConstantKind::null ? 0 : c.bits;
    return true;
}

bool Lowering::literals(uint32_t v, std::span<uint64_t> out) const {
    const Value &what = llvm_value(v);
    if (what.kind != ValueKind::constant) return false;
    const Constant &c = module_.constants[what.index];
    const Type &t = module_.types[c.type];
    if (t.kind != TypeKind::structure || t.count < out.size()) return false;
    for (size_t i = 0; i < out.size(); ++i) {
        out[i] = 0;
        if (c.kind == ConstantKind::null || c.kind == ConstantKind::undef) continue;
        if (c.kind != ConstantKind::aggregate) return false;
        const uint32_t member = module_.operands[c.first + i];
        if (!literal(member, &out[i]) && !is_undefined(member)) return false;
    }
    return true;
}

bool Lowering::is_undefined(uint32_t v) const {
    const Value &what = llvm_value(v);
    return what.kind == ValueKind::constant && module_.constants[what.index].kind == ConstantKind::undef;
}

ir::Value Lowering::extended(IrValue v, uint32_t type, bool is_signed) {
    const unsigned bits = integer_bits(type);
    const ir::Type t = b_.type(v);
    if (!bits || bits >= t.bits() || !t.is_int()) return v;
    if (!is_signed) return b_.binary(ir::Op::and_, v, b_.i32c((1u << bits) - 1));
    const IrValue count = b_.i32c(32 - bits);
    return b_.binary(ir::Op::sshr, b_.binary(ir::Op::shl, v, count), count);
}

void Lowering::set(const Instruction &ins, Slot s) {
    if (ins.value != none) slots_[frame_.slots + (ins.value - globals_)] = s;
}

void Lowering::set_members(const Instruction &ins, std::span<const IrValue> members) {
    Slot s{SlotKind::aggregate, static_cast<uint16_t>(members.size()),
           static_cast<uint32_t>(members_.size())};
    for (IrValue v : members)
        members_.push(v ? Slot{SlotKind::value, 0, v} : Slot{});
    set(ins, s);
}

Slot Lowering::add(const Handle &h) {
    handles_.push(h);
    return {SlotKind::handle, 0, static_cast<uint32_t>(handles_.size() - 1)};
}

Slot Lowering::add(const Pointer &p) {
    pointers_.push(p);
    return {SlotKind::pointer, 0, static_cast<uint32_t>(pointers_.size() - 1)};
}

bool Lowering::run() {
    if (interface_.entry == none) {
        refuse_library(module_, diag_);
        return false;
    }
    if (!begin_operations() || !run_function(interface_.entry, 0)) return false;
    if (interface_.patch_function != none && !run_function(interface_.patch_function, 1)) return false;
    if (!start_shared()) return false;
    finish_operations();
    return true;
}

Result to_ir(const Module &module, const Interface &interface, const LowerOptions &options, Diagnostics &diag,
             ir::Module *out) {
    Lowering lowering(module, interface, options, diag, *out);
    return lowering.run() ? Result::ok : diag.result();
}

} // namespace weft::dxil
