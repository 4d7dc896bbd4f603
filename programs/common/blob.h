// What a program needs to know about a file before it hands it to the library: its bytes, its source type and
// its shader model. Everything here looks at headers only and accepts any input.
#pragma once

#include <vkd3d_shader.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weft::cli {

using Bytes = std::vector<uint8_t>;
using ByteView = std::span<const uint8_t>;

// "-" reads standard input. On failure `error` says why.
std::optional<Bytes> read_file(const std::string &path, std::string &error);
// An empty path or "-" writes standard output.
bool write_file(const std::string &path, ByteView bytes, std::string &error);

// Files are kept, folders are walked; the result is sorted per folder so that runs can be compared.
bool collect_files(const std::vector<std::string> &paths, std::vector<std::string> &files,
                   std::string &error);

// Text that is no known binary form is taken for HLSL.
vkd3d_shader_source_type guess_source_type(ByteView bytes);

// "vs_2_0", "ps_5_1", "lib_6_3" …; empty when the bytes carry no version token.
std::string shader_model(ByteView bytes, vkd3d_shader_source_type type);

// The data of the first chunk with this tag in a DXBC container, empty if there is none.
ByteView find_chunk(ByteView dxbc, uint32_t tag);

constexpr uint32_t fourcc(const char (&text)[5]) {
    return uint32_t(uint8_t(text[0])) | uint32_t(uint8_t(text[1])) << 8 | uint32_t(uint8_t(text[2])) << 16 |
           uint32_t(uint8_t(text[3])) << 24;
}

struct SourceTypeName {
    const char *name;
    vkd3d_shader_source_type type;
    const char *description;
};
struct TargetTypeName {
    const char *name;
    vkd3d_shader_target_type type;
    bool is_text;
    const char *description;
};
std::span<const SourceTypeName> source_type_names();
std::span<const TargetTypeName> target_type_names();
const SourceTypeName *find_source_type(std::string_view name);
const SourceTypeName *find_source_type(vkd3d_shader_source_type type);
const TargetTypeName *find_target_type(std::string_view name);
const TargetTypeName *find_target_type(vkd3d_shader_target_type type);

vkd3d_shader_code as_code(ByteView bytes);

// The first line of a message string without its newline.
std::string first_line(const char *text);

} // namespace weft::cli
