#include "core/dxil/validation.h"

#include "core/support/bytes.h"

namespace weft::dxil {

namespace {

// Sizes of the runtime information, by version.
constexpr uint32_t info_sizes[] = {24, 36, 48, 52, 56};
constexpr uint32_t element_size = 16;

} // namespace

Result read_validation(std::span<const uint8_t> part, Arena &arena, Diagnostics &diag, Validation *out) {
    const auto refuse = [&](const char *what, size_t offset) {
        diag.error({}, Result::invalid_shader, code::dxil_chunk_size,
                   "The validation section (PSV0) %s (byte 0x%zx).", what, offset);
        return Result::invalid_shader;
    };
    ByteReader r(part);
    const uint32_t info_size = r.u32();
    const std::span<const uint8_t> info_bytes = r.bytes(info_size);
    if (r.failed() || info_size < info_sizes[0]) return refuse("has no runtime information", r.offset());
    ByteReader info(info_bytes);
    info.bytes(16); // by stage
    out->version = 0;
    for (uint32_t v = 0; v < std::size(info_sizes); ++v)
        if (info_size >= info_sizes[v]) out->version = v;
    for (uint32_t &v : out->wave_size)
        v = info.u32();
    uint8_t counts[3] = {};
    uint32_t entry_name = 0;
    if (out->version >= 1) {
        out->stage = info.u8();
        out->uses_view_id = info.u8();
        info.u16();
        for (uint8_t &c : counts)
            c = info.u8();
        info.u8();
        info.u32();
    }
    if (out->version >= 2)
        for (uint32_t &v : out->thread_group_size)
            v = info.u32();
    if (out->version >= 3) entry_name = info.u32();

    out->resource_count = r.u32();
    if (out->resource_count) {
        const uint32_t size = r.u32();
        if (r.failed() || size < 16 || out->resource_count > r.remaining() / size)
            return refuse("has more resources than bytes", r.offset());
        r.bytes(size_t{out->resource_count} * size);
    }
    if (out->version < 1) return r.failed() ? refuse("ends too early", r.offset()) : Result::ok;

    const uint32_t string_size = r.u32();
    ByteReader strings(r.bytes(string_size));
    const uint32_t index_count = r.u32();
    if (r.failed() || index_count > r.remaining() / 4)
        return refuse("has more semantic indices than bytes", r.offset());
    const std::span<const uint8_t> indices = r.bytes(size_t{index_count} * 4);
    bool terminated = true;
    if (out->version >= 3 && string_size) out->entry_name = strings.string_at(entry_name, &terminated);
    if (!terminated) return refuse("names an entry point outside its strings", r.offset());

    const uint32_t total = counts[0] + counts[1] + counts[2];
    const uint32_t stride = total ? r.u32() : element_size;
    if (r.failed() || stride < element_size || total > r.remaining() / stride)
        return refuse("has more signature elements than bytes", r.offset());
    std::span<ValidationElement> *lists[] = {&out->inputs, &out->outputs, &out->patch_constants};
    for (unsigned i = 0; i < 3; ++i) {
        *lists[i] = {arena.array<ValidationElement>(counts[i]), counts[i]};
        for (ValidationElement &e : *lists[i]) {
            const size_t at = r.offset();
            ByteReader b(r.bytes(stride));
            e = {};
            const uint32_t name = b.u32(), first_index = b.u32();
            e.rows = b.u8();
            e.start_row = b.u8();
            const uint8_t columns = b.u8();
            e.columns = columns & 15;
            e.start_column = columns >> 4 & 3;
            e.allocated = columns >> 6 & 1;
            e.kind = b.u8();
            e.component_type = b.u8();
            e.interpolation = b.u8();
            const uint8_t dynamic = b.u8();
            e.dynamic_mask = dynamic & 15;
            e.stream = dynamic >> 4 & 3;
            if (string_size) e.name = strings.string_at(name, &terminated);
            if (!terminated) return refuse("names a semantic outside its strings", at);
            if (e.rows > index_count || first_index > index_count - e.rows)
                return refuse("has a semantic index outside its list", at);
            if (e.rows) e.semantic_index = load_u32(indices.data() + size_t{first_index} * 4);
        }
    }
    return Result::ok;
}

} // namespace weft::dxil
