// Value types of the IR: a scalar kind and a component count in one byte.
#pragma once

#include <cstdint>

namespace weft::ir {

// Sign belongs to operations, not to types. f16 and i16 mean native 16-bit values; Direct3D's minimum
// precision is 32-bit with the `relaxed` flag on the instruction.
enum class Kind : uint8_t { none = 0, boolean, i8, i16, i32, i64, f16, f32, f64 };

constexpr unsigned kind_bits(Kind k) {
    switch (k) {
    case Kind::none: return 0;
    case Kind::boolean: return 1;
    case Kind::i8: return 8;
    case Kind::i16:
    case Kind::f16: return 16;
    case Kind::i32:
    case Kind::f32: return 32;
    case Kind::i64:
    case Kind::f64: return 64;
    }
    return 0;
}

constexpr bool is_float(Kind k) {
    return k >= Kind::f16;
}
constexpr bool is_int(Kind k) {
    return k >= Kind::i8 && k <= Kind::i64;
}

class Type {
  public:
    constexpr Type() = default;
    constexpr Type(Kind kind, unsigned count = 1)
        : bits_(static_cast<uint8_t>(static_cast<uint8_t>(kind) | (count << 4))) {}

    constexpr Kind kind() const { return static_cast<Kind>(bits_ & 15); }
    constexpr unsigned count() const { return bits_ >> 4; } // components, 1..4; 0 for no value
    constexpr bool is_void() const { return !bits_; }
    constexpr bool is_scalar() const { return count() == 1; }
    constexpr bool is_vector() const { return count() > 1; }
    constexpr bool is_float() const { return ir::is_float(kind()); }
    constexpr bool is_int() const { return ir::is_int(kind()); }
    constexpr bool is_bool() const { return kind() == Kind::boolean; }
    constexpr unsigned bits() const { return kind_bits(kind()); }
    constexpr Type with_count(unsigned n) const { return {kind(), n}; }
    constexpr Type with_kind(Kind k) const { return {k, count()}; }
    constexpr Type scalar() const { return {kind(), 1}; }
    constexpr uint8_t raw() const { return bits_; }
    static constexpr Type from_raw(uint8_t raw) {
        Type t;
        t.bits_ = raw;
        return t;
    }
    constexpr bool operator==(const Type &) const = default;

  private:
    uint8_t bits_ = 0;
};

inline constexpr Type void_type{};

constexpr Type f32(unsigned n = 1) {
    return {Kind::f32, n};
}
constexpr Type i32(unsigned n = 1) {
    return {Kind::i32, n};
}
constexpr Type f64(unsigned n = 1) {
    return {Kind::f64, n};
}
constexpr Type boolean(unsigned n = 1) {
    return {Kind::boolean, n};
}

} // namespace weft::ir
