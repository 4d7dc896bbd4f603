// DXBC containers and their signatures on arbitrary bytes.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/container/container.h"
#include "core/container/reflection.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    using namespace weft;
    Arena arena;
    Diagnostics diag(LogLevel::warning);
    container::Container c;
    // The checksum would stop every mutation at the door.
    if (failed(container::parse({data, size}, true, arena, diag, &c))) return 0;
    for (const container::Part &part : c.parts)
        for (bool invert : {false, true}) {
            signature::Signature signature;
            if (failed(container::read_signature(part, invert, arena, diag, &signature))) continue;
            // In DXC's style, what is written once stays as it is.
            const auto dxil = container::SignatureStyle::dxil;
            const auto once = container::write_signature(
                part.tag, container::declaration_order(part, signature, arena), invert, arena, dxil);
            signature::Signature sorted;
            if (failed(container::read_signature({part.tag, once}, invert, arena, diag, &sorted)))
                __builtin_trap();
            const auto twice = container::write_signature(
                part.tag, container::declaration_order({part.tag, once}, sorted, arena), invert, arena, dxil);
            if (once.size() != twice.size() || !std::equal(once.begin(), once.end(), twice.begin()))
                __builtin_trap();
            std::span<const uint8_t> again = container::write_signature(part.tag, signature, invert, arena);
            signature::Signature second;
            if (failed(container::read_signature({part.tag, again}, invert, arena, diag, &second)) ||
                second.size() != signature.size())
                __builtin_trap();
        }
    std::span<const uint8_t> copy = container::serialize(c.parts, arena);
    container::Container d;
    if (failed(container::parse(copy, false, arena, diag, &d)) || d.parts.size() != c.parts.size())
        __builtin_trap();
    container::Reflection reflection;
    container::read_reflection(d, arena, diag, &reflection);
    return 0;
}
