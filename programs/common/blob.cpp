#include "common/blob.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace weft::cli {
namespace {

constexpr SourceTypeName source_types[] = {
    {"dxbc-tpf", VKD3D_SHADER_SOURCE_DXBC_TPF, "shader model 4 and 5 byte code in a DXBC container"},
    {"hlsl", VKD3D_SHADER_SOURCE_HLSL, "High Level Shader Language"},
    {"d3dbc", VKD3D_SHADER_SOURCE_D3D_BYTECODE, "shader model 1 to 3 byte code"},
    {"dxbc-dxil", VKD3D_SHADER_SOURCE_DXBC_DXIL, "shader model 6 byte code in a DXBC container"},
    {"fx", VKD3D_SHADER_SOURCE_FX, "compiled effect"},
    {"tx", VKD3D_SHADER_SOURCE_TX, "compiled texture shader"},
};

constexpr TargetTypeName target_types[] = {
    {"spirv-binary", VKD3D_SHADER_TARGET_SPIRV_BINARY, false, "SPIR-V module"},
    {"spirv-text", VKD3D_SHADER_TARGET_SPIRV_TEXT, true, "SPIR-V assembly"},
    {"d3d-asm", VKD3D_SHADER_TARGET_D3D_ASM, true, "Direct3D shader assembly"},
    {"d3dbc", VKD3D_SHADER_TARGET_D3D_BYTECODE, false, "shader model 1 to 3 byte code"},
    {"dxbc-tpf", VKD3D_SHADER_TARGET_DXBC_TPF, false, "shader model 4 and 5 byte code in a DXBC container"},
    {"glsl", VKD3D_SHADER_TARGET_GLSL, true, "OpenGL Shading Language"},
    {"fx", VKD3D_SHADER_TARGET_FX, false, "compiled effect"},
    {"msl", VKD3D_SHADER_TARGET_MSL, true, "Metal Shading Language"},
};

uint32_t read_u32(ByteView bytes, size_t offset) {
    uint32_t value = 0;
    if (offset <= bytes.size() && bytes.size() - offset >= 4) memcpy(&value, bytes.data() + offset, 4);
    return value;
}

} // namespace

std::span<const SourceTypeName> source_type_names() {
    return source_types;
}
std::span<const TargetTypeName> target_type_names() {
    return target_types;
}

const SourceTypeName *find_source_type(std::string_view name) {
    for (const auto &entry : source_types)
        if (name == entry.name) return &entry;
    return nullptr;
}

const SourceTypeName *find_source_type(vkd3d_shader_source_type type) {
    for (const auto &entry : source_types)
        if (type == entry.type) return &entry;
    return nullptr;
}

const TargetTypeName *find_target_type(std::string_view name) {
    for (const auto &entry : target_types)
        if (name == entry.name) return &entry;
    return nullptr;
}

const TargetTypeName *find_target_type(vkd3d_shader_target_type type) {
    for (const auto &entry : target_types)
        if (type == entry.type) return &entry;
    return nullptr;
}

std::optional<Bytes> read_file(const std::string &path, std::string &error) {
    const bool from_stdin = path == "-";
    FILE *file = from_stdin ? stdin : fopen(path.c_str(), "rb");
    if (!file) {
        error = "cannot open '" + path + "': " + strerror(errno);
        return std::nullopt;
    }
    Bytes bytes;
    uint8_t buffer[16384];
    size_t got;
    while ((got = fread(buffer, 1, sizeof(buffer), file)) > 0)
        bytes.insert(bytes.end(), buffer, buffer + got);
    const bool failed = ferror(file);
    const int reason = errno;
    if (!from_stdin) fclose(file);
    if (failed) {
        error = "cannot read '" + path + "': " + strerror(reason);
        return std::nullopt;
    }
    return bytes;
}

bool write_file(const std::string &path, ByteView bytes, std::string &error) {
    const bool to_stdout = path.empty() || path == "-";
    FILE *file = to_stdout ? stdout : fopen(path.c_str(), "wb");
    if (!file) {
        error = "cannot open '" + path + "' for writing: " + strerror(errno);
        return false;
    }
    bool ok = fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    ok = (to_stdout ? fflush(file) : fclose(file)) == 0 && ok;
    if (!ok)
        error =
            "cannot write '" + (to_stdout ? std::string("standard output") : path) + "': " + strerror(errno);
    return ok;
}

bool collect_files(const std::vector<std::string> &paths, std::vector<std::string> &files,
                   std::string &error) {
    namespace fs = std::filesystem;
    for (const auto &path : paths) {
        std::error_code code;
        if (!fs::is_directory(path, code)) {
            if (!fs::exists(path, code)) {
                error = "'" + path + "' does not exist";
                return false;
            }
            files.push_back(path);
            continue;
        }
        const size_t first = files.size();
        auto options = fs::directory_options::skip_permission_denied;
        for (auto it = fs::recursive_directory_iterator(path, options, code);
             !code && it != fs::recursive_directory_iterator(); it.increment(code)) {
            std::error_code ignored;
            if (it->is_regular_file(ignored)) files.push_back(it->path().string());
        }
        if (code) {
            error = "cannot walk '" + path + "': " + code.message();
            return false;
        }
        std::sort(files.begin() + ptrdiff_t(first), files.end());
    }
    return true;
}

ByteView find_chunk(ByteView dxbc, uint32_t tag) {
    if (dxbc.size() < 32 || read_u32(dxbc, 0) != fourcc("DXBC")) return {};
    const uint32_t count = read_u32(dxbc, 28);
    if (count > (dxbc.size() - 32) / 4) return {};
    for (uint32_t i = 0; i < count; ++i) {
        const size_t offset = read_u32(dxbc, 32 + size_t(i) * 4);
        if (offset > dxbc.size() || dxbc.size() - offset < 8 || read_u32(dxbc, offset) != tag) continue;
        const size_t size = read_u32(dxbc, offset + 4);
        if (size > dxbc.size() - offset - 8) return {};
        return dxbc.subspan(offset + 8, size);
    }
    return {};
}

vkd3d_shader_source_type guess_source_type(ByteView bytes) {
    if (bytes.size() < 4) return VKD3D_SHADER_SOURCE_HLSL;
    const uint32_t word = read_u32(bytes, 0);
    if (word == fourcc("DXBC")) {
        if (!find_chunk(bytes, fourcc("DXIL")).empty()) return VKD3D_SHADER_SOURCE_DXBC_DXIL;
        if (!find_chunk(bytes, fourcc("SHEX")).empty() || !find_chunk(bytes, fourcc("SHDR")).empty())
            return VKD3D_SHADER_SOURCE_DXBC_TPF;
        if (!find_chunk(bytes, fourcc("FX10")).empty()) return VKD3D_SHADER_SOURCE_FX;
        return VKD3D_SHADER_SOURCE_DXBC_TPF;
    }
    switch (word >> 16) {
    case 0xfffe:
    case 0xffff: return VKD3D_SHADER_SOURCE_D3D_BYTECODE;
    case 0xfeff: return VKD3D_SHADER_SOURCE_FX;
    case 0x5458: return VKD3D_SHADER_SOURCE_TX;
    default: return VKD3D_SHADER_SOURCE_HLSL;
    }
}

std::string shader_model(ByteView bytes, vkd3d_shader_source_type type) {
    uint32_t major, minor;
    const char *stage;
    if (type == VKD3D_SHADER_SOURCE_D3D_BYTECODE) {
        const uint32_t token = read_u32(bytes, 0);
        stage = token >> 16 == 0xfffe ? "vs" : "ps";
        major = token >> 8 & 0xff;
        minor = token & 0xff;
        // The extended 2.x profiles (2_a, 2_b) share version 2.1; 255 is software vertex processing.
        if (major == 2 && minor == 1) return std::string(stage) + "_2_x";
        if (minor == 0xff) return std::string(stage) + "_" + std::to_string(major) + "_sw";
    } else if (type == VKD3D_SHADER_SOURCE_DXBC_TPF || type == VKD3D_SHADER_SOURCE_DXBC_DXIL) {
        ByteView code = find_chunk(bytes, fourcc("DXIL"));
        if (code.empty() || type == VKD3D_SHADER_SOURCE_DXBC_TPF) {
            code = find_chunk(bytes, fourcc("SHEX"));
            if (code.empty()) code = find_chunk(bytes, fourcc("SHDR"));
        }
        if (code.size() < 4) return {};
        const uint32_t token = read_u32(code, 0);
        constexpr const char *stages[] = {"ps",   "vs",    "gs",    "hs",    "ds",    "cs", "lib", "rgs",
                                          "rint", "rahit", "rchit", "rmiss", "rcall", "ms", "as"};
        const uint32_t kind = token >> 16;
        if (kind >= std::size(stages)) return {};
        stage = stages[kind];
        major = token >> 4 & 0xf;
        minor = token & 0xf;
    } else {
        return {};
    }
    return std::string(stage) + "_" + std::to_string(major) + "_" + std::to_string(minor);
}

vkd3d_shader_code as_code(ByteView bytes) {
    vkd3d_shader_code code{};
    code.code = bytes.data();
    code.size = bytes.size();
    return code;
}

std::string first_line(const char *text) {
    if (!text) return {};
    return std::string(text, strcspn(text, "\n"));
}

} // namespace weft::cli
