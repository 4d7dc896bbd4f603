// Metadata of semantic signatures from arbitrary text; what was read is written and read again.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/signature/metadata.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    using namespace weft;
    using namespace weft::signature;
    constexpr Stage stages[] = {Stage::unknown,  Stage::vertex, Stage::hull, Stage::domain,
                                Stage::geometry, Stage::pixel,  Stage::mesh, Stage::compute};
    const Stage stage = stages[size % std::size(stages)];
    Arena arena;
    Diagnostics diag;
    MetadataSignatures signatures;
    const Result r =
        read_metadata({reinterpret_cast<const char *>(data), size}, stage, arena, diag, &signatures);
    if (failed(r) != diag.has_errors()) std::abort();
    if (failed(r)) return 0;
    const std::string_view text = write_metadata(signatures, arena);
    // The functions and attributes that tell stages are not written, so they are all as for the first.
    for (const EntrySignatures &e : signatures.entries)
        if (e.stage != stage) return 0;
    Diagnostics again;
    MetadataSignatures second;
    if (failed(read_metadata(text, stage, arena, again, &second)) || write_metadata(second, arena) != text) {
        std::fprintf(stderr, "%s%.*s", again.text().c_str(), static_cast<int>(text.size()), text.data());
        std::abort();
    }
    return 0;
}
