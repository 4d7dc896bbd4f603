#include <gtest/gtest.h>

#include "core/tpf/printer.h"
#include "tpf_test_util.h"

using namespace weft;
using namespace weft::tpf;
using namespace weft::tpf::test;

namespace {

struct Loaded {
    Arena arena;
    Diagnostics diag;
    Program program;
    Result result;
    std::vector<uint8_t> bytes;
    explicit Loaded(std::vector<uint8_t> code) : bytes(std::move(code)) {
        result = read(bytes, arena, diag, &program);
    }
    std::string line(size_t n) {
        std::string text(print(program, {}, arena));
        size_t start = 0;
        while (n--)
            start = text.find('\n', start) + 1;
        return text.substr(start, text.find('\n', start) - start);
    }
};

// Words as found in compiled shaders, with what they mean.
struct Encoding {
    Stage stage;
    uint32_t version;
    std::vector<uint32_t> words;
    const char *text;
};

TEST(TpfReader, WorkedEncodings) {
    const Encoding encodings[] = {
        {Stage::vertex, 0x50, {0x0100086a}, "dcl_globalFlags refactoringAllowed"},
        {Stage::vertex, 0x50, {0x04000059, 0x00208e46, 2, 7}, "dcl_constantbuffer CB2[7], immediateIndexed"},
        {Stage::vertex,
         0x51,
         {0x07000059, 0x00308e46, 1, 3, 5, 9, 4},
         "dcl_constantbuffer CB1[3:5][9], immediateIndexed, space=4"},
        {Stage::pixel,
         0x51,
         {0x07001858, 0x00307e46, 0, 2, 0xffffffff, 0x5555, 3},
         "dcl_resource_texture2d (float,float,float,float) T0[2:*], space=3"},
        {Stage::hull, 0x50, {0x0200005f, 0x00017000}, "dcl_input vForkInstanceID"},
        {Stage::hull, 0x50, {0x0400005f, 0x00219082, 5, 1}, "dcl_input vicp[5][1].w"},
        {Stage::hull, 0x50, {0x0400005b, 0x00102012, 0, 4}, "dcl_indexrange o0.x 4"},
        {Stage::geometry, 0x50, {0x0300008f, 0x00110000, 0}, "dcl_stream m0"},
        {Stage::geometry, 0x50, {0x03000075, 0x00110000, 0}, "emit_stream m0"},
        {Stage::pixel, 0x50, {0x02000065, 0x0000c001}, "dcl_output oDepth"},
        {Stage::pixel, 0x50, {0x0200005f, 0x0002a001}, "dcl_input vInnerCoverage"},
        {Stage::pixel, 0x50, {0x03000065, 0x80029001, 0x00014001}, "dcl_output oStencilRef {min16u}"},
        {Stage::pixel,
         0x50,
         {0x070000cd, 0x001000f2, 2, 0x00d01e46, 2, 0x0010000a, 1},
         "eval_centroid r2.xyzw, v[r1.x + 2].xyzw"},
        // mov o[r0.y].x, vicp[r0.x][0].x
        {Stage::hull,
         0x50,
         {0x08000036, 0x00902012, 0x0010001a, 0, 0x00a1900a, 0x0010000a, 0, 0},
         "mov o[r0.y + 0].x, vicp[r0.x + 0][0].x"},
        // iadd r0.x, -vForkInstanceID.x, r0.x
        {Stage::hull,
         0x50,
         {0x0700001e, 0x00100012, 0, 0x8001700a, 0x41, 0x0010000a, 0},
         "iadd r0.x, -vForkInstanceID.x, r0.x"},
        {Stage::pixel, 0x50, {0x06000078, 0, 0x04213000, 0, 0x0010000a, 0}, "fcall fp0[r0.x + 0][0]"},
        {Stage::pixel,
         0x50,
         {0x06000892, 0, 1, 0x00fd0002, 0, 1},
         "dcl_interface_dynamicindexed fp0[253][1] = {ft0, ft1}"},
        // One surplus dword behind samplepos on a resource.
        {Stage::pixel,
         0x50,
         {0x0800006e, 0x00100032, 0, 0x00107046, 4, 0x0010100a, 2, 0},
         "samplepos r0.xy, t4.xyxx, v2.x"},
    };
    for (const Encoding &e : encodings) {
        Stream stream(e.stage, e.version);
        for (uint32_t w : e.words)
            stream.raw({w});
        Loaded loaded(stream.bytes());
        EXPECT_EQ(loaded.result, Result::ok) << e.text << ": " << loaded.diag.text();
        EXPECT_EQ(loaded.line(1), e.text);
    }
}

TEST(TpfReader, ExtendedTokens) {
    // sample with texel offsets (-3, 4, 0), dimension 3, four floats
    Stream stream(Stage::pixel, 0x50);
    stream.raw({0x8d000045, 0x80000001u | 0xdu << 9 | 4u << 13, 0x80000002u | 3u << 6,
                0x00000003u | 5u << 6 | 5u << 10 | 5u << 14 | 5u << 18, 0x001000f2, 1, 0x00101046, 0,
                0x00107e46, 3, 0x00106000, 0, 0});
    Loaded loaded(stream.bytes());
    ASSERT_EQ(loaded.result, Result::ok) << loaded.diag.text();
    const Instruction &ins = loaded.program.instructions[0];
    EXPECT_EQ(ins.texel_offset(0), -3);
    EXPECT_EQ(ins.texel_offset(1), 4);
    EXPECT_EQ(ins.texel_offset(2), 0);
    EXPECT_EQ(ins.extended_dimension(), Dimension::texture_2d);
    EXPECT_EQ(ins.extended_return_type(3), ReturnType::float_);
    EXPECT_EQ(loaded.line(1),
              "sample_aoffimmi_indexable(-3,4,0)(texture2d)(float,float,float,float) r1.xyzw, "
              "v0.xyxx, t3.xyzw, s0");
}

TEST(TpfReader, SkipsWhatItDoesNotKnow) {
    Stream stream(Stage::vertex, 0x40);
    stream.raw({0x35 | 2u << 11, 5, 1, 2, 3});        // opaque custom data
    stream.raw({0x05000000u | 0x3ff, 0, 0, 0, 0});    // an opcode without a name
    stream.raw({0x35 | 3u << 11, 6, 10, 20, 30, 40}); // constants
    stream.op(Opcode::ret, {});
    Loaded loaded(stream.bytes());
    ASSERT_EQ(loaded.result, Result::ok);
    EXPECT_EQ(loaded.program.icb_count, 4u);
    EXPECT_EQ(loaded.program.words[loaded.program.icb_offset + 2], 30u);
    EXPECT_EQ(loaded.program.instructions.back().opcode, Opcode::ret);
    EXPECT_NE(loaded.diag.text().find("0x3ff"), std::string::npos);
}

TEST(TpfReader, LengthBeyondThePartIsClamped) {
    auto bytes = Stream(Stage::vertex, 0x40).op(Opcode::ret, {}).bytes();
    bytes[4] = 0xff;
    EXPECT_EQ(Loaded(bytes).result, Result::ok);
}

TEST(TpfReader, RefusesBrokenStreams) {
    const std::vector<std::vector<uint8_t>> broken = {
        {},
        {0x40, 0, 1, 0},
        Stream(static_cast<Stage>(6), 0x50).bytes(),
        Stream(Stage::vertex, 0x30).bytes(),
        Stream(Stage::vertex, 0x50).raw({0x00000036}).bytes(),                // length zero
        Stream(Stage::vertex, 0x50).raw({0x05000036, 0x001000f2, 0}).bytes(), // longer than the program
        Stream(Stage::vertex, 0x50).op(Opcode::mov, {0x001000f2, 0}).bytes(), // source missing
        Stream(Stage::vertex, 0x50)
            .op(Opcode::mov, {0x001ff0f2, 0, 0x00100e46, 0})
            .bytes(), // register type 0xff
        Stream(Stage::vertex, 0x50).op(Opcode::mov, {0x000000f2, 0x00100e46, 0}).bytes(), // r without index
        Stream(Stage::vertex, 0x50)
            .op(Opcode::mov, {0x001000f2, 0, 0x00100e4e, 0})
            .bytes(), // selection mode 3
        Stream(Stage::vertex, 0x50)
            .op(Opcode::mov, {0x001000f2, 0, 0x80100e46})
            .bytes(), // extended token missing
        Stream(Stage::vertex, 0x50).op(Opcode::mov, {0x001000f2, 0, 0x00004e46, 1, 2}).bytes(), // literal cut
        Stream(Stage::vertex, 0x50).raw({0x35, 1}).bytes(), // custom data of length 1
        Stream(Stage::vertex, 0x50).raw({0x35}).bytes(),
        Stream(Stage::vertex, 0x50).op(Opcode::dcl_function_table, {0, 9, 1}).bytes(),
        Stream(Stage::vertex, 0x50).op(Opcode::dcl_interface, {0, 1, 7, 1}).bytes(),
        Stream(Stage::pixel, 0x51).op(Opcode::dcl_sampler, {0x00306000, 0, 5, 4, 0}).bytes(), // empty range
    };
    for (size_t i = 0; i < broken.size(); ++i) {
        Loaded loaded(broken[i]);
        EXPECT_EQ(loaded.result, Result::invalid_shader) << i;
        EXPECT_FALSE(loaded.diag.text().empty()) << i;
    }
}

TEST(TpfReader, NestingIsBounded) {
    // r[r[r[r[0]]]]: nothing emits this
    Stream stream(Stage::vertex, 0x50);
    std::vector<uint32_t> words{0x00100012, 0};
    for (int i = 0; i < 40; ++i)
        words.push_back(0x0090000a);
    words.push_back(0x0010000a);
    words.push_back(0);
    stream.raw({static_cast<uint32_t>(Opcode::mov) | static_cast<uint32_t>(words.size() + 1) << 24});
    for (uint32_t w : words)
        stream.raw({w});
    EXPECT_EQ(Loaded(stream.bytes()).result, Result::invalid_shader);
}

// Any cut of any shader is refused or read, and never touches what lies behind it.
TEST(TpfReader, CutsAndFlips) {
    for (const auto &path : files_below(data_folder(), ".bin")) {
        const auto file = read_file(path);
        const auto part = code_part(file);
        ASSERT_FALSE(part.empty()) << path;
        const std::vector<uint8_t> code(part.begin(), part.end());
        for (size_t cut = 0; cut < code.size(); cut += 4) {
            Loaded loaded({code.begin(), code.begin() + static_cast<ptrdiff_t>(cut)});
            if (loaded.result == Result::ok) print(loaded.program, {}, loaded.arena);
        }
        uint32_t random = 12345;
        for (int n = 0; n < 400; ++n) {
            auto copy = code;
            for (int k = 0; k < 3; ++k) {
                random = random * 1664525 + 1013904223;
                copy[random % copy.size()] ^= static_cast<uint8_t>(1u << (random >> 24 & 7));
            }
            Loaded loaded(copy);
            if (loaded.result == Result::ok) print(loaded.program, {}, loaded.arena);
        }
    }
}

} // namespace
