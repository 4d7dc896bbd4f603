// Operands: registers, addressing, swizzles and modifiers; and what happens to a result before it is kept.
#include "core/d3dbc/lowering.h"

namespace weft::d3dbc {

using ir::Lane;
using ir::Value;

bool Lowering::address(const Operand &operand, unsigned offset, Value *out) {
    Value index;
    if (operand.address_type() == RegisterType::loop) {
        size_t i = loops_.size();
        while (i && !loops_[i - 1].has_index)
            --i;
        if (!i) return fail(code::d3dbc_register_type, "aL is used outside any loop.");
        constexpr uint8_t y[] = {1};
        index = r_.read(loops_[i - 1].slot, y, 1, ir::Kind::i32);
    } else {
        uint8_t c = static_cast<uint8_t>(operand.address_component());
        index = r_.read(slot::address, &c, 1, ir::Kind::i32);
    }
    uint32_t base = operand.number() + offset;
    *out = base ? b_.binary(ir::Op::iadd, index, b_.i32c(base)) : index;
    return true;
}

bool Lowering::lanes(const Operand &operand, unsigned offset, Lane *out) {
    RegisterType type = operand.type();
    if (type == RegisterType::constant) return constant_lanes(operand, offset, out);
    if (type == RegisterType::loop) {
        Operand index;
        index.address = operand.token;
        Value v;
        if (!address(index, 0, &v)) return false;
        v = b_.emit(ir::Op::itof, ir::f32(), v);
        for (unsigned i = 0; i < 4; ++i)
            out[i] = {v, 0};
        return true;
    }
    if (operand.relative()) {
        if (type != RegisterType::input)
            return fail(code::d3dbc_register_type, "This register cannot be addressed relatively.");
        Value row;
        if (!address(operand, offset, &row)) return false;
        Value v = b_.emit(ir::Op::load_local, ir::f32(4), row, input_array_, 0);
        for (unsigned i = 0; i < 4; ++i)
            out[i] = {v, i};
        return true;
    }
    unsigned number = operand.number() + offset;
    const RegisterInfo &info = register_info(type);
    if (number >= (vertex() ? info.vs_count : info.ps_count))
        return fail(code::d3dbc_register_index, "A matrix runs past the last register of its kind.");
    uint32_t s = slot_of(version_, type, number);
    // a0 and p0 hold no floats.
    if (s == no_slot || s == slot::address || s == slot::predicate)
        return fail(code::d3dbc_register_type, "This register cannot be a source of arithmetic.");
    for (unsigned i = 0; i < 4; ++i)
        out[i] = r_.lane(s, i);
    return true;
}

Value Lowering::modify(SourceModifier modifier, Value v) {
    using ir::Op;
    unsigned n = b_.type(v).count();
    auto bias = [&](Value x) { return b_.binary(Op::fsub, x, b_.f32c(n, 0.5f)); };
    auto twice = [&](Value x) { return b_.binary(Op::fmul, x, b_.f32c(n, 2)); };
    auto negate = [&](Value x) { return b_.unary(Op::fneg, x); };
    switch (modifier) {
    case SourceModifier::neg: return negate(v);
    case SourceModifier::bias: return bias(v);
    case SourceModifier::bias_neg: return negate(bias(v));
    case SourceModifier::sign: return twice(bias(v));
    case SourceModifier::sign_neg: return negate(twice(bias(v)));
    case SourceModifier::complement: return b_.binary(Op::fsub, b_.f32c(n, 1), v);
    case SourceModifier::x2: return twice(v);
    case SourceModifier::x2_neg: return negate(twice(v));
    case SourceModifier::abs: return b_.unary(Op::fabs, v);
    case SourceModifier::abs_neg: return negate(b_.unary(Op::fabs, v));
    default: return v;
    }
}

bool Lowering::picked(const Instruction &ins, unsigned i, const Components &c, unsigned offset, Lane *out) {
    Lane all[4];
    if (!lanes(ins.src[i], offset, all)) return false;
    for (unsigned k = 0; k < c.count; ++k)
        out[k] = all[ins.src[i].component(c.index[k])];
    return true;
}

bool Lowering::source(const Instruction &ins, unsigned i, const Components &c, Value *out, unsigned offset) {
    Lane components[4];
    if (!picked(ins, i, c, offset, components)) return false;
    *out = modify(ins.src[i].modifier(), b_.gather(components, c.count, ir::Kind::f32));
    return true;
}

bool Lowering::same_component(Lane a, Lane b) const {
    if (a == b) return true;
    const ir::Inst &x = m_[a.value()], &y = m_[b.value()];
    return x.op == ir::Op::constant && y.op == ir::Op::constant && x.arg[a.lane()] == y.arg[b.lane()];
}

bool Lowering::uniform(const Instruction &ins, unsigned n, const Components &c) {
    for (unsigned i = 0; i < n; ++i) {
        Lane components[4];
        if (!picked(ins, i, c, 0, components)) return false;
        for (unsigned k = 1; k < c.count; ++k)
            if (!same_component(components[k], components[0])) return false;
    }
    return true;
}

// An operand that means one component: the one that the first swizzle field selects.
bool Lowering::scalar(const Instruction &ins, unsigned i, Value *out) {
    return source(ins, i, Components(1), out);
}

// For these components of a destination, or one value for all when the swizzle replicates.
Value Lowering::predicate(const Source &operand, const Components &c) {
    uint8_t fields[4];
    bool replicated = true;
    for (unsigned k = 0; k < c.count; ++k) {
        fields[k] = static_cast<uint8_t>(operand.component(c.index[k]));
        replicated &= fields[k] == fields[0];
    }
    Value v = b_.nonzero(r_.read(slot::predicate, fields, replicated ? 1 : c.count, ir::Kind::i32));
    return operand.modifier() == SourceModifier::not_ ? b_.not_(v) : v;
}

bool Lowering::write(const Instruction &ins, Value value) {
    using ir::Op;
    unsigned n = b_.type(value).count();
    if (int shift = ins.dst.shift()) {
        float factor = shift > 0 ? static_cast<float>(1 << shift) : 1.0f / static_cast<float>(1 << -shift);
        value = b_.binary(Op::fmul, value, b_.f32c(n, factor), flags_);
    }
    if (ins.dst.saturate()) value = b_.unary(Op::fsat, value, flags_);
    if (pairing_) {
        pending_ = &ins;
        pending_value_ = value;
        return true;
    }
    return commit(ins, value);
}

bool Lowering::commit(const Instruction &ins, Value value) {
    uint8_t mask = effective_mask(ins);
    if (!mask) return true;
    Components c(mask);
    if (ins.dst.is(RegisterType::output) && plan_.relative_outputs) return local_store(ins, value);
    uint32_t s = slot_of(version_, ins.dst.type(), ins.dst.number());
    if (s == no_slot || ins.dst.relative())
        return fail(code::d3dbc_register_type, "This register cannot be a destination.");
    if (ins.predicated) {
        ir::Kind kind = b_.type(value).kind();
        Value p = predicate(ins.predicate, c);
        if (b_.type(value).count() == 1) value = b_.broadcast(value, c.count);
        value = b_.select(p, value, r_.read(s, c.index, c.count, kind));
    }
    r_.write(s, mask, value);
    return true;
}

} // namespace weft::d3dbc
