// Memory that runs out in each function of libvkd3d-utils.
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <vkd3d_utils.h>

#include "unit/failing_memory.h"

namespace {

using weft::test::mix;
using weft::test::Outcome;

constexpr HRESULT E_OUTOFMEMORY = static_cast<HRESULT>(0x8007000e);
constexpr uint64_t start = 0xcbf29ce484222325u;

std::string file(const char *name) {
    std::ifstream in(std::filesystem::path(WEFT_TEST_DATA "/data/reflection") / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// Of a blob, which is released.
Outcome taken(HRESULT result, ID3DBlob *blob) {
    if (!blob) return {result, start};
    const uint64_t hash = mix(start, blob->GetBufferPointer(), blob->GetBufferSize());
    EXPECT_EQ(blob->Release(), 0u);
    return {result, hash};
}

Outcome prepare() {
    ID3DBlob *none = nullptr;
    // Of both libraries.
    return {D3DStripShader("DXBC", 4, 0, &none) | D3DDisassemble("DXBC", 4, 0, nullptr, &none), 0};
}

TEST(Memory, RunsOut) {
    if (!weft::test::memory_can_fail()) GTEST_SKIP() << "the allocator cannot be replaced";
    const auto survives = [](const char *name, const std::function<Outcome()> &call) {
        weft::test::survives_without_memory(name, E_OUTOFMEMORY, prepare, call);
    };
    const std::string bytes = file("vs_cbuffers.vs_5_0.dxbc");
    ASSERT_FALSE(bytes.empty());
    ID3DBlob *blob = nullptr, *messages = nullptr;
    const auto fresh = [&] { blob = messages = nullptr; };
    survives("D3DCreateBlob", [&] {
        fresh();
        const HRESULT r = D3DCreateBlob(1000, &blob);
        return taken(r, blob);
    });
    survives("D3DGetBlobPart", [&] {
        fresh();
        const HRESULT r = D3DGetBlobPart(bytes.data(), bytes.size(), D3D_BLOB_ALL_SIGNATURE_BLOB, 0, &blob);
        return taken(r, blob);
    });
    survives("D3DStripShader", [&] {
        fresh();
        const HRESULT r =
            D3DStripShader(bytes.data(), bytes.size(), D3DCOMPILER_STRIP_REFLECTION_DATA, &blob);
        return taken(r, blob);
    });
    survives("D3DDisassemble", [&] {
        fresh();
        const HRESULT r = D3DDisassemble(bytes.data(), bytes.size(), 0, "// a comment of some length", &blob);
        return taken(r, blob);
    });
    for (const char *source : {"#define F(x) x\nF(A) B", "#error no"}) {
        const D3D_SHADER_MACRO macros[] = {{"A", "1"}, {"B", "2"}, {}};
        survives("D3DPreprocess", [&] {
            fresh();
            const HRESULT r =
                D3DPreprocess(source, std::strlen(source), "s.hlsl", macros, nullptr, &blob, &messages);
            taken(r, messages); // which may be missing
            return taken(r, blob);
        });
    }
    for (const std::string &shader : {bytes, file("vs6_layouts.vs_6_0.dxbc")})
        survives("D3DReflect", [&] {
            void *object = nullptr;
            const HRESULT r = D3DReflect(shader.data(), shader.size(), IID_ID3D12ShaderReflection, &object);
            if (!object) return Outcome{r, start};
            auto *reflection = static_cast<ID3D12ShaderReflection *>(object);
            D3D12_SHADER_DESC desc{};
            reflection->GetDesc(&desc);
            EXPECT_EQ(reflection->Release(), 0u);
            return Outcome{r, desc.Version};
        });
}

} // namespace
