#include "vkd3d-dxbc/file.h"

#include <cstring>

namespace weft::dxbc {

namespace {

uint32_t load_u32(const void *p) {
    uint32_t v;
    std::memcpy(&v, p, sizeof(v));
    return v;
}

} // namespace

bool File::open(cli::Bytes new_bytes, bool ignore_checksum, std::string &error) {
    vkd3d_shader_free_dxbc(&desc);
    desc = {};
    bytes = std::move(new_bytes);
    constexpr size_t header_size = 32;
    if (bytes.size() >= header_size) {
        uint32_t checksum[4];
        std::memcpy(checksum, bytes.data() + 4, sizeof(checksum));
        ignore_checksum |= is_unsigned(checksum);
    }
    const vkd3d_shader_code code = cli::as_code(bytes);
    char *messages = nullptr;
    const uint32_t flags = ignore_checksum ? uint32_t{VKD3D_SHADER_PARSE_DXBC_IGNORE_CHECKSUM} : 0;
    const int result = vkd3d_shader_parse_dxbc(&code, flags, &desc, &messages);
    const std::string text = take_messages(messages);
    if (result >= 0) return true;
    error = "'" + name + "': " + (text.empty() ? std::string("result ") + std::to_string(result) : text);
    return false;
}

const vkd3d_shader_dxbc_section_desc *File::find(uint32_t tag) const {
    for (size_t i = 0; i < desc.section_count; ++i)
        if (desc.sections[i].tag == tag) return &desc.sections[i];
    return nullptr;
}

uint32_t File::program_kind() const {
    for (const uint32_t tag :
         {cli::fourcc("DXIL"), cli::fourcc("ILDB"), cli::fourcc("SHEX"), cli::fourcc("SHDR")})
        if (const auto *section = find(tag); section && section->data.size >= 4)
            return load_u32(section->data.code) >> 16 & 0xff;
    return ~0u;
}

bool File::is_dxil() const {
    return find(cli::fourcc("DXIL")) || find(cli::fourcc("ILDB")) || find(cli::fourcc("PSV0"));
}

std::string tag_text(uint32_t tag) {
    std::string text;
    for (unsigned i = 0; i < 4; ++i) {
        const auto c = static_cast<uint8_t>(tag >> 8 * i);
        text += c >= 0x20 && c < 0x7f ? static_cast<char>(c) : '.';
    }
    return text;
}

std::optional<uint32_t> parse_tag(std::string_view text) {
    if (text.size() == 4) {
        uint32_t tag = 0;
        for (unsigned i = 0; i < 4; ++i)
            tag |= static_cast<uint32_t>(static_cast<uint8_t>(text[i])) << 8 * i;
        return tag;
    }
    if (text.size() != 8 || text.find_first_not_of("0123456789abcdefABCDEF") != text.npos) return {};
    return static_cast<uint32_t>(std::stoul(std::string(text), nullptr, 16));
}

bool is_unsigned(const uint32_t (&checksum)[4]) {
    for (uint32_t word : checksum)
        if (word != checksum[0]) return false;
    return checksum[0] == 0 || checksum[0] == 0x01010101 || checksum[0] == 0x02020202;
}

std::string take_messages(char *messages) {
    std::string text = messages ? messages : "";
    vkd3d_shader_free_messages(messages);
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    return text;
}

} // namespace weft::dxbc
