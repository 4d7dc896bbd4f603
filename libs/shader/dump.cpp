#include "shader/dump.h"

#include <cstdio>
#include <cstdlib>

#include "core/container/container.h"
#include "core/support/log.h"

namespace weft::shader {

namespace {

const std::string &folder() {
    static const std::string path = [] {
        const char *value = std::getenv("VKD3D_SHADER_DUMP_PATH");
        return std::string(value ? value : "");
    }();
    return path;
}

const char *extension(driver::SourceType type) {
    switch (type) {
    case driver::SourceType::dxbc_tpf: return "dxbc";
    case driver::SourceType::hlsl: return "hlsl";
    case driver::SourceType::d3d_bytecode: return "d3dbc";
    case driver::SourceType::dxbc_dxil: return "dxil";
    case driver::SourceType::fx: return "fx";
    default: return "bin";
    }
}

const char *extension(driver::TargetType type) {
    switch (type) {
    case driver::TargetType::spirv_binary: return "spv";
    case driver::TargetType::spirv_text: return "spv.s";
    case driver::TargetType::d3d_asm: return "d3d.s";
    case driver::TargetType::d3d_bytecode: return "d3dbc";
    case driver::TargetType::dxbc_tpf: return "dxbc";
    case driver::TargetType::glsl: return "glsl";
    case driver::TargetType::fx: return "fx";
    case driver::TargetType::msl: return "msl";
    default: return "bin";
    }
}

} // namespace

Dump::Dump(std::span<const uint8_t> source, const driver::Options &options)
    : target_type_(options.target_type) {
    if (folder().empty()) return;
    uint32_t digest[4];
    container::md5(source, digest);
    name_ = folder() + "/vkd3d-shader-";
    for (unsigned i = 0; i < 16; ++i) {
        char hex[4];
        std::snprintf(hex, sizeof(hex), "%02x", digest[i / 4] >> 8 * (i % 4) & 0xff);
        name_ += hex;
    }
    // A name of a profile; anything else might lead elsewhere.
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.";
    const std::string_view profile = options.hlsl.profile;
    if (!profile.empty() && profile.find_first_not_of(letters) == std::string_view::npos)
        (name_ += '-') += profile;
    write("-source.", extension(options.source_type), source);
}

void Dump::preprocessed(std::span<const uint8_t> text) const {
    if (!name_.empty()) write("-preproc.", extension(driver::SourceType::hlsl), text);
}

void Dump::target(std::span<const uint8_t> code) const {
    if (!name_.empty()) write("-target.", extension(target_type_), code);
}

void Dump::messages(const Diagnostics &diag) const {
    const std::string &text = diag.text();
    if (!name_.empty() && !text.empty())
        write(".", "log", {reinterpret_cast<const uint8_t *>(text.data()), text.size()});
}

void Dump::write(const char *what, const char *extension, std::span<const uint8_t> bytes) const {
    const std::string path = name_ + what + extension;
    std::FILE *file = std::fopen(path.c_str(), "wb");
    const bool written = file && std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    if ((file && std::fclose(file)) || !written) WEFT_LOG(err, "Cannot write %s.", path.c_str());
}

} // namespace weft::shader
