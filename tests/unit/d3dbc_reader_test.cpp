#include <gtest/gtest.h>

#include <random>

#include "core/d3dbc/printer.h"
#include "core/d3dbc/scan.h"
#include "core/d3dbc/signature.h"
#include "d3dbc_test_util.h"

namespace weft::d3dbc {
namespace {

using namespace test;

constexpr uint32_t end = 0x0000ffff;

TEST(D3dbcReader, Versions) {
    for (uint32_t v : {0xfffe0100u, 0xfffe0101u, 0xfffe0200u, 0xfffe0201u, 0xfffe02ffu, 0xfffe0300u,
                       0xfffe03ffu, 0xffff0100u, 0xffff0101u, 0xffff0102u, 0xffff0103u, 0xffff0104u,
                       0xffff0200u, 0xffff0201u, 0xffff02ffu, 0xffff0300u, 0xffff03ffu}) {
        Parsed p{v, end};
        EXPECT_EQ(p.result, Result::ok) << std::hex << v;
        EXPECT_EQ(p.program.version.is_pixel(), v >> 16 == 0xffff);
    }
    for (uint32_t v :
         {0xfffe0102u, 0xffff0105u, 0xffff0202u, 0xfffe0301u, 0xffff0400u, 0xfeff0901u, 0x43425844u}) {
        Parsed p{v, end};
        EXPECT_EQ(p.result, Result::invalid_shader) << std::hex << v;
        EXPECT_TRUE(p.says("<anonymous>:1:0: E7001")) << p.diag.text();
    }
}

TEST(D3dbcReader, TooSmall) {
    EXPECT_TRUE(Parsed(std::vector<uint8_t>{}).says("E7000"));
    EXPECT_TRUE(Parsed{0xfffe0200u}.says("E7000"));
}

TEST(D3dbcReader, EndTokenIsOptionalAndFinal) {
    Parsed open{0xfffe0200, 0x02000001, 0x800f0000, 0xa0e40000};
    EXPECT_EQ(open.result, Result::ok);
    EXPECT_EQ(open.program.instructions.size(), 1u);
    EXPECT_EQ(open.program.size, 16u);
    Parsed closed{0xfffe0200, end, 0x12345678};
    EXPECT_EQ(closed.result, Result::ok);
    EXPECT_TRUE(closed.program.instructions.empty());
    EXPECT_EQ(closed.program.size, 8u);
}

TEST(D3dbcReader, UnknownSize) {
    auto bytes = Parsed::to_bytes({0xfffe0200, 0x02000001, 0x800f0000, 0xa0e40000, end});
    Arena arena;
    Diagnostics diag;
    Program program;
    EXPECT_EQ(read({bytes.data(), SIZE_MAX}, arena, diag, &program), Result::ok);
    EXPECT_EQ(program.instructions.size(), 1u);
    EXPECT_EQ(program.size, 20u);
}

TEST(D3dbcReader, Operands) {
    // mad_sat r1.xz, -c3.wzyx, |c5|.y, c2050 in vs_3_sw
    Parsed p{0xfffe03ff, 0x04000004, 0x80150001, 0xa11b0003, 0xab550005, 0xb0e40802, end};
    ASSERT_EQ(p.result, Result::ok) << p.diag.text();
    const Instruction &ins = p.program.instructions[0];
    EXPECT_EQ(ins.op, Op::mad);
    EXPECT_EQ(ins.line, 2u);
    EXPECT_EQ(ins.dst.number(), 1u);
    EXPECT_EQ(ins.dst.mask(), 0x5);
    EXPECT_TRUE(ins.dst.saturate());
    ASSERT_EQ(ins.source_count, 3);
    EXPECT_EQ(ins.src[0].modifier(), SourceModifier::neg);
    EXPECT_EQ(ins.src[0].component(0), 3u);
    EXPECT_EQ(ins.src[0].component(3), 0u);
    EXPECT_EQ(ins.src[1].modifier(), SourceModifier::abs);
    EXPECT_EQ(ins.src[1].read_mask(), 0x2);
    EXPECT_TRUE(ins.src[2].is(RegisterType::constant));
    EXPECT_EQ(ins.src[2].number(), 2050u);
}

TEST(D3dbcReader, Shift) {
    Parsed p{0xffff0104, 0x00000005, 0x8e0f0000, 0x80e40001, 0x90e40000, end};
    ASSERT_EQ(p.result, Result::ok);
    EXPECT_EQ(p.program.instructions[0].dst.shift(), -2);
}

// SM1 has no relative-address token: a0.x is meant.
TEST(D3dbcReader, RelativeAddressing) {
    Parsed one{0xfffe0101, 0x00000001, 0x800f0000, 0xa0e42004, end};
    ASSERT_EQ(one.result, Result::ok);
    const Source &a = one.program.instructions[0].src[0];
    EXPECT_TRUE(a.relative());
    EXPECT_EQ(a.address_type(), RegisterType::address);
    EXPECT_EQ(a.address_component(), 0u);

    Parsed two{0xfffe0200, 0x03000001, 0x800f0000, 0xa0e42004, 0xb0aa0000, end};
    ASSERT_EQ(two.result, Result::ok) << two.diag.text();
    EXPECT_EQ(two.program.instructions[0].src[0].address_component(), 2u);

    Parsed three{0xfffe0300, 0x03000001, 0xe00f2001, 0xf0e40800, 0xa0e40000, end};
    ASSERT_EQ(three.result, Result::ok) << three.diag.text();
    EXPECT_EQ(three.program.instructions[0].dst.address_type(), RegisterType::loop);

    Parsed bad{0xfffe0200, 0x03000001, 0x800f0000, 0xa0e42004, 0x80000000, end};
    EXPECT_TRUE(bad.says("E7007")) << bad.diag.text();
}

// Compilers put the predicate behind the destination; the driver reference puts it last.
TEST(D3dbcReader, PredicatePositions) {
    Parsed p{0xffff0201, 0x13000001, 0x80010004, 0xbde41000, 0xa000001c, end};
    Parsed q{0xffff0201, 0x13000001, 0x80010004, 0xa000001c, 0xbde41000, end};
    for (const Parsed *x : {&p, &q}) {
        ASSERT_EQ(x->result, Result::ok) << x->diag.text();
        const Instruction &ins = x->program.instructions[0];
        EXPECT_TRUE(ins.predicated);
        EXPECT_TRUE(ins.predicate.is(RegisterType::predicate));
        EXPECT_EQ(ins.predicate.modifier(), SourceModifier::not_);
        EXPECT_EQ(ins.src[0].number(), 28u);
    }
    Parsed none{0xffff0201, 0x12000001, 0x80010004, 0xa000001c, end};
    EXPECT_TRUE(none.says("E7008"));
    // texkill has a destination token only.
    Parsed kill{0xffff0201, 0x12000041, 0x800f0001, 0xb0e41000, end};
    EXPECT_EQ(kill.result, Result::ok) << kill.diag.text();
    EXPECT_TRUE(kill.program.instructions[0].predicate.token);
}

// One opcode number, three meanings.
TEST(D3dbcReader, TextureVariants) {
    Parsed tex{0xffff0101, 0x00000042, 0xb00f0001, end};
    ASSERT_EQ(tex.result, Result::ok);
    EXPECT_EQ(tex.program.instructions[0].info->name, "tex");
    EXPECT_EQ(sampler_number(tex.program.instructions[0]), 1u);
    Parsed texld14{0xffff0104, 0x00000042, 0x800f0002, 0xb0e40001, end};
    ASSERT_EQ(texld14.result, Result::ok);
    EXPECT_EQ(texld14.program.instructions[0].source_count, 1);
    EXPECT_EQ(sampler_number(texld14.program.instructions[0]), 2u);
    Parsed texld2{0xffff0200, 0x03010042, 0x800f0002, 0xb0e40001, 0xa0e40805, end};
    ASSERT_EQ(texld2.result, Result::ok) << texld2.diag.text();
    EXPECT_EQ(sampler_number(texld2.program.instructions[0]), 5u);
}

TEST(D3dbcReader, ScratchOperandsOfSincosAndSgn) {
    Parsed two{0xfffe0200, 0x04000025, 0x80030000, 0x80000001, 0xa0e40000, 0xa0e40001, end};
    ASSERT_EQ(two.result, Result::ok);
    EXPECT_EQ(two.program.instructions[0].source_count, 3);
    Parsed three{0xfffe0300, 0x02000025, 0x80030000, 0x80000001, end};
    ASSERT_EQ(three.result, Result::ok) << three.diag.text();
    EXPECT_EQ(three.program.instructions[0].source_count, 1);
    Parsed sgn{0xfffe0300, 0x04000022, 0x80030000, 0x80000001, 0x80e40002, 0x80e40003, end};
    EXPECT_EQ(sgn.result, Result::ok) << sgn.diag.text();
    // With a predicate behind the destination the count still comes out.
    Parsed predicated{0xfffe0300, 0x13000025, 0x80030000, 0xb0e41000, 0x80000001, end};
    ASSERT_EQ(predicated.result, Result::ok) << predicated.diag.text();
    EXPECT_EQ(predicated.program.instructions[0].source_count, 1);
}

TEST(D3dbcReader, Comments) {
    Parsed p{0xffff0200, 0x0002fffe, 0x42415443, 7, 0x0001fffe, 0x54584554, 0x00000000, 0x0000fffe, end};
    ASSERT_EQ(p.result, Result::ok);
    ASSERT_EQ(p.program.comments.size(), 3u);
    EXPECT_EQ(p.program.comments[0].before, 0u);
    EXPECT_EQ(p.program.comments[2].before, 1u);
    EXPECT_EQ(p.program.find_comment(comment_tag("CTAB")).size(), 4u);
    EXPECT_TRUE(p.program.find_comment(comment_tag("PRES")).empty());
    // Comments are not counted as lines.
    EXPECT_EQ(p.program.instructions[0].line, 2u);
    Parsed cut{0xffff0200, 0x0003fffe, 0x42415443, 7};
    EXPECT_TRUE(cut.says("E7000")) << cut.diag.text();
}

TEST(D3dbcReader, Faults) {
    // Opcode 0x31 and 0x4b have no meaning; lrp came to vertex shaders with 2.0; slt is no pixel instruction.
    EXPECT_TRUE((Parsed{0xfffe0200, 0x00000031, end}.says("<anonymous>:2:0: E7002")));
    EXPECT_TRUE((Parsed{0xffff0101, 0x0000004b, 0xb00f0000, 0xb0e40000, end}.says("E7002")));
    EXPECT_TRUE(
        (Parsed{0xfffe0101, 0x00000012, 0x800f0000, 0x80e40000, 0x80e40000, 0x80e40000, end}.says("E7002")));
    EXPECT_TRUE((Parsed{0xffff0200, 0x0300000c, 0x800f0000, 0x80e40000, 0x80e40000, end}.says("E7002")));
    // A parameter token where an instruction should be.
    EXPECT_TRUE((Parsed{0xfffe0101, 0x80e40000, end}.says("E7002")));
    // Cut inside an instruction, with and without a length field.
    EXPECT_TRUE((Parsed{0xfffe0101, 0x00000002, 0x800f0000, 0x80e40000}.says("E7000")));
    EXPECT_TRUE((Parsed{0xfffe0200, 0x03000002, 0x800f0000, 0x80e40000}.says("E7000")));
    // A length that does not fit the operands.
    EXPECT_TRUE((Parsed{0xfffe0200, 0x02000002, 0x800f0000, 0x80e40000, end}.says("E7008")));
    EXPECT_TRUE((Parsed{0xfffe0200, 0x03000001, 0x800f0000, 0x80e40000, 0x80e40000, end}.says("E7008")));
    // Not a parameter; unknown modifier.
    EXPECT_TRUE((Parsed{0xfffe0101, 0x00000001, 0x000f0000, 0x80e40000, end}.says("E7008")));
    EXPECT_TRUE((Parsed{0xfffe0101, 0x00000001, 0x800f0000, 0x8ee40000, end}.says("E7008")));
    // Colour outputs exist in pixel shaders only; there are 32 temporaries.
    EXPECT_TRUE((Parsed{0xfffe0200, 0x02000001, 0x800f0800, 0x80e40000, end}.says("E7007")));
    EXPECT_TRUE((Parsed{0xfffe0200, 0x02000001, 0x800f0020, 0x80e40000, end}.says("E7005")));
    // Texture type 5 and usage 14.
    EXPECT_TRUE((Parsed{0xffff0200, 0x0200001f, 0xa8000000, 0xa00f0800, end}.says("E7003")));
    EXPECT_TRUE((Parsed{0xfffe0200, 0x0200001f, 0x8000000e, 0x900f0000, end}.says("E7008")));
    // def of something else than a float constant.
    EXPECT_TRUE((Parsed{0xfffe0200, 0x05000051, 0x800f0000, 0, 0, 0, 0, end}.says("E7007")));
    // Control bits without a meaning are only worth a warning.
    Parsed flags{0xfffe0300, 0x01120028, 0xe0e40800, 0x0000002b, end};
    EXPECT_EQ(flags.result, Result::ok);
    EXPECT_TRUE(flags.says("W7300"));
}

// Any cut and any flipped bit gives a program or a diagnosis.
TEST(D3dbcReader, DamagedSamples) {
    std::mt19937 random(1);
    for (const auto &entry : std::filesystem::directory_iterator(data_dir())) {
        if (entry.path().extension() != ".bin") continue;
        auto bytes = read_file(entry.path());
        auto check = [](std::vector<uint8_t> damaged) {
            Parsed p(std::move(damaged));
            if (failed(p.result)) {
                EXPECT_FALSE(p.diag.text().empty());
                return;
            }
            print(p.program, {.header = true}, p.arena);
            synthesise(p.program, {.for_target = true}, p.arena, p.diag);
            scan_resources(p.program, {}, p.arena);
        };
        for (size_t n = 0; n < bytes.size(); n += 3)
            check({bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(n)});
        for (int i = 0; i < 300; ++i) {
            auto damaged = bytes;
            for (int k = 0; k < 3; ++k)
                damaged[random() % damaged.size()] ^= static_cast<uint8_t>(1u << random() % 8);
            check(std::move(damaged));
        }
    }
}

} // namespace
} // namespace weft::d3dbc
