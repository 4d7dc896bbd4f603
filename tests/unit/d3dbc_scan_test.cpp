#include <gtest/gtest.h>

#include "core/d3dbc/scan.h"
#include "d3dbc_test_util.h"

namespace weft::d3dbc {
namespace {

using namespace test;

constexpr uint32_t end = 0x0000ffff;

// Kind, number, texture type or register count.
struct Row {
    DescriptorKind kind;
    unsigned index;
    TextureType type;
    unsigned registers;
};

void expect(const Parsed &p, std::vector<Row> rows, std::vector<uint8_t> sampled, ScanOptions options = {}) {
    ASSERT_EQ(p.result, Result::ok) << p.diag.text();
    Arena arena;
    Resources r = scan_resources(p.program, options, arena);
    ASSERT_EQ(r.descriptors.size(), rows.size());
    for (size_t i = 0; i < rows.size(); ++i) {
        SCOPED_TRACE(i);
        EXPECT_EQ(r.descriptors[i].kind, rows[i].kind);
        EXPECT_EQ(r.descriptors[i].register_index, rows[i].index);
        EXPECT_EQ(r.descriptors[i].texture_type, rows[i].type);
        EXPECT_EQ(r.descriptors[i].registers, rows[i].registers);
    }
    EXPECT_EQ(std::vector<uint8_t>(r.sampled.begin(), r.sampled.end()), sampled);
}

constexpr auto none = TextureType::unknown;

TEST(D3dbcScan, DeclaredSamplers) {
    // c0, c1 from outside, c2 defined; s0 cube, s2 2D, sampled as s2, s0.
    expect(parse_sample("lit_ps"),
           {{DescriptorKind::sampler, 0, none, 0},
            {DescriptorKind::texture, 0, TextureType::cube, 0},
            {DescriptorKind::sampler, 2, none, 0},
            {DescriptorKind::texture, 2, TextureType::two_d, 0},
            {DescriptorKind::constants, 0, none, 2}},
           {2, 0});
}

TEST(D3dbcScan, ConstantSets) {
    // Floats to c68, i0; no boolean constant.
    expect(parse_sample("lit_vs"),
           {{DescriptorKind::constants, 0, none, 69}, {DescriptorKind::constants, 1, none, 1}}, {});
    // vs_2_0.asm: c[a0.w + 100] is the highest float; i0 is defined, i1 is not; b3 and b4 are, b6 is not.
    expect(parse_sample("vs_2_0"),
           {{DescriptorKind::constants, 0, none, 101},
            {DescriptorKind::constants, 1, none, 2},
            {DescriptorKind::constants, 2, none, 7}},
           {});
}

TEST(D3dbcScan, DefinedConstantsNeedNoBuffer) {
    // def c5; mov r0, c5
    expect(Parsed{0xfffe0200, 0x05000051, 0xa00f0005, 0, 0, 0, 0, 0x02000001, 0x800f0000, 0xa0e40005, end},
           {}, {});
    // The definition may follow the use, and a higher defined register does not count.
    expect(Parsed{0xfffe0200, 0x03000002, 0x800f0000, 0xa0e40005, 0xa0e40001, 0x05000051, 0xa00f0005, 0, 0, 0,
                  0, end},
           {{DescriptorKind::constants, 0, none, 2}}, {});
}

TEST(D3dbcScan, MatrixMacrosReadSeveralRegisters) {
    // m4x3 r0.xyz, v0, c4 reads c4, c5, c6.
    expect(Parsed{0xfffe0200, 0x03000015, 0x80070000, 0x90e40000, 0xa0e40004, end},
           {{DescriptorKind::constants, 0, none, 7}}, {});
}

TEST(D3dbcScan, Undeclared1x) {
    ScanOptions options;
    options.texture_types[1] = TextureType::cube;
    options.shadow_samplers = 2;
    // tex t0; texreg2gb t1, t0; texreg2rgb t2, t0
    expect(parse_sample("ps_1_3_reg"),
           {{DescriptorKind::texture, 0, TextureType::two_d, 0},
            {DescriptorKind::sampler, 0, none, 0},
            {DescriptorKind::texture, 1, TextureType::cube, 0},
            {DescriptorKind::sampler, 1, none, 0},
            {DescriptorKind::texture, 2, TextureType::two_d, 0},
            {DescriptorKind::sampler, 2, none, 0}},
           {0, 1, 2}, options);
    Parsed p = parse_sample("ps_1_3_reg");
    Arena arena;
    Resources r = scan_resources(p.program, options, arena);
    EXPECT_FALSE(r.descriptors[0].shadow);
    EXPECT_TRUE(r.descriptors[2].shadow);
    EXPECT_TRUE(r.descriptors[3].shadow);

    // The 1.4 form takes the stage from the destination: texld r2, t1 samples stage 2.
    expect(Parsed{0xffff0104, 0x00000042, 0x800f0002, 0xb0e40001, end},
           {{DescriptorKind::texture, 2, TextureType::two_d, 0}, {DescriptorKind::sampler, 2, none, 0}}, {2});
    // texm3x2pad t1 samples nothing, texm3x2tex t2 samples stage 2.
    expect(parse_sample("ps_1_1_m3x2"),
           {{DescriptorKind::texture, 0, TextureType::two_d, 0},
            {DescriptorKind::sampler, 0, none, 0},
            {DescriptorKind::texture, 2, TextureType::two_d, 0},
            {DescriptorKind::sampler, 2, none, 0}},
           {0, 2});
}

} // namespace
} // namespace weft::d3dbc
