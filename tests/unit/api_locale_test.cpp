// Programs set their user's locale, in C and in C++. What the library reads and writes does not depend on it.
#include <cstdio> // defines __GLIBC__

#ifdef __GLIBC__
#include <clocale>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <locale>
#include <sstream>
#include <string>

#include <weft.h>

#include "api_test_util.h"
#include "dxil_test_util.h"

namespace weft::shader::test {
namespace {

// A decimal comma and a point between thousands, as in German, without a package of locales: the file that
// glibc reads for LC_NUMERIC has a head and six items.
class CommaLocale {
  public:
    CommaLocale()
        : folder_(std::filesystem::temp_directory_path() / ("weft-locales-" + std::to_string(getpid()))) {
        constexpr uint32_t magic = 0x20031115 ^ LC_NUMERIC, items = 6;
        constexpr char strings[] = ",\0.\0\3\0\0"; // of point, separator and grouping
        constexpr uint32_t first = 4 * (2 + items), comma = first + sizeof(strings);
        static_assert(comma % 4 == 0);
        const uint32_t head[] = {magic, items, first, first + 2, first + 4, comma, comma + 4, comma + 8};
        const uint32_t wide[] = {',', '.'};
        std::filesystem::create_directories(folder_ / "comma");
        std::ofstream out(folder_ / "comma" / "LC_NUMERIC", std::ios::binary);
        out.write(reinterpret_cast<const char *>(head), sizeof(head));
        out.write(strings, sizeof(strings));
        out.write(reinterpret_cast<const char *>(wide), sizeof(wide));
        out.write("UTF-8", 6);
        out.close();
        setenv("LOCPATH", folder_.c_str(), 1);
    }
    ~CommaLocale() {
        setlocale(LC_NUMERIC, "C");
        std::locale::global(std::locale::classic());
        unsetenv("LOCPATH");
        std::filesystem::remove_all(folder_);
    }
    CommaLocale(const CommaLocale &) = delete;

  private:
    const std::filesystem::path folder_;
};

std::string text_of(vkd3d_shader_code *code, char *messages) {
    std::string all(static_cast<const char *>(code->code), code->size);
    all += messages ? messages : "";
    vkd3d_shader_free_shader_code(code);
    vkd3d_shader_free_messages(messages);
    return all;
}

// Everything that has numbers in it.
std::vector<std::string> outputs(bool spirv_text = true) {
    std::vector<std::string> all;
    const auto tests = std::filesystem::path(WEFT_TEST_DATA);
    const std::pair<const char *, vkd3d_shader_source_type> sources[] = {
        {"../samples/scene_ps.dxbc", VKD3D_SHADER_SOURCE_DXBC_TPF},
        {"../samples/torus_ps.d3dbc", VKD3D_SHADER_SOURCE_D3D_BYTECODE},
        {"data/dxil/ps_flow.ps_6_0.dxbc", VKD3D_SHADER_SOURCE_DXBC_DXIL}};
    for (const auto &[file, type] : sources) {
        const Bytes bytes = dxil::test::read_file(tests / file);
        Info info(bytes);
        info.source_type = type;
        unsigned count = 0;
        const auto *targets = vkd3d_shader_get_supported_target_types(type, &count);
        for (unsigned i = 0; i < count; ++i) {
            info.target_type = targets[i];
            if (!spirv_text && targets[i] == VKD3D_SHADER_TARGET_SPIRV_TEXT) continue;
            vkd3d_shader_code out{};
            char *messages = nullptr;
            EXPECT_EQ(vkd3d_shader_compile(&info, &out, &messages), VKD3D_OK) << messages;
            all.push_back(text_of(&out, messages));
        }
    }
    Info info(Bytes{});
    info.source_type = VKD3D_SHADER_SOURCE_HLSL;
    const std::string source =
        "#define F(x) x + 1.5e3f\n#if 1000000 > 999999\nF(1.25) F(,5) __LINE__ 1000000\n#endif\n"
        "#line 1234567\n__LINE__\n";
    for (const char *end : {"", "#error 1,5 1.5\n"}) {
        const std::string all_of_it = source + end;
        info.source = {all_of_it.data(), all_of_it.size()};
        vkd3d_shader_code out{};
        char *messages = nullptr;
        vkd3d_shader_preprocess(&info, &out, &messages);
        all.push_back(text_of(&out, messages));
    }
    const Bytes dxil = dxil::test::sample("hs_quad.hs_6_0.dxbc");
    const vkd3d_shader_code code = code_of(dxil);
    weft_module_signatures module;
    EXPECT_EQ(weft_signature_parse_dxbc(&code, &module, nullptr), VKD3D_OK);
    vkd3d_shader_code text{};
    EXPECT_EQ(weft_signature_serialize_metadata(&module, &text, nullptr), VKD3D_OK);
    weft_free_module_signatures(&module);
    all.push_back(text_of(&text, nullptr));
    return all;
}

TEST(ApiLocale, DoesNotMatter) {
    const std::vector<std::string> expected = outputs(), without_text = outputs(false);
    const auto compare = [](const std::vector<std::string> &all, const std::vector<std::string> &wanted) {
        ASSERT_EQ(all.size(), wanted.size());
        for (size_t i = 0; i < all.size(); ++i)
            EXPECT_EQ(all[i], wanted[i]) << "output " << i;
    };
    const CommaLocale comma;
    ASSERT_NE(setlocale(LC_NUMERIC, "comma"), nullptr);
    char text[16];
    std::snprintf(text, sizeof(text), "%.1f", 1.5);
    ASSERT_STREQ(text, "1,5");
    compare(outputs(), expected);
    EXPECT_STREQ(setlocale(LC_NUMERIC, nullptr), "comma") << "it is the program's";
    std::locale::global(std::locale(
        "LC_CTYPE=C;LC_NUMERIC=comma;LC_TIME=C;LC_COLLATE=C;LC_MONETARY=C;LC_MESSAGES=C;LC_PAPER=C;LC_NAME=C;"
        "LC_ADDRESS=C;LC_TELEPHONE=C;LC_MEASUREMENT=C;LC_IDENTIFICATION=C"));
    std::ostringstream out;
    out << 1234.5;
    ASSERT_EQ(out.str(), "1.234,5");
    // SPIRV-Tools prints to streams, which know no locale but this one.
    compare(outputs(false), without_text);
}

} // namespace
} // namespace weft::shader::test

#endif
