#include <gtest/gtest.h>

#include <iostream>

#include "core/container/container.h"
#include "core/ir/print.h"
#include "core/ir/verify.h"
#include "core/tpf/to_ir.h"
#include "ir_interpreter.h"
#include "tpf_test_util.h"

namespace weft::tpf {
namespace {

using namespace test;

struct Lowered {
    explicit Lowered(std::vector<uint8_t> bytes, bool dxbc = true) : file(std::move(bytes)), module(arena) {
        container::ShaderParts parts;
        if (dxbc) {
            EXPECT_EQ(container::read_shader(file, false, arena, diag, &parts), Result::ok) << diag.text();
        } else {
            parts.code = file;
        }
        lower(parts.code, {parts.inputs, parts.outputs, parts.patch_constants});
    }
    Lowered(std::vector<uint8_t> code, const Interface &interface) : file(std::move(code)), module(arena) {
        lower(file, interface);
    }
    void lower(std::span<const uint8_t> code, const Interface &interface) {
        Program program;
        result = read(code, arena, diag, &program);
        ASSERT_EQ(result, Result::ok) << diag.text();
        stage = program.stage;
        result = to_ir(program, interface, {}, diag, &module);
        if (result == Result::ok) {
            std::string message;
            sound = ir::verify(module, &message);
            EXPECT_TRUE(sound) << message << ir::print(module);
        }
    }
    unsigned count(ir::Op op) const {
        unsigned n = 0;
        for (uint32_t v = module.functions[0].head; v; v = module.insts[v].next)
            n += module.insts[v].op == op;
        return n;
    }

    Arena arena;
    Diagnostics diag;
    std::vector<uint8_t> file;
    ir::Module module;
    Stage stage = Stage::vertex;
    Result result = Result::error;
    bool sound = false;
};

TEST(TpfLower, OwnShaders) {
    for (const auto &path : files_below(data_folder(), ".bin")) {
        SCOPED_TRACE(path.string());
        Lowered l(read_file(path));
        const bool links = path.filename().string().find("links") != std::string::npos;
        if (!links) {
            EXPECT_EQ(l.result, Result::ok) << l.diag.text();
        } else {
            EXPECT_EQ(l.result, Result::not_implemented);
            EXPECT_NE(l.diag.text().find("E1012"), std::string::npos) << l.diag.text();
        }
    }
}

TEST(TpfLower, Corpus) {
    const char *corpus = std::getenv("WEFT_CORPUS");
    if (!corpus) GTEST_SKIP() << "WEFT_CORPUS does not name a folder of shaders";
    size_t lowered = 0, refused = 0;
    for (const auto &path : files_below(std::filesystem::path(corpus) / "dxbc", ".bin")) {
        SCOPED_TRACE(path.string());
        auto file = read_file(path);
        Arena arena;
        Diagnostics diag;
        container::ShaderParts parts;
        if (failed(container::read_shader(file, false, arena, diag, &parts))) continue; // altered checksums
        Lowered l(std::move(file));
        if (l.result == Result::ok) {
            ++lowered;
        } else {
            ++refused;
            EXPECT_EQ(l.result, Result::not_implemented) << l.diag.text();
            EXPECT_NE(l.diag.text().find("linkage"), std::string::npos) << l.diag.text();
        }
    }
    std::cout << lowered << " lowered, " << refused << " refused by name\n";
}

// What belongs to the primitive has no place in a vertex, and a compute shader has no inputs and outputs at
// all, whatever a signature says.
TEST(TpfLower, SignaturesThatMakeNoSense) {
    signature::Element elements[2];
    for (signature::Element &e : elements) {
        e.name = "SV_PrimitiveID";
        e.component_type = signature::ComponentType::uint;
        e.system_value = signature::SystemValue::primitive_id;
        e.mask = e.used_mask = 1;
    }
    elements[0].register_index = 0;
    for (Stage stage : {Stage::geometry, Stage::compute}) {
        test::Stream s(stage, 0x50);
        if (stage == Stage::geometry) {
            s.op(Opcode::dcl_gs_input_primitive, {}, 3 << 11);
            s.op(Opcode::dcl_max_output_vertex_count, {1});
        } else {
            s.op(Opcode::dcl_thread_group, {1, 1, 1});
        }
        s.op(Opcode::ret, {});
        const auto code = s.bytes();
        Arena arena;
        Diagnostics diag;
        Program program;
        ir::Module module(arena);
        ASSERT_EQ(read(code, arena, diag, &program), Result::ok) << diag.text();
        ASSERT_EQ(to_ir(program, {elements, elements, {}}, {}, diag, &module), Result::ok) << diag.text();
        if (stage == Stage::compute) {
            EXPECT_TRUE(module.inputs.empty());
            EXPECT_TRUE(module.outputs.empty());
        } else {
            EXPECT_EQ(module.inputs[0].system_value, signature::SystemValue::none);
            EXPECT_EQ(module.inputs[1].system_value, signature::SystemValue::primitive_id);
            EXPECT_EQ(module.outputs[0].system_value, signature::SystemValue::primitive_id);
        }
    }
}

} // namespace
} // namespace weft::tpf
