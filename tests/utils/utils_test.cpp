// libvkd3d-utils through its interfaces. The texts in tests/data/reflection are what Microsoft's D3DReflect
// says of the shaders beside them, one thing a line, in the spelling of d3d11shader.h.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include <vkd3d_utils.h>

namespace {

constexpr HRESULT S_OK = 0, E_FAIL = static_cast<HRESULT>(0x80004005),
                  D3DERR_INVALIDCALL = static_cast<HRESULT>(0x8876086c),
                  E_INVALIDARG = static_cast<HRESULT>(0x80070057),
                  E_NOINTERFACE = static_cast<HRESULT>(0x80004002);

using Bytes = std::vector<char>;

Bytes file(const std::filesystem::path &path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

const std::filesystem::path folder = WEFT_TEST_DATA "/data/reflection";

__attribute__((format(printf, 2, 3))) void put(std::string &out, const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    out += text;
}

std::string quoted(const char *s) {
    if (!s) return "null";
    std::string text(1, '"');
    text += s;
    text += '"';
    return text;
}

std::string numbered(const char *what, UINT number) {
    std::string text(what);
    text += std::to_string(number);
    return text;
}

void put_type(std::string &out, int indent, const std::string &label, ID3D12ShaderReflectionType *t) {
    D3D12_SHADER_TYPE_DESC d{};
    ASSERT_EQ(t->GetDesc(&d), S_OK);
    put(out, "%*s%s Class=%u Type=%u Rows=%u Columns=%u Elements=%u Members=%u Offset=%u Name=%s\n", indent,
        "", label.c_str(), d.Class, d.Type, d.Rows, d.Columns, d.Elements, d.Members, d.Offset,
        quoted(d.Name).c_str());
    for (UINT i = 0; i < d.Members; ++i)
        put_type(out, indent + 2, numbered("member ", i).append(" ").append(quoted(t->GetMemberTypeName(i))),
                 t->GetMemberTypeByIndex(i));
    D3D12_SHADER_TYPE_DESC other;
    if (t->GetSubType()->GetDesc(&other) == S_OK) put_type(out, indent + 2, "subtype", t->GetSubType());
    if (t->GetBaseClass()->GetDesc(&other) == S_OK) put_type(out, indent + 2, "base", t->GetBaseClass());
    for (UINT i = 0; i < t->GetNumInterfaces(); ++i)
        put_type(out, indent + 2, numbered("interface ", i), t->GetInterfaceByIndex(i));
}

void put_variable(std::string &out, UINT index, ID3D12ShaderReflectionVariable *v) {
    D3D12_SHADER_VARIABLE_DESC d{};
    ASSERT_EQ(v->GetDesc(&d), S_OK);
    put(out,
        "  variable %u Name=%s StartOffset=%u Size=%u uFlags=0x%x StartTexture=%u TextureSize=%u "
        "StartSampler=%u "
        "SamplerSize=%u\n",
        index, quoted(d.Name).c_str(), d.StartOffset, d.Size, d.uFlags, d.StartTexture, d.TextureSize,
        d.StartSampler, d.SamplerSize);
    if (d.DefaultValue) {
        out += "    default";
        for (UINT at = 0; at < d.Size; at += 4) {
            uint32_t word = 0;
            const UINT n = std::min(d.Size - at, 4u);
            std::memcpy(&word, static_cast<const char *>(d.DefaultValue) + at, n);
            put(out, " %0*x", static_cast<int>(2 * n), word);
        }
        out += '\n';
    }
    put_type(out, 4, "type", v->GetType());
    D3D12_SHADER_TYPE_DESC type{};
    v->GetType()->GetDesc(&type);
    for (UINT k = 0; k < std::max(type.Elements, 1u); ++k)
        if (const UINT slot = v->GetInterfaceSlot(k); slot != ~0u) put(out, "    slot %u %u\n", k, slot);
}

std::string dump(const Bytes &bytes, bool v12) {
    std::string out;
    void *object = nullptr;
    const HRESULT r = D3DReflect(bytes.data(), bytes.size(),
                                 v12 ? IID_ID3D12ShaderReflection : IID_ID3D11ShaderReflection, &object);
    EXPECT_EQ(r, S_OK);
    if (r < 0) return out;
    auto *reflection = static_cast<ID3D12ShaderReflection *>(object);
    put(out, "view %s\n", v12 ? "ID3D12ShaderReflection" : "ID3D11ShaderReflection");
    D3D12_SHADER_DESC d{};
    EXPECT_EQ(reflection->GetDesc(&d), S_OK);
    const struct {
        const char *name;
        UINT value;
    } fields[] = {
        {"ConstantBuffers", d.ConstantBuffers},
        {"BoundResources", d.BoundResources},
        {"InputParameters", d.InputParameters},
        {"OutputParameters", d.OutputParameters},
        {"InstructionCount", d.InstructionCount},
        {"TempRegisterCount", d.TempRegisterCount},
        {"TempArrayCount", d.TempArrayCount},
        {"DefCount", d.DefCount},
        {"DclCount", d.DclCount},
        {"TextureNormalInstructions", d.TextureNormalInstructions},
        {"TextureLoadInstructions", d.TextureLoadInstructions},
        {"TextureCompInstructions", d.TextureCompInstructions},
        {"TextureBiasInstructions", d.TextureBiasInstructions},
        {"TextureGradientInstructions", d.TextureGradientInstructions},
        {"FloatInstructionCount", d.FloatInstructionCount},
        {"IntInstructionCount", d.IntInstructionCount},
        {"UintInstructionCount", d.UintInstructionCount},
        {"StaticFlowControlCount", d.StaticFlowControlCount},
        {"DynamicFlowControlCount", d.DynamicFlowControlCount},
        {"MacroInstructionCount", d.MacroInstructionCount},
        {"ArrayInstructionCount", d.ArrayInstructionCount},
        {"CutInstructionCount", d.CutInstructionCount},
        {"EmitInstructionCount", d.EmitInstructionCount},
        {"GSOutputTopology", static_cast<UINT>(d.GSOutputTopology)},
        {"GSMaxOutputVertexCount", d.GSMaxOutputVertexCount},
        {"InputPrimitive", static_cast<UINT>(d.InputPrimitive)},
        {"PatchConstantParameters", d.PatchConstantParameters},
        {"cGSInstanceCount", d.cGSInstanceCount},
        {"cControlPoints", d.cControlPoints},
        {"HSOutputPrimitive", static_cast<UINT>(d.HSOutputPrimitive)},
        {"HSPartitioning", static_cast<UINT>(d.HSPartitioning)},
        {"TessellatorDomain", static_cast<UINT>(d.TessellatorDomain)},
        {"cBarrierInstructions", d.cBarrierInstructions},
        {"cInterlockedInstructions", d.cInterlockedInstructions},
        {"cTextureStoreInstructions", d.cTextureStoreInstructions},
    };
    put(out, "desc Version=0x%x\ndesc Creator=%s\ndesc Flags=0x%x\n", d.Version, quoted(d.Creator).c_str(),
        d.Flags);
    for (const auto &f : fields)
        put(out, "desc %s=%u\n", f.name, f.value);
    put(out, "MovInstructionCount=%u\nMovcInstructionCount=%u\nConversionInstructionCount=%u\n",
        reflection->GetMovInstructionCount(), reflection->GetMovcInstructionCount(),
        reflection->GetConversionInstructionCount());
    put(out,
        "BitwiseInstructionCount=%u\nGSInputPrimitive=%u\nIsSampleFrequencyShader=%d\nNumInterfaceSlots=%u\n",
        reflection->GetBitwiseInstructionCount(), reflection->GetGSInputPrimitive(),
        reflection->IsSampleFrequencyShader(), reflection->GetNumInterfaceSlots());
    D3D_FEATURE_LEVEL level = D3D_FEATURE_LEVEL_9_1;
    UINT x = 0, y = 0, z = 0;
    EXPECT_EQ(reflection->GetMinFeatureLevel(&level), S_OK);
    const UINT total = reflection->GetThreadGroupSize(&x, &y, &z);
    put(out, "MinFeatureLevel=0x%x\nThreadGroupSize=%u,%u,%u total=%u\nRequiresFlags=0x%llx\n", level, x, y,
        z, total, static_cast<unsigned long long>(reflection->GetRequiresFlags()));
    const auto parameters = [&](const char *name, UINT count, auto get) {
        for (UINT i = 0; i < count; ++i) {
            D3D12_SIGNATURE_PARAMETER_DESC p{};
            EXPECT_EQ(get(i, &p), S_OK);
            put(out,
                "%s %u SemanticName=%s SemanticIndex=%u Register=%u SystemValueType=%u ComponentType=%u "
                "Mask=0x%x "
                "ReadWriteMask=0x%x Stream=%u MinPrecision=%u\n",
                name, i, quoted(p.SemanticName).c_str(), p.SemanticIndex, p.Register, p.SystemValueType,
                p.ComponentType, p.Mask, p.ReadWriteMask, p.Stream, p.MinPrecision);
        }
    };
    parameters("input", d.InputParameters, [&](UINT i, D3D12_SIGNATURE_PARAMETER_DESC *p) {
        return reflection->GetInputParameterDesc(i, p);
    });
    parameters("output", d.OutputParameters, [&](UINT i, D3D12_SIGNATURE_PARAMETER_DESC *p) {
        return reflection->GetOutputParameterDesc(i, p);
    });
    parameters("patchconstant", d.PatchConstantParameters, [&](UINT i, D3D12_SIGNATURE_PARAMETER_DESC *p) {
        return reflection->GetPatchConstantParameterDesc(i, p);
    });
    for (UINT i = 0; i < d.BoundResources; ++i) {
        D3D12_SHADER_INPUT_BIND_DESC b{};
        EXPECT_EQ(reflection->GetResourceBindingDesc(i, &b), S_OK);
        put(out,
            "resource %u Name=%s Type=%u BindPoint=%u BindCount=%u uFlags=0x%x ReturnType=%u Dimension=%u "
            "NumSamples=%u",
            i, quoted(b.Name).c_str(), b.Type, b.BindPoint, b.BindCount, b.uFlags, b.ReturnType, b.Dimension,
            b.NumSamples);
        if (v12) put(out, " Space=%u uID=%u", b.Space, b.uID);
        out += '\n';
        D3D12_SHADER_INPUT_BIND_DESC again{};
        EXPECT_EQ(reflection->GetResourceBindingDescByName(b.Name, &again), S_OK);
    }
    for (UINT i = 0; i < d.ConstantBuffers; ++i) {
        ID3D12ShaderReflectionConstantBuffer *buffer = reflection->GetConstantBufferByIndex(i);
        D3D12_SHADER_BUFFER_DESC b{};
        EXPECT_EQ(buffer->GetDesc(&b), S_OK);
        put(out, "buffer %u Name=%s Type=%u Variables=%u Size=%u uFlags=0x%x\n", i, quoted(b.Name).c_str(),
            b.Type, b.Variables, b.Size, b.uFlags);
        for (UINT k = 0; k < b.Variables; ++k)
            put_variable(out, k, buffer->GetVariableByIndex(k));
    }
    EXPECT_EQ(reflection->Release(), 0u);
    return out;
}

TEST(Reflection, AgreesWithMicrosofts) {
    unsigned tpf = 0, dxil = 0;
    for (const auto &entry : std::filesystem::directory_iterator(folder)) {
        const std::string name = entry.path().stem().string();
        if (entry.path().extension() != ".dxbc") continue;
        // Microsoft's reflection of shader model 6 has one view.
        const bool is_dxil = name.find("s_6_") != std::string::npos;
        SCOPED_TRACE(name);
        const Bytes bytes = file(entry.path()), text = file(folder / (name + ".txt"));
        ASSERT_FALSE(text.empty());
        std::string expected(text.begin(), text.end());
        expected.erase(std::remove(expected.begin(), expected.end(), '\r'), expected.end());
        EXPECT_EQ((is_dxil ? "" : dump(bytes, false)) + dump(bytes, true), expected);
        ++(is_dxil ? dxil : tpf);
    }
    EXPECT_GE(tpf, 100u);
    EXPECT_GE(dxil, 50u);
}

TEST(Reflection, WhatDoesNotExistFailsQuietly) {
    const Bytes bytes = file(folder / "vs_cbuffers.vs_5_0.dxbc");
    void *object = nullptr;
    ASSERT_EQ(D3DReflect(bytes.data(), bytes.size(), IID_ID3D11ShaderReflection, &object), S_OK);
    auto *r = static_cast<ID3D12ShaderReflection *>(object);
    D3D12_SHADER_BUFFER_DESC buffer;
    D3D12_SHADER_VARIABLE_DESC variable;
    D3D12_SHADER_TYPE_DESC type;
    D3D12_SHADER_INPUT_BIND_DESC binding;
    EXPECT_LT(r->GetConstantBufferByIndex(99)->GetDesc(&buffer), 0);
    EXPECT_LT(r->GetConstantBufferByName("no")->GetVariableByIndex(0)->GetDesc(&variable), 0);
    EXPECT_LT(r->GetVariableByName("no")->GetType()->GetMemberTypeByIndex(3)->GetDesc(&type), 0);
    EXPECT_LT(r->GetResourceBindingDescByName("no", &binding), 0);
    EXPECT_EQ(r->GetVariableByName("tint")->GetDesc(&variable), S_OK);
    EXPECT_EQ(variable.Size, 16u);
    EXPECT_EQ(r->GetConstantBufferByName("Frame")->GetVariableByName("time")->GetDesc(&variable), S_OK);
    EXPECT_EQ(variable.StartOffset, 124u);
    void *same = nullptr;
    EXPECT_EQ(r->QueryInterface(IID_ID3D12ShaderReflection, &same), E_NOINTERFACE);
    EXPECT_EQ(r->QueryInterface(IID_IUnknown, &same), S_OK);
    EXPECT_EQ(r->Release(), 1u);
    EXPECT_EQ(r->Release(), 0u);
    EXPECT_LT(D3DReflect(bytes.data(), 40, IID_ID3D11ShaderReflection, &object), 0);
    EXPECT_EQ(object, nullptr);
}

TEST(Reflection, UnsignedOnesAreTakenAndOthersChecked) {
    Bytes bytes = file(folder / "ps6_spaces.ps_6_0.dxbc");
    void *object = nullptr;
    bytes.back() ^= 1;
    EXPECT_LT(D3DReflect(bytes.data(), bytes.size(), IID_ID3D12ShaderReflection, &object), 0);
    bytes.back() ^= 1;
    std::fill(bytes.begin() + 4, bytes.begin() + 20, 0);
    ASSERT_EQ(D3DReflect(bytes.data(), bytes.size(), IID_ID3D12ShaderReflection, &object), S_OK);
    static_cast<ID3D12ShaderReflection *>(object)->Release();
    // Direct3D 11's view has shorter descriptions of resources.
    ASSERT_EQ(D3DReflect(bytes.data(), bytes.size(), IID_ID3D11ShaderReflection, &object), S_OK);
    auto *reflection = static_cast<ID3D11ShaderReflection *>(object);
    struct {
        D3D11_SHADER_INPUT_BIND_DESC desc;
        uint32_t behind;
    } b{{}, 0x12345678};
    ASSERT_EQ(reflection->GetResourceBindingDescByName("fixed_pool", &b.desc), S_OK);
    EXPECT_EQ(b.desc.BindPoint, 3u);
    EXPECT_EQ(b.desc.BindCount, 12u);
    EXPECT_EQ(b.behind, 0x12345678u);
    EXPECT_EQ(reflection->Release(), 0u);
    // Only DXIL may be unsigned.
    bytes = file(folder / "vs_cbuffers.vs_5_0.dxbc");
    std::fill(bytes.begin() + 4, bytes.begin() + 20, 0);
    EXPECT_LT(D3DReflect(bytes.data(), bytes.size(), IID_ID3D12ShaderReflection, &object), 0);
    EXPECT_EQ(object, nullptr);
}

TEST(Reflection, LibrariesHaveAnotherInterface) {
    const Bytes bytes = file(WEFT_TEST_DATA "/data/dxil/lib_rays.lib_6_3.dxbc");
    ASSERT_FALSE(bytes.empty());
    void *object = nullptr;
    EXPECT_EQ(D3DReflect(bytes.data(), bytes.size(), IID_ID3D12ShaderReflection, &object), E_NOINTERFACE);
    EXPECT_EQ(object, nullptr);
}

// Looks at a type and what is in it; damaged ones may share members, so that all ways would be too many.
size_t visit(ID3D12ShaderReflectionType *t, unsigned depth, unsigned &left) {
    D3D12_SHADER_TYPE_DESC d{};
    if (depth > 128 || !left || t->GetDesc(&d) < 0) return 0;
    --left;
    size_t n = d.Name ? std::strlen(d.Name) : 0;
    for (UINT i = 0; i < d.Members && left; ++i)
        n += std::strlen(t->GetMemberTypeName(i)) + visit(t->GetMemberTypeByIndex(i), depth + 1, left);
    return n;
}

TEST(Reflection, DamagedShadersFailQuietly) {
    std::minstd_rand random(7);
    unsigned refused = 0, reflected = 0;
    for (const auto &entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".dxbc") continue;
        const Bytes original = file(entry.path());
        if (entry.path().stem().string().find("s_6_") == std::string::npos) continue;
        for (unsigned round = 0; round < 40; ++round) {
            Bytes bytes = original;
            std::fill(bytes.begin() + 4, bytes.begin() + 20, 0);
            // Behind the table of parts, so that not all of them fail there.
            for (unsigned n = 1 + random() % 3; n; --n)
                bytes[128 + random() % (bytes.size() - 128)] ^= static_cast<char>(1u << random() % 8);
            void *object = nullptr;
            const HRESULT r = D3DReflect(bytes.data(), bytes.size(), IID_ID3D12ShaderReflection, &object);
            ++(r < 0 ? refused : reflected);
            ASSERT_EQ(r < 0, !object);
            if (r < 0) continue;
            auto *reflection = static_cast<ID3D12ShaderReflection *>(object);
            D3D12_SHADER_DESC d{};
            reflection->GetDesc(&d);
            size_t n = 0;
            unsigned left = 4096;
            for (UINT i = 0; i < d.ConstantBuffers; ++i) {
                D3D12_SHADER_BUFFER_DESC b{};
                auto *buffer = reflection->GetConstantBufferByIndex(i);
                buffer->GetDesc(&b);
                for (UINT k = 0; k < b.Variables; ++k)
                    n += visit(buffer->GetVariableByIndex(k)->GetType(), 0, left);
            }
            for (UINT i = 0; i < d.BoundResources; ++i) {
                D3D12_SHADER_INPUT_BIND_DESC b{};
                reflection->GetResourceBindingDesc(i, &b);
                n += std::strlen(b.Name);
            }
            for (UINT i = 0; i < d.InputParameters; ++i) {
                D3D12_SIGNATURE_PARAMETER_DESC p{};
                reflection->GetInputParameterDesc(i, &p);
                n += std::strlen(p.SemanticName);
            }
            EXPECT_LT(n, size_t{1} << 32);
            EXPECT_EQ(reflection->Release(), 0u);
        }
    }
    // Neither outcome is rare.
    EXPECT_GT(refused, 100u);
    EXPECT_GT(reflected, 100u);
}

// Code and signatures are enough.
TEST(Reflection, StrippedShadersAreReflectedAsFarAsTheyGo) {
    const Bytes bytes = file(folder / "vs_cbuffers.vs_5_0.dxbc");
    ID3DBlob *stripped = nullptr, *signatures = nullptr;
    ASSERT_EQ(D3DStripShader(bytes.data(), bytes.size(), D3DCOMPILER_STRIP_REFLECTION_DATA, &stripped), S_OK);
    void *object = nullptr;
    ASSERT_EQ(D3DReflect(stripped->GetBufferPointer(), stripped->GetBufferSize(), IID_ID3D11ShaderReflection,
                         &object),
              S_OK);
    auto *reflection = static_cast<ID3D11ShaderReflection *>(object);
    D3D11_SHADER_DESC desc{};
    EXPECT_EQ(reflection->GetDesc(&desc), S_OK);
    EXPECT_EQ(desc.ConstantBuffers, 0u);
    EXPECT_EQ(desc.InputParameters, 3u);
    EXPECT_EQ(reflection->Release(), 0u);
    EXPECT_EQ(stripped->Release(), 0u);
    ASSERT_EQ(D3DGetInputAndOutputSignatureBlob(bytes.data(), bytes.size(), &signatures), S_OK);
    EXPECT_EQ(D3DReflect(signatures->GetBufferPointer(), signatures->GetBufferSize(),
                         IID_ID3D11ShaderReflection, &object),
              E_INVALIDARG);
    EXPECT_EQ(signatures->Release(), 0u);
}

TEST(Reflection, FailuresAreThoseOfMicrosofts) {
    Bytes bytes = file(folder / "vs_cbuffers.vs_5_0.dxbc");
    void *object = nullptr;
    const auto reflect = [&](size_t size) {
        return D3DReflect(bytes.data(), size, IID_ID3D12ShaderReflection, &object);
    };
    EXPECT_EQ(reflect(300), D3DERR_INVALIDCALL);
    bytes[6] ^= 1; // of the checksum
    EXPECT_EQ(reflect(bytes.size()), E_FAIL);
    bytes[0] = 'd';
    EXPECT_EQ(reflect(bytes.size()), D3DERR_INVALIDCALL);
}

} // namespace
