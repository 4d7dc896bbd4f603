// Constants that are operands of code. Tables in memory: lower_memory.cpp.
#include <bit>

#include "core/dxil/lowering.h"

namespace weft::dxil {

namespace {

// An aggregate with more members than any operation takes or gives is memory's business.
constexpr uint64_t max_members = 64;

uint32_t half_to_float(uint32_t h) {
    const uint32_t sign = (h & 0x8000) << 16, exponent = h >> 10 & 31, mantissa = h & 0x3ff;
    if (exponent == 31) return sign | 0x7f800000 | mantissa << 13;
    if (exponent) return sign | (exponent + 112) << 23 | mantissa << 13;
    return sign | std::bit_cast<uint32_t>(static_cast<float>(mantissa) * 0x1p-24f);
}

} // namespace

// From the bits that LLVM has for a value of the type.
ir::Value Lowering::scalar_constant(uint32_t type, uint64_t bits) {
    const ir::Type t = scalar_type(type);
    uint32_t words[2] = {static_cast<uint32_t>(bits), static_cast<uint32_t>(bits >> 32)};
    switch (module_.types[type].kind) {
    case TypeKind::half:
        words[0] &= 0xffff;
        if (!native_16_bit_) words[0] = half_to_float(words[0]);
        break;
    case TypeKind::integer:
        if (t.kind() == Kind::i32 && integer_bits(type) == 16)
            words[0] = static_cast<uint32_t>(static_cast<int16_t>(words[0]));
        break;
    default: break;
    }
    return b_.constant(t, {words, t.bits() == 64 ? 2u : 1u});
}

bool Lowering::constant(const Constant &c, Slot *out) {
    *out = {};
    const Type &t = module_.types[c.type];
    const bool scalar = !scalar_type(c.type).is_void();
    switch (c.kind) {
    case ConstantKind::undef:
        if (scalar) *out = {SlotKind::value, 0, b_.zero(scalar_type(c.type))};
        return true;
    case ConstantKind::null:
    case ConstantKind::integer:
    case ConstantKind::floating:
        if (scalar) {
            *out = {SlotKind::value, 0, scalar_constant(c.type, c.kind == ConstantKind::null ? 0 : c.bits)};
            return true;
        }
        if (c.kind != ConstantKind::null) break;
        if (t.kind == TypeKind::pointer) return true;
        [[fallthrough]];
    case ConstantKind::aggregate:
    case ConstantKind::data: {
        const uint64_t count = t.kind == TypeKind::structure ? t.count : t.size;
        if (t.kind != TypeKind::structure && t.kind != TypeKind::array && t.kind != TypeKind::vector) break;
        if (count > max_members) break;
        Slot members[max_members];
        for (uint32_t i = 0; i < count; ++i) {
            const uint32_t member = module_.element(t, t.kind == TypeKind::structure ? i : 0);
            if (c.kind == ConstantKind::aggregate) {
                if (!slot(module_.operands[c.first + i], &members[i])) return false;
            } else if (scalar_type(member).is_void()) {
                return unsupported("A constant of type %u", c.type);
            } else {
                const uint64_t bits = c.kind == ConstantKind::null ? 0 : module_.words[c.first + i];
                members[i] = {SlotKind::value, 0, scalar_constant(member, bits)};
            }
        }
        *out = {SlotKind::aggregate, static_cast<uint16_t>(count), static_cast<uint32_t>(members_.size())};
        members_.append({members, count});
        return true;
    }
    default: return constant_expression(c, out);
    }
    return unsupported("A constant of type %u", c.type);
}

} // namespace weft::dxil
