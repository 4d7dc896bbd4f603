// concurrent FOLDER...: every shader below, translated by eight threads at once, comes out as it does alone.
// Prints one number over all results, which two runs have to agree on whatever addresses they were loaded at.
#include <vkd3d_shader.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

namespace {

struct Shader {
    std::string name;
    std::vector<char> bytes;
    vkd3d_shader_source_type type;
};

uint64_t mix(uint64_t hash, const void *data, size_t size) {
    const auto *p = static_cast<const uint8_t *>(data);
    for (size_t i = 0; i < size; ++i)
        hash = (hash ^ p[i]) * 0x100000001b3u;
    return hash;
}

bool contains(const std::vector<char> &bytes, const char *tag) {
    return std::search(bytes.begin(), bytes.end(), tag, tag + 4) != bytes.end();
}

// Over results, messages and signatures of all targets.
uint64_t translate(const Shader &shader) {
    uint64_t hash = 0xcbf29ce484222325u;
    unsigned count = 0;
    const auto *targets = vkd3d_shader_get_supported_target_types(shader.type, &count);
    for (unsigned i = 0; i < count; ++i) {
        vkd3d_shader_scan_signature_info signatures{};
        signatures.type = VKD3D_SHADER_STRUCTURE_TYPE_SCAN_SIGNATURE_INFO;
        vkd3d_shader_compile_info info{};
        info.type = VKD3D_SHADER_STRUCTURE_TYPE_COMPILE_INFO;
        info.next = &signatures;
        info.source = {shader.bytes.data(), shader.bytes.size()};
        info.source_type = shader.type;
        info.target_type = targets[i];
        info.log_level = VKD3D_SHADER_LOG_INFO;
        info.source_name = shader.name.c_str();
        vkd3d_shader_code out{};
        char *messages = nullptr;
        const int result = vkd3d_shader_compile(&info, &out, &messages);
        hash = mix(hash, &result, sizeof(result));
        hash = mix(hash, out.code, out.size);
        if (messages) hash = mix(hash, messages, std::strlen(messages));
        for (unsigned e = 0; e < signatures.output.element_count; ++e)
            hash = mix(hash, &signatures.output.elements[e].register_index, 4);
        vkd3d_shader_free_messages(messages);
        vkd3d_shader_free_shader_code(&out);
        vkd3d_shader_free_scan_signature_info(&signatures);
    }
    return hash;
}

std::vector<Shader> read_shaders(int count, char **folders) {
    std::vector<Shader> shaders;
    for (int i = 0; i < count; ++i)
        for (const auto &entry : std::filesystem::recursive_directory_iterator(folders[i])) {
            if (!entry.is_regular_file()) continue;
            std::ifstream in(entry.path(), std::ios::binary);
            Shader s{entry.path().filename().string(), {std::istreambuf_iterator<char>(in), {}}, {}};
            const std::string extension = entry.path().extension().string();
            if (s.bytes.size() > 4 && !std::memcmp(s.bytes.data(), "DXBC", 4))
                s.type =
                    contains(s.bytes, "DXIL") ? VKD3D_SHADER_SOURCE_DXBC_DXIL : VKD3D_SHADER_SOURCE_DXBC_TPF;
            else if (extension == ".d3dbc")
                s.type = VKD3D_SHADER_SOURCE_D3D_BYTECODE;
            else
                continue;
            shaders.push_back(std::move(s));
        }
    std::sort(shaders.begin(), shaders.end(), [](const Shader &a, const Shader &b) {
        return a.name < b.name || (a.name == b.name && a.bytes < b.bytes);
    });
    return shaders;
}

} // namespace

int main(int argc, char **argv) {
    constexpr unsigned thread_count = 8;
    const std::vector<Shader> shaders = read_shaders(argc - 1, argv + 1);
    std::vector<uint64_t> alone(shaders.size());
    std::vector<std::vector<uint64_t>> together(thread_count, alone);
    // The threads come first, so that nothing has been initialised by then.
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < thread_count; ++t)
        threads.emplace_back([&, t] {
            for (size_t i = 0; i < shaders.size(); ++i) {
                // Half of them go backwards.
                const size_t at = t & 1 ? shaders.size() - 1 - i : i;
                together[t][at] = translate(shaders[at]);
            }
        });
    for (std::thread &t : threads)
        t.join();
    uint64_t all = 0xcbf29ce484222325u;
    for (size_t i = 0; i < shaders.size(); ++i) {
        alone[i] = translate(shaders[i]);
        all = mix(all, &alone[i], sizeof(alone[i]));
    }
    unsigned different = 0;
    for (const auto &results : together)
        for (size_t i = 0; i < shaders.size(); ++i)
            if (results[i] != alone[i]) {
                std::fprintf(stderr, "%s differs between threads\n", shaders[i].name.c_str());
                ++different;
            }
    std::printf("%zu shaders: %016llx\n", shaders.size(), static_cast<unsigned long long>(all));
    return different || shaders.empty();
}
