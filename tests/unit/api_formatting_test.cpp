// Every combination of formatting flags, for listings of all sources and for SPIR-V text; GLSL and MSL.
#include <gtest/gtest.h>
#include <weft.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

namespace {

using Bytes = std::vector<char>;

Bytes file(const std::string &name) {
    std::ifstream in(WEFT_TEST_DATA "/../" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

struct Sample {
    const char *name;
    vkd3d_shader_source_type type;
};
constexpr Sample samples[] = {
    {"samples/scene_vs.dxbc", VKD3D_SHADER_SOURCE_DXBC_TPF},
    {"samples/torus_ps.d3dbc", VKD3D_SHADER_SOURCE_D3D_BYTECODE},
    {"tests/data/dxil/ps_flow.ps_6_3_zi.dxbc", VKD3D_SHADER_SOURCE_DXBC_DXIL},
};

bool supports(vkd3d_shader_source_type source, vkd3d_shader_target_type target) {
    unsigned count = 0;
    const auto *types = vkd3d_shader_get_supported_target_types(source, &count);
    for (unsigned i = 0; i < count; ++i)
        if (types[i] == target) return true;
    return false;
}

std::string compile(const Bytes &bytes, vkd3d_shader_source_type source, vkd3d_shader_target_type target,
                    std::vector<vkd3d_shader_compile_option> options, const void *next = nullptr,
                    int expected = VKD3D_OK) {
    options.push_back({VKD3D_SHADER_COMPILE_OPTION_API_VERSION, VKD3D_SHADER_API_VERSION_1_17});
    vkd3d_shader_compile_info info{};
    info.type = VKD3D_SHADER_STRUCTURE_TYPE_COMPILE_INFO;
    info.next = next;
    info.source = {bytes.data(), bytes.size()};
    info.source_type = source;
    info.target_type = target;
    info.options = options.data();
    info.option_count = static_cast<unsigned>(options.size());
    info.log_level = VKD3D_SHADER_LOG_ERROR;
    vkd3d_shader_code out{};
    char *messages = nullptr;
    EXPECT_EQ(vkd3d_shader_compile(&info, &out, &messages), expected) << (messages ? messages : "");
    std::string text = messages && expected < 0 ? messages : "";
    if (out.code) text.assign(static_cast<const char *>(out.code), out.size);
    if (out.code) {
        EXPECT_EQ(static_cast<const char *>(out.code)[out.size], 0);
    }
    vkd3d_shader_free_messages(messages);
    vkd3d_shader_free_shader_code(&out);
    return text;
}

std::string without_colour(const std::string &text) {
    return std::regex_replace(text, std::regex("\x1b\\[[0-9;]*m"), "");
}

std::string without_indentation(const std::string &text) {
    return std::regex_replace(text, std::regex("(^|\n) +"), "$1");
}

TEST(ApiFormatting, FlagsOfListings) {
    for (const Sample &s : samples) {
        SCOPED_TRACE(s.name);
        const Bytes bytes = file(s.name);
        const auto print = [&](unsigned flags) {
            return compile(bytes, s.type, VKD3D_SHADER_TARGET_D3D_ASM,
                           {{VKD3D_SHADER_COMPILE_OPTION_FORMATTING, flags}});
        };
        const std::string plain = print(0);
        ASSERT_FALSE(plain.empty());
        for (unsigned flags = 0; flags < 64; ++flags) {
            const std::string text = print(flags);
            const bool coloured = flags & VKD3D_SHADER_COMPILE_OPTION_FORMATTING_COLOUR;
            EXPECT_EQ(text.find('\x1b') != std::string::npos, coloured) << flags;
            EXPECT_EQ(without_colour(text), print(flags & ~VKD3D_SHADER_COMPILE_OPTION_FORMATTING_COLOUR))
                << flags;
            if (!(flags & VKD3D_SHADER_COMPILE_OPTION_FORMATTING_IO_SIGNATURES)) {
                EXPECT_EQ(without_indentation(without_colour(text)), without_indentation(plain)) << flags;
            }
        }
        EXPECT_NE(print(VKD3D_SHADER_COMPILE_OPTION_FORMATTING_INDENT), plain);
        const std::string signatures = print(VKD3D_SHADER_COMPILE_OPTION_FORMATTING_IO_SIGNATURES);
        EXPECT_EQ(signatures.find(".input") != std::string::npos, s.type == VKD3D_SHADER_SOURCE_DXBC_TPF);
    }
}

TEST(ApiFormatting, FlagsOfSpirvText) {
    for (const Sample &s : samples) {
        if (!supports(s.type, VKD3D_SHADER_TARGET_SPIRV_TEXT) || s.type == VKD3D_SHADER_SOURCE_DXBC_DXIL)
            continue;
        SCOPED_TRACE(s.name);
        const Bytes bytes = file(s.name);
        const auto print = [&](unsigned flags) {
            return compile(bytes, s.type, VKD3D_SHADER_TARGET_SPIRV_TEXT,
                           {{VKD3D_SHADER_COMPILE_OPTION_FORMATTING, flags}});
        };
        for (unsigned flags = 0; flags < 32; ++flags) {
            const std::string text = print(flags);
            const auto has = [flags](unsigned flag) { return (flags & flag) != 0; };
            EXPECT_EQ(text.find('\x1b') != std::string::npos,
                      has(VKD3D_SHADER_COMPILE_OPTION_FORMATTING_COLOUR));
            EXPECT_EQ(text.find("; SPIR-V") != std::string::npos,
                      has(VKD3D_SHADER_COMPILE_OPTION_FORMATTING_HEADER));
            EXPECT_EQ(text.find("; 0x0000") != std::string::npos,
                      has(VKD3D_SHADER_COMPILE_OPTION_FORMATTING_OFFSETS));
            const std::string bare = without_colour(text);
            EXPECT_EQ(bare.find("OpEntryPoint Fragment %main") == std::string::npos &&
                          bare.find("OpEntryPoint Vertex %main") == std::string::npos,
                      has(VKD3D_SHADER_COMPILE_OPTION_FORMATTING_RAW_IDS))
                << flags;
        }
        EXPECT_NE(print(VKD3D_SHADER_COMPILE_OPTION_FORMATTING_INDENT), print(0));
    }
}

TEST(ApiCross, VersionsOfGlslAndMsl) {
    if (!supports(VKD3D_SHADER_SOURCE_DXBC_TPF, VKD3D_SHADER_TARGET_GLSL))
        GTEST_SKIP() << "the library was built without SPIRV-Cross";
    const Bytes bytes = file("samples/scene_ps.dxbc");
    const auto first_line = [&](vkd3d_shader_target_type target, unsigned option, unsigned value) {
        std::vector<vkd3d_shader_compile_option> options;
        if (value) options.push_back({static_cast<vkd3d_shader_compile_option_name>(option), value});
        const std::string text = compile(bytes, VKD3D_SHADER_SOURCE_DXBC_TPF, target, options);
        return target == VKD3D_SHADER_TARGET_MSL ? text : text.substr(0, text.find('\n'));
    };
    constexpr auto glsl = VKD3D_SHADER_TARGET_GLSL, msl = VKD3D_SHADER_TARGET_MSL;
    EXPECT_EQ(first_line(glsl, 0, 0), "#version 450");
    EXPECT_EQ(first_line(glsl, WEFT_COMPILE_OPTION_GLSL_VERSION, 430), "#version 430");
    EXPECT_EQ(first_line(glsl, WEFT_COMPILE_OPTION_GLSL_VERSION, 320 | WEFT_GLSL_ES), "#version 320 es");
    EXPECT_NE(first_line(msl, WEFT_COMPILE_OPTION_MSL_VERSION, 20100).find("fragment "), std::string::npos);
}

// Languages get doubles made of integers, unless those of the language are asked for and there are any.
TEST(ApiCross, Doubles) {
    if (!supports(VKD3D_SHADER_SOURCE_DXBC_TPF, VKD3D_SHADER_TARGET_GLSL))
        GTEST_SKIP() << "the library was built without SPIRV-Cross";
    const Bytes bytes = file("tests/data/tpf/cs_double.cs_5_0.bin");
    constexpr auto glsl = VKD3D_SHADER_TARGET_GLSL, msl = VKD3D_SHADER_TARGET_MSL;
    const auto text = [&](vkd3d_shader_target_type target, unsigned version, int emulation = -1,
                          int expected = VKD3D_OK) {
        std::vector<vkd3d_shader_compile_option> options;
        const auto add = [&](unsigned name, unsigned value) {
            options.push_back({static_cast<vkd3d_shader_compile_option_name>(name), value});
        };
        if (version) add(WEFT_COMPILE_OPTION_GLSL_VERSION, version);
        if (emulation >= 0) add(WEFT_COMPILE_OPTION_FLOAT64_EMULATION, unsigned(emulation));
        return compile(bytes, VKD3D_SHADER_SOURCE_DXBC_TPF, target, options, nullptr, expected);
    };
    const auto has = [](const std::string &where, const char *what) {
        return where.find(what) != std::string::npos;
    };
    constexpr unsigned es = 310 | WEFT_GLSL_ES;
    for (const std::string &t : {text(msl, 0), text(glsl, es), text(glsl, 0, WEFT_FLOAT64_EMULATION_ALWAYS),
                                 text(msl, 0, WEFT_FLOAT64_EMULATION_WHERE_MISSING)}) {
        EXPECT_TRUE(has(t, "float64_")) << t;
        EXPECT_FALSE(has(t, "double")) << t;
    }
    EXPECT_TRUE(has(text(glsl, 0), "double"));
    EXPECT_FALSE(has(text(glsl, 0), "float64_"));
    EXPECT_TRUE(has(text(msl, 0, WEFT_FLOAT64_EMULATION_NEVER, VKD3D_ERROR_INVALID_SHADER), "E2004"));
}

// A pair of texture and sampler that the caller combined has the caller's binding; constant buffers as well.
TEST(ApiCross, BindingsFollowTheInterface) {
    if (!supports(VKD3D_SHADER_SOURCE_DXBC_TPF, VKD3D_SHADER_TARGET_GLSL))
        GTEST_SKIP() << "the library was built without SPIRV-Cross";
    const Bytes bytes = file("tests/data/reflection/ps_textures.ps_5_0.dxbc");
    vkd3d_shader_resource_binding buffer{};
    buffer.type = VKD3D_SHADER_DESCRIPTOR_TYPE_CBV;
    buffer.shader_visibility = VKD3D_SHADER_VISIBILITY_ALL;
    buffer.flags = VKD3D_SHADER_BINDING_FLAG_BUFFER;
    buffer.binding = {0, 11, 1};
    std::vector<vkd3d_shader_combined_resource_sampler> pairs;
    const unsigned used[][2] = {{0, 0}, {1, 2}, {2, 2}, {3, 0}};
    for (const auto &u : used) {
        vkd3d_shader_combined_resource_sampler pair{};
        pair.resource_index = u[0];
        pair.sampler_index = u[1];
        pair.shader_visibility = VKD3D_SHADER_VISIBILITY_ALL;
        pair.flags = VKD3D_SHADER_BINDING_FLAG_IMAGE;
        pair.binding = {0, 20 + u[0], 1};
        pairs.push_back(pair);
    }
    vkd3d_shader_interface_info interface {};
    interface.type = VKD3D_SHADER_STRUCTURE_TYPE_INTERFACE_INFO;
    interface.bindings = &buffer;
    interface.binding_count = 1;
    interface.combined_samplers = pairs.data();
    interface.combined_sampler_count = static_cast<unsigned>(pairs.size());
    const std::string text =
        compile(bytes, VKD3D_SHADER_SOURCE_DXBC_TPF, VKD3D_SHADER_TARGET_GLSL, {}, &interface);
    for (const char *expected :
         {"binding = 11", "binding = 20", "binding = 21", "binding = 22", "binding = 23"})
        EXPECT_NE(text.find(expected), std::string::npos) << expected << '\n' << text;
    const std::string msl =
        compile(bytes, VKD3D_SHADER_SOURCE_DXBC_TPF, VKD3D_SHADER_TARGET_MSL, {}, &interface);
    EXPECT_NE(msl.find("[[buffer(11)]]"), std::string::npos) << msl;
    EXPECT_NE(msl.find("[[texture(23)]]"), std::string::npos) << msl;
}

// Textures and samplers apart: a texture's first pair has the texture's binding, further ones have free ones.
TEST(ApiCross, TexturesAndSamplersAreCombined) {
    if (!supports(VKD3D_SHADER_SOURCE_DXBC_TPF, VKD3D_SHADER_TARGET_GLSL))
        GTEST_SKIP() << "the library was built without SPIRV-Cross";
    const std::string text = compile(file("tests/data/reflection/ps_textures.ps_5_0.dxbc"),
                                     VKD3D_SHADER_SOURCE_DXBC_TPF, VKD3D_SHADER_TARGET_GLSL, {});
    const std::regex sampler("binding = (\\d+)\\) uniform sampler");
    std::vector<std::string> bindings;
    for (std::sregex_iterator i(text.begin(), text.end(), sampler), end; i != end; ++i)
        bindings.push_back((*i)[1]);
    EXPECT_EQ(bindings.size(), 4u) << text;
    std::sort(bindings.begin(), bindings.end());
    EXPECT_EQ(std::unique(bindings.begin(), bindings.end()), bindings.end());
}

// Textures are bound, but not in pairs: further pairs take the lowest numbers that no texture's binding
// covers.
TEST(ApiCross, FurtherPairsTakeFreeBindings) {
    if (!supports(VKD3D_SHADER_SOURCE_DXBC_TPF, VKD3D_SHADER_TARGET_GLSL))
        GTEST_SKIP() << "the library was built without SPIRV-Cross";
    std::vector<vkd3d_shader_resource_binding> bindings;
    const auto bind = [&bindings](vkd3d_shader_descriptor_type type, unsigned index, unsigned flags,
                                  unsigned binding) {
        vkd3d_shader_resource_binding b{};
        b.type = type;
        b.register_index = index;
        b.shader_visibility = VKD3D_SHADER_VISIBILITY_ALL;
        b.flags = flags;
        b.binding = {0, binding, 1};
        bindings.push_back(b);
    };
    const unsigned registers[] = {5, 0, 1}; // of t0, t1, t2
    for (unsigned i = 0; i < 3; ++i)
        for (unsigned flag : {VKD3D_SHADER_BINDING_FLAG_BUFFER, VKD3D_SHADER_BINDING_FLAG_IMAGE})
            bind(VKD3D_SHADER_DESCRIPTOR_TYPE_SRV, i, flag, registers[i]);
    for (unsigned i = 0; i < 4; ++i) {
        bind(VKD3D_SHADER_DESCRIPTOR_TYPE_CBV, i, VKD3D_SHADER_BINDING_FLAG_BUFFER, 2);
        bind(VKD3D_SHADER_DESCRIPTOR_TYPE_SAMPLER, i, 0, 2); // samplers count for nothing
    }
    vkd3d_shader_interface_info interface {};
    interface.type = VKD3D_SHADER_STRUCTURE_TYPE_INTERFACE_INFO;
    interface.bindings = bindings.data();
    interface.binding_count = static_cast<unsigned>(bindings.size());
    const std::string text = compile(file("tests/data/reflection/ps5_gather.ps_5_0.dxbc"),
                                     VKD3D_SHADER_SOURCE_DXBC_TPF, VKD3D_SHADER_TARGET_GLSL, {}, &interface);
    const std::regex sampler("binding = (\\d+)\\) uniform \\w*sampler\\w+ (t0\\w*);");
    std::vector<std::string> found;
    for (std::sregex_iterator i(text.begin(), text.end(), sampler), end; i != end; ++i)
        found.push_back((*i)[1]);
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, (std::vector<std::string>{"2", "5"})) << text;
}

TEST(ApiCross, UnknownVersionsOfGlslAreRefused) {
    if (!supports(VKD3D_SHADER_SOURCE_DXBC_TPF, VKD3D_SHADER_TARGET_GLSL))
        GTEST_SKIP() << "the library was built without SPIRV-Cross";
    constexpr auto version = static_cast<vkd3d_shader_compile_option_name>(WEFT_COMPILE_OPTION_GLSL_VERSION);
    for (unsigned value : {1u, 100u, 310u, 451u, 330u | WEFT_GLSL_ES, 450u | WEFT_GLSL_ES, ~0u})
        EXPECT_NE(compile(file("samples/scene_ps.dxbc"), VKD3D_SHADER_SOURCE_DXBC_TPF,
                          VKD3D_SHADER_TARGET_GLSL, {{version, value}}, nullptr, VKD3D_ERROR_NOT_IMPLEMENTED)
                      .find("E6002: Version"),
                  std::string::npos)
            << value;
}

} // namespace
