// A container as the program has it in hand.
#pragma once

#include <weft.h>

#include <optional>
#include <string>
#include <vector>

#include "common/blob.h"

namespace weft::dxbc {

struct File {
    std::string name;
    cli::Bytes bytes;
    vkd3d_shader_dxbc_desc desc{}; // sections point into `bytes`

    File() = default;
    File(const File &) = delete;
    File &operator=(const File &) = delete;
    ~File() { vkd3d_shader_free_dxbc(&desc); }

    // Takes new bytes and reads their sections.
    bool open(cli::Bytes new_bytes, bool ignore_checksum, std::string &error);
    const vkd3d_shader_dxbc_section_desc *find(uint32_t tag) const;
    cli::ByteView data(const vkd3d_shader_dxbc_section_desc &section) const {
        return {static_cast<const uint8_t *>(section.data.code), section.data.size};
    }
    // Where a section's header stands in the file.
    size_t offset(const vkd3d_shader_dxbc_section_desc &section) const {
        constexpr size_t section_header = 8;
        return static_cast<size_t>(static_cast<const uint8_t *>(section.data.code) - bytes.data()) -
               section_header;
    }
    // From the code's header, or ~0.
    uint32_t program_kind() const;
    bool is_dxil() const;
};

// "ISG1", with dots for what does not print.
std::string tag_text(uint32_t tag);
// Four characters or eight hexadecimal digits.
std::optional<uint32_t> parse_tag(std::string_view text);
// Digests that say "not signed": all bytes 0, 1 or 2.
bool is_unsigned(const uint32_t (&checksum)[4]);
// The library's messages without the newline at their end, and releases them.
std::string take_messages(char *messages);

} // namespace weft::dxbc
