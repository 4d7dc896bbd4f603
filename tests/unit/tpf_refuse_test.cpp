// Token streams that read well and that no compiler would write: each is refused, by name, before a module is
// made.
#include <gtest/gtest.h>

#include "core/container/container.h"
#include "core/driver/driver.h"
#include "tpf_test_util.h"

namespace weft::tpf {
namespace {

using signature::Element;
using signature::SystemValue;

std::string diagnostics(test::Stream &stream, std::span<const Element> outputs = {},
                        std::span<const Element> inputs = {}) {
    const auto code = stream.bytes();
    Arena arena;
    const uint32_t isgn = container::tag("ISGN"), osgn = container::tag("OSGN");
    const container::Part parts[] = {
        {isgn, container::write_signature(isgn, {inputs.data(), inputs.size()}, true, arena)},
        {osgn, container::write_signature(osgn, {outputs.data(), outputs.size()}, true, arena)},
        {container::tag("SHEX"), code}};
    Diagnostics diag;
    driver::Options options;
    options.source_type = driver::SourceType::dxbc_tpf;
    options.target_type = driver::TargetType::spirv_binary;
    options.environment = driver::Environment::vulkan_1_1;
    driver::Output out;
    const Result r = driver::compile(arena, container::serialize(parts, arena), options, diag, &out);
    EXPECT_EQ(failed(r), diag.has_errors());
    return diag.text();
}

void push_operand(std::vector<uint32_t> &words, OperandRole role) {
    switch (role) {
    case OperandRole::destination: words.insert(words.end(), {0x001000f2, 0}); return;
    case OperandRole::source: words.insert(words.end(), {0x00100e46, 1}); return;
    case OperandRole::resource: words.insert(words.end(), {0x00107e46, 0}); return;
    case OperandRole::sampler: words.insert(words.end(), {0x00106000, 0}); return;
    case OperandRole::memory: words.insert(words.end(), {0x0011e0f2, 0}); return;
    case OperandRole::stream: words.insert(words.end(), {0x00110000, 0}); return;
    default: words.insert(words.end(), {0x00100e46, 0}); return;
    }
}

// D3D11.3, the instructions' lists of stages: what has no row for a stage never reaches a writer.
TEST(TpfRefuse, InstructionsOfOtherStages) {
    unsigned tried = 0;
    for (unsigned i = 0; i < opcode_count; ++i) {
        const auto opcode = static_cast<Opcode>(i);
        const OpcodeInfo &row = info(opcode);
        if (!row.name || row.flags & declaration) continue;
        for (Stage stage : {Stage::vertex, Stage::pixel, Stage::compute}) {
            if (row.stages & stage_bit(stage)) continue;
            test::Stream s(stage, 0x50);
            std::vector<uint32_t> words{i};
            for (unsigned n = 0; n < row.operand_count; ++n)
                push_operand(words, row.roles[n]);
            words[0] |= static_cast<uint32_t>(words.size()) << 24;
            for (uint32_t w : words)
                s.raw({w});
            s.op(Opcode::ret, {});
            EXPECT_NE(diagnostics(s), "") << row.name;
            ++tried;
        }
    }
    EXPECT_GT(tried, 50u);
}

Element element(const char *name, unsigned index, SystemValue value, signature::ComponentType type) {
    Element e;
    e.name = name;
    e.semantic_index = index;
    e.register_index = 0;
    e.mask = e.used_mask = 15;
    e.component_type = type;
    e.system_value = value;
    return e;
}

TEST(TpfRefuse, ElementsOfWideComponents) {
    for (auto type : {signature::ComponentType::double_, signature::ComponentType::uint64,
                      signature::ComponentType::int64}) {
        test::Stream s(Stage::vertex, 0x50);
        s.op(Opcode::dcl_input, {0x001010f2, 0}).op(Opcode::ret, {});
        const Element e = element("A", 0, SystemValue::none, type);
        EXPECT_NE(diagnostics(s, {}, {&e, 1}), "");
    }
}

TEST(TpfRefuse, TargetsPastTheEighth) {
    for (unsigned index : {7u, 8u, 1u << 30}) {
        test::Stream s(Stage::pixel, 0x50);
        s.op(Opcode::dcl_output, {0x001020f2, 0})
            .op(Opcode::mov, {0x001020f2, 0, 0x00004002, 0, 0, 0, 0})
            .op(Opcode::ret, {});
        const Element e = element("SV_Target", index, SystemValue::target, signature::ComponentType::float_);
        EXPECT_EQ(diagnostics(s, {&e, 1}) == "", index < 8) << index;
    }
}

TEST(TpfRefuse, UavsOfDimensionsThatNoViewHas) {
    constexpr uint32_t ms = 4, cube = 6, ms_array = 9, cube_array = 10;
    for (uint32_t dimension = 1; dimension <= 10; ++dimension) {
        test::Stream s(Stage::compute, 0x50);
        s.op(Opcode::dcl_uav_typed, {0x0011e000, 0, 0x5555}, dimension << 11)
            .op(Opcode::dcl_thread_group, {1, 1, 1})
            .op(Opcode::store_uav_typed, {0x0011e0f2, 0, 0x00004002, 0, 0, 0, 0, 0x00004002, 1, 1, 1, 1})
            .op(Opcode::ret, {});
        const bool refused =
            dimension == ms || dimension == cube || dimension == ms_array || dimension == cube_array;
        EXPECT_EQ(diagnostics(s) != "", refused) << dimension << ": " << diagnostics(s);
    }
}

// The depth register's kind, not the signature, says which depths may be written.
TEST(TpfRefuse, DepthOfAnotherKindThanTheSignatures) {
    test::Stream s(Stage::pixel, 0x50);
    s.op(Opcode::dcl_output, {0x00027001}).op(Opcode::mov, {0x00027001, 0x00004001, 0}).op(Opcode::ret, {});
    Element e = element("SV_Depth", 0, SystemValue::depth, signature::ComponentType::float_);
    e.mask = e.used_mask = 1;
    e.register_index = signature::no_register;
    EXPECT_EQ(diagnostics(s, {&e, 1}), "");
}

// One geometry shader of fixed declarations, with some of them replaced or left out.
struct GeometryShader {
    uint32_t primitive = 3, topology = 5, vertices = 4, instances = 1, declared_stream = 0,
             emitted_stream = 0;

    std::string diagnostics() const {
        test::Stream s(Stage::geometry, 0x50);
        if (primitive) s.op(Opcode::dcl_gs_input_primitive, {}, primitive << 11);
        s.op(Opcode::dcl_gs_instance_count, {instances});
        s.op(Opcode::dcl_stream, {0x00110000, declared_stream});
        if (topology) s.op(Opcode::dcl_gs_output_topology, {}, topology << 11);
        if (vertices) s.op(Opcode::dcl_max_output_vertex_count, {vertices});
        s.op(Opcode::emit_stream, {0x00110000, emitted_stream});
        s.op(Opcode::ret, {});
        return tpf::diagnostics(s);
    }
};

TEST(TpfRefuse, GeometryDeclarations) {
    EXPECT_EQ(GeometryShader().diagnostics(), "");
    for (uint32_t primitive : {1u, 2u, 3u, 6u, 7u})
        EXPECT_EQ(GeometryShader{.primitive = primitive}.diagnostics(), "");
    for (uint32_t primitive : {0u, 4u, 5u, 40u, 63u})
        EXPECT_NE(GeometryShader{.primitive = primitive}.diagnostics().find("input primitive"),
                  std::string::npos)
            << primitive;
    // Valid, but SPIR-V has nothing like it.
    for (uint32_t patch : {8u, 39u})
        EXPECT_NE(GeometryShader{.primitive = patch}.diagnostics().find("takes patches"), std::string::npos);
    for (uint32_t topology : {0u, 1u, 3u, 5u})
        EXPECT_EQ(GeometryShader{.topology = topology}.diagnostics(), "") << topology;
    for (uint32_t topology : {2u, 4u, 6u, 127u})
        EXPECT_NE(GeometryShader{.topology = topology}.diagnostics().find("topology"), std::string::npos);
    EXPECT_EQ(GeometryShader{.vertices = 1024}.diagnostics(), "");
    for (uint32_t vertices : {0u, 1025u, ~0u})
        EXPECT_NE(GeometryShader{.vertices = vertices}.diagnostics().find("number of vertices"),
                  std::string::npos);
    EXPECT_EQ(GeometryShader{.instances = 32}.diagnostics(), "");
    for (uint32_t instances : {0u, 33u, ~0u})
        EXPECT_NE(GeometryShader{.instances = instances}.diagnostics().find("instances"), std::string::npos);
    for (uint32_t stream : {4u, ~0u}) {
        EXPECT_NE(GeometryShader{.declared_stream = stream}.diagnostics().find("stream"), std::string::npos);
        EXPECT_NE(GeometryShader{.emitted_stream = stream}.diagnostics().find("stream"), std::string::npos);
    }
}

// Every operand of an input needs a vertex there, and nowhere else.
TEST(TpfRefuse, VerticesOfInputs) {
    const struct {
        Stage stage;
        std::initializer_list<uint32_t> source;
        bool fine;
    } cases[] = {{Stage::geometry, {0x00201e46, 0, 0}, true},
                 {Stage::geometry, {0x00201e46, 7, 0}, true}, // a vertex that is not there reads 0
                 {Stage::geometry, {0x00101e46, 0}, false},
                 {Stage::vertex, {0x00101e46, 0}, true},
                 {Stage::vertex, {0x00201e46, 0, 0}, false}};
    for (const auto &c : cases) {
        test::Stream s(c.stage, 0x50);
        if (c.stage == Stage::geometry) {
            s.op(Opcode::dcl_gs_input_primitive, {}, 3 << 11);
            s.op(Opcode::dcl_max_output_vertex_count, {1});
        }
        s.op(Opcode::dcl_temps, {1});
        std::vector<uint32_t> words{static_cast<uint32_t>(Opcode::mov), 0x001000f2, 0};
        words.insert(words.end(), c.source);
        words[0] |= static_cast<uint32_t>(words.size()) << 24;
        for (uint32_t w : words)
            s.raw({w});
        s.op(Opcode::ret, {});
        EXPECT_EQ(diagnostics(s).empty(), c.fine);
    }
}

} // namespace
} // namespace weft::tpf
