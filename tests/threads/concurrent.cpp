// concurrent FOLDER...: every shader below, and every text of HLSL, put by eight threads at once through all
// that the libraries do with it, comes out as it does alone. Prints one number over all results, which two
// runs have to agree on whatever addresses they were loaded at.
#include <weft.h>

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

#include <vkd3d_utils.h>

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

// A number over whatever the calls for one shader gave.
class Results {
  public:
    uint64_t hash() const { return hash_; }

    void add(const void *data, size_t size) { hash_ = mix(hash_, data, size); }
    template <typename T>
    void value(T v) {
        add(&v, sizeof(v));
    }
    void text(const char *s) {
        if (s) add(s, std::strlen(s));
    }
    // The rest is released as well.
    void messages(char *s) {
        text(s);
        vkd3d_shader_free_messages(s);
    }
    void code(vkd3d_shader_code *c) {
        add(c->code, c->size);
        vkd3d_shader_free_shader_code(c);
    }
    void signature(vkd3d_shader_signature *s) {
        for (unsigned i = 0; i < s->element_count; ++i) {
            text(s->elements[i].semantic_name);
            add(&s->elements[i].semantic_index,
                sizeof(s->elements[i]) - sizeof(s->elements[i].semantic_name));
        }
        vkd3d_shader_free_shader_signature(s);
    }
    void blob(HRESULT result, ID3DBlob **b) {
        value(result);
        if (!*b) return;
        add((*b)->GetBufferPointer(), (*b)->GetBufferSize());
        (*b)->Release();
        *b = nullptr;
    }

  private:
    uint64_t hash_ = 0xcbf29ce484222325u;
};

vkd3d_shader_compile_info info_of(const Shader &shader) {
    vkd3d_shader_compile_info info{};
    info.type = VKD3D_SHADER_STRUCTURE_TYPE_COMPILE_INFO;
    info.source = {shader.bytes.data(), shader.bytes.size()};
    info.source_type = shader.type;
    info.log_level = VKD3D_SHADER_LOG_INFO;
    info.source_name = shader.name.c_str();
    return info;
}

void preprocess(const Shader &shader, Results *results) {
    vkd3d_shader_compile_info info = info_of(shader);
    vkd3d_shader_code out{};
    char *messages = nullptr;
    results->value(vkd3d_shader_preprocess(&info, &out, &messages));
    results->code(&out);
    results->messages(messages);
    ID3DBlob *text = nullptr, *faults = nullptr;
    const HRESULT result = D3DPreprocess(shader.bytes.data(), shader.bytes.size(), shader.name.c_str(),
                                         nullptr, nullptr, &text, &faults);
    results->blob(result, &text);
    results->blob(result, &faults);
}

// Also while it compiles.
struct Scan {
    Scan() {
        const void *next = nullptr;
        const auto chain = [&next](auto &structure, vkd3d_shader_structure_type type) {
            structure.type = type;
            structure.next = next;
            next = &structure;
        };
        chain(descriptors, VKD3D_SHADER_STRUCTURE_TYPE_SCAN_DESCRIPTOR_INFO);
        chain(samplers, VKD3D_SHADER_STRUCTURE_TYPE_SCAN_COMBINED_RESOURCE_SAMPLER_INFO);
        chain(signatures, VKD3D_SHADER_STRUCTURE_TYPE_SCAN_SIGNATURE_INFO);
        first = next;
    }
    Scan(const Scan &) = delete;
    void take(Results *results) {
        results->add(descriptors.descriptors,
                     descriptors.descriptor_count * sizeof(*descriptors.descriptors));
        results->add(samplers.combined_samplers,
                     samplers.combined_sampler_count * sizeof(*samplers.combined_samplers));
        results->signature(&signatures.input);
        results->signature(&signatures.output);
        results->signature(&signatures.patch_constant);
        vkd3d_shader_free_scan_descriptor_info(&descriptors);
        vkd3d_shader_free_scan_combined_resource_sampler_info(&samplers);
    }
    const void *first;
    vkd3d_shader_scan_descriptor_info descriptors{};
    vkd3d_shader_scan_combined_resource_sampler_info samplers{};
    vkd3d_shader_scan_signature_info signatures{};
};

void compile_and_scan(const Shader &shader, Results *results) {
    unsigned count = 0;
    const auto *targets = vkd3d_shader_get_supported_target_types(shader.type, &count);
    for (unsigned i = 0; i <= count; ++i) {
        Scan scan;
        vkd3d_shader_compile_info info = info_of(shader);
        info.next = scan.first;
        info.target_type = i < count ? targets[i] : VKD3D_SHADER_TARGET_NONE;
        vkd3d_shader_code out{};
        char *messages = nullptr;
        results->value(i < count ? vkd3d_shader_compile(&info, &out, &messages)
                                 : vkd3d_shader_scan(&info, &messages));
        if (info.target_type == VKD3D_SHADER_TARGET_SPIRV_BINARY && out.code) {
            weft_module_needs needs;
            results->value(weft_get_module_needs(&out, &needs, nullptr));
            results->add(needs.capabilities, needs.capability_count * sizeof(uint32_t));
            weft_free_module_needs(&needs);
        }
        results->code(&out);
        results->messages(messages);
        scan.take(results);
    }
}

void take_container_apart(const Shader &shader, Results *results) {
    const vkd3d_shader_code code{shader.bytes.data(), shader.bytes.size()};
    vkd3d_shader_dxbc_desc desc;
    char *messages = nullptr;
    results->value(vkd3d_shader_parse_dxbc(&code, 0, &desc, &messages));
    results->messages(messages);
    vkd3d_shader_code again{};
    results->value(vkd3d_shader_serialize_dxbc(desc.section_count, desc.sections, &again, nullptr));
    results->code(&again);
    vkd3d_shader_free_dxbc(&desc);
    vkd3d_shader_signature inputs;
    results->value(vkd3d_shader_parse_input_signature(&code, &inputs, nullptr));
    results->signature(&inputs);
    vkd3d_shader_versioned_root_signature_desc root;
    results->value(vkd3d_shader_parse_root_signature(&code, &root, nullptr));
    results->value(root.version);
    vkd3d_shader_free_root_signature(&root);
    weft_module_signatures module;
    results->value(weft_signature_parse_dxbc(&code, &module, nullptr));
    vkd3d_shader_code text{};
    results->value(weft_signature_serialize_metadata(&module, &text, nullptr));
    results->code(&text);
    weft_free_module_signatures(&module);

    ID3DBlob *blob = nullptr;
    HRESULT result = D3DDisassemble(code.code, code.size, 0, nullptr, &blob);
    results->blob(result, &blob);
    result = D3DStripShader(code.code, code.size, 1, &blob);
    results->blob(result, &blob);
    result = D3DGetInputAndOutputSignatureBlob(code.code, code.size, &blob);
    results->blob(result, &blob);
    void *object = nullptr;
    results->value(D3DReflect(code.code, code.size, IID_ID3D12ShaderReflection, &object));
    if (!object) return;
    auto *reflection = static_cast<ID3D12ShaderReflection *>(object);
    D3D12_SHADER_DESC shader_desc{};
    reflection->GetDesc(&shader_desc);
    results->value(shader_desc.InstructionCount);
    for (UINT i = 0; i < shader_desc.BoundResources; ++i) {
        D3D12_SHADER_INPUT_BIND_DESC binding{};
        reflection->GetResourceBindingDesc(i, &binding);
        results->text(binding.Name);
    }
    reflection->Release();
}

uint64_t translate(const Shader &shader) {
    Results results;
    if (shader.type == VKD3D_SHADER_SOURCE_HLSL) {
        preprocess(shader, &results);
        return results.hash();
    }
    compile_and_scan(shader, &results);
    if (shader.type != VKD3D_SHADER_SOURCE_D3D_BYTECODE) take_container_apart(shader, &results);
    return results.hash();
}

std::vector<Shader> read_shaders(int count, char **folders) {
    std::vector<Shader> shaders;
    for (int i = 0; i < count; ++i)
        for (const auto &entry : std::filesystem::recursive_directory_iterator(folders[i])) {
            if (!entry.is_regular_file()) continue;
            std::ifstream in(entry.path(), std::ios::binary);
            // The whole path, for files are included from where the text is.
            Shader s{entry.path().string(), {std::istreambuf_iterator<char>(in), {}}, {}};
            const std::string extension = entry.path().extension().string();
            if (s.bytes.size() > 4 && !std::memcmp(s.bytes.data(), "DXBC", 4))
                s.type =
                    contains(s.bytes, "DXIL") ? VKD3D_SHADER_SOURCE_DXBC_DXIL : VKD3D_SHADER_SOURCE_DXBC_TPF;
            else if (extension == ".d3dbc")
                s.type = VKD3D_SHADER_SOURCE_D3D_BYTECODE;
            else if (extension == ".hlsl")
                s.type = VKD3D_SHADER_SOURCE_HLSL;
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
    std::atomic<unsigned> ready = 0;
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < thread_count; ++t)
        threads.emplace_back([&, t] {
            for (++ready; ready < thread_count;)
                std::this_thread::yield();
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
