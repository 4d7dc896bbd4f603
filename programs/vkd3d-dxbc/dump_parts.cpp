// Small parts, and which part is dumped how.
#include <cstring>
#include <iterator>

#include "vkd3d-dxbc/dump.h"

namespace weft::dxbc {

namespace {

// Counters of STAT, one a word.
constexpr const char *counters[] = {"instructions",
                                    "temporary registers",
                                    "defines",
                                    "declarations",
                                    "float instructions",
                                    "int instructions",
                                    "uint instructions",
                                    "static flow control",
                                    "dynamic flow control",
                                    "macro instructions",
                                    "indexable temporaries",
                                    "array instructions",
                                    "cut instructions",
                                    "emit instructions",
                                    "sample instructions",
                                    "load instructions",
                                    "comparing sample instructions",
                                    "biased sample instructions",
                                    "gradient sample instructions",
                                    "mov instructions",
                                    "movc instructions",
                                    "conversions",
                                    "bitwise instructions",
                                    "input primitive",
                                    "output topology",
                                    "vertices at most",
                                    "gather instructions",
                                    "lod instructions",
                                    "runs per sample",
                                    "geometry instances",
                                    "control points",
                                    "hull output primitive",
                                    "hull partitioning",
                                    "tessellator domain",
                                    "barriers",
                                    "interlocked instructions",
                                    "texture stores"};

// By bit of SFI0.
constexpr const char *features[] = {"doubles",
                                    "compute shaders with raw and structured buffers on 4.x",
                                    "UAVs in every stage",
                                    "64 UAVs",
                                    "minimum precision",
                                    "11.1 double extensions",
                                    "11.1 shader extensions",
                                    "level 9 comparison filtering",
                                    "tiled resources",
                                    "stencil reference output",
                                    "inner coverage",
                                    "typed UAV loads of additional formats",
                                    "rasterizer ordered views",
                                    "viewport or array index before the rasterizer",
                                    "wave operations",
                                    "64-bit integers",
                                    "view id",
                                    "barycentrics",
                                    "native 16-bit types",
                                    "shading rate",
                                    "ray tracing 1.1",
                                    "sampler feedback",
                                    "64-bit atomics on typed resources",
                                    "64-bit atomics on group-shared memory",
                                    "derivatives in mesh and amplification shaders",
                                    "resource heap indexing",
                                    "sampler heap indexing",
                                    nullptr,
                                    "64-bit atomics on heap resources",
                                    "advanced texture operations",
                                    "writable multisampled textures",
                                    "comparing samples with gradient or bias",
                                    "extended command info"};

Value statistics(cli::ByteView part) {
    Fields f(part);
    Value out = Value::object();
    // DXIL keeps a module for reflection under this tag: its first word has the program's kind.
    if (part.size() >= 24 && f.u32(8) == cli::fourcc("DXIL"))
        return out.add("holds", "a DXIL module for reflection").add("bytes", uint64_t(part.size()));
    for (size_t i = 0; i < std::size(counters) && 4 * i + 4 <= part.size(); ++i)
        out.add(counters[i], f.u32(4 * i));
    return out;
}

Value feature_flags(cli::ByteView part) {
    Fields f(part);
    const uint64_t flags = f.u32(0) | uint64_t{f.u32(4)} << 32;
    if (!f.ok()) return Value::object().add("error", "The part has no 8 bytes.");
    Value list = Value::list();
    for (unsigned bit = 0; bit < 64; ++bit)
        if (flags >> bit & 1)
            list.add(bit < std::size(features) && features[bit]
                         ? Value(features[bit])
                         : Value(std::string("bit ") + std::to_string(bit)));
    return Value::object().add("flags", hex(flags)).add("needs", list);
}

Value hash(cli::ByteView part) {
    Fields f(part);
    const uint32_t flags = f.u32(0);
    std::string digest;
    char digits[4];
    for (size_t i = 4; i < 20 && i < part.size(); ++i) {
        std::snprintf(digits, sizeof(digits), "%02x", part[i]);
        digest += digits;
    }
    return Value::object().add("includes source", bool(flags & 1)).add("digest", digest);
}

Value compiler_version(cli::ByteView part) {
    Fields f(part);
    Value out = Value::object();
    out.add("major", f.u16(0)).add("minor", f.u16(2)).add("flags", hex(f.u32(4))).add("commits", f.u32(8));
    out.add("commit", f.string(16));
    return out;
}

Value debug_name(cli::ByteView part) {
    return Value::object().add("name", Fields(part).string(4));
}

Value program(cli::ByteView part, bool dxil) {
    Fields f(part);
    constexpr const char *kinds[] = {"ps", "vs", "gs", "hs", "ds", "cs", "lib", "",
                                     "",   "",   "",   "",   "",   "ms", "as",  "node"};
    const uint32_t version = f.u32(0);
    Value out = Value::object();
    out.add("shader model", name_of(kinds, std::size(kinds), version >> 16 & 0xff) + "_" +
                                std::to_string(version >> 4 & 15) + "_" + std::to_string(version & 15));
    out.add("words", f.u32(4));
    if (dxil) {
        const uint32_t dxil_version = f.u32(12);
        out.add("DXIL version",
                std::to_string(dxil_version >> 8 & 0xff) + "." + std::to_string(dxil_version & 0xff));
        out.add("bitcode bytes", f.u32(20));
    }
    return out;
}

} // namespace

bool Fields::has(size_t at, size_t size) {
    const bool fits = at <= bytes_.size() && size <= bytes_.size() - at;
    ok_ &= fits;
    return fits;
}

uint32_t Fields::u32(size_t at) {
    uint32_t v = 0;
    if (has(at, 4)) std::memcpy(&v, bytes_.data() + at, 4);
    return v;
}

uint16_t Fields::u16(size_t at) {
    uint16_t v = 0;
    if (has(at, 2)) std::memcpy(&v, bytes_.data() + at, 2);
    return v;
}

uint8_t Fields::u8(size_t at) {
    return has(at, 1) ? bytes_[at] : uint8_t{0};
}

std::string Fields::string(size_t at) {
    if (!has(at, 1)) return {};
    const auto *start = bytes_.data() + at;
    const void *end = std::memchr(start, 0, bytes_.size() - at);
    ok_ &= end != nullptr;
    return end ? std::string(reinterpret_cast<const char *>(start)) : std::string();
}

std::string mask_text(unsigned mask) {
    std::string text;
    for (unsigned i = 0; i < 4; ++i)
        text += mask >> i & 1 ? "xyzw"[i] : ' ';
    return text;
}

std::string name_of(const char *const *names, size_t count, unsigned value) {
    if (value < count && names[value]) return names[value];
    return std::to_string(value);
}

Value list_parts(const File &file) {
    Value out = Value::object();
    std::string checksum;
    char digits[12];
    for (uint32_t word : file.desc.checksum) {
        std::snprintf(digits, sizeof(digits), "%08x", word);
        checksum += std::string(checksum.empty() ? "" : " ") + digits;
    }
    out.add("tag", tag_text(file.desc.tag))
        .add("checksum", checksum + (is_unsigned(file.desc.checksum) ? " (not signed)" : ""));
    out.add("version", file.desc.version).add("size", uint64_t(file.desc.size));
    Value parts = Value::list();
    for (size_t i = 0; i < file.desc.section_count; ++i) {
        const auto &section = file.desc.sections[i];
        parts.add(Value::object()
                      .add("index", uint64_t(i))
                      .add("code", hex(section.tag, 8))
                      .add("tag", tag_text(section.tag))
                      .add("size", uint64_t(section.data.size))
                      .add("offset", hex(file.offset(section), 8)));
    }
    return out.add("sections", parts);
}

Value dump_part(const File &file, const vkd3d_shader_dxbc_section_desc &section) {
    const cli::ByteView data = file.data(section);
    if (is_signature_tag(section.tag)) return dump_signature(file, section);
    switch (section.tag) {
    case cli::fourcc("PSV0"): return dump_validation(file, section);
    case cli::fourcc("RDEF"): return dump_resource_definitions(data);
    case cli::fourcc("RTS0"): return dump_root_signature(file);
    case cli::fourcc("STAT"): return statistics(data);
    case cli::fourcc("SFI0"): return feature_flags(data);
    case cli::fourcc("HASH"): return hash(data);
    case cli::fourcc("VERS"): return compiler_version(data);
    case cli::fourcc("ILDN"): return debug_name(data);
    case cli::fourcc("SHDR"):
    case cli::fourcc("SHEX"): return program(data, false);
    case cli::fourcc("DXIL"):
    case cli::fourcc("ILDB"): return program(data, true);
    default: return Value::object().add("bytes", uint64_t(data.size()));
    }
}

} // namespace weft::dxbc
