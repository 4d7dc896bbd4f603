#include "shader-runner/probes.h"

#include <algorithm>
#include <bit>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace weft::runner {
namespace {

// Bits ordered so that neighbouring floats differ by 1 and the two zeros coincide; the difference is
// unsigned.
uint32_t ordered(uint32_t bits) {
    return bits >> 31 ? 0x80000000u - bits : bits;
}
uint64_t ordered(uint64_t bits) {
    return bits >> 63 ? 0x8000000000000000u - bits : bits;
}

template <typename T>
bool close(T a, T b, unsigned ulps) {
    const T x = ordered(a), y = ordered(b);
    return (x > y ? x - y : y - x) <= ulps;
}

unsigned value_bytes(Probe::Type type) {
    return type == Probe::Type::f64 || type == Probe::Type::u64 ? 8 : 4;
}

// Bytes from one texel of the region to the next.
unsigned element_bytes(const Probe &probe) {
    return probe.count == 1 ? value_bytes(probe.type) : 16;
}

std::string format_value(Probe::Type type, uint64_t bits) {
    char text[64];
    switch (type) {
    case Probe::Type::f32:
    case Probe::Type::rgba:
        snprintf(text, sizeof(text), "%.9g [%08x]", double(std::bit_cast<float>(uint32_t(bits))),
                 uint32_t(bits));
        break;
    case Probe::Type::f64:
        snprintf(text, sizeof(text), "%.17g [%016" PRIx64 "]", std::bit_cast<double>(bits), bits);
        break;
    case Probe::Type::u32: snprintf(text, sizeof(text), "%u [%08x]", uint32_t(bits), uint32_t(bits)); break;
    case Probe::Type::u64: snprintf(text, sizeof(text), "%" PRIu64 " [%016" PRIx64 "]", bits, bits); break;
    }
    return text;
}

// The values of one element as the probe sees them; false when the row ends before.
bool load_values(const Probe &probe, const ResourceDesc &desc, const cli::Bytes &bytes, size_t row_bytes,
                 unsigned x, unsigned y, uint64_t (&values)[4]) {
    // Formats other than those with 32-bit components are compared as numbers.
    const bool decode = probe.type == Probe::Type::rgba && desc.format &&
                        (desc.format->bits != 32 || desc.format->components == 3) && !desc.is_buffer();
    const unsigned size = value_bytes(probe.type);
    const size_t column = size_t(decode ? desc.texel_size : element_bytes(probe)) * x;
    const size_t needed = decode ? desc.texel_size : size_t(size) * probe.count;
    const size_t offset = row_bytes * y + column;
    if (column + needed > row_bytes || offset + needed > bytes.size()) return false;
    if (decode) {
        float rgba[4];
        decode_texel(*desc.format, bytes.data() + offset, rgba);
        for (unsigned i = 0; i < 4; ++i)
            values[i] = std::bit_cast<uint32_t>(rgba[i]);
        return true;
    }
    for (unsigned i = 0; i < probe.count; ++i) {
        values[i] = 0;
        memcpy(&values[i], bytes.data() + offset + size_t(size) * i, size);
    }
    return true;
}

bool matches(const Probe &probe, const uint64_t (&values)[4]) {
    for (unsigned i = 0; i < probe.count; ++i) {
        bool equal = false;
        switch (probe.type) {
        case Probe::Type::f32:
        case Probe::Type::rgba:
            equal = close(uint32_t(values[i]), uint32_t(probe.values[i]), probe.ulps);
            break;
        case Probe::Type::f64: equal = close(values[i], probe.values[i], probe.ulps); break;
        default: equal = values[i] == probe.values[i]; break;
        }
        if (!equal) return false;
    }
    return true;
}

bool parse_region(Cursor &cursor, Probe &probe) {
    unsigned numbers[4], count = 0;
    if (!cursor.match_character('(')) return false;
    do {
        if (count == 4 || !cursor.read_decimal(numbers[count])) return false;
        ++count;
    } while (cursor.match_character(','));
    if (!cursor.match_character(')')) return false;
    if (count == 4) {
        probe.left = numbers[0];
        probe.top = numbers[1];
        probe.right = numbers[2];
        probe.bottom = numbers[3];
        return probe.left < probe.right && probe.top < probe.bottom;
    }
    probe.left = numbers[0];
    probe.top = count > 1 ? numbers[1] : 0;
    probe.layer = count > 2 ? numbers[2] : 0;
    probe.right = probe.left + 1;
    probe.bottom = probe.top + 1;
    return true;
}

bool parse_values(Cursor &cursor, Probe &probe) {
    constexpr struct {
        const char *name;
        Probe::Type type;
    } forms[] = {{"rgba", Probe::Type::rgba}, {"f32", Probe::Type::f32}, {"f64", Probe::Type::f64},
                 {"u32", Probe::Type::u32},   {"i32", Probe::Type::u32}, {"u64", Probe::Type::u64},
                 {"i64", Probe::Type::u64}};
    const auto *form = std::find_if(std::begin(forms), std::end(forms),
                                    [&](auto &entry) { return cursor.match(entry.name); });
    if (form == std::end(forms) || !cursor.match_character('(')) return false;
    probe.type = form->type;
    probe.count = 0;
    do {
        if (probe.count == 4) return false;
        uint64_t &value = probe.values[probe.count];
        bool ok = false;
        float number;
        double wide;
        uint32_t word;
        switch (probe.type) {
        case Probe::Type::f32:
        case Probe::Type::rgba:
            ok = cursor.read_float(number);
            value = std::bit_cast<uint32_t>(number);
            break;
        case Probe::Type::f64:
            ok = cursor.read_double(wide);
            value = std::bit_cast<uint64_t>(wide);
            break;
        case Probe::Type::u32:
            ok = cursor.read_integer(word);
            value = word;
            break;
        case Probe::Type::u64: ok = cursor.read_integer64(value); break;
        }
        if (!ok) return false;
        ++probe.count;
    } while (cursor.match_character(','));
    if (!cursor.match_character(')')) return false;
    const unsigned most = value_bytes(probe.type) == 8 ? 2 : 4;
    if (probe.count > most || probe.count == 3 || (probe.type == Probe::Type::rgba && probe.count != 4))
        return false;
    if (!cursor.read_decimal(probe.ulps)) probe.ulps = 0;
    return true;
}

} // namespace

bool parse_probe(Cursor &cursor, Probe &probe, std::string &error) {
    if (cursor.match("rtv")) {
        probe.kind = ResourceKind::rtv;
    } else if (cursor.match("uav")) {
        probe.kind = ResourceKind::uav;
    } else if (cursor.match("dsv")) {
        probe.kind = ResourceKind::dsv;
    } else if (cursor.match("so")) {
        probe.kind = ResourceKind::so;
    }
    if (probe.kind == ResourceKind::dsv) {
        if (cursor.match("stencil")) probe.target = Probe::Target::stencil;
    } else if (*cursor.rest() != '(' && !cursor.read_decimal(probe.slot)) {
        error = "unknown probe target";
        return false;
    }
    cursor.skip_space();
    if (cursor.match("counter")) {
        probe.target = Probe::Target::counter;
    } else if (!parse_region(cursor, probe)) {
        error = "malformed probe region";
        return false;
    }
    if (!parse_values(cursor, probe)) {
        error = "malformed probe values";
        return false;
    }
    return true;
}

bool check_probe(const Probe &probe, const ResourceDesc &desc, const cli::Bytes &bytes, std::string &error) {
    const size_t row_bytes = desc.is_buffer() ? bytes.size() : size_t(desc.width) * desc.texel_size;
    for (unsigned y = probe.top; y < probe.bottom; ++y) {
        for (unsigned x = probe.left; x < probe.right; ++x) {
            uint64_t values[4];
            if (!load_values(probe, desc, bytes, row_bytes, x, y, values)) {
                error = resource_name(desc.kind, desc.slot) + " has no (" + std::to_string(x) + ", " +
                        std::to_string(y) + ")";
                return false;
            }
            if (matches(probe, values)) continue;
            std::string expected, got;
            for (unsigned i = 0; i < probe.count; ++i) {
                if (i) {
                    expected += ", ";
                    got += ", ";
                }
                expected += format_value(probe.type, probe.values[i]);
                got += format_value(probe.type, values[i]);
            }
            error = resource_name(desc.kind, desc.slot) + " at (" + std::to_string(x) + ", " +
                    std::to_string(y) + "): expected " + expected + ", got " + got;
            return false;
        }
    }
    return true;
}

} // namespace weft::runner
