#include <bit>
#include <charconv>
#include <cmath>

#include "core/dxil/listing.h"

namespace weft::dxil {

namespace {

// The widening that the listing of a float needs; it leaves the bits of a NaN alone, as a conversion would
// not.
uint64_t double_bits(uint32_t bits) {
    const uint32_t exponent = bits >> 23 & 0xff;
    if (exponent != 0xff) return std::bit_cast<uint64_t>(static_cast<double>(std::bit_cast<float>(bits)));
    return uint64_t{bits >> 31} << 63 | uint64_t{0x7ff} << 52 | uint64_t{bits & 0x7fffff} << 29;
}

char *hex(char *p, uint64_t v, unsigned least) {
    constexpr char digits[] = "0123456789ABCDEF";
    unsigned n = v ? (67 - static_cast<unsigned>(std::countl_zero(v))) / 4 : 1;
    if (n < least) n = least;
    while (n--)
        *p++ = digits[v >> (4 * n) & 15];
    return p;
}

} // namespace

const Type &Listing::scalar(uint32_t type) const {
    const Type &t = m_.types[type];
    return t.kind == TypeKind::vector ? m_.types[m_.element(t)] : t;
}

void Listing::integer(const Type &t, uint64_t bits) {
    if (t.size == 1) return text(bits & 1 ? "true" : "false");
    const auto unused = static_cast<unsigned>(64 - t.size);
    signed_number(static_cast<int64_t>(bits << unused) >> unused);
}

// Six digits where they say it all, else the bits; floats have those of the double of the same value.
void Listing::floating(const Type &t, uint64_t bits) {
    char buffer[40];
    if (t.kind == TypeKind::half) {
        buffer[0] = '0';
        buffer[1] = 'x';
        buffer[2] = 'H';
        return text({buffer, static_cast<size_t>(hex(buffer + 3, bits & 0xffff, 4) - buffer)});
    }
    const uint64_t wide = t.kind == TypeKind::float_ ? double_bits(static_cast<uint32_t>(bits)) : bits;
    const double v = std::bit_cast<double>(wide);
    if (std::isfinite(v)) {
        char *end = std::to_chars(buffer, buffer + sizeof(buffer), v, std::chars_format::scientific, 5).ptr;
        double back = 0;
        std::from_chars(buffer, end, back);
        if (back == v) {
            char *e = end;
            while (*--e != 'e') {
            }
            text({buffer, static_cast<size_t>(e - buffer)});
            letter('0');
            return text({e, static_cast<size_t>(end - e)});
        }
    }
    buffer[0] = '0';
    buffer[1] = 'x';
    text({buffer, static_cast<size_t>(hex(buffer + 2, wide, 1) - buffer)});
}

void Listing::element(const Type &t, uint64_t bits) {
    if (t.kind == TypeKind::integer)
        integer(t, bits);
    else
        floating(t, bits);
}

void Listing::typed_operand(const Function *f, uint32_t value) {
    type(m_.value(f, value).type);
    letter(' ');
    operand(f, value);
}

void Listing::operand(const Function *f, uint32_t value) {
    if (overflowed_) return;
    const Value &v = m_.value(f, value);
    if (v.kind == ValueKind::constant) {
        begin(Colour::literal);
        constant(f, m_.constants[v.index]);
        return end();
    }
    begin(Colour::value);
    const bool global = value < m_.global_values.size();
    if (v.name) {
        name(global ? '@' : '%', m_.name(v));
    } else if (global) {
        letter('@');
        number(value);
    } else {
        letter('%');
        number(value_numbers_[value - m_.global_values.size()]);
    }
    end();
}

void Listing::constant(const Function *f, const Constant &c) {
    const Type &t = m_.types[c.type];
    switch (c.kind) {
    case ConstantKind::undef: return text("undef");
    case ConstantKind::null:
        if (t.kind == TypeKind::integer || t.kind == TypeKind::float_ || t.kind == TypeKind::double_ ||
            t.kind == TypeKind::half)
            return element(t, 0);
        return text(t.kind == TypeKind::pointer ? "null" : "zeroinitializer");
    case ConstantKind::integer: return integer(t, c.bits);
    case ConstantKind::floating: return floating(t, c.bits);
    case ConstantKind::string:
    case ConstantKind::cstring:
    case ConstantKind::data: {
        const Type &e = m_.types[m_.element(t)];
        const bool is_array = t.kind == TypeKind::array;
        if (is_array && e.kind == TypeKind::integer && e.size == 8) {
            text("c\"");
            for (uint32_t i = 0; i < c.count && !overflowed_; ++i) {
                const auto byte = static_cast<char>(m_.words[c.first + i]);
                quoted({&byte, 1});
            }
            return letter('"');
        }
        letter(is_array ? '[' : '<');
        for (uint32_t i = 0; i < c.count && !overflowed_; ++i) {
            if (i) text(", ");
            type(m_.element(t));
            letter(' ');
            element(e, m_.words[c.first + i]);
        }
        return letter(is_array ? ']' : '>');
    }
    case ConstantKind::aggregate: {
        const bool is_array = t.kind == TypeKind::array, is_vector = t.kind == TypeKind::vector;
        text(is_array ? "[" : is_vector ? "<" : t.flag ? "<{" : "{");
        if (!is_array && !is_vector && c.count) letter(' ');
        for (uint32_t i = 0; i < c.count && !overflowed_; ++i) {
            if (i) text(", ");
            typed_operand(f, m_.operands[c.first + i]);
        }
        if (!is_array && !is_vector && c.count) letter(' ');
        return text(is_array ? "]" : is_vector ? ">" : t.flag ? "}>" : "}");
    }
    default: return expression(f, c);
    }
}

void Listing::expression(const Function *f, const Constant &c) {
    const uint32_t *operands = m_.operands.data() + c.first;
    const auto operand_type = [&](uint32_t i) { return m_.value(f, operands[i]).type; };
    switch (c.kind) {
    case ConstantKind::cast:
        text(cast_name(c.sub));
        text(" (");
        typed_operand(f, operands[0]);
        text(" to ");
        type(c.type);
        return letter(')');
    case ConstantKind::gep:
    case ConstantKind::inbounds_gep:
        text(c.kind == ConstantKind::gep ? "getelementptr (" : "getelementptr inbounds (");
        type(static_cast<uint32_t>(c.bits));
        text(", ");
        break;
    case ConstantKind::binary: {
        const TypeKind kind = scalar(c.type).kind;
        text(binary_name(c.sub, kind != TypeKind::integer));
        text(" (");
        break;
    }
    case ConstantKind::compare:
        text(scalar(operand_type(0)).kind == TypeKind::integer ||
                     scalar(operand_type(0)).kind == TypeKind::pointer
                 ? "icmp "
                 : "fcmp ");
        text(predicate_name(c.sub));
        text(" (");
        break;
    default: text("select ("); break;
    }
    for (uint32_t i = 0; i < c.count && !overflowed_; ++i) {
        if (i) text(", ");
        typed_operand(f, operands[i]);
    }
    letter(')');
}

} // namespace weft::dxil
