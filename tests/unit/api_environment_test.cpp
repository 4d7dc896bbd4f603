// Environment variables. Each is looked at once in a process, so every case has one of its own, which ends
// with what it found.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include <unistd.h>

#include <weft.h>

#include "api_test_util.h"
#include "core/spirv/text.h"
#include "spirv_tools_test_util.h"

namespace weft::shader::test {
namespace {

class Environment : public testing::Test {
  protected:
    Environment() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

std::string logged;
unsigned log_calls;

void log(const char *format, va_list args) {
    char text[2048];
    std::vsnprintf(text, sizeof(text), format, args);
    logged += text;
    ++log_calls;
}

// A warning, which a message to the caller is as well; an error, since the folder of the dumps is none; and
// what a validated module says at level trace.
void make_log(const char *levels, const char *config = "force_validation") {
    set_environment("VKD3D_SHADER_DEBUG", levels);
    set_environment("VKD3D_SHADER_CONFIG", config);
    set_environment("VKD3D_SHADER_DUMP_PATH", "/no/such/folder/%s%n");
    vkd3d_shader_set_log_callback(log);
    Messages messages;
    Info info(ps_2_0);
    info.target_type = VKD3D_SHADER_TARGET_SPIRV_BINARY;
    const vkd3d_shader_compile_option unknown{static_cast<vkd3d_shader_compile_option_name>(12345), 1};
    info.options = &unknown;
    info.option_count = 1;
    if (compile(info, messages) != VKD3D_OK) std::exit(99);
}

[[noreturn]] void exit_with_levels(const char *levels) {
    make_log(levels);
    // Prefix and text of a line come in two calls.
    const std::regex line("vkd3d:[0-9a-f]{8}:(err|warn|trace):[A-Za-z_]+ [^\n]+\n");
    int found = 0;
    unsigned lines = 0;
    for (std::sregex_iterator i(logged.begin(), logged.end(), line), end; i != end; ++i, ++lines)
        found |= (*i)[1] == "err" ? 1 : (*i)[1] == "warn" ? 2 : 4;
    std::exit(log_calls == 2 * lines ? found : 98);
}

TEST_F(Environment, LevelsOfTheLog) {
    spirv::test::skip_without_spirv_tools();
    const std::pair<const char *, int> cases[] = {{"none", 0},
                                                  {"message", 0},
                                                  {"err", 1},
                                                  {"fixme", 1},
                                                  {"warn", 3},
                                                  {"trace", 7},
                                                  {"", 1},
                                                  {"nonsense", 1},
                                                  {"warn+all", 3},
                                                  {"+all", 7},
                                                  {"-all", 0},
                                                  {"err-all", 0},
                                                  {"-all,warn", 3},
                                                  {"trace,err", 1},
                                                  {"warn+other", 1},
                                                  {"-other,+other", 1},
                                                  {"trace-all,-all", 0},
                                                  {"none,err+all", 1},
                                                  {",,;,+,-,+all,", 7},
                                                  {"TRACE", 1}};
    for (const auto &[levels, expected] : cases)
        EXPECT_EXIT(exit_with_levels(levels), testing::ExitedWithCode(expected), "") << levels;
    const std::string endless(100000, '+');
    EXPECT_EXIT(exit_with_levels(endless.c_str()), testing::ExitedWithCode(1), "");
}

[[noreturn]] void exit_with_validation(const char *config) {
    make_log("trace", config);
    std::exit(logged.find("is valid") != std::string::npos);
}

TEST_F(Environment, ValidationIsAskedForByName) {
    spirv::test::skip_without_spirv_tools();
    const std::pair<const char *, int> cases[] = {
        {"force_validation", 1},    {"a,force_validation;b", 1}, {";force_validation", 1}, {"", 0},
        {"no_force_validation", 0}, {"force_validations", 0},    {"force validation", 0},  {",;,", 0}};
    for (const auto &[config, expected] : cases)
        EXPECT_EXIT(exit_with_validation(config), testing::ExitedWithCode(expected), "") << config;
}

TEST_F(Environment, ValidationFindsWhatIsInvalid) {
    spirv::test::skip_without_spirv_tools();
    Info info(ps_2_0);
    info.target_type = VKD3D_SHADER_TARGET_SPIRV_BINARY;
    vkd3d_shader_code out;
    ASSERT_EQ(vkd3d_shader_compile(&info, &out, nullptr), VKD3D_OK);
    const auto *words = static_cast<const uint32_t *>(out.code);
    std::vector<uint32_t> module(words, words + out.size / 4);
    vkd3d_shader_free_shader_code(&out);
    const driver::Options options;
    Diagnostics good, bad;
    EXPECT_EQ(spirv::validate(module, options, good), Result::ok);
    module[3] = 1; // the bound of ids
    EXPECT_EQ(spirv::validate(module, options, bad), Result::invalid_shader);
    EXPECT_NE(bad.text().find("E2009"), std::string::npos) << bad.text();
}

std::string contents(const std::filesystem::path &path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream all;
    all << in.rdbuf();
    return in ? all.str() : "(no such file)";
}

std::string md5_names(const std::filesystem::path &folder) {
    std::set<std::string> names;
    for (const auto &entry : std::filesystem::directory_iterator(folder))
        names.insert(entry.path().filename().string());
    std::string all;
    for (const std::string &name : names)
        all += name + '\n';
    return all;
}

void expect(bool condition, const char *what) {
    if (condition) return;
    std::fprintf(stderr, "not so: %s\n", what);
    std::exit(1);
}

[[noreturn]] void finish(const std::filesystem::path &folder) {
    std::filesystem::remove_all(folder);
    std::exit(0);
}

[[noreturn]] void dump_in(const std::filesystem::path &folder) {
    set_environment("VKD3D_SHADER_DUMP_PATH", folder.string());
    Messages messages;
    Info info(ps_2_0);
    const std::string name = "vkd3d-shader-6dbf31d6d6922c4c362cc184cb545040";
    unsigned count = 0;
    const auto *targets = vkd3d_shader_get_supported_target_types(info.source_type, &count);
    std::string files = name + "-source.d3dbc\n";
    for (const auto &[target, extension] :
         std::initializer_list<std::pair<vkd3d_shader_target_type, const char *>>{
             {VKD3D_SHADER_TARGET_D3D_ASM, "d3d.s"},
             {VKD3D_SHADER_TARGET_GLSL, "glsl"},
             {VKD3D_SHADER_TARGET_MSL, "msl"},
             {VKD3D_SHADER_TARGET_SPIRV_BINARY, "spv"},
             {VKD3D_SHADER_TARGET_SPIRV_TEXT, "spv.s"}}) {
        if (std::find(targets, targets + count, target) == targets + count) continue;
        std::string text;
        info.target_type = target;
        expect(compile(info, messages, &text) == VKD3D_OK, "compiled");
        expect(contents(folder / (name + "-target." + extension)) == text, extension);
        files += name + "-target." + extension + '\n';
    }
    expect(contents(folder / (name + "-source.d3dbc")) ==
               std::string(reinterpret_cast<const char *>(ps_2_0.data()), ps_2_0.size() * sizeof(uint32_t)),
           "source");
    expect(md5_names(folder) == files, "files of a compilation");
    for (const auto &[file, extension] :
         std::initializer_list<std::pair<const char *, const char *>>{{"ps.dxbc", "dxbc"}}) {
        const Bytes bytes = container::test::sample(file);
        Info other(bytes);
        expect(vkd3d_shader_scan(&other, nullptr) == VKD3D_OK, "scanned");
        expect(md5_names(folder).find(std::string("-source.") + extension) != std::string::npos, extension);
    }
    // A failure has messages, and no target.
    const Bytes empty;
    Info bad(empty);
    expect(compile(bad, messages) < 0, "refused");
    const std::string log = contents(folder / "vkd3d-shader-d41d8cd98f00b204e9800998ecf8427e.log");
    expect(log.find("E0001") != std::string::npos, "log");
    finish(folder);
}

// The digest of "A" is 7fc56270e7a70fa81a5935b72eacbe29.
[[noreturn]] void dump_preprocessed_in(const std::filesystem::path &folder) {
    set_environment("VKD3D_SHADER_DUMP_PATH", folder.string());
    vkd3d_shader_hlsl_source_info hlsl{};
    hlsl.type = VKD3D_SHADER_STRUCTURE_TYPE_HLSL_SOURCE_INFO;
    const vkd3d_shader_macro macro{"A", "b"};
    vkd3d_shader_preprocess_info pre{};
    pre.type = VKD3D_SHADER_STRUCTURE_TYPE_PREPROCESS_INFO;
    pre.next = &hlsl;
    pre.macros = &macro;
    pre.macro_count = 1;
    const Bytes source = {'A'};
    Info info(source);
    info.source_type = VKD3D_SHADER_SOURCE_HLSL;
    info.next = &pre;
    for (const char *profile : {static_cast<const char *>(nullptr), "ps_5_0", "../../x", "a/b", "%s"}) {
        hlsl.profile = profile;
        vkd3d_shader_code out;
        expect(vkd3d_shader_preprocess(&info, &out, nullptr) == VKD3D_OK, "preprocessed");
        vkd3d_shader_free_shader_code(&out);
    }
    const std::string name = "vkd3d-shader-7fc56270e7a70fa81a5935b72eacbe29";
    expect(contents(folder / (name + "-source.hlsl")) == "A", "source");
    expect(contents(folder / (name + "-preproc.hlsl")) == "b \n", "text");
    expect(md5_names(folder) == name + "-preproc.hlsl\n" + name + "-ps_5_0-preproc.hlsl\n" + name +
                                    "-ps_5_0-source.hlsl\n" + name + "-source.hlsl\n",
           "files");
    finish(folder);
}

[[noreturn]] void forget_to_dump_in(const std::filesystem::path &folder) {
    set_environment("VKD3D_SHADER_DUMP_PATH", "");
    Info info(ps_2_0);
    Messages messages;
    expect(compile(info, messages) == VKD3D_OK, "compiled");
    set_environment("VKD3D_SHADER_DUMP_PATH", folder.string());
    expect(compile(info, messages) == VKD3D_OK, "compiled");
    expect(std::filesystem::is_empty(folder), "no files");
    finish(folder);
}

TEST_F(Environment, Dumps) {
    for (auto *dump : {dump_in, dump_preprocessed_in, forget_to_dump_in}) {
        // Of each process its own.
        const auto folder =
            std::filesystem::temp_directory_path() / ("weft-dump-test-" + std::to_string(getpid()));
        std::filesystem::create_directory(folder);
        EXPECT_EXIT(dump(folder), testing::ExitedWithCode(0), "");
        std::filesystem::remove_all(folder);
    }
}

} // namespace
} // namespace weft::shader::test
