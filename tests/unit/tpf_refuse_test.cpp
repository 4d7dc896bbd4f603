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

// The depth register's kind, not the signature, says which depths may be written.
TEST(TpfRefuse, DepthOfAnotherKindThanTheSignatures) {
    test::Stream s(Stage::pixel, 0x50);
    s.op(Opcode::dcl_output, {0x00027001}).op(Opcode::mov, {0x00027001, 0x00004001, 0}).op(Opcode::ret, {});
    Element e = element("SV_Depth", 0, SystemValue::depth, signature::ComponentType::float_);
    e.mask = e.used_mask = 1;
    e.register_index = signature::no_register;
    EXPECT_EQ(diagnostics(s, {&e, 1}), "");
}

} // namespace
} // namespace weft::tpf
