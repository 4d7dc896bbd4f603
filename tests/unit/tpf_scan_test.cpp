#include <gtest/gtest.h>

#include "core/tpf/scan.h"
#include "tpf_test_util.h"

using namespace weft;
using namespace weft::tpf;
using namespace weft::tpf::test;
using driver::Descriptor;
using driver::DescriptorType;
using driver::ResourceDataType;
using driver::ResourceType;

namespace {

struct Scanned {
    Arena arena;
    Diagnostics diag;
    Program program;
    driver::ScanResult result;
    explicit Scanned(const char *name) : file(read_file(data_folder() / name)) { run(code_part(file)); }
    explicit Scanned(std::vector<uint8_t> code) : file(std::move(code)) { run(file); }

  private:
    void run(std::span<const uint8_t> code) {
        driver::ScanRequest request;
        request.descriptors = request.combined_samplers = request.tessellation = request.thread_group_size =
            true;
        EXPECT_EQ(read(code, arena, diag, &program), Result::ok) << diag.text();
        EXPECT_EQ(scan(program, request, arena, diag, &result), Result::ok);
    }
    std::vector<uint8_t> file;
};

void expect(const Descriptor &d, DescriptorType type, uint32_t space, uint32_t index, ResourceType resource,
            ResourceDataType data, uint32_t flags, uint32_t count = 1) {
    EXPECT_EQ(d.type, type);
    EXPECT_EQ(d.register_space, space);
    EXPECT_EQ(d.register_index, index);
    EXPECT_EQ(d.resource_type, resource);
    EXPECT_EQ(d.data_type, data);
    EXPECT_EQ(d.flags, flags);
    EXPECT_EQ(d.count, count);
}

// cs_memory.hlsl: t0 raw, t1 typed buffer, u0 structured ... in order of declaration.
TEST(TpfScan, Descriptors) {
    Scanned s("cs_memory.cs_5_0.bin");
    const auto d = s.result.descriptors;
    ASSERT_EQ(d.size(), 10u);
    expect(d[0], DescriptorType::srv, 0, 0, ResourceType::buffer, ResourceDataType::uint,
           driver::descriptor_raw_buffer);
    expect(d[1], DescriptorType::srv, 0, 1, ResourceType::buffer, ResourceDataType::float_, 0);
    // u0: InterlockedMin
    expect(d[2], DescriptorType::uav, 0, 0, ResourceType::buffer, ResourceDataType::uint,
           driver::descriptor_uav_read | driver::descriptor_uav_atomics);
    expect(d[3], DescriptorType::uav, 0, 1, ResourceType::buffer, ResourceDataType::uint,
           driver::descriptor_raw_buffer | driver::descriptor_uav_read | driver::descriptor_uav_atomics);
    expect(d[4], DescriptorType::uav, 0, 2, ResourceType::buffer, ResourceDataType::uint,
           driver::descriptor_uav_read | driver::descriptor_uav_atomics);
    // u3 is read and written
    expect(d[5], DescriptorType::uav, 0, 3, ResourceType::texture_2d, ResourceDataType::float_,
           driver::descriptor_uav_read);
    expect(d[6], DescriptorType::uav, 0, 4, ResourceType::texture_3d, ResourceDataType::int_,
           driver::descriptor_uav_read | driver::descriptor_uav_atomics);
    expect(d[7], DescriptorType::uav, 0, 5, ResourceType::buffer, ResourceDataType::uint,
           driver::descriptor_uav_counter); // append
    expect(d[8], DescriptorType::uav, 0, 6, ResourceType::buffer, ResourceDataType::uint,
           driver::descriptor_uav_counter | driver::descriptor_uav_read); // consume
    expect(d[9], DescriptorType::uav, 0, 7, ResourceType::buffer, ResourceDataType::uint,
           driver::descriptor_uav_counter);
    EXPECT_EQ(s.result.thread_group_size[0], 8u);
    EXPECT_EQ(s.result.thread_group_size[1], 4u);
    EXPECT_EQ(s.result.thread_group_size[2], 2u);
    // SRV loads without a sampler: t1 (typed) first, then t0 (raw).
    const auto p = s.result.combined_samplers;
    ASSERT_EQ(p.size(), 2u);
    EXPECT_EQ(p[0].resource_index, 1u);
    EXPECT_EQ(p[0].sampler_index, driver::dummy_sampler);
    EXPECT_EQ(p[1].resource_index, 0u);
}

TEST(TpfScan, SpacesAndArrays) {
    Scanned s("ps_51.ps_5_1.bin");
    const auto d = s.result.descriptors;
    ASSERT_EQ(d.size(), 7u);
    expect(d[0], DescriptorType::cbv, 0, 0, ResourceType::buffer, ResourceDataType::uint, 0);
    expect(d[1], DescriptorType::cbv, 4, 3, ResourceType::buffer, ResourceDataType::uint, 0, 6);
    expect(d[2], DescriptorType::sampler, 1, 1, ResourceType::none, ResourceDataType::none, 0, 4);
    expect(d[3], DescriptorType::srv, 0, 20, ResourceType::texture_2d, ResourceDataType::float_, 0, 8);
    expect(d[4], DescriptorType::srv, 1, 40, ResourceType::buffer, ResourceDataType::uint, 0, 3);
    expect(d[5], DescriptorType::srv, 2, 4, ResourceType::texture_2d, ResourceDataType::float_, 0, ~0u);
    expect(d[6], DescriptorType::uav, 0, 2, ResourceType::buffer, ResourceDataType::uint,
           driver::descriptor_uav_read | driver::descriptor_uav_atomics, 4);
    // All resource accesses have dynamic indices.
    EXPECT_EQ(s.result.combined_samplers.size(), 0u);
    EXPECT_NE(s.diag.text().find("W9300"), std::string::npos);
}

TEST(TpfScan, CombinedPairsInOrderOfUse) {
    Scanned s("ps_tex.ps_5_0.bin");
    const auto p = s.result.combined_samplers;
    // The first instructions sample t1 with s0, then t0 with s0.
    ASSERT_GE(p.size(), 2u);
    EXPECT_EQ(p[0].resource_index, 1u);
    EXPECT_EQ(p[0].sampler_index, 0u);
    EXPECT_EQ(p[1].resource_index, 0u);
    for (size_t i = 0; i < p.size(); ++i)
        for (size_t k = i + 1; k < p.size(); ++k)
            EXPECT_FALSE(p[i].resource_index == p[k].resource_index &&
                         p[i].sampler_index == p[k].sampler_index);
    // The comparison sampler is s2 and says so.
    bool found = false;
    for (const auto &d : s.result.descriptors)
        if (d.type == DescriptorType::sampler && d.register_index == 2) {
            EXPECT_EQ(d.flags, driver::descriptor_sampler_comparison);
            found = true;
        }
    EXPECT_TRUE(found);
}

TEST(TpfScan, Tessellation) {
    Scanned tri("hs_tri.hs_5_0.bin");
    EXPECT_EQ(tri.result.tessellator_output, driver::TessellatorOutput::triangle_cw);
    EXPECT_EQ(tri.result.tessellator_partitioning, driver::TessellatorPartitioning::fractional_odd);
    Scanned line("hs_line.hs_5_0.bin");
    EXPECT_EQ(line.result.tessellator_output, driver::TessellatorOutput::line);
    EXPECT_EQ(line.result.tessellator_partitioning, driver::TessellatorPartitioning::pow2);
    Scanned vertex("vs_basic.vs_5_0.bin");
    EXPECT_EQ(vertex.result.tessellator_output, driver::TessellatorOutput::none);
}

TEST(TpfScan, HullPhases) {
    Scanned s("hs_tri.hs_5_0.bin");
    ASSERT_GE(s.program.phases.size(), 3u);
    EXPECT_EQ(s.program.phases[0].kind, PhaseKind::declarations);
    EXPECT_EQ(s.program.phases[1].kind, PhaseKind::control_point);
    for (size_t i = 2; i < s.program.phases.size(); ++i)
        EXPECT_EQ(s.program.phases[i].kind, PhaseKind::fork);
    EXPECT_EQ(s.program.phases.back().end, s.program.instructions.size());
}

// Distinct pairs by the thousand must not take quadratic time, and operands of the wrong kind must not be
// trusted.
TEST(TpfScan, Hostile) {
    Stream stream(Stage::pixel, 0x50);
    for (uint32_t i = 0; i < 20000; ++i)
        stream.op(Opcode::sample, {0x001000f2, 0, 0x00101e46, 0, 0x00107e46, i, 0x00106000, i * 3});
    stream.op(Opcode::sample,
              {0x001000f2, 0, 0x00101e46, 0, 0x00107e46, 0, 0x00004001, 5}); // literal as sampler
    Scanned s(stream.bytes());
    EXPECT_EQ(s.result.combined_samplers.size(), 20000u);
}

} // namespace
