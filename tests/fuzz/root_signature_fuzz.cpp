// Root signatures, bare or in a container, on arbitrary bytes.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/container/container.h"
#include "core/container/root_signature.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    using namespace weft;
    using namespace weft::container;
    Arena arena;
    Diagnostics diag(LogLevel::warning);
    RootSignature signature;
    std::span<const uint8_t> part{data, size};
    Container c;
    // The checksum would stop every mutation at the door.
    if (is_container(part)) {
        if (failed(parse(part, true, arena, diag, &c)) || !c.find(tag("RTS0"))) return 0;
        part = c.find(tag("RTS0"))->data;
    }
    if (failed(read_root_signature(part, arena, diag, &signature))) {
        if (diag.text().empty()) __builtin_trap();
        return 0;
    }
    const auto first = write_root_signature(signature, arena);
    RootSignature again;
    if (failed(read_root_signature(first, arena, diag, &again))) __builtin_trap();
    const auto second = write_root_signature(again, arena);
    if (first.size() != second.size() || std::memcmp(first.data(), second.data(), first.size()))
        __builtin_trap();
    for (RootVersion version : {RootVersion::v1_0, RootVersion::v1_1, RootVersion::v1_2}) {
        RootSignature converted;
        if (version == signature.version ||
            failed(convert_root_signature(signature, version, arena, diag, &converted)))
            continue;
        if (failed(check_root_signature(converted, arena, diag))) __builtin_trap();
    }
    return 0;
}
