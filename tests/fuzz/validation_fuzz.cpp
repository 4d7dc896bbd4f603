// PSV0 parts of arbitrary bytes, signatures of containers put together from their parts, and packing.
#include <cstdlib>

#include "core/container/shader_signatures.h"
#include "core/signature/packing.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    using namespace weft;
    using namespace weft::container;
    Arena arena;
    Diagnostics diag;
    std::span<const uint8_t> input(data, size);
    // Seeds are containers and parts.
    if (is_container(input)) {
        ShaderSignatures s;
        if (!failed(read_signatures(input, arena, diag, &s))) {
            std::span<const uint8_t> out;
            Diagnostics replacing;
            replace_signatures(input, s, arena, replacing, &out);
            const signature::Signature lists[] = {s.inputs, s.outputs, s.patch_constants};
            for (const signature::Signature &list : lists)
                for (unsigned point = 0; point < static_cast<unsigned>(signature::Point::count); ++point)
                    for (unsigned mode = 0; mode < 4; ++mode) {
                        const auto p = static_cast<signature::Point>(point);
                        const auto m = static_cast<signature::PackMode>(mode);
                        if (list.size() > 256) continue;
                        const auto copy = arena.copy(std::span<const signature::Element>(list));
                        const signature::Packing packing = signature::pack(copy, p, m, arena);
                        // What the packer places the checker finds in order.
                        if (packing.failures.empty() && !signature::check_places(copy, p, m, arena).empty())
                            std::abort();
                    }
        }
        Container c;
        Diagnostics parsing;
        if (failed(parse(input, true, arena, parsing, &c))) return 0;
        const Part *part = c.find(tag("PSV0"));
        if (!part) return 0;
        input = part->data;
    }
    Diagnostics reading;
    Validation v;
    const Result r = read_validation(input, arena, reading, &v);
    if (failed(r) != reading.has_errors()) std::abort();
    if (failed(r)) return 0;
    std::span<const uint8_t> once, twice;
    Validation w;
    if (failed(write_validation(v, arena, reading, &once)) ||
        failed(read_validation(once, arena, reading, &w)) ||
        failed(write_validation(w, arena, reading, &twice)) || once.size() != twice.size() ||
        !std::equal(once.begin(), once.end(), twice.begin()))
        std::abort();
    return 0;
}
