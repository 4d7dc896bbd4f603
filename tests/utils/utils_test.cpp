// libvkd3d-utils through its interfaces. The texts in tests/data/reflection are what Microsoft's D3DReflect
// says of the shaders beside them, one thing a line, in the spelling of d3d11shader.h.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "utils/com.h"
#include "utils/reflection.h"
#include "utils_functions.h"

using namespace weft::utils;

namespace {

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

std::string numbered(const char *what, Uint number) {
    std::string text(what);
    text += std::to_string(number);
    return text;
}

void put_type(std::string &out, int indent, const std::string &label, ReflectionType *t) {
    TypeDesc d{};
    ASSERT_EQ(t->GetDesc(&d), s_ok);
    put(out, "%*s%s Class=%u Type=%u Rows=%u Columns=%u Elements=%u Members=%u Offset=%u Name=%s\n", indent,
        "", label.c_str(), d.variable_class, d.variable_type, d.rows, d.columns, d.elements, d.members,
        d.offset, quoted(d.name).c_str());
    for (Uint i = 0; i < d.members; ++i)
        put_type(out, indent + 2, numbered("member ", i).append(" ").append(quoted(t->GetMemberTypeName(i))),
                 t->GetMemberTypeByIndex(i));
    TypeDesc other;
    if (t->GetSubType()->GetDesc(&other) == s_ok) put_type(out, indent + 2, "subtype", t->GetSubType());
    if (t->GetBaseClass()->GetDesc(&other) == s_ok) put_type(out, indent + 2, "base", t->GetBaseClass());
    for (Uint i = 0; i < t->GetNumInterfaces(); ++i)
        put_type(out, indent + 2, numbered("interface ", i), t->GetInterfaceByIndex(i));
}

void put_variable(std::string &out, Uint index, ReflectionVariable *v) {
    VariableDesc d{};
    ASSERT_EQ(v->GetDesc(&d), s_ok);
    put(out,
        "  variable %u Name=%s StartOffset=%u Size=%u uFlags=0x%x StartTexture=%u TextureSize=%u "
        "StartSampler=%u "
        "SamplerSize=%u\n",
        index, quoted(d.name).c_str(), d.offset, d.size, d.flags, d.first_texture, d.texture_count,
        d.first_sampler, d.sampler_count);
    if (d.default_value) {
        out += "    default";
        for (Uint at = 0; at < d.size; at += 4) {
            uint32_t word = 0;
            const Uint n = std::min(d.size - at, 4u);
            std::memcpy(&word, static_cast<const char *>(d.default_value) + at, n);
            put(out, " %0*x", static_cast<int>(2 * n), word);
        }
        out += '\n';
    }
    put_type(out, 4, "type", v->GetType());
    TypeDesc type{};
    v->GetType()->GetDesc(&type);
    for (Uint k = 0; k < std::max(type.elements, 1u); ++k)
        if (const Uint slot = v->GetInterfaceSlot(k); slot != ~0u) put(out, "    slot %u %u\n", k, slot);
}

std::string dump(const Bytes &bytes, bool v12) {
    std::string out;
    void *object = nullptr;
    const Hresult r =
        D3DReflect(bytes.data(), bytes.size(), v12 ? iid_reflection12 : iid_reflection11, &object);
    EXPECT_EQ(r, s_ok);
    if (r < 0) return out;
    auto *reflection = static_cast<ShaderReflection *>(object);
    put(out, "view %s\n", v12 ? "ID3D12ShaderReflection" : "ID3D11ShaderReflection");
    ShaderDesc d{};
    EXPECT_EQ(reflection->GetDesc(&d), s_ok);
    const struct {
        const char *name;
        Uint value;
    } fields[] = {
        {"ConstantBuffers", d.constant_buffers},
        {"BoundResources", d.bound_resources},
        {"InputParameters", d.input_parameters},
        {"OutputParameters", d.output_parameters},
        {"InstructionCount", d.instructions},
        {"TempRegisterCount", d.temp_registers},
        {"TempArrayCount", d.temp_arrays},
        {"DefCount", d.defines},
        {"DclCount", d.declarations},
        {"TextureNormalInstructions", d.texture_normal},
        {"TextureLoadInstructions", d.texture_load},
        {"TextureCompInstructions", d.texture_compare},
        {"TextureBiasInstructions", d.texture_bias},
        {"TextureGradientInstructions", d.texture_gradient},
        {"FloatInstructionCount", d.float_instructions},
        {"IntInstructionCount", d.int_instructions},
        {"UintInstructionCount", d.uint_instructions},
        {"StaticFlowControlCount", d.static_flow},
        {"DynamicFlowControlCount", d.dynamic_flow},
        {"MacroInstructionCount", d.macro_instructions},
        {"ArrayInstructionCount", d.array_instructions},
        {"CutInstructionCount", d.cuts},
        {"EmitInstructionCount", d.emits},
        {"GSOutputTopology", d.gs_output_topology},
        {"GSMaxOutputVertexCount", d.gs_max_output_vertices},
        {"InputPrimitive", d.input_primitive},
        {"PatchConstantParameters", d.patch_constant_parameters},
        {"cGSInstanceCount", d.gs_instances},
        {"cControlPoints", d.control_points},
        {"HSOutputPrimitive", d.hs_output_primitive},
        {"HSPartitioning", d.hs_partitioning},
        {"TessellatorDomain", d.tessellator_domain},
        {"cBarrierInstructions", d.barriers},
        {"cInterlockedInstructions", d.interlocked},
        {"cTextureStoreInstructions", d.texture_stores},
    };
    put(out, "desc Version=0x%x\ndesc Creator=%s\ndesc Flags=0x%x\n", d.version, quoted(d.creator).c_str(),
        d.flags);
    for (const auto &f : fields)
        put(out, "desc %s=%u\n", f.name, f.value);
    put(out, "MovInstructionCount=%u\nMovcInstructionCount=%u\nConversionInstructionCount=%u\n",
        reflection->GetMovInstructionCount(), reflection->GetMovcInstructionCount(),
        reflection->GetConversionInstructionCount());
    put(out,
        "BitwiseInstructionCount=%u\nGSInputPrimitive=%u\nIsSampleFrequencyShader=%d\nNumInterfaceSlots=%u\n",
        reflection->GetBitwiseInstructionCount(), reflection->GetGSInputPrimitive(),
        reflection->IsSampleFrequencyShader(), reflection->GetNumInterfaceSlots());
    Uint level = 0, x = 0, y = 0, z = 0;
    EXPECT_EQ(reflection->GetMinFeatureLevel(&level), s_ok);
    const Uint total = reflection->GetThreadGroupSize(&x, &y, &z);
    put(out, "MinFeatureLevel=0x%x\nThreadGroupSize=%u,%u,%u total=%u\nRequiresFlags=0x%llx\n", level, x, y,
        z, total, static_cast<unsigned long long>(reflection->GetRequiresFlags()));
    const auto parameters = [&](const char *name, Uint count, auto get) {
        for (Uint i = 0; i < count; ++i) {
            ParameterDesc p{};
            EXPECT_EQ(get(i, &p), s_ok);
            put(out,
                "%s %u SemanticName=%s SemanticIndex=%u Register=%u SystemValueType=%u ComponentType=%u "
                "Mask=0x%x "
                "ReadWriteMask=0x%x Stream=%u MinPrecision=%u\n",
                name, i, quoted(p.semantic_name).c_str(), p.semantic_index, p.register_index, p.system_value,
                p.component_type, p.mask, p.read_write_mask, p.stream, p.min_precision);
        }
    };
    parameters("input", d.input_parameters,
               [&](Uint i, ParameterDesc *p) { return reflection->GetInputParameterDesc(i, p); });
    parameters("output", d.output_parameters,
               [&](Uint i, ParameterDesc *p) { return reflection->GetOutputParameterDesc(i, p); });
    parameters("patchconstant", d.patch_constant_parameters,
               [&](Uint i, ParameterDesc *p) { return reflection->GetPatchConstantParameterDesc(i, p); });
    for (Uint i = 0; i < d.bound_resources; ++i) {
        BindingDesc b{};
        EXPECT_EQ(reflection->GetResourceBindingDesc(i, &b), s_ok);
        put(out,
            "resource %u Name=%s Type=%u BindPoint=%u BindCount=%u uFlags=0x%x ReturnType=%u Dimension=%u "
            "NumSamples=%u",
            i, quoted(b.name).c_str(), b.type, b.bind_point, b.bind_count, b.flags, b.return_type,
            b.dimension, b.sample_count);
        if (v12) put(out, " Space=%u uID=%u", b.space, b.id);
        out += '\n';
        BindingDesc again{};
        EXPECT_EQ(reflection->GetResourceBindingDescByName(b.name, &again), s_ok);
    }
    for (Uint i = 0; i < d.constant_buffers; ++i) {
        ReflectionBuffer *buffer = reflection->GetConstantBufferByIndex(i);
        BufferDesc b{};
        EXPECT_EQ(buffer->GetDesc(&b), s_ok);
        put(out, "buffer %u Name=%s Type=%u Variables=%u Size=%u uFlags=0x%x\n", i, quoted(b.name).c_str(),
            b.type, b.variables, b.size, b.flags);
        for (Uint k = 0; k < b.variables; ++k)
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
    ASSERT_EQ(D3DReflect(bytes.data(), bytes.size(), iid_reflection11, &object), s_ok);
    auto *r = static_cast<ShaderReflection *>(object);
    BufferDesc buffer;
    VariableDesc variable;
    TypeDesc type;
    BindingDesc binding;
    EXPECT_LT(r->GetConstantBufferByIndex(99)->GetDesc(&buffer), 0);
    EXPECT_LT(r->GetConstantBufferByName("no")->GetVariableByIndex(0)->GetDesc(&variable), 0);
    EXPECT_LT(r->GetVariableByName("no")->GetType()->GetMemberTypeByIndex(3)->GetDesc(&type), 0);
    EXPECT_LT(r->GetResourceBindingDescByName("no", &binding), 0);
    EXPECT_EQ(r->GetVariableByName("tint")->GetDesc(&variable), s_ok);
    EXPECT_EQ(variable.size, 16u);
    EXPECT_EQ(r->GetConstantBufferByName("Frame")->GetVariableByName("time")->GetDesc(&variable), s_ok);
    EXPECT_EQ(variable.offset, 124u);
    void *same = nullptr;
    EXPECT_EQ(r->QueryInterface(iid_reflection12, &same), e_nointerface);
    EXPECT_EQ(r->QueryInterface(iid_unknown, &same), s_ok);
    EXPECT_EQ(r->Release(), 1u);
    EXPECT_EQ(r->Release(), 0u);
    EXPECT_LT(D3DReflect(bytes.data(), 40, iid_reflection11, &object), 0);
    EXPECT_EQ(object, nullptr);
}

struct Text {
    ~Text() {
        if (blob) blob->Release();
    }
    std::string str() const { return blob ? std::string(static_cast<char *>(blob->GetBufferPointer())) : ""; }
    Blob *blob = nullptr;
};

std::vector<std::string> tags(Blob *blob) {
    std::vector<std::string> list;
    const char *p = static_cast<char *>(blob->GetBufferPointer());
    uint32_t count, offset;
    std::memcpy(&count, p + 28, 4);
    for (uint32_t i = 0; i < count; ++i) {
        std::memcpy(&offset, p + 32 + 4 * i, 4);
        list.emplace_back(p + offset, 4);
    }
    return list;
}

TEST(Blobs, PartsAndStripping) {
    const Bytes bytes = file(folder / "vs_cbuffers.vs_5_0.dxbc");
    Text input, both, all, none, stripped, missing;
    ASSERT_EQ(D3DGetInputSignatureBlob(bytes.data(), bytes.size(), &input.blob), s_ok);
    EXPECT_EQ(tags(input.blob), (std::vector<std::string>{"ISGN"}));
    ASSERT_EQ(D3DGetBlobPart(bytes.data(), bytes.size(), 2, 0, &both.blob), s_ok);
    EXPECT_EQ(tags(both.blob), (std::vector<std::string>{"ISGN", "OSGN"}));
    EXPECT_EQ(D3DGetBlobPart(bytes.data(), bytes.size(), 3, 0, &none.blob), e_fail);
    EXPECT_EQ(D3DGetBlobPart(bytes.data(), bytes.size(), 77, 0, &none.blob), d3derr_invalidcall);
    ASSERT_EQ(D3DStripShader(bytes.data(), bytes.size(), 1, &stripped.blob), s_ok);
    EXPECT_EQ(tags(stripped.blob), (std::vector<std::string>{"ISGN", "OSGN", "SHEX"}));
    void *object = nullptr;
    EXPECT_LT(D3DReflect(stripped.blob->GetBufferPointer(), stripped.blob->GetBufferSize(), iid_reflection11,
                         &object),
              0);
    ASSERT_EQ(D3DCreateBlob(10, &missing.blob), s_ok);
    EXPECT_EQ(missing.blob->GetBufferSize(), 10u);
}

TEST(Texts, PreprocessDisassembleCompile) {
    const std::string source = "A\n#include \"x\"\n";
    const Macro macros[] = {{"A", "b"}, {}};
    Text out, messages, again, listing, code, why;
    EXPECT_EQ(D3DPreprocess(source.data(), 2, "s.hlsl", macros, nullptr, &out.blob, &messages.blob), s_ok);
    EXPECT_EQ(out.str(), "b \n");
    EXPECT_LT(
        D3DPreprocess(source.data(), source.size(), "s.hlsl", macros, nullptr, &again.blob, &messages.blob),
        0);
    EXPECT_NE(messages.str().find("E4002"), std::string::npos);
    const Bytes bytes = file(folder / "vs_cbuffers.vs_5_0.dxbc");
    ASSERT_EQ(D3DDisassemble(bytes.data(), bytes.size(), 0, "// hello", &listing.blob), s_ok);
    EXPECT_NE(listing.str().find("vs_5_0"), std::string::npos);
    EXPECT_EQ(listing.str().rfind("// hello\n", 0), 0u);
    EXPECT_LT(D3DCompile(source.data(), 1, nullptr, nullptr, nullptr, "main", "vs_5_0", 0, 0, &code.blob,
                         &why.blob),
              0);
    EXPECT_NE(why.str().find("not implemented"), std::string::npos);
}

} // namespace
