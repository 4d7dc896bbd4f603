// The table of dx.op, and what calls that do not fit it lead to.
#include <gtest/gtest.h>

#include <cctype>
#include <map>

#include "core/driver/driver.h"
#include "core/dxil/interface.h"
#include "core/dxil/operations.h"
#include "core/dxil/to_ir.h"
#include "core/ir/verify.h"
#include "dxil_test_util.h"
#include "spirv_tools_test_util.h"

using namespace weft;
using namespace weft::dxil;
using namespace weft::dxil::test;

namespace {

bool calls_operation(const dxil::Module &m, const dxil::Function &f, const Instruction &ins,
                     std::string *name) {
    if (ins.opcode != Opcode::call || ins.count < 2) return false;
    const Value &callee = m.value(&f, m.operands[ins.first]);
    if (callee.kind != ValueKind::function || !m.name(callee).starts_with("dx.op.")) return false;
    *name = m.name(callee).substr(6);
    return true;
}

Result translate(const Loaded &shader, const Interface &interface, std::string *text) {
    Arena arena;
    ir::Module module(arena);
    Diagnostics diag;
    const Result r = to_ir(*shader.module, interface, {}, diag, &module);
    *text = diag.text();
    std::string message;
    if (!failed(r)) {
        EXPECT_TRUE(ir::verify(module, &message)) << message;
    }
    EXPECT_EQ(failed(r), !text->empty()) << *text;
    return r;
}

const char *const shaders[] = {"cs_memory.cs_6_0.dxbc",   "ps_flow.ps_6_6.dxbc",     "vs_io.vs_6_0.dxbc",
                               "hs_quad.hs_6_0.dxbc",     "gs_streams.gs_6_0.dxbc",  "ds_quad.ds_6_0.dxbc",
                               "ms_triangle.ms_6_5.dxbc", "as_dispatch.as_6_5.dxbc", "cs_heap.cs_6_8.dxbc"};

} // namespace

TEST(DxilCalls, TableIsWhole) {
    ASSERT_EQ(operation_count, 259u);
    for (const Operation &op : operations) {
        EXPECT_FALSE(op.name.empty());
        EXPECT_FALSE(op.function_class.empty()) << op.name;
        EXPECT_TRUE(op.refusal || op.stages) << op.name;
        EXPECT_TRUE(op.refusal || op.result) << op.name;
        const bool uses_overload = op.operands.find('T') != std::string_view::npos ||
                                   std::string_view("TRCq").find(op.result) != std::string_view::npos;
        EXPECT_TRUE(op.refusal || uses_overload == !op.overloads.empty()) << op.name;
        EXPECT_GE(op.model, 0x60) << op.name;
    }
    EXPECT_EQ(operations[137].name, "AttributeAtVertex");
    EXPECT_EQ(find_operation(259), nullptr);
}

// What dxc calls is named by the class in the table.
TEST(DxilCalls, ClassesAreThoseOfTheCompiler) {
    std::map<uint64_t, std::string> seen;
    for (const auto &path : shader_files()) {
        const Bytes file = read_file(path);
        const Loaded shader(file);
        if (!shader.module) continue;
        const dxil::Module &m = *shader.module;
        for (const dxil::Function &f : m.functions)
            for (uint32_t i = 0; i < f.instructions.count; ++i) {
                const Instruction &ins = m.instructions[f.instructions.first + i];
                std::string name;
                if (!calls_operation(m, f, ins, &name)) continue;
                const uint64_t number = m.constants[m.value(&f, m.operands[ins.first + 1]).index].bits;
                const Operation *op = find_operation(number);
                ASSERT_NE(op, nullptr) << path;
                EXPECT_EQ(name.substr(0, name.find('.')), op->function_class) << path;
                EXPECT_TRUE(op->refusal || op->operands.size() + 2 == ins.count) << path << ' ' << op->name;
                seen[number] = name;
            }
    }
    EXPECT_GE(seen.size(), 40u);
}

// Every call, as every operation: an error with a message or a sound module.
TEST(DxilCalls, CallsOfTheWrongOperation) {
    unsigned refused = 0, taken = 0;
    for (const char *name : shaders) {
        const Loaded shader(sample(name));
        ASSERT_EQ(shader.result, Result::ok) << name;
        Arena arena;
        Diagnostics diag;
        Interface interface;
        ASSERT_EQ(read_interface(shader.header, *shader.module, arena, diag, &interface), Result::ok);
        auto &m = const_cast<dxil::Module &>(*shader.module);
        std::map<uint32_t, bool> opcodes; // constants
        for (const dxil::Function &f : m.functions)
            for (uint32_t i = 0; i < f.instructions.count; ++i) {
                const Instruction &ins = m.instructions[f.instructions.first + i];
                std::string callee;
                if (!calls_operation(m, f, ins, &callee)) continue;
                const Value &number = m.value(&f, m.operands[ins.first + 1]);
                if (number.kind == ValueKind::constant) opcodes[number.index] = true;
            }
        ASSERT_FALSE(opcodes.empty());
        for (const auto &[constant, _] : opcodes) {
            const Constant before = m.constants[constant];
            for (uint64_t number = 0; number < operation_count + 2; ++number) {
                m.constants[constant].bits = number;
                m.constants[constant].kind = ConstantKind::integer;
                std::string text;
                ++(failed(translate(shader, interface, &text)) ? refused : taken);
            }
            m.constants[constant] = before;
        }
    }
    EXPECT_GT(refused, 1000u);
    EXPECT_GT(taken, 10u);
}

// Any operand replaced by any other value of the function.
TEST(DxilCalls, CallsWithOtherOperands) {
    for (const char *name : shaders) {
        const Loaded shader(sample(name));
        ASSERT_EQ(shader.result, Result::ok) << name;
        Arena arena;
        Diagnostics diag;
        Interface interface;
        ASSERT_EQ(read_interface(shader.header, *shader.module, arena, diag, &interface), Result::ok);
        auto &m = const_cast<dxil::Module &>(*shader.module);
        const auto globals = static_cast<uint32_t>(m.global_values.size());
        uint32_t seed = 1;
        for (const dxil::Function &f : m.functions)
            for (uint32_t i = 0; i < f.instructions.count; ++i) {
                const Instruction &ins = m.instructions[f.instructions.first + i];
                std::string callee;
                if (!calls_operation(m, f, ins, &callee)) continue;
                for (uint32_t k = 1; k < ins.count; ++k) {
                    uint32_t &operand = m.operands[ins.first + k];
                    const uint32_t before = operand;
                    for (unsigned round = 0; round < 3; ++round) {
                        seed = seed * 1664525 + 1013904223;
                        operand = (seed >> 8) % (globals + f.constant_count);
                        std::string text;
                        translate(shader, interface, &text);
                    }
                    operand = before;
                }
            }
    }
}

TEST(DxilCalls, LibrariesAreRefusedByName) {
    const Bytes file = sample("lib_rays.lib_6_3.dxbc");
    Arena arena;
    Diagnostics diag;
    driver::Options options;
    options.source_type = driver::SourceType::dxbc_dxil;
    options.target_type = driver::TargetType::spirv_binary;
    driver::Output out;
    EXPECT_EQ(driver::compile(arena, file, options, diag, &out), Result::not_implemented);
    EXPECT_NE(diag.text().find("generate"), std::string::npos) << diag.text();
    EXPECT_NE(diag.text().find("is a ray generation shader: ray tracing pipelines are not translated"),
              std::string::npos)
        << diag.text();
}

// Entries of the descriptor heaps are ranges without a bound in a space of their own.
TEST(DxilCalls, ScansListDescriptorHeaps) {
    const Bytes file = sample("cs_heap.cs_6_8.dxbc");
    Arena arena;
    Diagnostics diag;
    driver::Options options;
    options.source_type = driver::SourceType::dxbc_dxil;
    driver::ScanRequest request;
    request.descriptors = true;
    driver::ScanResult result;
    ASSERT_EQ(driver::scan(arena, file, options, request, diag, &result), Result::ok) << diag.text();
    ASSERT_EQ(result.descriptors.size(), 3u);
    for (const driver::Descriptor &d : result.descriptors) {
        EXPECT_EQ(d.register_space, 0xffffffffu);
        EXPECT_EQ(d.register_index, 0u);
        EXPECT_EQ(d.count, ~0u);
    }
    EXPECT_EQ(result.descriptors[0].type, driver::DescriptorType::uav);
    EXPECT_EQ(result.descriptors[0].resource_type, driver::ResourceType::buffer);
    EXPECT_TRUE(result.descriptors[0].flags & driver::descriptor_uav_atomics);
    EXPECT_EQ(result.descriptors[1].type, driver::DescriptorType::srv);
    EXPECT_EQ(result.descriptors[1].resource_type, driver::ResourceType::texture_2d);
    EXPECT_EQ(result.descriptors[2].type, driver::DescriptorType::sampler);
}

// The mode that scans report is the module's, where the caller has the extension and asks for no other.
TEST(DxilCalls, DenormalModeOfTheShader) {
    spirv::test::skip_without_spirv_tools();
    const Bytes file = sample("ps_denormals.ps_6_2.dxbc");
    for (const bool asked : {false, true}) {
        Arena arena;
        Diagnostics diag;
        driver::Options options;
        options.source_type = driver::SourceType::dxbc_dxil;
        options.target_type = driver::TargetType::spirv_text;
        options.environment = driver::Environment::vulkan_1_1;
        options.api_version = driver::api_version_2_0;
        options.extensions = driver::extension_float_controls;
        if (asked) options.denormal_f32 = {true, driver::DenormalMode::any, false};
        driver::Output out;
        ASSERT_EQ(driver::compile(arena, file, options, diag, &out), Result::ok) << diag.text();
        const std::string text(reinterpret_cast<const char *>(out.code.data()), out.code.size());
        EXPECT_EQ(text.find("DenormFlushToZero 32") != std::string::npos, !asked) << text;
    }
}

// The property of the metadata makes a typed view one of 64-bit integers, whatever raw buffers are.
TEST(DxilCalls, AtomicsOfLongTexels) {
    const std::filesystem::path blobs = std::filesystem::path(WEFT_TEST_DATA) / "shaders/sm6/blobs";
    const Bytes file = read_file(blobs / "long-texels.cs_6_6.dxil");
    const auto compile = [&](const driver::Options &options, std::string *text) {
        Arena arena;
        Diagnostics diag;
        driver::Output out;
        const Result r = driver::compile(arena, file, options, diag, &out);
        if (r == Result::not_implemented) spirv::test::skip_without_spirv_tools();
        *text = failed(r) ? diag.text()
                          : std::string(reinterpret_cast<const char *>(out.code.data()), out.code.size());
        return r;
    };
    driver::Options options;
    options.source_type = driver::SourceType::dxbc_dxil;
    options.target_type = driver::TargetType::spirv_text;
    options.api_version = driver::api_version_2_0;
    options.features = driver::feature_int64 | driver::feature_int64_atomics;
    for (const auto environment : {driver::Environment::vulkan_1_0, driver::Environment::vulkan_1_1,
                                   driver::Environment::vulkan_1_2, driver::Environment::vulkan_1_3})
        for (const bool storage_buffers : {false, true}) {
            options.environment = environment;
            options.buffer_uav_storage_buffer = storage_buffers;
            std::string text;
            options.extensions = 0;
            EXPECT_TRUE(failed(compile(options, &text)));
            EXPECT_NE(text.find("SPV_EXT_shader_image_int64"), std::string::npos) << text;
            options.extensions = driver::extension_image_int64;
            ASSERT_EQ(compile(options, &text), Result::ok) << text;
            for (const char *line :
                 {"OpTypeImage %ulong 2D 0 0 0 2 R64ui", "OpTypeImage %ulong Buffer 0 0 0 2 R64ui",
                  "OpTypeImage %uint 2D 0 0 0 2", "OpCapability Int64ImageEXT"})
                EXPECT_NE(text.find(line), std::string::npos) << line;
            EXPECT_EQ(text.find("OpTypeImage %uint Buffer 0 0 0 2 R32ui") == std::string::npos,
                      storage_buffers);
        }
}

// Operations read these values, so that no signature names them; messages do.
TEST(DxilCalls, MessagesNameSystemValues) {
    const struct {
        const char *blob, *name;
    } cases[] = {{"inner-coverage.ps_6_0.dxil", "SV_InnerCoverage needs SPV_EXT_fragment_fully_covered"},
                 {"view-id.vs_6_1.dxil", "SV_ViewID needs SPV_KHR_multiview"}};
    for (const auto &c : cases) {
        Arena arena;
        Diagnostics diag;
        driver::Options options;
        options.source_type = driver::SourceType::dxbc_dxil;
        options.target_type = driver::TargetType::spirv_binary;
        options.api_version = driver::api_version_2_0;
        options.environment = driver::Environment::vulkan_1_0;
        driver::Output out;
        const Bytes file = read_file(std::filesystem::path(WEFT_TEST_DATA) / "shaders/sm6/blobs" / c.blob);
        EXPECT_TRUE(failed(driver::compile(arena, file, options, diag, &out)));
        EXPECT_NE(diag.text().find(c.name), std::string::npos) << diag.text();
    }
}
