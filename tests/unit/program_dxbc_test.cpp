// vkd3d-dxbc as a program: what it prints, what it writes, when it fails.
#include <gtest/gtest.h>

#include <sys/wait.h>

#include "dxil_test_util.h"

namespace weft::dxbc {
namespace {

using dxil::test::Bytes;
using dxil::test::read_file;

class Program : public testing::Test {
  protected:
    void SetUp() override {
        // Both stand in one build folder.
        program_ = std::filesystem::read_symlink("/proc/self/exe").parent_path() /
                   "../../programs/vkd3d-dxbc/vkd3d-dxbc";
        if (!std::filesystem::exists(program_)) GTEST_SKIP() << program_ << " is not there";
        folder_ = std::filesystem::temp_directory_path() / ("weft-dxbc-" + std::to_string(getpid()));
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override {
        if (!folder_.empty()) std::filesystem::remove_all(folder_);
    }

    // Standard output and errors together.
    std::string run(const std::string &arguments, int *code = nullptr) {
        const std::string command =
            std::string("NO_COLOR=1 ") + program_.string() + " " + arguments + " 2>&1 < /dev/null";
        std::string text;
        FILE *pipe = popen(command.c_str(), "r");
        char buffer[4096];
        for (size_t n; pipe && (n = std::fread(buffer, 1, sizeof(buffer), pipe)) > 0;)
            text.append(buffer, n);
        const int status = pipe ? pclose(pipe) : -1;
        if (code)
            *code = WEXITSTATUS(status);
        else
            EXPECT_EQ(WEXITSTATUS(status), 0) << arguments << "\n" << text;
        return text;
    }
    std::string sample(const char *name) const {
        return (std::filesystem::path(WEFT_TEST_DATA) / "data/dxil" / name).string();
    }
    std::string file(const char *name) const { return (folder_ / name).string(); }
    void write(const char *name, std::string_view text) const {
        std::ofstream(folder_ / name, std::ios::binary) << text;
    }

    std::filesystem::path program_, folder_;
};

TEST_F(Program, ListsParts) {
    for (const char *arguments : {"", "-t ", "--list "}) {
        const std::string text = run(arguments + sample("vs_io.vs_6_0.dxbc"));
        EXPECT_NE(text.find("index  code        tag   size  offset"), std::string::npos) << text;
        EXPECT_NE(text.find("0x3147534f  OSG1"), std::string::npos) << text;
    }
    const std::string data = run("--list-data " + sample("vs_io.vs_6_0.dxbc"));
    EXPECT_NE(data.find("00000000  "), std::string::npos);
    const std::string json = run("--json -t " + sample("vs_io.vs_6_0.dxbc"));
    EXPECT_EQ(json[0], '{');
    EXPECT_NE(json.find("\"tag\": \"OSG1\""), std::string::npos) << json;
}

TEST_F(Program, DumpsParts) {
    const std::string hull = run("-d " + sample("hs_quad.hs_6_0.dxbc"));
    EXPECT_NE(hull.find("SV_TessFactor        3      3            w     w  quad edge factor"),
              std::string::npos)
        << hull;
    EXPECT_NE(hull.find("stage: hull"), std::string::npos);
    EXPECT_NE(hull.find("output control points: 4"), std::string::npos);
    const std::string one = run("--json --dump=t:PSV0 " + sample("cs_memory.cs_6_0.dxbc"));
    EXPECT_NE(one.find("\"threads\": [8, "), std::string::npos) << one;
    EXPECT_EQ(one.find("ISG1"), std::string::npos);
    const std::string tpf =
        (std::filesystem::path(WEFT_TEST_DATA) / "data/tpf/cs_double.cs_5_0.bin").string();
    const std::string text = run("-d " + tpf);
    EXPECT_NE(text.find("RDEF:"), std::string::npos) << text;
    EXPECT_NE(text.find("creator: Microsoft (R) HLSL Shader Compiler"), std::string::npos) << text;
    EXPECT_NE(text.find("instructions:"), std::string::npos) << text;
    EXPECT_NE(text.find("shader model: cs_5_0"), std::string::npos) << text;
    EXPECT_NE(text.find("doubles"), std::string::npos) << text; // SFI0
}

TEST_F(Program, TakesPartsOutAndPutsThemIn) {
    const std::string input = sample("vs_io.vs_6_0.dxbc");
    run("-o " + file("isg1") + " -x t:ISG1 -o " + file("first") + " --extract=i:0 " + input);
    const Bytes part = read_file(file("isg1"));
    ASSERT_FALSE(part.empty());
    EXPECT_EQ(read_file(file("first")).size(), 8u); // SFI0
    run("-o " + file("hex") + " -x t:3147534f " + input);
    EXPECT_FALSE(read_file(file("hex")).empty());
    write("note", "hello");
    run("-r t:PRIV=" + file("note") + " -o " + file("with.dxbc") + " -e " + input);
    EXPECT_NE(run("-t " + file("with.dxbc")).find("PRIV  5"), std::string::npos);
    run("-r t:PRIV=" + file("isg1") + " -r i:1=" + file("note") + " -o " + file("two.dxbc") + " -e " +
        file("with.dxbc"));
    run("-o " + file("back") + " -x t:PRIV " + file("two.dxbc"));
    EXPECT_EQ(read_file(file("back")), part);
}

TEST_F(Program, MendsChecksums) {
    Bytes bytes = read_file(sample("vs_io.vs_6_0.dxbc"));
    bytes[7] ^= 0xff;
    write("bad.dxbc", {reinterpret_cast<const char *>(bytes.data()), bytes.size()});
    int code = 0;
    EXPECT_NE(run("-t " + file("bad.dxbc"), &code).find("E0003"), std::string::npos);
    EXPECT_EQ(code, 1);
    run("--ignore-checksum -t " + file("bad.dxbc"));
    run("-o " + file("good.dxbc") + " --repair " + file("bad.dxbc"));
    EXPECT_EQ(read_file(file("good.dxbc")), read_file(sample("vs_io.vs_6_0.dxbc")));
}

TEST_F(Program, MetadataAndBack) {
    for (const char *name : {"vs_structs.vs_6_0.dxbc", "hs_quad.hs_6_0.dxbc", "ms_triangle.ms_6_5.dxbc"}) {
        run("-o " + file("m.ll") + " -m " + sample(name));
        run("--verify-metadata " + file("m.ll"));
        run("--from-metadata=" + file("m.ll") + " -o " + file("m.dxbc") + " -e " + sample(name));
        run("-o " + file("same.dxbc") + " -e " + sample(name));
        EXPECT_EQ(read_file(file("m.dxbc")), read_file(file("same.dxbc"))) << name;
    }
    write("wrong.ll", "!dx.semantic.signatures = !{!0}\n!0 = !{ptr @f}\n");
    int code = 0;
    EXPECT_NE(run("--verify-metadata " + file("wrong.ll"), &code).find("wrong.ll:2:1: E8014:"),
              std::string::npos);
    EXPECT_EQ(code, 1);
}

TEST_F(Program, DrawsPackings) {
    write("a.ll", R"(!dx.semantic.signatures = !{!0}
!0 = !{ptr @f, null, !{!1, !2, !3, !4}}
!1 = !{i32 0, !"A", i32 9, i32 0, !{i32 0, i32 1, i32 2}, i32 2, i32 3, i8 3, i32 -1, i8 -1, i8 7, i8 0, i32 0}
!2 = !{i32 1, !"B", i32 9, i32 0, !{i32 0, i32 1}, i32 2, i32 2, i8 1, i32 -1, i8 -1, i8 1, i8 0, i32 0}
!3 = !{i32 2, !"C", i32 9, i32 0, !{i32 0}, i32 2, i32 1, i8 2, i32 -1, i8 -1, i8 3, i8 0, i32 0}
!4 = !{i32 3, !"D", i32 9, i32 0, !{i32 0}, i32 2, i32 1, i8 1, i32 -1, i8 -1, i8 1, i8 0, i32 0}
)");
    EXPECT_EQ(run("--pack=prefix-stable " + file("a.ll")), "unknown outputs, prefix-stable: 4 registers\n"
                                                           "      x    y    z    w\n"
                                                           "r0  | A0 | A0 | A0 | B0 |\n"
                                                           "r1  | A1 | A1 | A1 | B1 |\n"
                                                           "r2  | A2 | A2 | A2 | D0 |\n"
                                                           "r3  | C0 | C0 | .  | .  |\n");
    EXPECT_NE(run("--colour -p stacked " + file("a.ll")).find("r6  | \33[34mD0\33[m"), std::string::npos);
    EXPECT_NE(run("-p optimized " + sample("gs_streams.gs_6_0.dxbc")).find("geometry outputs, stream 1"),
              std::string::npos);
    int code = 0;
    EXPECT_NE(run("-p indexed " + sample("vs_io.vs_6_0.dxbc"), &code).find("register"), std::string::npos);
}

TEST_F(Program, RefusesWhatItDoesNotKnow) {
    int code = 0;
    EXPECT_NE(run("--nonsense", &code).find("Usage:"), std::string::npos);
    EXPECT_EQ(code, 1);
    EXPECT_NE(run("-x t:XXXX " + sample("vs_io.vs_6_0.dxbc"), &code).find("has no part t:XXXX"),
              std::string::npos);
    EXPECT_EQ(code, 1);
    EXPECT_NE(run("-x nothing " + sample("vs_io.vs_6_0.dxbc"), &code).find("names no part"),
              std::string::npos);
    EXPECT_NE(run("-p best " + sample("vs_io.vs_6_0.dxbc"), &code).find("no way of packing"),
              std::string::npos);
    EXPECT_NE(run("-t /nonexistent", &code).find("/nonexistent"), std::string::npos);
    EXPECT_EQ(code, 1);
    EXPECT_NE(run("--help").find("Usage:"), std::string::npos);
    EXPECT_NE(run("--version").find("vkd3d-shader"), std::string::npos);
}

} // namespace
} // namespace weft::dxbc
