// vkd3d_shader_preprocess() through the C interface.
#include <gtest/gtest.h>
#include <vkd3d_shader.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace {

struct Call {
    explicit Call(const char *text) : source(text) {
        info.type = VKD3D_SHADER_STRUCTURE_TYPE_COMPILE_INFO;
        info.source = {source.data(), source.size()};
        info.source_type = VKD3D_SHADER_SOURCE_HLSL;
        info.log_level = VKD3D_SHADER_LOG_INFO;
        info.source_name = "main.hlsl";
        pre.type = VKD3D_SHADER_STRUCTURE_TYPE_PREPROCESS_INFO;
        info.next = &pre;
    }
    int run() {
        vkd3d_shader_code code{&code, 3};
        char *text = nullptr;
        const int result = vkd3d_shader_preprocess(&info, &code, &text);
        output = code.code ? static_cast<const char *>(code.code) : "";
        if (code.code) {
            EXPECT_EQ(output.size(), code.size); // and a zero byte behind it
        }
        messages = text ? text : "";
        vkd3d_shader_free_messages(text);
        vkd3d_shader_free_shader_code(&code);
        return result;
    }
    std::string source, output, messages;
    vkd3d_shader_compile_info info{};
    vkd3d_shader_preprocess_info pre{};
};

TEST(ApiPreprocess, MacroWithoutAValueIsEmpty) {
    Call call("[A] [B]");
    const vkd3d_shader_macro macros[] = {{"A", nullptr}, {"B", "2"}};
    call.pre.macros = macros;
    call.pre.macro_count = 2;
    EXPECT_EQ(call.run(), VKD3D_OK);
    EXPECT_EQ(call.output, "[ ] [ 2 ] \n");
}

TEST(ApiPreprocess, MacrosWithoutParameters) {
    Call call("#define F() ok\nF() F ( )");
    EXPECT_EQ(call.run(), VKD3D_OK) << call.messages;
    EXPECT_EQ(call.output, "\nok ok \n");
}

TEST(ApiPreprocess, ArithmeticOfConditions) {
    Call call("#if 7 % 4 == 3 && ~0 == -1 && 1 << 4 == 16 && 256 >> 4 == 16 && -1 < 0\nyes\n#endif");
    EXPECT_EQ(call.run(), VKD3D_OK) << call.messages;
    EXPECT_EQ(call.output, "\nyes \n");
}

TEST(ApiPreprocess, LineDirectivesMoveMessages) {
    Call call("#line 40 \"other.hlsl\"\n\n#error here");
    EXPECT_EQ(call.run(), VKD3D_ERROR_INVALID_SHADER);
    EXPECT_EQ(call.messages, "other.hlsl:41:2: E4001: here\n");
    EXPECT_EQ(call.output, "");
}

struct Opened {
    std::string name;
    bool local;
    const char *parent;
};
struct Recorder {
    std::vector<Opened> opened;
    std::vector<const void *> closed;
    std::string outer = "outer\n#include <inner.h>\n", inner = "inner";
};

int open_include(const char *name, bool local, const char *parent, void *context, vkd3d_shader_code *out) {
    auto &r = *static_cast<Recorder *>(context);
    r.opened.push_back({name, local, parent});
    if (!std::strcmp(name, "outer.h")) {
        *out = {r.outer.data(), r.outer.size()};
    } else if (!std::strcmp(name, "inner.h")) {
        *out = {r.inner.data(), r.inner.size()};
    } else if (!std::strcmp(name, "empty.h")) {
        *out = {nullptr, 0};
    } else {
        return 7; // any number but 0 is a refusal
    }
    return 0;
}
void close_include(const vkd3d_shader_code *code, void *context) {
    static_cast<Recorder *>(context)->closed.push_back(code->code);
}

TEST(ApiPreprocess, IncludeCallbacks) {
    Recorder r;
    Call call("#include \"outer.h\"\n#include \"empty.h\"\nback");
    call.pre.pfn_open_include = open_include;
    call.pre.pfn_close_include = close_include;
    call.pre.include_context = &r;
    EXPECT_EQ(call.run(), VKD3D_OK) << call.messages;
    EXPECT_EQ(call.output,
              "#line 1 \"outer.h\"\nouter \n#line 1 \"inner.h\"\ninner \n#line 3 \"main.hlsl\"\nback \n");
    ASSERT_EQ(r.opened.size(), 3u);
    EXPECT_EQ(r.opened[0].name, "outer.h");
    EXPECT_TRUE(r.opened[0].local);
    EXPECT_EQ(r.opened[0].parent, nullptr);
    EXPECT_EQ(r.opened[1].name, "inner.h");
    EXPECT_FALSE(r.opened[1].local);
    EXPECT_EQ(r.opened[1].parent, r.outer.data());
    ASSERT_EQ(r.closed.size(), 3u);
    EXPECT_EQ(r.closed[0], r.inner.data());
    EXPECT_EQ(r.closed[1], r.outer.data());
    EXPECT_EQ(r.closed[2], nullptr);
}

TEST(ApiPreprocess, RefusedIncludeFailsInTheEnd) {
    Recorder r;
    Call call("#include \"absent.h\"\n#error reached");
    call.pre.pfn_open_include = open_include;
    call.pre.pfn_close_include = close_include;
    call.pre.include_context = &r;
    EXPECT_EQ(call.run(), VKD3D_ERROR_INVALID_SHADER);
    EXPECT_NE(call.messages.find("E4002"), std::string::npos);
    EXPECT_NE(call.messages.find("reached"), std::string::npos);
    EXPECT_TRUE(r.closed.empty());
    call.pre.pfn_close_include = nullptr;
    EXPECT_EQ(call.run(), VKD3D_ERROR_INVALID_ARGUMENT);
}

// "sub/inner.h" includes "sibling.h", which lies beside it and not beside the source.
TEST(ApiPreprocess, FilesAreFoundBesideTheIncludingFile) {
    Call call("#include \"nested.h\"");
    const std::string name = WEFT_TEST_DATA "/data/preprocessor/include/source.hlsl";
    call.info.source_name = name.c_str();
    EXPECT_EQ(call.run(), VKD3D_OK) << call.messages;
    EXPECT_NE(call.output.find("sibling"), std::string::npos);
    EXPECT_NE(call.output.find("after 3"), std::string::npos);
    call.source = "#include \"sub\"";
    call.info.source = {call.source.data(), call.source.size()};
    EXPECT_EQ(call.run(), VKD3D_ERROR_INVALID_SHADER); // a directory is no text
}

TEST(ApiPreprocess, ProfileForbidsVariadicMacros) {
    Call call("#define V(...) f(__VA_ARGS__)\nV(1,2)");
    EXPECT_EQ(call.run(), VKD3D_OK);
    vkd3d_shader_hlsl_source_info hlsl{};
    hlsl.type = VKD3D_SHADER_STRUCTURE_TYPE_HLSL_SOURCE_INFO;
    hlsl.profile = "ps_5_1";
    call.pre.next = &hlsl;
    EXPECT_EQ(call.run(), VKD3D_ERROR_INVALID_SHADER);
    hlsl.profile = "ps_6_0";
    EXPECT_EQ(call.run(), VKD3D_OK);
}

TEST(ApiPreprocess, ArgumentsAreChecked) {
    Call call("a");
    call.info.source = {nullptr, 3};
    EXPECT_EQ(call.run(), VKD3D_ERROR_INVALID_ARGUMENT);
    call.info.source = {nullptr, 0};
    EXPECT_EQ(call.run(), VKD3D_OK);
    EXPECT_EQ(call.output, "\n");
    EXPECT_EQ(vkd3d_shader_preprocess(&call.info, nullptr, nullptr), VKD3D_ERROR_INVALID_ARGUMENT);
    call.info.source_type = static_cast<vkd3d_shader_source_type>(77);
    EXPECT_EQ(call.run(), VKD3D_ERROR_INVALID_ARGUMENT);
}

} // namespace
