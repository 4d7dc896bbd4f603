// The bitstream reader alone: blocks, abbreviations and records of arbitrary bytes, walked to their end.
#include <cstdlib>

#include "core/container/container.h"
#include "core/dxil/bitstream.h"
#include "core/dxil/reader.h"
#include "core/support/bytes.h"

namespace {

using namespace weft::dxil;

// Every second block is skipped, or those that the input says.
bool walk(Bitstream &stream, uint32_t id, unsigned depth, uint64_t &work) {
    if (id == 0) return stream.read_block_info();
    if ((id & 31) == 31) return stream.skip();
    if (!stream.enter()) return false;
    Record record;
    for (;;) {
        uint32_t inner = 0;
        switch (stream.next(&record, &inner)) {
        case Bitstream::Entry::end: return !stream.error();
        case Bitstream::Entry::block:
            if (!walk(stream, inner, depth + 1, work)) return false;
            break;
        case Bitstream::Entry::record:
            for (uint64_t v : record.ops)
                work += v;
            for (uint8_t v : record.blob)
                work += v;
            break;
        }
    }
}

// Seeds are containers; of those the program alone. Anything else is taken as it is.
std::span<const uint8_t> program_of(std::span<const uint8_t> data) {
    namespace container = weft::container;
    weft::Arena arena;
    weft::Diagnostics diag;
    container::Container c;
    ProgramHeader header;
    if (data.size() < 8 || weft::load_u32(data.data()) != container::tag("DXBC") ||
        failed(container::parse(data, true, arena, diag, &c)))
        return data;
    const container::Part *part = c.find(container::tag("DXIL"));
    return part && !failed(read_header(part->data, diag, &header)) ? header.bitcode : data;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    weft::Arena arena;
    Bitstream stream(program_of({data, size}), arena);
    uint64_t work = 0;
    if (!stream.start()) return 0;
    while (!stream.at_end()) {
        uint32_t id = 0;
        if (!stream.next_top_level(&id) || !walk(stream, id, 0, work)) break;
    }
    // A stream that stopped early says why.
    if (!stream.at_end() && !stream.error()) std::abort();
    return work == 1 ? 0 : 0;
}
