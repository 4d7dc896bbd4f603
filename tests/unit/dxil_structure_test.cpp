// Control flow of DXIL as structured code: what it computes, and what shape it has.
#include <gtest/gtest.h>

#include "dxil_shader.h"
#include "ir_interpreter.h"

namespace {

using namespace weft;
using dxil::Opcode;
using dxil::test::Shader;
using structure_test::Model;
using structure_test::RandomFunction;
using structure_test::Reference;
using structure_test::Shape;

void check_random(uint32_t seed, const Shape &shape) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    constexpr uint32_t inputs[] = {0, 1, 0x12345678, 0xfedcba98};
    Shader s;
    RandomFunction f(seed, shape);
    SCOPED_TRACE(f.text());
    Model &m = s.model;
    for (uint32_t i = 0; i < 4; ++i) {
        m.i32c(inputs[i]);
        m.i32c(i);
    }
    f.declare(m, "f");
    f.define(m);
    m.begin(s.main);
    m.begin_block();
    for (uint32_t i = 0; i < 4; ++i)
        s.store(m.i32c(i), s.call(f.value(), m.i32c(inputs[i])));
    m.add(Opcode::ret, m.void_, {});
    ASSERT_EQ(s.lower(), Result::ok) << s.diag.text();
    std::string message;
    ASSERT_TRUE(ir::verify(s.ir, &message)) << message << "\n" << s.text();
    uint32_t expected[4];
    for (uint32_t i = 0; i < 4; ++i)
        ASSERT_TRUE(Reference(m.module()).run(f.value(), {&inputs[i], 1}, &expected[i]));
    const auto compare = [&](const char *when) {
        ir::test::Interpreter run(s.ir);
        run.run();
        ASSERT_FALSE(run.failed) << when;
        ASSERT_EQ(run.stored.size(), 4u) << when << "\n" << s.text();
        for (uint32_t i = 0; i < 4; ++i)
            ASSERT_EQ(run.stored[i][1], expected[i]) << when << ", input " << i << "\n" << s.text();
    };
    compare("at first");
    passes::PassOptions options;
    options.verify = true;
    ASSERT_EQ(passes::run(s.ir, options, s.diag), Result::ok) << s.diag.text();
    compare("in the end");
}

TEST(DxilStructure, RandomControlFlow) {
    for (uint32_t seed = 0; seed < 600 && !HasFatalFailure(); ++seed) {
        Shape shape;
        shape.blocks = 3 + seed % 24;
        shape.back_edges = seed % 6;
        shape.switches = seed % 3 != 0;
        shape.early_returns = seed % 4 != 0;
        shape.shuffled = seed & 1;
        check_random(seed, shape);
    }
}

// A case that runs into the next one does so, however many there are.
TEST(DxilStructure, CasesFallThrough) {
    for (const uint32_t count : {3u, 800u}) {
        Shader s;
        Model &m = s.model;
        std::vector<uint32_t> numbers;
        for (uint32_t i = 0; i < count + 8; ++i)
            numbers.push_back(m.i32c(i));
        const uint32_t parameter[] = {m.i32};
        const uint32_t f = m.function("f", m.function_type(m.i32, parameter));
        m.begin(f);
        m.begin_block();
        std::vector<uint32_t> operands{m.argument(0), count + 1};
        for (uint32_t i = 0; i < count; ++i)
            operands.insert(operands.end(), {numbers[i], i + 1});
        m.add(Opcode::switch_, m.void_, operands, 0, m.i32);
        uint32_t before = 0;
        for (uint32_t i = 0; i < count; ++i) {
            m.begin_block();
            // sum = (from the case before, or the case's number) * 3 + 1
            const uint32_t sum = i ? m.add(Opcode::phi, m.i32, {numbers[i], 0, before, i}) : numbers[0];
            const uint32_t scaled = m.add(Opcode::binary, m.i32, {sum, numbers[3]}, 2);
            before = m.add(Opcode::binary, m.i32, {scaled, numbers[1]}, 0);
            m.add(Opcode::br, m.void_, {i + 2 > count ? count + 1 : i + 2});
        }
        m.begin_block();
        const uint32_t result = m.add(Opcode::phi, m.i32, {numbers[7], 0, before, count});
        m.add(Opcode::ret, m.void_, {result});
        m.begin(s.main);
        m.begin_block();
        for (uint32_t i = 0; i < 4; ++i)
            s.store(numbers[i], s.call(f, numbers[i]));
        m.add(Opcode::ret, m.void_, {});
        ASSERT_EQ(s.lower(), Result::ok) << s.diag.text();
        std::string message;
        ASSERT_TRUE(ir::verify(s.ir, &message)) << message;
        ir::test::Interpreter run(s.ir);
        run.run();
        ASSERT_FALSE(run.failed);
        ASSERT_EQ(run.stored.size(), 4u);
        for (uint32_t i = 0; i < 4; ++i) {
            uint32_t expected = i < count ? i : 7;
            for (uint32_t k = i; k < count; ++k)
                expected = expected * 3 + 1;
            EXPECT_EQ(run.stored[i][1], expected);
        }
        const std::string text = s.text();
        size_t falls = 0;
        for (size_t at = 0; (at = text.find("fallthrough", at)) != std::string::npos; ++at)
            ++falls;
        EXPECT_EQ(falls, 4 * (count - 1));
    }
}

TEST(DxilStructure, RandomControlFlowOfManyBlocks) {
    for (uint32_t seed = 0; seed < 12 && !HasFatalFailure(); ++seed) {
        Shape shape;
        shape.blocks = 150;
        shape.back_edges = 20;
        check_random(1000 + seed, shape);
    }
}

} // namespace
