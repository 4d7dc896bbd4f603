// What the functions on blobs and texts do with arguments of all kinds. The expected results are those of
// Microsoft's d3dcompiler_47.dll, called with the same.
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <vkd3d_utils.h>

namespace {

constexpr HRESULT hresult(uint32_t code) {
    return static_cast<HRESULT>(code);
}
constexpr HRESULT s_ok = 0, e_nointerface = hresult(0x80004002), e_fail = hresult(0x80004005),
                  e_outofmemory = hresult(0x8007000e), e_invalidarg = hresult(0x80070057),
                  d3derr_invalidcall = hresult(0x8876086c);

using Bytes = std::vector<char>;

Bytes file(const char *name) {
    std::ifstream in(std::filesystem::path(WEFT_TEST_DATA) / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// Where a function may put a blob. It begins with a value that is none.
struct Slot {
    ~Slot() {
        if (blob != untouched() && blob) blob->Release();
    }
    static ID3DBlob *untouched() { return reinterpret_cast<ID3DBlob *>(uintptr_t{16}); }
    std::string text() const {
        if (blob == untouched()) return "untouched";
        if (!blob) return "null";
        const char *p = static_cast<char *>(blob->GetBufferPointer());
        const size_t size = blob->GetBufferSize();
        EXPECT_EQ(p[size - 1], 0) << "texts end with a zero that counts";
        return {p, size - 1};
    }
    // Of a container: the tags of its parts.
    std::string tags() const {
        if (blob == untouched()) return "untouched";
        const char *p = static_cast<char *>(blob->GetBufferPointer());
        uint32_t count, offset;
        std::memcpy(&count, p + 28, 4);
        std::string list;
        for (uint32_t i = 0; i < count; ++i) {
            std::memcpy(&offset, p + 32 + 4 * i, 4);
            list += (i ? " " : "") + std::string(p + offset, 4);
        }
        return list;
    }
    ID3DBlob *blob = untouched();
};

struct Inputs {
    Bytes vs = file("data/reflection/vs_cbuffers.vs_5_0.dxbc"),
          hs = file("data/reflection/hs5_tri.hs_5_0.dxbc"), dxil = file("data/dxil/hs_quad.hs_6_0.dxbc"),
          bytecode = file("../samples/torus_ps.d3dbc"), root = file("data/root_signature/mixed.fxc_1_1.dxbc"),
          garbage = Bytes(50, '?'), cut = vs, longer = vs, wrong_checksum = vs;
    Inputs() {
        cut.resize(cut.size() - 9);
        longer.resize(longer.size() + 4);
        wrong_checksum[4] = static_cast<char>(wrong_checksum[4] ^ 1);
    }
};

TEST(Blobs, AreObjects) {
    Slot slot, empty;
    ASSERT_EQ(D3DCreateBlob(0, &empty.blob), s_ok);
    EXPECT_EQ(empty.blob->GetBufferSize(), 0u);
    ASSERT_EQ(D3DCreateBlob(10, &slot.blob), s_ok);
    EXPECT_EQ(slot.blob->GetBufferSize(), 10u);
    void *object = &slot;
    EXPECT_EQ(slot.blob->QueryInterface({1, 2, 3, {}}, &object), e_nointerface);
    EXPECT_EQ(object, nullptr);
    for (const GUID &iid : {IID_IUnknown, IID_ID3DBlob}) {
        EXPECT_EQ(slot.blob->QueryInterface(iid, &object), s_ok);
        EXPECT_EQ(object, slot.blob);
        EXPECT_EQ(slot.blob->Release(), 1u);
    }
    EXPECT_EQ(slot.blob->AddRef(), 2u);
    EXPECT_EQ(slot.blob->Release(), 1u);
    EXPECT_EQ(D3DCreateBlob(10, nullptr), d3derr_invalidcall);
    for (const uintptr_t size : {UINTPTR_MAX, uintptr_t{1} << 60}) {
        Slot none;
        EXPECT_EQ(D3DCreateBlob(size, &none.blob), e_outofmemory);
        EXPECT_EQ(none.text(), "untouched");
    }
}

TEST(Blobs, PartsOfShaders) {
    const Inputs in;
    const struct {
        const Bytes &bytes;
        unsigned part;
        HRESULT result;
        const char *tags;
    } cases[] = {
        {in.vs, 0, s_ok, "ISGN"},
        {in.vs, 1, s_ok, "OSGN"},
        {in.vs, 2, s_ok, "ISGN OSGN"},
        {in.vs, 3, e_fail, ""},
        {in.vs, 4, e_fail, ""}, // there are no patch constants
        {in.vs, 5, e_fail, ""},
        {in.vs, 6, e_fail, ""},
        {in.vs, 0xc, e_fail, ""},
        {in.vs, 0xd, d3derr_invalidcall, ""},
        {in.vs, 0x7fff, d3derr_invalidcall, ""},
        {in.vs, 0x8000, e_fail, ""},
        {in.vs, 0x8003, e_fail, ""},
        {in.vs, 0x8004, d3derr_invalidcall, ""},
        {in.vs, ~0u, d3derr_invalidcall, ""},
        {in.hs, 3, s_ok, "PCSG"},
        {in.hs, 4, s_ok, "ISGN OSGN PCSG"},
        {in.dxil, 2, s_ok, "ISG1 OSG1"},
        {in.dxil, 4, s_ok, "ISG1 OSG1 PSG1"},
        {in.root, 0, e_fail, ""},
        {in.root, 0xb, s_ok, "RTS0"},
        {in.bytecode, 0, d3derr_invalidcall, ""},
        {in.garbage, 0, d3derr_invalidcall, ""},
        {in.garbage, 99, d3derr_invalidcall, ""},
        {in.cut, 0, d3derr_invalidcall, ""},
        {in.longer, 0, d3derr_invalidcall, ""},
        {in.wrong_checksum, 0, e_fail, ""},
    };
    for (const auto &c : cases) {
        Slot slot;
        SCOPED_TRACE(testing::Message() << "case " << &c - cases);
        EXPECT_EQ(
            D3DGetBlobPart(c.bytes.data(), c.bytes.size(), static_cast<D3D_BLOB_PART>(c.part), 0, &slot.blob),
            c.result);
        EXPECT_EQ(slot.tags(), c.result < 0 ? "untouched" : c.tags);
    }
    Slot slot;
    constexpr D3D_BLOB_PART input = D3D_BLOB_INPUT_SIGNATURE_BLOB;
    EXPECT_EQ(D3DGetBlobPart(nullptr, 5, input, 0, &slot.blob), d3derr_invalidcall);
    EXPECT_EQ(D3DGetBlobPart(in.vs.data(), 0, input, 0, &slot.blob), d3derr_invalidcall);
    EXPECT_EQ(D3DGetBlobPart(in.vs.data(), in.vs.size(), input, 1, &slot.blob), d3derr_invalidcall);
    EXPECT_EQ(D3DGetBlobPart(in.vs.data(), in.vs.size(), input, 0, nullptr), d3derr_invalidcall);
    EXPECT_EQ(slot.tags(), "untouched");

    const struct {
        HRESULT(WINAPI *get)(const void *, uintptr_t, ID3DBlob **);
        HRESULT result;
        const char *tags;
    } functions[] = {{D3DGetInputSignatureBlob, s_ok, "ISGN"},
                     {D3DGetOutputSignatureBlob, s_ok, "OSGN"},
                     {D3DGetInputAndOutputSignatureBlob, s_ok, "ISGN OSGN"},
                     {D3DGetDebugInfo, e_fail, "untouched"}};
    for (const auto &f : functions) {
        Slot found, none;
        EXPECT_EQ(f.get(in.vs.data(), in.vs.size(), &found.blob), f.result);
        EXPECT_EQ(found.tags(), f.tags);
        EXPECT_EQ(f.get(nullptr, 5, &none.blob), d3derr_invalidcall);
        EXPECT_EQ(f.get(in.garbage.data(), in.garbage.size(), &none.blob), d3derr_invalidcall);
        EXPECT_EQ(f.get(in.vs.data(), in.vs.size(), nullptr), d3derr_invalidcall);
        EXPECT_EQ(none.tags(), "untouched");
    }
}

TEST(Blobs, Stripping) {
    const Inputs in;
    const struct {
        const Bytes &bytes;
        UINT flags;
        HRESULT result;
        const char *tags;
    } cases[] = {
        {in.vs, 0, s_ok, "RDEF ISGN OSGN SHEX STAT"},
        {in.vs, 1, s_ok, "ISGN OSGN SHEX"},
        {in.vs, 2, s_ok, "RDEF ISGN OSGN SHEX STAT"},
        {in.vs, 0xffffffff, s_ok, "ISGN OSGN SHEX"},
        {in.root, 0xf, s_ok, "RTS0"},
        {in.root, 0x10, s_ok, ""},
        {in.bytecode, 0, d3derr_invalidcall, ""},
        {in.garbage, 0, d3derr_invalidcall, ""},
        {in.cut, 1, d3derr_invalidcall, ""},
        {in.longer, 1, d3derr_invalidcall, ""},
        {in.wrong_checksum, 1, e_fail, ""},
    };
    for (const auto &c : cases) {
        Slot slot;
        SCOPED_TRACE(testing::Message() << "case " << &c - cases);
        EXPECT_EQ(D3DStripShader(c.bytes.data(), c.bytes.size(), c.flags, &slot.blob), c.result);
        EXPECT_EQ(slot.tags(), c.result < 0 ? "untouched" : c.tags);
    }
    Slot slot;
    EXPECT_EQ(D3DStripShader(nullptr, 5, 0, &slot.blob), d3derr_invalidcall);
    EXPECT_EQ(D3DStripShader(in.vs.data(), 0, 0, &slot.blob), d3derr_invalidcall);
    EXPECT_EQ(D3DStripShader(in.vs.data(), in.vs.size(), 0, nullptr), e_fail);
    EXPECT_EQ(slot.tags(), "untouched");
}

HRESULT preprocess(const char *source, const D3D_SHADER_MACRO *macros, ID3DInclude *include, Slot *text,
                   Slot *messages, const char *name = "s.hlsl") {
    return D3DPreprocess(source, std::strlen(source), name, macros, include, text ? &text->blob : nullptr,
                         messages ? &messages->blob : nullptr);
}

TEST(Texts, Macros) {
    const D3D_SHADER_MACRO macros[] = {{"A", "1"}, {"B", nullptr}, {"C", ""}, {nullptr, "x"}};
    Slot text, messages;
    EXPECT_EQ(preprocess("a b A [B] C", macros, nullptr, &text, &messages), s_ok);
    EXPECT_EQ(text.text(), "a b 1 [ ] \n");
    EXPECT_EQ(messages.text(), "null");
    const D3D_SHADER_MACRO twice[] = {{"A", "1"}, {"A", "2"}, {}};
    Slot last, warning;
    EXPECT_EQ(preprocess("A", twice, nullptr, &last, &warning), s_ok);
    EXPECT_EQ(last.text(), "2 \n");
    EXPECT_NE(warning.text().find("W4300"), std::string::npos);
}

TEST(Texts, ResultsOfPreprocessing) {
    Slot text, messages, quiet;
    EXPECT_EQ(preprocess("a\n#error some thing\nb", nullptr, nullptr, &text, &messages), e_fail);
    EXPECT_EQ(text.text(), "null");
    EXPECT_EQ(messages.text(), "s.hlsl:2:2: E4001: some thing\n");
    EXPECT_EQ(preprocess("#error x", nullptr, nullptr, &quiet, nullptr), e_fail);
    EXPECT_EQ(preprocess("x", nullptr, nullptr, nullptr, nullptr), e_invalidarg);
    EXPECT_EQ(D3DPreprocess(nullptr, 5, "s.hlsl", nullptr, nullptr, &quiet.blob, nullptr), e_invalidarg);
    Slot nothing;
    EXPECT_EQ(preprocess("", nullptr, nullptr, &nothing, nullptr), s_ok);
}

// Writes down how it is called.
struct Files final : ID3DInclude {
    HRESULT WINAPI Open(D3D_INCLUDE_TYPE type, const char *name, const void *parent, const void **data,
                        UINT *size) override {
        calls += (type ? "<" : "\"") + std::string(name) +
                 (parent == outer ? " of outer, "
                  : parent        ? " of ?, "
                                  : ", ");
        if (fail) return e_fail;
        const char *text = std::strcmp(name, "outer.h") ? "deep" : outer;
        *data = text;
        *size = static_cast<UINT>(std::strlen(text));
        open.push_back(text);
        return s_ok;
    }
    HRESULT WINAPI Close(const void *data) override {
        EXPECT_FALSE(open.empty());
        if (open.empty()) return e_fail;
        EXPECT_EQ(data, open.back()) << "innermost first";
        open.pop_back();
        return e_fail; // which nobody asks for
    }
    const char *const outer = "#include <inner.h>\nq";
    std::vector<const void *> open;
    std::string calls;
    bool fail = false;
};

TEST(Texts, IncludeHandlers) {
    Files files;
    Slot text, messages;
    EXPECT_EQ(preprocess("#include \"outer.h\"\nend", nullptr, &files, &text, &messages), s_ok);
    EXPECT_EQ(files.calls, "\"outer.h, <inner.h of outer, ");
    EXPECT_TRUE(files.open.empty());
    EXPECT_NE(text.text().find("deep "), std::string::npos);
    EXPECT_LT(text.text().find("deep "), text.text().find("q "));
    files.fail = true;
    Slot none, why, without;
    EXPECT_EQ(preprocess("#include \"outer.h\"\nend", nullptr, &files, &none, &why), e_fail);
    EXPECT_EQ(none.text(), "null");
    EXPECT_NE(why.text().find("outer.h"), std::string::npos);
    // Without a handler nothing is included, whatever the disk has.
    EXPECT_EQ(preprocess("#include \"/etc/hostname\"\nend", nullptr, nullptr, &without, nullptr), e_fail);
}

TEST(Texts, StandardIncludesAreFilesOfTheDisk) {
    const auto folder = std::filesystem::path(WEFT_TEST_DATA) / "data/preprocessor/include";
    const std::string name = (folder / "main.hlsl").string();
    auto *standard = reinterpret_cast<ID3DInclude *>(uintptr_t{1}); // D3D_COMPILE_STANDARD_FILE_INCLUDE
    Slot text, missing, why;
    EXPECT_EQ(preprocess("#include \"plain.h\"\nend", nullptr, standard, &text, nullptr, name.c_str()), s_ok);
    EXPECT_NE(text.text().find("plain.h\""), std::string::npos);
    EXPECT_EQ(preprocess("#include \"no_such.h\"\n", nullptr, standard, &missing, &why, name.c_str()),
              e_fail);
    EXPECT_NE(why.text().find("no_such.h"), std::string::npos);
}

TEST(Texts, Disassembling) {
    const Inputs in;
    const struct {
        const Bytes &bytes;
        UINT flags;
        HRESULT result;
        const char *contains;
    } cases[] = {
        {in.vs, 0, s_ok, "vs_5_0\n"},
        {in.vs, 0x40, s_ok, "vs_5_0\n"},
        {in.vs, 0xf6, s_ok, "vs_5_0\n"},
        {in.vs, 0x8, d3derr_invalidcall, ""},
        {in.vs, 0x100, d3derr_invalidcall, ""},
        {in.vs, 0x80000000, d3derr_invalidcall, ""},
        {in.hs, 0, s_ok, "hs_5_0\n"},
        {in.bytecode, 0, s_ok, "ps_3_0\n"},
        {in.dxil, 0, s_ok, "hs_6_0"}, // which the genuine function cannot
        {in.root, 0, e_fail, ""},
        {in.garbage, 0, e_fail, ""},
        {in.cut, 0, e_fail, ""},
        {in.longer, 0, e_fail, ""},
        {in.wrong_checksum, 0, e_fail, ""},
    };
    for (const auto &c : cases) {
        Slot slot;
        SCOPED_TRACE(testing::Message() << "case " << &c - cases);
        EXPECT_EQ(D3DDisassemble(c.bytes.data(), c.bytes.size(), c.flags, nullptr, &slot.blob), c.result);
        if (c.result == s_ok) {
            EXPECT_NE(slot.text().find(c.contains), std::string::npos);
        }
    }
    Slot all, bare, none;
    ASSERT_EQ(D3DDisassemble(in.vs.data(), in.vs.size(), 0, "// hello", &all.blob), s_ok);
    ASSERT_EQ(D3DDisassemble(in.vs.data(), in.vs.size(), 0x40, "// hello", &bare.blob), s_ok);
    EXPECT_EQ(all.text().find("// hello\n"), 0u);
    EXPECT_NE(all.text().find(".input"), std::string::npos);
    EXPECT_EQ(bare.text().find("hello"), std::string::npos) << "instructions only";
    EXPECT_EQ(bare.text().find(".input"), std::string::npos);
    EXPECT_EQ(D3DDisassemble(nullptr, 5, 0, nullptr, &none.blob), d3derr_invalidcall);
    EXPECT_EQ(D3DDisassemble(in.vs.data(), 0, 0, nullptr, &none.blob), e_invalidarg);
    EXPECT_EQ(D3DDisassemble(in.vs.data(), in.vs.size(), 0, nullptr, nullptr), e_invalidarg);
}

// Until there is a compiler.
TEST(Texts, CompilingFailsWithAReason) {
    Slot code, why;
    const auto refused = [&](HRESULT result) {
        EXPECT_LT(result, 0);
        EXPECT_EQ(code.text(), "null");
        EXPECT_EQ(why.text(), "Compiling HLSL is not implemented.\n");
        why.blob->Release();
        why.blob = code.blob = Slot::untouched();
    };
    refused(D3DCompile("", 1, nullptr, nullptr, nullptr, "main", "vs_5_0", 0, 0, &code.blob, &why.blob));
    refused(D3DCompile2("", 1, nullptr, nullptr, nullptr, "main", "vs_5_0", 0, 0, 0, nullptr, 0, &code.blob,
                        &why.blob));
    refused(D3DCompile2VKD3D("", 1, nullptr, nullptr, nullptr, "main", "vs_5_0", 0, 0, 0, nullptr, 0,
                             &code.blob, &why.blob, 47));
    EXPECT_LT(D3DCompile("", 1, nullptr, nullptr, nullptr, "main", "vs_5_0", 0, 0, nullptr, nullptr), 0);
}

} // namespace
