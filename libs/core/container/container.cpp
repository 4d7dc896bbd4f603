#include "core/container/container.h"

#include <algorithm>
#include <cstring>

#include "core/support/bytes.h"

namespace weft::container {

namespace {

constexpr uint32_t magic = tag("DXBC");
constexpr size_t header_size = 32; // up to the table of part offsets
constexpr size_t part_header_size = 8;

struct TagText {
    explicit TagText(uint32_t value) {
        for (unsigned i = 0; i < 4; ++i) {
            const char c = static_cast<char>(value >> 8 * i);
            text[i] = c >= 0x20 && c < 0x7f ? c : '?';
        }
    }
    char text[5] = {};
};

bool checksum_matches(std::span<const uint8_t> data, uint32_t declared_size, const uint32_t (&stored)[4]) {
    uint32_t digest[4];
    checksum(data, digest);
    if (!std::memcmp(digest, stored, sizeof(digest))) return true;
    // Bytes may follow the container; they are no part of it.
    if (declared_size < header_size || declared_size >= data.size()) return false;
    checksum(data.first(declared_size), digest);
    return !std::memcmp(digest, stored, sizeof(digest));
}

WEFT_PRINTF(3, 4) Result refuse(Diagnostics &diag, unsigned code, const char *format, ...) {
    va_list args;
    va_start(args, format);
    diag.error_v({}, Result::invalid_argument, code, format, args);
    va_end(args);
    return Result::invalid_argument;
}

} // namespace

const Part *Container::find(uint32_t part_tag) const {
    for (const Part &part : parts)
        if (part.tag == part_tag) return &part;
    return nullptr;
}

Result parse(std::span<const uint8_t> data, bool ignore_checksum, Arena &arena, Diagnostics &diag,
             Container *out) {
    if (data.size() < header_size)
        return refuse(diag, code::container_size,
                      "A DXBC container has at least %zu bytes, but there are %zu.", header_size,
                      data.size());
    const uint8_t *p = data.data();
    if (load_u32(p) != magic)
        return refuse(diag, code::container_magic, "The data start with 0x%08x, not with \"DXBC\".",
                      load_u32(p));
    Container container;
    std::memcpy(container.checksum, p + 4, sizeof(container.checksum));
    container.version = load_u32(p + 20);
    container.declared_size = load_u32(p + 24);
    if (!ignore_checksum && !checksum_matches(data, container.declared_size, container.checksum))
        return refuse(diag, code::container_checksum,
                      "The checksum of the DXBC container does not match its contents.");
    if (container.version != 1)
        return refuse(diag, code::container_version, "DXBC container version %u is unknown.",
                      container.version);

    const uint32_t count = load_u32(p + 28);
    if (count > (data.size() - header_size) / 4)
        return refuse(diag, code::chunk_offset,
                      "The table of %u sections does not fit into a container of %zu bytes.", count,
                      data.size());
    container.parts = {arena.array<Part>(count), count};
    for (uint32_t i = 0; i < count; ++i) {
        const size_t offset = load_u32(p + header_size + 4 * i);
        if (offset > data.size() || data.size() - offset < part_header_size)
            return refuse(diag, code::chunk_offset,
                          "Section %u starts at offset 0x%zx, outside the container of 0x%zx bytes.", i,
                          offset, data.size());
        const uint32_t part_tag = load_u32(p + offset);
        const size_t size = load_u32(p + offset + 4);
        if (size > data.size() - offset - part_header_size)
            return refuse(diag, code::chunk_size,
                          "Section %u (%s) at offset 0x%zx has a size of 0x%zx bytes, but only 0x%zx follow.",
                          i, TagText(part_tag).text, offset, size, data.size() - offset - part_header_size);
        container.parts[i] = {part_tag, data.subspan(offset + part_header_size, size)};
    }
    *out = container;
    return Result::ok;
}

std::span<const uint8_t> serialize(std::span<const Part> parts, Arena &arena) {
    constexpr uint8_t gap = 0xab;
    size_t total = header_size + 4 * parts.size();
    for (const Part &part : parts)
        total += part_header_size + part.data.size() + 3;
    ByteWriter w(arena, total);
    w.u32(magic);
    for (unsigned i = 0; i < 4; ++i)
        w.u32(0);
    w.u32(1);
    w.u32(0);
    w.u32(static_cast<uint32_t>(parts.size()));
    for (size_t i = 0; i < parts.size(); ++i)
        w.u32(0);
    for (size_t i = 0; i < parts.size(); ++i) {
        w.align(4, gap);
        w.patch_u32(header_size + 4 * i, static_cast<uint32_t>(w.size()));
        w.u32(parts[i].tag);
        w.u32(static_cast<uint32_t>(parts[i].data.size()));
        w.bytes(parts[i].data);
    }
    w.patch_u32(24, static_cast<uint32_t>(w.size()));
    uint32_t digest[4];
    checksum(w.data(), digest);
    for (unsigned i = 0; i < 4; ++i)
        w.patch_u32(4 + 4 * i, digest[i]);
    return w.data();
}

bool is_container(std::span<const uint8_t> data) {
    return data.size() >= 4 && load_u32(data.data()) == magic;
}

bool is_unsigned(std::span<const uint8_t> data) {
    if (data.size() < header_size) return false;
    const uint8_t first = data[4];
    return first <= 2 &&
           std::all_of(data.begin() + 4, data.begin() + 20, [first](uint8_t b) { return b == first; });
}

Result read_shader(std::span<const uint8_t> data, bool dxil, Arena &arena, Diagnostics &diag,
                   ShaderParts *out) {
    Container container;
    if (Result r = parse(data, dxil && is_unsigned(data), arena, diag, &container); failed(r)) return r;

    ShaderParts shader;
    const Part *code_part = nullptr, *inputs = nullptr, *outputs = nullptr, *patch_constants = nullptr;
    for (const Part &part : container.parts) {
        const auto first = [&part](const Part *&slot) {
            if (!slot) slot = &part;
        };
        switch (part.tag) {
        case tag("SHEX"):
            if (!dxil && (!code_part || code_part->tag == tag("SHDR"))) code_part = &part;
            break;
        case tag("SHDR"):
            if (!dxil) first(code_part);
            break;
        case tag("DXIL"):
            if (dxil && (!code_part || code_part->tag == tag("ILDB"))) code_part = &part;
            break;
        case tag("ILDB"):
            if (dxil) first(code_part);
            break;
        case tag("ISGN"):
        case tag("ISG1"): first(inputs); break;
        case tag("OSGN"):
        case tag("OSG5"):
        case tag("OSG1"): first(outputs); break;
        case tag("PCSG"):
        case tag("PSG1"): first(patch_constants); break;
        case tag("SFI0"):
            if (part.data.size() < 8)
                return refuse(diag, code::chunk_size, "The feature flags (SFI0) have %zu bytes instead of 8.",
                              part.data.size());
            shader.feature_flags =
                load_u32(part.data.data()) | static_cast<uint64_t>(load_u32(part.data.data() + 4)) << 32;
            break;
        case tag("RDEF"):
            if (shader.resource_definitions.empty()) shader.resource_definitions = part.data;
            break;
        case tag("Aon9"):
            if (shader.level9.empty()) shader.level9 = part.data;
            break;
        case tag("PSV0"):
            if (shader.validation.empty()) shader.validation = part.data;
            break;
        default: break;
        }
    }
    if (!code_part && !dxil && !shader.level9.empty()) {
        *out = shader;
        return Result::ok;
    }
    if (!code_part)
        return refuse(diag, code::chunk_offset, "The container has no shader code (section %s).",
                      dxil ? "DXIL" : "SHDR or SHEX");
    shader.code = code_part->data;
    shader.code_tag = code_part->tag;

    // Both formats have the program type in the upper half of the first word.
    enum ProgramType : uint32_t { hull = 3, domain = 4, mesh = 13 };
    const uint32_t type = shader.code.size() >= 4 ? load_u32(shader.code.data()) >> 16 : ~0u;
    Result r = Result::ok;
    if (inputs) r = read_signature(*inputs, false, arena, diag, &shader.inputs);
    if (!failed(r) && outputs) r = read_signature(*outputs, true, arena, diag, &shader.outputs);
    if (!failed(r) && patch_constants && (type == hull || type == domain || type == mesh))
        r = read_signature(*patch_constants, type != domain, arena, diag, &shader.patch_constants);
    shader.has_inputs = inputs;
    shader.has_outputs = outputs;
    shader.has_patch_constants = patch_constants;
    if (failed(r)) return r;

    constexpr uint32_t register_count = 32;
    for (const signature::Signature &s : {shader.inputs, shader.outputs, shader.patch_constants})
        for (const signature::Element &e : s)
            if (e.register_index >= register_count && e.register_index != signature::no_register)
                return refuse(diag, code::signature_header,
                              "Semantic %.*s%u is in register %u; there are %u.",
                              static_cast<int>(std::min<size_t>(e.name.size(), 64)), e.name.data(),
                              e.semantic_index, e.register_index, register_count);
    *out = shader;
    return Result::ok;
}

Result read_level9(std::span<const uint8_t> part, Diagnostics &diag, std::span<const uint8_t> *code) {
    constexpr size_t size_at = 8, offset_at = 12, end = 16;
    if (part.size() >= end) {
        const uint32_t size = load_u32(part.data() + size_at), offset = load_u32(part.data() + offset_at);
        if (size && offset <= part.size() && size <= part.size() - offset) {
            *code = part.subspan(offset, size);
            return Result::ok;
        }
    }
    return refuse(diag, code::chunk_size,
                  "The level-9 program (section Aon9) does not fit into its section.");
}

} // namespace weft::container
