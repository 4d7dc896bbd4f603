// Programs that no compiler would write: very long, deeply nested, with huge counts. Each must be translated
// or refused within time and memory that keep proportion to its size.
#include <gtest/gtest.h>

#include <chrono>
#include <functional>

#include "core/container/container.h"
#include "core/driver/driver.h"
#include "d3dbc_assemble.h"
#include "tpf_test_util.h"

namespace weft {
namespace {

using driver::SourceType;
using driver::TargetType;
using Bytes = std::vector<uint8_t>;

struct Outcome {
    Result result;
    std::string text;
    size_t input, output, memory;
    double seconds;
};

using driver::EmulateFloat64;

Outcome translate(const Bytes &bytes, SourceType type, TargetType target = TargetType::spirv_binary,
                  EmulateFloat64 doubles = EmulateFloat64::never) {
    const auto start = std::chrono::steady_clock::now();
    Arena arena;
    Diagnostics diag;
    driver::Options options;
    options.source_type = type;
    options.target_type = target;
    options.environment = driver::Environment::vulkan_1_1;
    options.features = driver::feature_float64;
    options.emulate_float64 = doubles;
    driver::Output out;
    Outcome o{};
    o.result = driver::compile(arena, bytes, options, diag, &out);
    o.text = diag.text();
    o.input = bytes.size();
    o.output = out.code.size();
    o.memory = arena.bytes_reserved();
    o.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    EXPECT_EQ(failed(o.result), diag.has_errors()) << o.text;
    return o;
}

// Generous enough for sanitizers on a busy machine: what these catch grows with the square of the input.
void expect_bounded(const Outcome &o) {
    EXPECT_LT(o.seconds, 30) << o.input << " bytes of input";
    EXPECT_LT(o.memory, (size_t{64} << 20) + o.input * 512) << o.input << " bytes of input";
    if (std::getenv("WEFT_TIMES"))
        std::printf("%9zu bytes -> %9zu, %7.3f s, %6.1f MiB, %d %s\n", o.input, o.output, o.seconds,
                    static_cast<double>(o.memory) / (1 << 20), static_cast<int>(o.result),
                    o.text.substr(0, o.text.find('\n')).c_str());
}

void expect_translated(const Outcome &o) {
    EXPECT_EQ(o.result, Result::ok) << o.text;
    expect_bounded(o);
}

void expect_refused(const Outcome &o) {
    EXPECT_TRUE(failed(o.result));
    EXPECT_FALSE(o.text.empty());
    expect_bounded(o);
}

// --- token streams of shader models 4 and 5 ---

using tpf::Opcode;
using tpf::Stage;

// Operand tokens: registers with one index follow theirs with the number.
constexpr uint32_t temp_dst = 0x001000f2, temp_src = 0x00100e46, temp_x = 0x0010000a;
constexpr uint32_t scalar_literal = 0x00004001;
constexpr uint32_t raw_uav = 0x0011e000, raw_uav_dst = 0x0011e0f2;
constexpr uint32_t test_nonzero = 1u << 18;

class Compute {
  public:
    Compute() : stream_(Stage::compute, 0x50) {
        stream_.op(Opcode::dcl_uav_raw, {raw_uav, 0});
        stream_.op(Opcode::dcl_thread_group, {1, 1, 1});
    }
    Compute &op(Opcode opcode, std::initializer_list<uint32_t> operands = {}, uint32_t controls = 0) {
        stream_.op(opcode, operands, controls);
        return *this;
    }
    Compute &repeat(unsigned count, const std::function<void(Compute &, uint32_t)> &f) {
        for (uint32_t i = 0; i < count; ++i)
            f(*this, i);
        return *this;
    }
    // r# = u0[0], something that nobody can foresee.
    Compute &load(uint32_t reg) {
        return op(Opcode::ld_raw, {temp_dst, reg, scalar_literal, 0, 0x0011ee46, 0});
    }
    Compute &store(uint32_t reg) {
        return op(Opcode::store_raw, {raw_uav_dst, 0, scalar_literal, 0, temp_src, reg});
    }
    Compute &add(uint32_t to, uint32_t a, uint32_t b) {
        return op(Opcode::iadd, {temp_dst, to, temp_src, a, temp_src, b});
    }
    Compute &mov(uint32_t to, uint32_t from) { return op(Opcode::mov, {temp_dst, to, temp_src, from}); }
    Compute &if_(uint32_t reg) { return op(Opcode::if_, {temp_x, reg}, test_nonzero); }
    Compute &breakc(uint32_t reg) { return op(Opcode::breakc, {temp_x, reg}, test_nonzero); }
    Compute &continuec(uint32_t reg) { return op(Opcode::continuec, {temp_x, reg}, test_nonzero); }
    Compute &raw(std::vector<uint32_t> words) {
        for (uint32_t w : words)
            stream_.raw({w});
        return *this;
    }

    Bytes bytes() {
        const Bytes code = stream_.bytes();
        Arena arena;
        const container::Part part{container::tag("SHEX"), code};
        const auto file = container::serialize({&part, 1}, arena);
        return {file.begin(), file.end()};
    }
    Outcome run(TargetType target = TargetType::spirv_binary,
                EmulateFloat64 doubles = EmulateFloat64::never) {
        return translate(bytes(), SourceType::dxbc_tpf, target, doubles);
    }

  private:
    tpf::test::Stream stream_;
};

TEST(Limits, TpfLongStraightCode) {
    for (unsigned n : {1000u, 8000u, 64000u}) {
        Compute c;
        c.load(0).load(1);
        c.repeat(n, [](Compute &p, uint32_t i) { p.add(i % 7, i % 5, (i + 1) % 7); });
        c.store(0).store(1);
        expect_translated(c.run());
        expect_translated(c.run(TargetType::d3d_asm));
    }
}

// Doubles made of integers are calls: a shader grows by no more than a call for each operation.
TEST(Limits, TpfManyDoubles) {
    Compute c;
    c.load(0).load(1);
    c.repeat(64000, [](Compute &p, uint32_t i) {
        const Opcode ops[] = {Opcode::dadd, Opcode::dmul, Opcode::dmax, Opcode::ddiv};
        p.op(ops[i % 4], {temp_dst, i % 7, temp_src, i % 5, temp_src, (i + 1) % 7});
    });
    c.store(0).store(1);
    const Outcome native = c.run(), emulated = c.run(TargetType::spirv_binary, EmulateFloat64::always);
    expect_translated(native);
    expect_translated(emulated);
    EXPECT_LT(emulated.output, 3 * native.output + 65536);
    EXPECT_LT(emulated.memory, 3 * native.memory);
}

TEST(Limits, TpfManyIfs) {
    Compute c;
    c.load(0).load(1);
    c.repeat(16000, [](Compute &p, uint32_t i) {
        p.if_(i % 4).add(i % 5, 0, 1).op(Opcode::else_).store(1).op(Opcode::endif);
    });
    c.store(0).store(3);
    expect_translated(c.run());
}

TEST(Limits, TpfManyLoops) {
    Compute c;
    c.load(0).load(1);
    c.repeat(8000, [](Compute &p, uint32_t i) {
        p.op(Opcode::loop).add(0, 0, 1).breakc(i % 3).add(2, 0, 1).op(Opcode::endloop);
    });
    c.store(0).store(2);
    expect_translated(c.run());
}

TEST(Limits, TpfDeepNesting) {
    // Direct3D allows 64 levels.
    for (auto [opcode, end] : {std::pair{Opcode::if_, Opcode::endif},
                               {Opcode::loop, Opcode::endloop},
                               {Opcode::switch_, Opcode::endswitch}})
        for (unsigned depth : {64u, 256u, 5000u, 60000u}) {
            Compute c;
            c.load(0);
            c.repeat(depth, [opcode = opcode](Compute &p, uint32_t) {
                if (opcode == Opcode::if_)
                    p.if_(0);
                else if (opcode == Opcode::loop)
                    p.op(Opcode::loop);
                else
                    p.op(Opcode::switch_, {temp_x, 0}).op(Opcode::case_, {scalar_literal, 1});
            });
            c.add(0, 0, 0);
            c.repeat(depth, [end = end](Compute &p, uint32_t) {
                if (end != Opcode::endif) p.breakc(0).op(Opcode::break_);
                p.op(end);
            });
            c.store(0);
            const Outcome o = c.run();
            depth > 256 ? expect_refused(o) : expect_translated(o);
        }
}

TEST(Limits, TpfManyCases) {
    for (bool one_body : {true, false}) {
        Compute c;
        c.load(0).load(1).op(Opcode::switch_, {temp_x, 0});
        c.repeat(15000, [=](Compute &p, uint32_t i) {
            p.op(Opcode::case_, {scalar_literal, i});
            if (!one_body) p.add(1, 0, 1).op(Opcode::break_);
        });
        c.add(1, 1, 1).op(Opcode::break_).op(Opcode::endswitch).store(1);
        expect_translated(c.run());
    }
}

TEST(Limits, TpfCasesThatFallThrough) {
    Compute c;
    c.load(0).load(1).op(Opcode::switch_, {temp_x, 0});
    c.repeat(15000, [=](Compute &p, uint32_t i) { p.op(Opcode::case_, {scalar_literal, i}).add(1, 0, 1); });
    c.op(Opcode::break_).op(Opcode::endswitch).store(1);
    expect_translated(c.run());
}

// SPIR-V's OpSwitch may not name a value twice, and Direct3D gives no meaning to it.
TEST(Limits, TpfTwoCasesForOneValue) {
    Compute c;
    c.load(0).op(Opcode::switch_, {temp_x, 0}).op(Opcode::case_, {scalar_literal, 7}).op(Opcode::break_);
    c.op(Opcode::case_, {scalar_literal, 3}).op(Opcode::case_, {scalar_literal, 7}).op(Opcode::break_);
    expect_refused(c.op(Opcode::endswitch).store(0).run());

    // Switches inside each other may well share values.
    Compute nested;
    nested.load(0).op(Opcode::switch_, {temp_x, 0}).op(Opcode::case_, {scalar_literal, 7});
    nested.op(Opcode::switch_, {temp_x, 0}).op(Opcode::case_, {scalar_literal, 7}).op(Opcode::break_);
    nested.op(Opcode::endswitch).op(Opcode::break_).op(Opcode::endswitch).store(0);
    expect_translated(nested.run());
}

// More than the 65,535 words that a SPIR-V instruction has.
TEST(Limits, TpfInstructionsTooLongForSpirv) {
    Compute cases;
    cases.load(0).load(1).op(Opcode::switch_, {temp_x, 0});
    cases.repeat(40000, [=](Compute &p, uint32_t i) { p.op(Opcode::case_, {scalar_literal, i}); });
    cases.add(1, 1, 1).op(Opcode::break_).op(Opcode::endswitch).store(1);
    expect_refused(cases.run());

    Compute exits;
    exits.load(0).load(1).op(Opcode::loop);
    exits.repeat(40000, [](Compute &p, uint32_t) { p.add(1, 1, 0).breakc(1); });
    exits.op(Opcode::endloop).store(1);
    expect_refused(exits.run());
}

// Every exit brings a value for every component that its construct writes.
TEST(Limits, TpfManyExitsOfManyValues) {
    for (int kind = 0; kind < 3; ++kind)
        for (unsigned registers : {1000u, 4090u}) {
            Compute c;
            c.load(4094).load(4095).op(Opcode::loop);
            c.repeat(registers, [](Compute &p, uint32_t i) { p.add(i, i, 4094); });
            c.repeat(20000, [=](Compute &p, uint32_t) {
                if (kind == 0)
                    p.breakc(4095);
                else if (kind == 1)
                    p.continuec(4095);
                else
                    p.if_(4095).op(Opcode::continue_).op(Opcode::endif);
            });
            c.breakc(4094).op(Opcode::endloop);
            c.repeat(registers, [](Compute &p, uint32_t i) { p.store(i); });
            expect_bounded(c.run());
        }
}

TEST(Limits, TpfManyConstructsOfManyValues) {
    // Each level writes what all levels inside it write.
    Compute c;
    c.load(4095);
    c.repeat(200, [](Compute &p, uint32_t i) { i % 2 ? p.if_(4095) : p.op(Opcode::loop); });
    c.repeat(4000, [](Compute &p, uint32_t i) { p.add(i, i, 4095); });
    c.repeat(200, [](Compute &p, uint32_t i) {
        i % 2 ? p.breakc(4095).op(Opcode::endloop) : p.op(Opcode::endif);
    });
    c.repeat(4000, [](Compute &p, uint32_t i) { p.store(i); });
    expect_bounded(c.run());
}

TEST(Limits, TpfCallsThatMultiply) {
    // Sixteen subroutines, each calling the next four times: 4^16 instructions when inlined.
    constexpr uint32_t label = 0x0010a000;
    Compute c;
    c.load(0).op(Opcode::call, {label, 0}).store(0).op(Opcode::ret);
    for (uint32_t i = 0; i < 16; ++i) {
        c.op(Opcode::label, {label, i}).add(0, 0, 0);
        if (i < 15)
            for (unsigned k = 0; k < 4; ++k)
                c.op(Opcode::call, {label, i + 1});
        c.op(Opcode::ret);
    }
    expect_refused(c.run());
}

TEST(Limits, TpfHugeCounts) {
    constexpr uint32_t most = 0xffffffff;
    constexpr uint32_t shared = 0x0011f000, cbuffer = 0x00208e46;
    const auto with = [](Opcode opcode, std::initializer_list<uint32_t> operands) {
        Compute c;
        return c.op(opcode, operands).load(0).store(0).run();
    };
    expect_refused(with(Opcode::dcl_indexable_temp, {0, most, 4}));
    expect_refused(with(Opcode::dcl_indexable_temp, {0, 1u << 20, 4}));
    expect_refused(with(Opcode::dcl_tgsm_raw, {shared, 0, most}));
    expect_refused(with(Opcode::dcl_tgsm_structured, {shared, 0, most, most}));
    expect_refused(with(Opcode::dcl_tgsm_structured, {shared, 0, 0x10000, 0x10000}));
    expect_refused(with(Opcode::dcl_thread_group, {most, most, most}));
    expect_refused(with(Opcode::dcl_resource_structured, {0x00107000, 0, most}));
    // A count that only tells how many registers there are costs nothing.
    expect_translated(with(Opcode::dcl_temps, {most}));
    expect_bounded(with(Opcode::dcl_constant_buffer, {cbuffer, 0, most}));

    Compute register_number;
    expect_refused(register_number.load(0).mov(most, 0).store(most).run());
    Compute many;
    many.repeat(5000, [](Compute &p, uint32_t i) { p.op(Opcode::dcl_indexable_temp, {i, 4096, 4}); });
    expect_refused(many.load(0).store(0).run());
    Compute resources;
    resources.repeat(20000, [](Compute &p, uint32_t i) { p.op(Opcode::dcl_uav_raw, {raw_uav, i + 1}); });
    expect_refused(resources.load(0).store(0).run());
}

TEST(Limits, TpfLargeImmediateConstantBuffer) {
    for (uint32_t rows : {4096u, 80000u}) {
        std::vector<uint32_t> data{0x1835, 2 + rows * 4};
        for (uint32_t i = 0; i < rows * 4; ++i)
            data.push_back(i * 0x9e3779b9u);
        Compute c;
        c.raw(data).load(0).op(Opcode::mov, {temp_dst, 0, 0x00909e46, 0x0010000a, 0}).store(0);
        const Outcome o = c.run();
        rows == 4096 ? expect_translated(o) : expect_refused(o);
        expect_translated(c.run(TargetType::d3d_asm));
    }
}

TEST(Limits, TpfLargeIndexableTemps) {
    Compute c;
    c.op(Opcode::dcl_indexable_temp, {0, 4096, 4}).load(0);
    c.repeat(4096, [](Compute &p, uint32_t i) { p.op(Opcode::mov, {0x002030f2, 0, i, temp_src, 0}); });
    // x0[r0.x + 0]
    c.op(Opcode::mov, {temp_dst, 0, 0x06203e46, 0, 0, temp_x, 0}).store(0);
    expect_translated(c.run());
}

// Names of semantics may be as long as the file.
TEST(Limits, TpfLongSemanticName) {
    for (auto [stage, value] : {std::pair{Stage::pixel, signature::SystemValue::target},
                                {Stage::vertex, signature::SystemValue::position},
                                {Stage::vertex, signature::SystemValue::none}}) {
        tpf::test::Stream s(stage, 0x50);
        if (value == signature::SystemValue::position)
            s.op(Opcode::dcl_output_siv, {0x001020f2, 0, 1});
        else
            s.op(Opcode::dcl_output, {0x001020f2, 0});
        s.op(Opcode::mov, {0x001020f2, 0, 0x00004002, 0, 0, 0, 0}).op(Opcode::ret, {});
        const Bytes code = s.bytes();
        const std::string name(1 << 20, 'T');
        signature::Element e;
        e.name = name;
        e.register_index = 0;
        e.mask = e.used_mask = 15;
        e.component_type = signature::ComponentType::float_;
        e.system_value = value;
        Arena arena;
        const signature::Signature elements(&e, 1);
        const uint32_t osgn = container::tag("OSGN");
        const container::Part parts[] = {{osgn, container::write_signature(osgn, elements, true, arena)},
                                         {container::tag("SHEX"), code}};
        const auto file = container::serialize(parts, arena);
        const Outcome o = translate({file.begin(), file.end()}, SourceType::dxbc_tpf);
        expect_translated(o);
        EXPECT_LT(o.output, 4096u);
    }
}

// --- Direct3D 9 bytecode ---

using d3dbc::Op;
using namespace d3dbc::test;

Outcome run(const Assembly &a, TargetType target = TargetType::spirv_binary) {
    return translate(a.bytes(), SourceType::d3d_bytecode, target);
}

constexpr uint32_t ps_3_0 = 0xffff0300;

TEST(Limits, D3dbcLongStraightCode) {
    for (unsigned n : {1000u, 8000u, 64000u}) {
        Assembly a(ps_3_0);
        a.op(Op::mov, {r(0), c(0)}).op(Op::mov, {r(1), c(1)});
        for (unsigned k = 0; k < n; ++k)
            a.op(k % 2 ? Op::add : Op::mul, {r(k % 2), r((k + 1) % 2), c(k % 224)});
        a.op(Op::mov, {oc(0), r(0)});
        expect_translated(run(a));
        expect_translated(run(a, TargetType::d3d_asm));
    }
}

TEST(Limits, D3dbcDeepNesting) {
    // Direct3D allows 24 levels of if and 4 of loops.
    for (bool loops : {false, true})
        for (unsigned depth : {24u, 64u, 128u, 5000u, 60000u}) {
            Assembly a(ps_3_0);
            a.op(Op::mov, {r(0), c(0)});
            for (unsigned k = 0; k < depth; ++k)
                loops ? a.op(Op::rep, {i(0)}) : a.op(Op::ifc, {r(0).swizzle("x"), c(1).swizzle("x")}, 1);
            a.op(Op::add, {r(0), r(0), c(2)});
            for (unsigned k = 0; k < depth; ++k)
                a.op(loops ? Op::endrep : Op::endif);
            a.op(Op::mov, {oc(0), r(0)});
            const Outcome o = run(a);
            depth > 128 ? expect_refused(o) : expect_translated(o);
        }
}

TEST(Limits, D3dbcManyExits) {
    Assembly a(ps_3_0);
    a.op(Op::mov, {r(0), c(0)}).op(Op::rep, {i(0)});
    for (unsigned k = 0; k < 20000; ++k)
        a.op(Op::add, {r(k % 32), r(0), c(k % 200)})
            .op(Op::breakc, {r(k % 32).swizzle("x"), c(k % 200).swizzle("x")}, 1);
    a.op(Op::endrep).op(Op::mov, {oc(0), r(0)});
    expect_bounded(run(a));
}

TEST(Limits, D3dbcCallsThatMultiply) {
    Assembly a(ps_3_0);
    a.op(Op::mov, {r(0), c(0)}).op(Op::call, {label(0)}).op(Op::mov, {oc(0), r(0)}).op(Op::ret);
    for (unsigned k = 0; k < 16; ++k) {
        a.op(Op::label, {label(k)}).op(Op::add, {r(0), r(0), c(1)});
        if (k < 15)
            for (unsigned m = 0; m < 4; ++m)
                a.op(Op::call, {label(k + 1)});
        a.op(Op::ret);
    }
    expect_refused(run(a));
}

TEST(Limits, D3dbcManyDefinitions) {
    Assembly a(ps_3_0);
    for (unsigned k = 0; k < 60000; ++k)
        a.def(k % 224, float(k), 1, 2, 3);
    a.op(Op::mov, {oc(0), c(5)});
    expect_bounded(run(a));
}

} // namespace
} // namespace weft
