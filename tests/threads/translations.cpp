// translations FOLDER...: a line for each shader below and each of its targets that every build has, with the
// result and a checksum of code and messages. Two builds of the library agree line by line.
#include <vkd3d_shader.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

using Bytes = std::vector<char>;

uint64_t mix(uint64_t hash, const void *data, size_t size) {
    const auto *p = static_cast<const uint8_t *>(data);
    for (size_t i = 0; i < size; ++i)
        hash = (hash ^ p[i]) * 0x100000001b3u;
    return hash;
}

bool starts_with(const Bytes &bytes, const char *tag) {
    return bytes.size() > 4 && !std::memcmp(bytes.data(), tag, 4);
}

bool contains(const Bytes &bytes, const char *tag) {
    return std::search(bytes.begin(), bytes.end(), tag, tag + 4) != bytes.end();
}

// 0 where it is no shader.
int source_type(const Bytes &bytes, const std::string &extension) {
    if (starts_with(bytes, "DXBC"))
        return contains(bytes, "DXIL") ? VKD3D_SHADER_SOURCE_DXBC_DXIL : VKD3D_SHADER_SOURCE_DXBC_TPF;
    return extension == ".d3dbc" ? VKD3D_SHADER_SOURCE_D3D_BYTECODE : 0;
}

struct Form {
    const char *name;
    vkd3d_shader_target_type target;
    vkd3d_shader_spirv_environment environment;
};

constexpr Form forms[] = {
    {"spirv-1.0", VKD3D_SHADER_TARGET_SPIRV_BINARY, VKD3D_SHADER_SPIRV_ENVIRONMENT_VULKAN_1_0},
    {"spirv-1.3", VKD3D_SHADER_TARGET_SPIRV_BINARY, VKD3D_SHADER_SPIRV_ENVIRONMENT_VULKAN_1_1},
    {"d3d-asm", VKD3D_SHADER_TARGET_D3D_ASM, VKD3D_SHADER_SPIRV_ENVIRONMENT_NONE},
};

void print(const std::string &name, const Bytes &bytes, int type) {
    for (const Form &form : forms) {
        vkd3d_shader_spirv_target_info spirv{};
        spirv.type = VKD3D_SHADER_STRUCTURE_TYPE_SPIRV_TARGET_INFO;
        spirv.environment = form.environment;
        vkd3d_shader_compile_info info{};
        info.type = VKD3D_SHADER_STRUCTURE_TYPE_COMPILE_INFO;
        info.next = &spirv;
        info.source = {bytes.data(), bytes.size()};
        info.source_type = static_cast<vkd3d_shader_source_type>(type);
        info.target_type = form.target;
        info.log_level = VKD3D_SHADER_LOG_INFO;
        info.source_name = name.c_str();
        vkd3d_shader_code out{};
        char *messages = nullptr;
        const int result = vkd3d_shader_compile(&info, &out, &messages);
        uint64_t hash = mix(0xcbf29ce484222325u, out.code, out.size);
        if (messages) hash = mix(hash, messages, std::strlen(messages));
        std::printf("%s %s %d %zu %016llx\n", name.c_str(), form.name, result, out.size,
                    static_cast<unsigned long long>(hash));
        vkd3d_shader_free_messages(messages);
        vkd3d_shader_free_shader_code(&out);
    }
}

} // namespace

int main(int argc, char **argv) {
    std::vector<std::string> names;
    for (int i = 1; i < argc; ++i)
        for (const auto &entry : std::filesystem::recursive_directory_iterator(argv[i]))
            if (entry.is_regular_file()) names.push_back(entry.path().generic_string());
    std::sort(names.begin(), names.end());
    unsigned shaders = 0;
    for (const std::string &name : names) {
        std::ifstream in(name, std::ios::binary);
        const Bytes bytes{std::istreambuf_iterator<char>(in), {}};
        const int type = source_type(bytes, std::filesystem::path(name).extension().string());
        if (!type) continue;
        print(name, bytes, type);
        ++shaders;
    }
    return !shaders;
}
