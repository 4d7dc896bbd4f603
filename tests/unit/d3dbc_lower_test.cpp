#include <gtest/gtest.h>

#include <cstdlib>

#include "core/d3dbc/to_ir.h"
#include "core/ir/print.h"
#include "core/ir/verify.h"
#include "d3dbc_assemble.h"
#include "d3dbc_test_util.h"
#include "ir_interpreter.h"

namespace weft::d3dbc {
namespace {

using namespace test;

struct Lowered {
    explicit Lowered(const Parsed &p, LowerOptions options = {}) : module(arena) {
        EXPECT_EQ(p.result, Result::ok) << p.diag.text();
        result = to_ir(p.program, options, diag, &module);
        if (result == Result::ok) {
            std::string message;
            sound = ir::verify(module, &message);
            EXPECT_TRUE(sound) << message << ir::print(module);
        }
    }
    std::string text() const { return ir::print(module); }
    unsigned count(ir::Op op) const {
        unsigned n = 0;
        for (uint32_t v = module.functions[0].head; v; v = module.insts[v].next)
            n += module.insts[v].op == op;
        return n;
    }

    Arena arena;
    Diagnostics diag;
    ir::Module module;
    Result result;
    bool sound = false;
};

BumpEnvironment bump(const float (&matrix)[4], float scale, float offset) {
    BumpEnvironment b;
    std::memcpy(b.matrix.words, matrix, sizeof(matrix));
    b.luminance_scale.words[0] = std::bit_cast<uint32_t>(scale);
    b.luminance_offset.words[0] = std::bit_cast<uint32_t>(offset);
    return b;
}

TEST(D3dbcLower, Samples) {
    for (const auto &entry : std::filesystem::directory_iterator(data_dir())) {
        if (entry.path().extension() != ".bin") continue;
        SCOPED_TRACE(entry.path().string());
        Parsed p(read_file(entry.path()));
        for (FloatModel model : {FloatModel::ieee, FloatModel::finite, FloatModel::strict}) {
            LowerOptions options;
            options.float_model = model;
            Lowered l(p, options);
            EXPECT_EQ(l.result, Result::ok) << l.diag.text();
        }
    }
}

TEST(D3dbcLower, Corpus) {
    const char *corpus = std::getenv("WEFT_CORPUS");
    if (!corpus) GTEST_SKIP() << "WEFT_CORPUS names no folder of shaders";
    for (const auto &entry : std::filesystem::directory_iterator(std::filesystem::path(corpus) / "d3dbc")) {
        SCOPED_TRACE(entry.path().string());
        Lowered l{Parsed(read_file(entry.path()))};
        EXPECT_EQ(l.result, Result::ok) << l.diag.text();
    }
}

// --- what the code computes: expected values follow from Direct3D's rules, worked out by hand
// ------------------------

using ir::test::floats;
using ir::test::Interpreter;
using ir::test::Words;

constexpr uint32_t vs_1_1 = 0xfffe0101, vs_2_0 = 0xfffe0200, vs_2_x = 0xfffe0201, vs_3_0 = 0xfffe0300,
                   ps_1_1 = 0xffff0101, ps_1_4 = 0xffff0104, ps_2_0 = 0xffff0200, ps_2_x = 0xffff0201,
                   ps_3_0 = 0xffff0300;
constexpr float big = 3.402823466e+38f;
const float inf = INFINITY, nan_ = NAN;
using M = SourceModifier;

struct Shader {
    explicit Shader(const Assembly &assembly, LowerOptions options = {})
        : parsed(assembly.bytes()), lowered(parsed, options), machine(lowered.module) {
        EXPECT_EQ(lowered.result, Result::ok) << lowered.diag.text();
    }
    Shader &constant(unsigned n, Words w, ConstantSet set = ConstantSet::real) {
        machine.constants[{static_cast<uint32_t>(set), n}] = w;
        return *this;
    }
    // Runs, and tells what output `element` holds.
    Words out(unsigned element = 0) {
        machine.run();
        EXPECT_FALSE(machine.failed);
        return machine.outputs[element];
    }
    Parsed parsed;
    Lowered lowered;
    Interpreter machine;
};

void expect_near(Words got, float x, float y, float z, float w, float tolerance = 1e-5f) {
    const float expected[4] = {x, y, z, w};
    for (unsigned k = 0; k < 4; ++k) {
        float g = std::bit_cast<float>(got[k]);
        if (std::isnan(expected[k]))
            EXPECT_TRUE(std::isnan(g)) << "component " << k;
        else if (std::isinf(expected[k]))
            EXPECT_EQ(g, expected[k]) << "component " << k;
        else
            EXPECT_NEAR(g, expected[k], tolerance * std::max(1.0f, std::fabs(expected[k])))
                << "component " << k;
    }
}

// One instruction in a pixel or vertex shader 3.0: r0 = c3 before it; c0, c1, c2 are what the test gives.
struct Case {
    const char *name;
    Op op;
    Reg dst;
    std::vector<Reg> sources;
    Words c0, c1, c2;
    float expected[4];
};

void run_cases(uint32_t version, const std::vector<Case> &cases, LowerOptions options = {}) {
    for (const Case &k : cases) {
        SCOPED_TRACE(k.name);
        bool pixel = version >> 16 == 0xffff;
        Assembly a(version);
        if (!pixel && version >= vs_3_0) a.dcl(Usage::position, 0, o(0));
        a.op(Op::mov, {r(0), c(3)});
        switch (k.sources.size()) {
        case 1: a.op(k.op, {k.dst, k.sources[0]}); break;
        case 2: a.op(k.op, {k.dst, k.sources[0], k.sources[1]}); break;
        default: a.op(k.op, {k.dst, k.sources[0], k.sources[1], k.sources[2]}); break;
        }
        a.op(Op::mov, {pixel ? oc(0) : version >= vs_3_0 ? o(0) : oPos(), r(0)});
        Shader run(a, options);
        run.constant(0, k.c0).constant(1, k.c1).constant(2, k.c2).constant(3, floats(91, 92, 93, 94));
        expect_near(run.out(), k.expected[0], k.expected[1], k.expected[2], k.expected[3]);
    }
}

const Words none = floats(0);

TEST(D3dbcLower, Arithmetic) {
    const Words a = floats(1, -2, 3, 4), b = floats(5, 6, -7, 8), d = floats(10, 20, 30, 40);
    run_cases(
        ps_3_0,
        {
            {"add", Op::add, r(0), {c(0), c(1)}, a, b, none, {6, 4, -4, 12}},
            {"sub", Op::sub, r(0), {c(0), c(1)}, a, b, none, {-4, -8, 10, -4}},
            {"mul, mask and swizzle",
             Op::mul,
             r(0).mask("xz"),
             {c(0).swizzle("wzyx"), c(1)},
             a,
             b,
             none,
             {20, 92, 14, 94}},
            {"mad", Op::mad, r(0), {c(0), c(1), c(2)}, a, b, d, {15, 8, 9, 72}},
            {"mad, negated", Op::mad, r(0), {c(0), -c(1), c(2)}, a, b, d, {5, 32, 51, 8}},
            {"lrp",
             Op::lrp,
             r(0),
             {c(0).swizzle("x"), c(1), c(2)},
             floats(0.25f),
             b,
             d,
             {8.75f, 16.5f, 20.75f, 32}},
            {"dp3", Op::dp3, r(0).mask("yw"), {c(0), c(1)}, a, b, none, {91, -28, 93, -28}},
            {"dp4", Op::dp4, r(0), {c(0), c(1)}, a, b, none, {4, 4, 4, 4}},
            {"dp2add",
             Op::dp2add,
             r(0).mask("x"),
             {c(0), c(1), c(2).swizzle("z")},
             a,
             b,
             d,
             {23, 92, 93, 94}},
            {"min", Op::min, r(0), {c(0), c(1)}, a, b, none, {1, -2, -7, 4}},
            {"max", Op::max, r(0), {c(0), c(1)}, a, b, none, {5, 6, 3, 8}},
            {"min of equal negations", Op::min, r(0), {-c(0), -c(0)}, a, none, none, {-1, 2, -3, -4}},
            {"abs", Op::abs, r(0), {c(0)}, a, none, none, {1, 2, 3, 4}},
            {"abs modifier", Op::mov, r(0), {c(0).modifier(M::abs)}, a, none, none, {1, 2, 3, 4}},
            {"negated abs", Op::mov, r(0), {c(0).modifier(M::abs_neg)}, a, none, none, {-1, -2, -3, -4}},
            {"frc",
             Op::frc,
             r(0),
             {c(0)},
             floats(1.25f, -1.25f, 3, -0.5f),
             none,
             none,
             {0.25f, 0.75f, 0, 0.5f}},
            {"cmp", Op::cmp, r(0), {c(0), c(1), c(2)}, floats(0, -0.0f, -1, nan_), b, d, {5, 6, 30, 40}},
            {"saturate",
             Op::mov,
             r(0).result(dst_saturate),
             {c(0)},
             floats(-1, 0.5f, 2, nan_),
             none,
             none,
             {0, 0.5f, 1, 0}},
            {"exp", Op::exp, r(0), {c(0).swizzle("y")}, floats(9, 3), none, none, {8, 8, 8, 8}},
            {"log of a negative", Op::log, r(0), {c(0).swizzle("x")}, floats(-8), none, none, {3, 3, 3, 3}},
            {"pow of a negative",
             Op::pow,
             r(0),
             {c(0).swizzle("x"), c(1).swizzle("x")},
             floats(-2),
             floats(3),
             none,
             {8, 8, 8, 8}},
            {"pow(0, 0)",
             Op::pow,
             r(0),
             {c(0).swizzle("x"), c(1).swizzle("x")},
             none,
             none,
             none,
             {1, 1, 1, 1}},
            {"pow(0, 2)",
             Op::pow,
             r(0),
             {c(0).swizzle("x"), c(1).swizzle("x")},
             none,
             floats(2),
             none,
             {0, 0, 0, 0}},
            {"rcp", Op::rcp, r(0), {c(0).swizzle("x")}, floats(4), none, none, {0.25f, 0.25f, 0.25f, 0.25f}},
            {"rsq of a negative",
             Op::rsq,
             r(0),
             {c(0).swizzle("x")},
             floats(-4),
             none,
             none,
             {0.5f, 0.5f, 0.5f, 0.5f}},
            {"nrm divides w too", Op::nrm, r(0), {c(0)}, floats(2, 0, 0, 0.5f), none, none, {1, 0, 0, 0.25f}},
            {"nrm of a part uses the whole length",
             Op::nrm,
             r(0).mask("x"),
             {c(0)},
             floats(3, 0, 4),
             none,
             none,
             {0.6f, 92, 93, 94}},
            {"nrm of zero", Op::nrm, r(0), {c(0)}, none, none, none, {0, 0, 0, 0}},
            {"crs",
             Op::crs,
             r(0).mask("xyz"),
             {c(0), c(1)},
             floats(1, 2, 3),
             floats(4, 5, 6),
             none,
             {-3, 6, -3, 94}},
            {"crs of one component",
             Op::crs,
             r(0).mask("y"),
             {c(0), c(1)},
             floats(1, 2, 3),
             floats(4, 5, 6),
             none,
             {91, 6, 93, 94}},
            {"sincos",
             Op::sincos,
             r(0).mask("xy"),
             {c(0).swizzle("x")},
             floats(0.5f),
             none,
             none,
             {0.87758256f, 0.47942554f, 93, 94}},
            {"sincos, sine alone",
             Op::sincos,
             r(0).mask("y"),
             {c(0).swizzle("x")},
             floats(0.5f),
             none,
             none,
             {91, 0.47942554f, 93, 94}},
            {"m3x2 ignores mask bits past its rows",
             Op::m3x2,
             r(0),
             {c(0), c(1)},
             floats(1, 1, 1),
             floats(1, 2, 3),
             floats(4, 5, 6),
             {6, 15, 93, 94}},
        });
}

TEST(D3dbcLower, VertexArithmetic) {
    run_cases(
        vs_3_0,
        {
            {"slt",
             Op::slt,
             r(0),
             {c(0), c(1)},
             floats(1, 2, 3, nan_),
             floats(2, 2, 2, 2),
             none,
             {1, 0, 0, 0}},
            {"sge",
             Op::sge,
             r(0),
             {c(0), c(1)},
             floats(1, 2, 3, nan_),
             floats(2, 2, 2, 2),
             none,
             {0, 1, 1, 0}},
            {"sgn", Op::sgn, r(0), {c(0), r(1), r(2)}, floats(-3, 0, 5, -0.0f), none, none, {-1, 0, 1, 0}},
            {"lit", Op::lit, r(0), {c(0)}, floats(1, 0.5f, 9, 2), none, none, {1, 1, 0.25f, 1}},
            {"lit, negative y", Op::lit, r(0), {c(0)}, floats(1, -2, 0, 3), none, none, {1, 1, 0, 1}},
            {"lit, negative x", Op::lit, r(0), {c(0)}, floats(-1, 2, 0, 3), none, none, {1, 0, 0, 1}},
            {"lit, z alone",
             Op::lit,
             r(0).mask("z"),
             {c(0)},
             floats(1, 0.5f, 9, 2),
             none,
             none,
             {91, 92, 0.25f, 94}},
            {"lit, exponent is limited",
             Op::lit,
             r(0).mask("z"),
             {c(0)},
             floats(1, 2, 0, 1000),
             none,
             none,
             {91, 92, 3.39364e38f, 94}},
            {"dst",
             Op::dst,
             r(0),
             {c(0), c(1)},
             floats(2, 3, 5, 7),
             floats(11, 13, 17, 19),
             none,
             {1, 39, 5, 19}},
            {"expp",
             Op::expp,
             r(0),
             {c(0).swizzle("x")},
             floats(2.5f),
             none,
             none,
             {5.656854f, 5.656854f, 5.656854f, 5.656854f}},
            {"logp", Op::logp, r(0), {c(0).swizzle("x")}, floats(-8), none, none, {3, 3, 3, 3}},
        });
    // Version 1 takes the number apart.
    run_cases(
        vs_1_1,
        {
            {"expp", Op::expp, r(0), {c(0).swizzle("x")}, floats(2.5f), none, none, {4, 0.5f, 5.656854f, 1}},
            {"logp", Op::logp, r(0), {c(0).swizzle("x")}, floats(-12), none, none, {3, 1.5f, 3.5849625f, 1}},
            {"logp of zero", Op::logp, r(0), {c(0).swizzle("x")}, none, none, none, {-big, 1, -big, 1}},
        });
}

// With the finite model a zero hides what 1/0 and its like give; with the strict one it hides infinities from
// outside.
TEST(D3dbcLower, FloatModels) {
    auto scaled = [](Op op, Words c0, FloatModel model) {
        Assembly a(ps_3_0);
        a.op(op, {r(0), c(0).swizzle("x")});
        a.op(Op::mul, {r(0), r(0), c(0)});
        a.op(Op::mov, {oc(0), r(0)});
        LowerOptions options;
        options.float_model = model;
        return Shader(a, options).constant(0, c0).out();
    };
    for (FloatModel model : {FloatModel::finite, FloatModel::strict}) {
        expect_near(scaled(Op::rcp, floats(0, 0, 1, 0), model), 0, 0, big, 0);
        expect_near(scaled(Op::rcp, floats(-0.0f, 0, 1, 0), model), 0, 0, -big, 0);
        expect_near(scaled(Op::rsq, floats(0, 0, 1, 0), model), 0, 0, big, 0);
        expect_near(scaled(Op::log, floats(0, 0, 1, 0), model), 0, 0, -big, 0);
        expect_near(scaled(Op::exp, floats(200, 0, 1, 0), model), inf, 0, big, 0);
    }
    expect_near(scaled(Op::rcp, floats(0, 0, 1, 0), FloatModel::ieee), nan_, nan_, inf, nan_);

    auto product = [](Op op, FloatModel model) {
        Assembly a(ps_3_0);
        if (op == Op::mul)
            a.op(op, {r(0), c(0), c(1)});
        else if (op == Op::mad)
            a.op(op, {r(0), c(0), c(1), c(1).swizzle("w")});
        else
            a.op(op, {r(0), c(0), c(1)});
        a.op(Op::mov, {oc(0), r(0)});
        LowerOptions options;
        options.float_model = model;
        return Shader(a, options)
            .constant(0, floats(inf, nan_, 0, 2))
            .constant(1, floats(0, 0, inf, 3))
            .out();
    };
    expect_near(product(Op::mul, FloatModel::strict), 0, 0, 0, 6);
    expect_near(product(Op::mad, FloatModel::strict), 3, 3, 3, 9);
    expect_near(product(Op::dp4, FloatModel::strict), 6, 6, 6, 6);
    expect_near(product(Op::mul, FloatModel::finite), nan_, nan_, nan_, 6);
}

TEST(D3dbcLower, SourcesAreReadBeforeTheDestinationIsWritten) {
    Assembly a(ps_3_0);
    a.op(Op::mov, {r(0), c(0)});
    a.op(Op::m3x3, {r(0).mask("xyz"), r(0), c(1)});
    a.op(Op::mov, {oc(0), r(0)});
    expect_near(Shader(a)
                    .constant(0, floats(1, 2, 3, 9))
                    .constant(1, floats(1, 0, 0))
                    .constant(2, floats(1, 1, 0))
                    .constant(3, floats(1, 1, 1))
                    .out(),
                1, 3, 6, 9);
    Assembly d(vs_2_0);
    d.op(Op::mov, {r(0), c(0)});
    d.op(Op::dst, {r(0), r(0), r(0)});
    d.op(Op::mov, {oPos(), r(0)});
    expect_near(Shader(d).constant(0, floats(2, 3, 5, 7)).out(), 1, 9, 5, 7);
}

TEST(D3dbcLower, PartialPrecisionIsNotForDerivatives) {
    Assembly a(0xffff0201);
    a.dcl(Usage::position, 0, t(0));
    a.op(Op::dsx, {r(0).result(dst_partial_precision), t(0)});
    a.op(Op::dsy, {r(1).result(dst_partial_precision), t(0)});
    a.op(Op::mul, {r(0).result(dst_partial_precision), r(0), r(1)});
    a.op(Op::mov, {oc(0), r(0)});
    Parsed p(a.bytes());
    Lowered l(p);
    ASSERT_TRUE(l.sound);
    unsigned derivatives = 0, products = 0;
    for (uint32_t v = l.module.functions[0].head; v; v = l.module.insts[v].next) {
        const ir::Inst &i = l.module.insts[v];
        if (i.op == ir::Op::ddx || i.op == ir::Op::ddy) {
            EXPECT_FALSE(i.flags & ir::flag::relaxed);
            ++derivatives;
        } else if (i.op == ir::Op::fmul) {
            EXPECT_TRUE(i.flags & ir::flag::relaxed);
            ++products;
        }
    }
    EXPECT_EQ(derivatives, 2u);
    EXPECT_EQ(products, 1u);
}

TEST(D3dbcLower, AddressRegisterRounding) {
    auto run = [](uint32_t version, float value) {
        Assembly a(version);
        a.op(version == vs_1_1 ? Op::mov : Op::mova, {a0().mask("x"), c(0).swizzle("x")});
        a.op(Op::mov, {oPos(), c(20).at(a0().swizzle("x"), version != vs_1_1)});
        Shader shader(a);
        shader.constant(0, floats(value));
        for (int i = -5; i < 6; ++i)
            shader.constant(static_cast<unsigned>(20 + i), floats(static_cast<float>(i)));
        return std::bit_cast<float>(shader.out()[0]);
    };
    const float values[] = {-2.4f, -1.6f, -1.5f, 1.6f, 2.4f, 0.5f};
    const float floor[] = {-3, -2, -2, 1, 2, 0}, nearest[] = {-2, -2, -2, 2, 2, 0};
    for (unsigned k = 0; k < 6; ++k) {
        EXPECT_EQ(run(vs_1_1, values[k]), floor[k]) << values[k];
        EXPECT_EQ(run(vs_2_0, values[k]), nearest[k]) << values[k];
    }
}

TEST(D3dbcLower, RelativeConstantsSeeDefinitions) {
    auto run = [](float index) {
        Assembly a(vs_2_0);
        a.def(5, 51, 52, 53, 54).def(7, 71, 72, 73, 74).def(8, 81, 82, 83, 84);
        a.op(Op::mova, {a0().mask("y"), c(0).swizzle("x")});
        a.op(Op::mov, {oPos(), c(4).at(a0().swizzle("y"))});
        Shader shader(a);
        shader.constant(0, floats(index))
            .constant(5, floats(-1))
            .constant(6, floats(6))
            .constant(8, floats(-1));
        return std::bit_cast<float>(shader.out()[0]);
    };
    EXPECT_EQ(run(1), 51);
    EXPECT_EQ(run(2), 6);
    EXPECT_EQ(run(3), 71);
    EXPECT_EQ(run(4), 81);
    EXPECT_EQ(run(5), 0);
}

TEST(D3dbcLower, Loops) {
    // Two iterations from 10 in steps of -3: c11 and c8.
    Assembly a(vs_2_0);
    a.defi(0, 2, 10, -3);
    a.op(Op::loop, {aL(), i(0)});
    a.op(Op::add, {r(0), r(0), c(1).at(aL())});
    a.op(Op::endloop);
    a.op(Op::mov, {oPos(), r(0)});
    expect_near(Shader(a).constant(11, floats(1, 10)).constant(8, floats(2, 20)).out(), 3, 30, 0, 0);

    // A step of zero still counts; the count comes from the application.
    Assembly z(vs_2_0);
    z.op(Op::loop, {aL(), i(3)});
    z.op(Op::add, {r(0), r(0), c(0)});
    z.op(Op::endloop);
    z.op(Op::mov, {oPos(), r(0)});
    Words three = {3, 5, 0, 0};
    expect_near(Shader(z).constant(3, three, ConstantSet::integer).constant(0, floats(1, 2)).out(), 3, 6, 0,
                0);
    EXPECT_EQ(Shader(z).constant(3, {}, ConstantSet::integer).constant(0, floats(1, 2)).out()[0], 0u);

    // rep twice, nested: 4 x 4.
    Assembly n(vs_2_0);
    n.defi(0, 4, 0, 2);
    n.op(Op::rep, {i(0)}).op(Op::rep, {i(0)});
    n.op(Op::add, {r(0), r(0), c(0)});
    n.op(Op::endrep).op(Op::endrep);
    n.op(Op::mov, {oPos(), r(0)});
    expect_near(Shader(n).constant(0, floats(1)).out(), 16, 0, 0, 0);

    // Each loop has its own aL, and the outer one is back behind the inner one.
    Assembly q(vs_2_0);
    q.defi(0, 2, 1, 1).defi(1, 1, 5, 0);
    q.op(Op::loop, {aL(), i(0)});
    q.op(Op::loop, {aL(), i(1)});
    q.op(Op::add, {r(0), r(0), c(0).at(aL())});
    q.op(Op::endloop);
    q.op(Op::add, {r(0), r(0), c(0).at(aL())});
    q.op(Op::endloop);
    q.op(Op::mov, {oPos(), r(0)});
    expect_near(Shader(q).constant(1, floats(1)).constant(2, floats(10)).constant(5, floats(100)).out(), 211,
                0, 0, 0);
}

TEST(D3dbcLower, Breaks) {
    // rep 10: r0 += c0; break once r0.x >= 3 (c1.x).
    Assembly a(ps_3_0);
    a.defi(0, 10, 0, 0);
    a.op(Op::rep, {i(0)});
    a.op(Op::add, {r(0), r(0), c(0)});
    a.op(Op::breakc, {r(0).swizzle("x"), c(1).swizzle("x")}, static_cast<unsigned>(Comparison::ge));
    a.op(Op::add, {r(1), r(1), c(0)});
    a.op(Op::endrep);
    a.op(Op::mov, {oc(0), r(0)});
    a.op(Op::mov, {oc(1), r(1)});
    Shader run(a);
    run.constant(0, floats(1)).constant(1, floats(3));
    expect_near(run.out(0), 3, 0, 0, 0);
    expect_near(run.machine.outputs[1], 2, 0, 0, 0);

    // Code behind a break in its block is dead.
    Assembly d(ps_3_0);
    d.defi(0, 5, 0, 0);
    d.op(Op::rep, {i(0)});
    d.op(Op::ifc, {r(0).swizzle("x"), c(1).swizzle("x")}, static_cast<unsigned>(Comparison::gt));
    d.op(Op::break_);
    d.op(Op::add, {r(0), r(0), c(1)});
    d.op(Op::endif);
    d.op(Op::add, {r(0), r(0), c(0)});
    d.op(Op::endrep);
    d.op(Op::mov, {oc(0), r(0)});
    expect_near(Shader(d).constant(0, floats(1)).constant(1, floats(1.5f)).out(), 2, 0, 0, 0);

    // breakp !p0.y
    Assembly p(ps_3_0);
    p.defi(0, 5, 0, 0);
    p.op(Op::rep, {i(0)});
    p.op(Op::add, {r(0), r(0), c(0)});
    p.op(Op::setp, {p0(), c(1).swizzle("x"), r(0).swizzle("x")}, static_cast<unsigned>(Comparison::gt));
    p.op(Op::breakp, {!p0().swizzle("y")});
    p.op(Op::endrep);
    p.op(Op::mov, {oc(0), r(0)});
    expect_near(Shader(p).constant(0, floats(1)).constant(1, floats(4)).out(), 4, 0, 0, 0);
}

TEST(D3dbcLower, Conditions) {
    auto run = [](unsigned control, float x, float y) {
        Assembly a(ps_2_x);
        a.op(Op::mov, {r(0), c(1)});
        a.op(Op::ifc, {c(0).swizzle("x"), c(0).swizzle("y")}, control);
        a.op(Op::mov, {r(0), c(2)});
        a.op(Op::endif);
        a.op(Op::mov, {oc(0), r(0)});
        return std::bit_cast<float>(Shader(a)
                                        .constant(0, floats(x, y))
                                        .constant(1, floats(0))
                                        .constant(2, floats(1))
                                        .out()[0]) == 1;
    };
    const float pairs[][2] = {{1, 2}, {2, 2}, {3, 2}, {nan_, 2}};
    // gt eq ge lt ne le, in the order of their codes
    const bool expected[][4] = {{false, false, true, false}, {false, true, false, false},
                                {false, true, true, false},  {true, false, false, false},
                                {true, false, true, true},   {true, true, false, false}};
    for (unsigned control = 1; control <= 6; ++control)
        for (unsigned k = 0; k < 4; ++k)
            EXPECT_EQ(run(control, pairs[k][0], pairs[k][1]), expected[control - 1][k])
                << control << ' ' << k;
}

TEST(D3dbcLower, BooleansAreTrueWhenNotZero) {
    auto run = [](bool negate, uint32_t value) {
        Assembly a(vs_2_0);
        a.op(Op::if_, {negate ? !b(3) : b(3)});
        a.op(Op::mov, {oPos(), c(0)});
        a.op(Op::else_);
        a.op(Op::mov, {oPos(), c(1)});
        a.op(Op::endif);
        return std::bit_cast<float>(Shader(a)
                                        .constant(0, floats(1))
                                        .constant(1, floats(2))
                                        .constant(3, {value, 0, 0, 0}, ConstantSet::boolean)
                                        .out()[0]);
    };
    EXPECT_EQ(run(false, 2), 1);
    EXPECT_EQ(run(false, 0), 2);
    EXPECT_EQ(run(true, 2), 2);
    EXPECT_EQ(run(true, 0), 1);
}

TEST(D3dbcLower, Subroutines) {
    // l0 doubles r0; l1 calls l0 twice; main calls l1, then l0 where b0 (set) and not where b1 (set) is
    // negated.
    Assembly a(vs_2_x);
    a.defb(0, 1).defb(1, 7);
    a.op(Op::mov, {r(0), c(0)});
    a.op(Op::call, {label(1)});
    a.op(Op::callnz, {label(0), b(0)});
    a.op(Op::callnz, {label(0), !b(1)});
    a.op(Op::setp, {p0(), c(0), c(0)}, static_cast<unsigned>(Comparison::eq));
    a.op(Op::callnz, {label(0), p0().swizzle("z")});
    a.op(Op::callnz, {label(0), !p0().swizzle("z")});
    a.op(Op::mov, {oPos(), r(0)});
    a.op(Op::ret);
    a.op(Op::label, {label(0)}).op(Op::add, {r(0), r(0), r(0)}).op(Op::ret);
    a.op(Op::label, {label(1)}).op(Op::call, {label(0)}).op(Op::call, {label(0)}).op(Op::ret);
    a.op(Op::label, {label(2)}).op(Op::mov, {r(0), c(5)}).op(Op::ret); // never called
    expect_near(Shader(a).constant(0, floats(1, 3)).out(), 16, 48, 0, 0);
    // A ret inside a block leaves the subroutine only.
    Assembly e(vs_2_x);
    e.op(Op::mov, {r(0), c(0)});
    e.op(Op::call, {label(0)});
    e.op(Op::add, {oPos(), r(0), c(0)});
    e.op(Op::ret);
    e.op(Op::label, {label(0)});
    e.op(Op::ifc, {r(0).swizzle("x"), r(0).swizzle("y")}, static_cast<unsigned>(Comparison::lt));
    e.op(Op::mov, {r(0), c(1)}).op(Op::ret).op(Op::endif);
    e.op(Op::mov, {r(0), c(2)}).op(Op::ret);
    expect_near(Shader(e).constant(0, floats(1, 2)).constant(1, floats(10)).constant(2, floats(100)).out(),
                11, 2, 0, 0);
    expect_near(Shader(e).constant(0, floats(2, 1)).constant(1, floats(10)).constant(2, floats(100)).out(),
                102, 1, 0, 0);
}

TEST(D3dbcLower, Predication) {
    Assembly a(ps_2_x);
    a.op(Op::mov, {r(0), c(0)});
    a.op(Op::setp, {p0().mask("xz"), c(1), c(2)}, static_cast<unsigned>(Comparison::gt));
    Reg p = p0(), not_z = !p0().swizzle("z");
    a.op(Op::mov, {r(0), c(3)}, 0, &p);
    a.op(Op::add, {r(0).mask("w"), r(0), c(3)}, 0, &not_z);
    a.op(Op::mov, {oc(0), r(0)});
    // x: 5 > 1; y and w were never set; z: 1 > 5 fails, so w grows.
    expect_near(Shader(a)
                    .constant(0, floats(1, 2, 3, 4))
                    .constant(1, floats(5, 5, 1, 5))
                    .constant(2, floats(1, 1, 5, 1))
                    .constant(3, floats(10, 20, 30, 40))
                    .out(),
                10, 2, 3, 44);
}

TEST(D3dbcLower, OutputsHaveDefaults) {
    // mov oPos, c0; mov oT0.x, c0: the diffuse colour is white, what is missing of a coordinate zero.
    Assembly a(vs_2_0);
    a.op(Op::mov, {oPos(), c(0)});
    a.op(Op::mov, {make(RegisterType::color_attribute, 0).mask("x"), c(1)});
    a.op(Op::mov, {o(0).mask("z"), c(0).swizzle("x")});
    Shader run(a);
    run.constant(0, floats(1, 2, 3, 4)).constant(1, floats(0.5f));
    expect_near(run.out(0), 1, 2, 3, 4);
    expect_near(run.machine.outputs[1], 0.5f, 1, 1, 1);
    // Colours and fog are clamped before 3.0, coordinates never.
    Assembly k(vs_2_0);
    k.op(Op::mov, {oPos(), c(0)});
    k.op(Op::mov, {make(RegisterType::color_attribute, 0), c(0)});
    k.op(Op::mov, {make(RegisterType::raster_output, 1).mask("y"), c(0).swizzle("w")});
    k.op(Op::mov, {o(0), c(0)});
    Shader clamp(k);
    clamp.constant(0, floats(-1, 0.5f, 2, 3));
    expect_near(clamp.out(0), -1, 0.5f, 2, 3);
    expect_near(clamp.machine.outputs[1], 0, 0.5f, 1, 1);
    EXPECT_EQ(std::bit_cast<float>(clamp.machine.outputs[2][0]), 1);
    expect_near(clamp.machine.outputs[3], -1, 0.5f, 2, 3);
}

TEST(D3dbcLower, OneRegisterWithTwoSemantics) {
    Assembly a(vs_3_0);
    a.dcl(Usage::position, 0, o(0)).dcl(Usage::texcoord, 0, o(1), "xy").dcl(Usage::texcoord, 1, o(1), "zw");
    a.dcl(Usage::point_size, 0, o(2)).dcl(Usage::color, 0, o(3));
    a.op(Op::mov, {o(0), c(0)}).op(Op::mov, {o(1), c(0)}).op(Op::mov, {o(2), c(0).swizzle("y")});
    a.op(Op::mov, {o(3).mask("x"), c(0).swizzle("w")});
    Shader run(a);
    run.constant(0, floats(1, 2, 3, 4));
    expect_near(run.out(1), 1, 2, 0, 0);
    expect_near(run.machine.outputs[2], 3, 4, 0, 0);
    EXPECT_EQ(std::bit_cast<float>(run.machine.outputs[3][0]), 2);
    EXPECT_EQ(run.lowered.module.outputs[3].system_value, signature::SystemValue::point_size);
    expect_near(run.machine.outputs[4], 4, 1, 1, 1); // not clamped in 3.0, and the rest is white
}

TEST(D3dbcLower, RelativeInputsAndOutputs) {
    // Three inputs to three outputs in a loop over aL.
    Assembly a(vs_3_0);
    a.defi(0, 3, 1, 1);
    a.dcl(Usage::position, 0, o(0)).dcl(Usage::position, 0, v(0));
    for (unsigned k = 1; k < 4; ++k)
        a.dcl(Usage::texcoord, k, v(k)).dcl(Usage::texcoord, k, o(k));
    a.op(Op::mov, {o(0), v(0)});
    a.op(Op::loop, {aL(), i(0)});
    a.op(Op::add, {o(0).at(aL()).mask("xzw"), v(0).at(aL()), c(0)});
    a.op(Op::endloop);
    Shader run(a);
    run.constant(0, floats(10, 10, 10, 10));
    for (unsigned k = 0; k < 4; ++k)
        run.machine.inputs[k] = floats(static_cast<float>(k), 5, 6, 7);
    expect_near(run.out(0), 0, 5, 6, 7);
    for (unsigned k = 1; k < 4; ++k)
        expect_near(run.machine.outputs[k], static_cast<float>(10 + k), 0, 16, 17);
}

TEST(D3dbcLower, PixelPositionAndFace) {
    Assembly a(ps_3_0);
    a.dcl(Usage::position, 0, make(RegisterType::misc, 0), "xy")
        .dcl(Usage::position, 0, make(RegisterType::misc, 1));
    a.op(Op::mov, {oc(0).mask("xy"), make(RegisterType::misc, 0)});
    a.op(Op::mov, {oc(0).mask("zw"), make(RegisterType::misc, 1).swizzle("x")});
    for (bool front : {true, false}) {
        Shader run(a);
        run.machine.inputs[0] = floats(320.5f, 7.5f);
        run.machine.inputs[1] = {front ? ~0u : 0, 0, 0, 0};
        expect_near(run.out(), 320, 7, front ? 1 : -1, front ? 1 : -1);
    }
}

TEST(D3dbcLower, Texkill) {
    auto killed = [](std::string_view mask, Words value) {
        Assembly a(ps_2_0);
        a.op(Op::mov, {r(0), c(0)});
        a.op(Op::texkill, {r(0).mask(mask)});
        a.op(Op::mov, {oc(0), r(0)});
        Shader run(a);
        run.constant(0, value).out();
        return run.machine.discarded;
    };
    EXPECT_FALSE(killed("xyzw", floats(0, -0.0f, 1, nan_)));
    EXPECT_TRUE(killed("xyzw", floats(0, 0, 0, -1)));
    EXPECT_TRUE(killed("xyzw", floats(-1e-20f, 0, 0, 0)));
    EXPECT_FALSE(killed("xy", floats(0, 0, -1, -1)));
    EXPECT_TRUE(killed("z", floats(0, 0, -1, 0)));
    // Predicated, component by component.
    Assembly p(ps_2_x);
    p.op(Op::mov, {r(0), c(0)});
    p.op(Op::setp, {p0(), c(1), c(2)}, static_cast<unsigned>(Comparison::gt));
    Reg predicate = p0();
    p.op(Op::texkill, {r(0)}, 0, &predicate);
    p.op(Op::mov, {oc(0), r(0)});
    for (bool kills : {true, false}) {
        Shader run(p);
        run.constant(0, floats(-1, 1, 1, 1)).constant(1, floats(kills ? 1 : 0, 1, 1, 1)).out();
        EXPECT_EQ(run.machine.discarded, kills);
    }
}

TEST(D3dbcLower, Textures) {
    struct Expected {
        Op op;
        unsigned control;
        TextureType type;
        uint32_t flags;
        std::vector<float> coordinate;
        float lod;
    };
    namespace tf = ir::tex_flag;
    const Expected cases[] = {
        {Op::tex, 0, TextureType::two_d, 0, {1, 2}, 0},
        {Op::tex, 0, TextureType::cube, 0, {1, 2, 3}, 0},
        {Op::tex, 0, TextureType::volume, 0, {1, 2, 3}, 0},
        {Op::tex, 1, TextureType::two_d, tf::projected, {1, 2, 4}, 0},
        {Op::tex, 1, TextureType::volume, tf::projected, {1, 2, 3, 4}, 0},
        {Op::tex, 1, TextureType::cube, 0, {0.25f, 0.5f, 0.75f}, 0},
        {Op::tex, 2, TextureType::two_d, tf::bias, {1, 2}, 4},
        {Op::texldl, 0, TextureType::two_d, tf::explicit_lod, {1, 2}, 4},
        {Op::texldl, 0, TextureType::cube, tf::explicit_lod, {1, 2, 3}, 4},
    };
    for (const Expected &e : cases) {
        SCOPED_TRACE(std::to_string(static_cast<unsigned>(e.op)) + "/" + std::to_string(e.control));
        Assembly a(ps_3_0);
        a.dcl(e.type, s(3));
        a.op(e.op, {r(0).mask("xzw"), c(0), s(3).swizzle("wzyx")}, e.control);
        a.op(Op::mov, {oc(0), r(0)});
        Shader run(a);
        run.constant(0, floats(1, 2, 3, 4));
        bool called = false;
        run.machine.sample = [&](uint32_t resource, uint32_t flags, const std::vector<Words> &slots) {
            called = true;
            EXPECT_EQ(run.lowered.module.resources[resource].first_register, 3u);
            EXPECT_EQ(flags, e.flags);
            for (size_t k = 0; k < e.coordinate.size(); ++k)
                EXPECT_FLOAT_EQ(std::bit_cast<float>(slots[ir::tex_arg::coord][k]), e.coordinate[k]);
            EXPECT_EQ(std::bit_cast<float>(slots[ir::tex_arg::lod][0]), e.lod);
            return floats(10, 20, 30, 40);
        };
        expect_near(run.out(), 40, 0, 20, 10);
        EXPECT_TRUE(called);
    }
    // texldd on a cube takes three components of each gradient.
    Assembly g(ps_3_0);
    g.dcl(TextureType::cube, s(0));
    g.op(Op::texldd, {oc(0), c(0), s(0), c(1), c(2).swizzle("wzyx")});
    Shader run(g);
    run.constant(0, floats(1, 2, 3, 4)).constant(1, floats(5, 6, 7, 8)).constant(2, floats(9, 10, 11, 12));
    run.machine.sample = [&](uint32_t, uint32_t flags, const std::vector<Words> &slots) {
        EXPECT_EQ(flags, ir::tex_flag::gradient);
        EXPECT_EQ(std::bit_cast<float>(slots[ir::tex_arg::ddx][2]), 7);
        EXPECT_EQ(std::bit_cast<float>(slots[ir::tex_arg::ddy][0]), 12);
        EXPECT_EQ(std::bit_cast<float>(slots[ir::tex_arg::ddy][2]), 10);
        return floats(1, 2, 3, 4);
    };
    expect_near(run.out(), 1, 2, 3, 4);
}

TEST(D3dbcLower, ShadowSamplersCompare) {
    LowerOptions options;
    options.scan.shadow_samplers = 1;
    Assembly a(ps_2_0);
    a.dcl(TextureType::two_d, s(0));
    a.op(Op::mov, {r(0), c(0)});
    a.op(Op::tex, {r(0), r(0), s(0)}, 1);
    a.op(Op::mov, {oc(0), r(0)});
    Shader run(a, options);
    EXPECT_TRUE(run.lowered.module.resources[0].comparison);
    run.constant(0, floats(2, 4, 1, 2));
    run.machine.sample = [&](uint32_t, uint32_t, const std::vector<Words> &slots) {
        EXPECT_FLOAT_EQ(std::bit_cast<float>(slots[ir::tex_arg::coord][1]), 2);
        EXPECT_FLOAT_EQ(std::bit_cast<float>(slots[ir::tex_arg::reference][0]), 0.5f);
        return floats(1);
    };
    expect_near(run.out(), 1, 1, 1, 1);
}

TEST(D3dbcLower, Pixel1xArithmetic) {
    // Constants clamp to -1 .. 1, modifiers and shifts apply, the result clamps to 0 .. 1.
    Assembly a(ps_1_1);
    a.def(0, 1.25f, -1.5f, 0.25f, 0.5f);
    a.op(Op::add, {r(0), c(0), c(1)});
    expect_near(Shader(a).constant(1, floats(-2, 2, 0.25f, 0.25f)).out(), 0, 0, 0.5f, 0.75f);
    auto modified = [](M m, uint32_t result, int shift, float x) {
        Assembly k(ps_1_4);
        k.op(Op::mov, {r(0), c(0)});
        k.op(Op::mov, {r(0).result(result, shift), r(0).modifier(m)});
        return std::bit_cast<float>(Shader(k).constant(0, floats(x, x, x, x)).out()[0]);
    };
    EXPECT_FLOAT_EQ(modified(M::bias, 0, 0, 0.75f), 0.25f);
    EXPECT_FLOAT_EQ(modified(M::bias_neg, 0, 0, 0.25f), 0.25f);
    EXPECT_FLOAT_EQ(modified(M::sign, 0, 0, 0.75f), 0.5f);
    EXPECT_FLOAT_EQ(modified(M::sign_neg, 0, 0, 0.25f), 0.5f);
    EXPECT_FLOAT_EQ(modified(M::complement, 0, 0, 0.25f), 0.75f);
    EXPECT_FLOAT_EQ(modified(M::x2, 0, 0, 0.25f), 0.5f);
    EXPECT_FLOAT_EQ(modified(M::x2_neg, 0, 0, -0.25f), 0.5f);
    EXPECT_FLOAT_EQ(modified(M::none, 0, 2, 0.125f), 0.5f);
    EXPECT_FLOAT_EQ(modified(M::none, 0, -3, 0.8f), 0.1f);

    // cnd before 1.4 follows r0.a for the whole vector, and exactly 0.5 chooses the second; from 1.4 on by
    // component.
    auto cnd = [](uint32_t version, Words condition) {
        Assembly k(version);
        k.op(Op::mov, {r(0), c(0)});
        k.op(Op::cnd, {r(0), version == ps_1_4 ? r(0) : r(0).swizzle("w"), c(1), c(2)});
        return Shader(k).constant(0, condition).constant(1, floats(1, 1, 1, 1)).out();
    };
    expect_near(cnd(ps_1_1, floats(0, 0, 0, 1)), 1, 1, 1, 1);
    expect_near(cnd(ps_1_1, floats(1, 1, 1, 0.5f)), 0, 0, 0, 0);
    expect_near(cnd(ps_1_4, floats(1, 0.5f, 0.6f, 0)), 1, 0, 1, 0);

    // A co-issued pair reads before either writes.
    Assembly pair(ps_1_1);
    pair.op(Op::mov, {r(0), c(0)});
    pair.op(Op::mov, {r(0).mask("xyz"), r(0).swizzle("w")});
    pair.op(Op::mov, {r(0).mask("w"), r(0).swizzle("z")}, 0, nullptr, true);
    expect_near(Shader(pair).constant(0, floats(0.1f, 0.2f, 0.3f, 0.4f)).out(), 0.4f, 0.4f, 0.4f, 0.3f);
}

// One texture instruction of a version up to 1.3: t0 reads the texel (0.25, 0.5, 0.75, 1) of stage 0;
// coordinate set n is (n + 0.25, n + 0.5, n + 0.75, n + 2). What stage `stage` is then asked for comes back.
struct Request {
    bool called = false;
    float coordinate[4] = {};
    uint32_t flags = 0;
};

Request request(const Assembly &a, unsigned stage, TextureType type = TextureType::two_d,
                LowerOptions options = {}, Words *result = nullptr, Words c0 = {}) {
    options.scan.texture_types[stage] = type;
    Shader run(a, options);
    Request out;
    for (uint32_t e = 0; e < run.lowered.module.inputs.size(); ++e) {
        auto n = static_cast<float>(run.lowered.module.inputs[e].semantic_index);
        run.machine.inputs[e] = floats(n + 0.25f, n + 0.5f, n + 0.75f, n + 2);
    }
    run.constant(0, c0);
    run.machine.sample = [&](uint32_t resource, uint32_t flags, const std::vector<Words> &slots) {
        unsigned n = run.lowered.module.resources[resource].first_register;
        if (n == stage) {
            out.called = true;
            out.flags = flags;
            for (unsigned k = 0; k < 4; ++k)
                out.coordinate[k] = std::bit_cast<float>(slots[ir::tex_arg::coord][k]);
        }
        return n ? floats(0.5f, 0.5f, 0.25f, 1) : floats(0.25f, 0.5f, 0.75f, 1);
    };
    Words w = run.out();
    if (result) *result = w;
    return out;
}

void expect_coordinate(const Request &r, std::initializer_list<float> expected) {
    ASSERT_TRUE(r.called);
    unsigned k = 0;
    for (float e : expected)
        EXPECT_NEAR(r.coordinate[k++], e, 1e-5f) << "component " << k - 1;
}

TEST(D3dbcLower, Pixel1xTextures) {
    constexpr uint32_t ps_1_3 = 0xffff0103;
    auto program = [](std::initializer_list<std::pair<Op, std::vector<Reg>>> code) {
        Assembly a(ps_1_3);
        a.op(Op::tex, {t(0)});
        unsigned last = 0;
        for (const auto &[op, regs] : code) {
            if (regs.size() == 2)
                a.op(op, {regs[0], regs[1]});
            else
                a.op(op, {regs[0], regs[1], regs[2]});
            last = regs[0].token & 0x7ff;
        }
        a.op(Op::mov, {r(0), t(last)});
        return a;
    };
    expect_coordinate(request(program({{Op::texreg2ar, {t(1), t(0)}}}), 1), {1, 0.25f});
    expect_coordinate(request(program({{Op::texreg2gb, {t(1), t(0)}}}), 1), {0.5f, 0.75f});
    expect_coordinate(request(program({{Op::texreg2rgb, {t(1), t(0)}}}), 1, TextureType::cube),
                      {0.25f, 0.5f, 0.75f});
    // Stage 1: (1.25, 1.5, 1.75) . (0.25, 0.5, 0.75) = 2.375; stage 2: 3.875; stage 3: 5.375.
    expect_coordinate(request(program({{Op::texdp3tex, {t(1), t(0)}}}), 1), {2.375f, 0});
    expect_coordinate(request(program({{Op::texm3x2pad, {t(1), t(0)}}, {Op::texm3x2tex, {t(2), t(0)}}}), 2),
                      {2.375f, 3.875f});
    expect_coordinate(request(program({{Op::texm3x3pad, {t(1), t(0)}},
                                       {Op::texm3x3pad, {t(2), t(0)}},
                                       {Op::texm3x3tex, {t(3), t(0)}}}),
                              3, TextureType::cube),
                      {2.375f, 3.875f, 5.375f});
    // The signed modifier on the source: (-0.5, 0, 0.5) . (1.25, 1.5, 1.75) = 0.25.
    expect_coordinate(request(program({{Op::texdp3tex, {t(1), t(0).modifier(M::sign)}}}), 1), {0.25f, 0});
    // Mirrored: N = (2.375, 3.875, 5.375), E = (1, 0, 0): 2 (N.E) N - E (N.N);
    // N.N = 5.640625 + 15.015625 + 28.890625 = 49.546875.
    const float n[3] = {2.375f, 3.875f, 5.375f};
    expect_coordinate(request(program({{Op::texm3x3pad, {t(1), t(0)}},
                                       {Op::texm3x3pad, {t(2), t(0)}},
                                       {Op::texm3x3spec, {t(3), t(0), c(0)}}}),
                              3, TextureType::cube, {}, nullptr, floats(1, 0, 0, 0)),
                      {2 * n[0] * n[0] - 49.546875f, 2 * n[0] * n[1], 2 * n[0] * n[2]});
    // E = (3, 4, 5): N.E = 7.125 + 15.5 + 26.875 = 49.5.
    expect_coordinate(request(program({{Op::texm3x3pad, {t(1), t(0)}},
                                       {Op::texm3x3pad, {t(2), t(0)}},
                                       {Op::texm3x3vspec, {t(3), t(0)}}}),
                              3, TextureType::cube),
                      {99 * n[0] - 3 * 49.546875f, 99 * n[1] - 4 * 49.546875f, 99 * n[2] - 5 * 49.546875f});

    Words out;
    request(program({{Op::texdp3, {t(1), t(0).modifier(M::sign)}}}), 1, TextureType::two_d, {}, &out);
    expect_near(out, 0.25f, 0.25f, 0.25f, 0.25f);
    request(program({{Op::texm3x3pad, {t(1), t(0).modifier(M::sign)}},
                     {Op::texm3x3pad, {t(2), t(0).modifier(M::sign)}},
                     {Op::texm3x3, {t(3), t(0).modifier(M::sign)}}}),
            1, TextureType::two_d, {}, &out);
    expect_near(out, 0.25f, 0.25f, 0.25f, 1);

    // The bump matrix is not symmetric: u += 2 r + 8 g, v += 4 r + 16 g with r, g = 0.25, 0.5.
    LowerOptions options;
    options.bump[1] = bump({2, 4, 8, 16}, 2, 0.5f);
    expect_coordinate(request(program({{Op::texbem, {t(1), t(0)}}}), 1, TextureType::two_d, options),
                      {1.25f + 4.5f, 1.5f + 9});
    // Luminance 0.75 * 0.5 + 0.25 = 0.625.
    options.bump[1] = bump({2, 4, 8, 16}, 0.5f, 0.25f);
    request(program({{Op::texbeml, {t(1), t(0)}}}), 1, TextureType::two_d, options, &out);
    expect_near(out, 0.3125f, 0.3125f, 0.15625f, 0.625f);

    // tex: plain, and projected by the stage's flag, which cubes do not know.
    Assembly plain(ps_1_1);
    plain.op(Op::tex, {t(1)}).op(Op::mov, {r(0), t(1)});
    EXPECT_EQ(request(plain, 1).flags, 0u);
    options.projected_textures.words[0] = 2;
    Request projected = request(plain, 1, TextureType::two_d, options);
    EXPECT_EQ(projected.flags, ir::tex_flag::projected);
    expect_coordinate(projected, {1.25f, 1.5f, 3});
    EXPECT_EQ(request(plain, 1, TextureType::cube, options).flags, 0u);

    Assembly texcoord(ps_1_1);
    texcoord.op(Op::texcoord, {t(0)}).op(Op::mov, {r(0), t(0)});
    request(texcoord, 1, TextureType::two_d, {}, &out);
    expect_near(out, 0.25f, 0.5f, 0.75f, 1);
    Assembly second(ps_1_1);
    second.op(Op::texcoord, {t(1)}).op(Op::mov, {r(0), t(1)});
    request(second, 1, TextureType::two_d, {}, &out);
    expect_near(out, 1, 1, 1, 1);
}

TEST(D3dbcLower, Pixel14Textures) {
    // The stage is the destination's number; t1 is (1.25, 1.5, 1.75, 3).
    Assembly a(ps_1_4);
    a.op(Op::tex, {r(2), t(1)}).op(Op::mov, {r(0), r(2)});
    expect_coordinate(request(a, 2), {1.25f, 1.5f});
    Assembly w(ps_1_4);
    w.op(Op::tex, {r(2), t(1).swizzle("xyww").modifier(M::dw)}).op(Op::mov, {r(0), r(2)});
    expect_coordinate(request(w, 2), {1.25f / 3, 0.5f});
    Assembly z(ps_1_4);
    z.op(Op::texcoord, {r(1).mask("xyz"), t(1).swizzle("xyzz")});
    z.op(Op::phase);
    z.op(Op::tex, {r(3), r(1).swizzle("xyzz").modifier(M::dz)}).op(Op::mov, {r(0), r(3)});
    expect_coordinate(request(z, 3), {1.25f / 1.75f, 1.5f / 1.75f});
    Words out;
    Assembly copy(ps_1_4);
    copy.op(Op::texcoord, {r(0).mask("xyz"), t(0).swizzle("xyww")});
    request(copy, 1, TextureType::two_d, {}, &out);
    expect_near(out, 0.25f, 0.5f, 1, 0); // w is 2, and the result clamps

    // bem: r0.xy = (0.25, 0.5) + M0 (0.25, 0.5)
    LowerOptions options;
    options.bump[0] = bump({0.5f, 0.25f, -0.5f, 0.125f}, 0, 0);
    Assembly bem(ps_1_4);
    bem.op(Op::texcoord, {r(1).mask("xyz"), t(0).swizzle("xyzz")});
    bem.op(Op::bem, {r(0).mask("xy"), r(1), r(1)});
    request(bem, 1, TextureType::two_d, options, &out);
    expect_near(out, 0.125f, 0.625f, 0, 0);
}

TEST(D3dbcLower, Pixel1xDepth) {
    // texdepth: r over min(g, 1), clamped; 1 where g is 0.
    const float cases[][3] = {{0.25f, 2, 0.25f}, {0.25f, 0.5f, 0.5f}, {-1, 0.1f, 0}, {-0.25f, -0.5f, 0.5f},
                              {1, -0.1f, 0},     {1, 0.5f, 1},        {0.5f, 0, 1}};
    for (const auto &k : cases) {
        Assembly a(ps_1_4);
        a.op(Op::texcoord, {r(5).mask("xyz"), t(0).swizzle("xyzz")});
        a.op(Op::phase);
        a.op(Op::texdepth, {r(5)});
        a.op(Op::mov, {r(0), c(0)});
        Shader run(a);
        run.machine.inputs[0] = floats(k[0], k[1]);
        run.out();
        for (uint32_t e = 0; e < run.lowered.module.outputs.size(); ++e) {
            if (run.lowered.module.outputs[e].system_value == signature::SystemValue::depth) {
                EXPECT_NEAR(std::bit_cast<float>(run.machine.outputs[e][0]), k[2], 1e-5f)
                    << k[0] << " / " << k[1];
            }
        }
    }
    // texm3x2depth: z = (1.25, 1.5, 1.75) . (0, 0, 0.5), w = (2.25, 2.5, 2.75) . (0, 0, 1) with modified
    // sources.
    Assembly m(0xffff0103);
    m.op(Op::tex, {t(0)});
    m.op(Op::texm3x2pad, {t(1), t(0)});
    m.op(Op::texm3x2depth, {t(2), t(0)});
    m.op(Op::mov, {r(0), t(0)});
    Shader run(m);
    for (uint32_t e = 0; e < run.lowered.module.inputs.size(); ++e) {
        auto n = static_cast<float>(run.lowered.module.inputs[e].semantic_index);
        run.machine.inputs[e] = floats(n, n, n * n, n);
    }
    // The texel (1, 0, 1): z = 1 + 1 = 2, w = 2 + 4 = 6.
    run.machine.sample = [](uint32_t, uint32_t, const std::vector<Words> &) { return floats(1, 0, 1, 1); };
    run.out();
    for (uint32_t e = 0; e < run.lowered.module.outputs.size(); ++e) {
        if (run.lowered.module.outputs[e].system_value == signature::SystemValue::depth) {
            EXPECT_NEAR(std::bit_cast<float>(run.machine.outputs[e][0]), 1.0f / 3, 1e-5f);
        }
    }
}

TEST(D3dbcLower, Refusals) {
    auto refused = [](const Assembly &a, const char *code) {
        Parsed p(a.bytes());
        EXPECT_EQ(p.result, Result::ok) << p.diag.text();
        Arena arena;
        ir::Module module(arena);
        EXPECT_TRUE(failed(to_ir(p.program, {}, p.diag, &module)));
        EXPECT_TRUE(p.says(code)) << p.diag.text();
    };
    refused(Assembly(vs_2_0).op(Op::endif), "E9016");
    refused(Assembly(vs_2_0).op(Op::rep, {i(0)}), "E9016");
    refused(Assembly(vs_2_0).op(Op::rep, {i(0)}).op(Op::endloop), "E9016");
    refused(Assembly(vs_2_x).op(Op::break_), "E9016");
    refused(Assembly(vs_2_0).op(Op::call, {label(3)}), "E9016");
    refused(Assembly(vs_2_0).op(Op::mov, {oPos(), c(0).at(aL())}), "E7007");
    refused(Assembly(vs_2_0).op(Op::mov, {c(0), c(1)}), "E7007");
    refused(Assembly(vs_2_0).op(Op::mov, {oPos(), i(0)}), "E7007");
    refused(Assembly(ps_2_0).op(Op::texkill, {c(0)}), "E7007");
    // A subroutine that calls itself, and one of 20 that each call the next twice.
    refused(Assembly(vs_2_0)
                .op(Op::call, {label(0)})
                .op(Op::ret)
                .op(Op::label, {label(0)})
                .op(Op::call, {label(0)})
                .op(Op::ret),
            "E9016");
    Assembly bomb(vs_2_0);
    bomb.op(Op::call, {label(0)}).op(Op::ret);
    for (unsigned k = 0; k < 20; ++k) {
        bomb.op(Op::label, {label(k)});
        bomb.op(Op::call, {label(k + 1)}).op(Op::call, {label(k + 1)}).op(Op::ret);
    }
    bomb.op(Op::label, {label(20)}).op(Op::add, {r(0), r(0), c(0)}).op(Op::ret);
    refused(bomb, "E7009");
    Assembly deep(vs_2_0);
    for (unsigned k = 0; k < 200; ++k)
        deep.op(Op::if_, {b(0)});
    for (unsigned k = 0; k < 200; ++k)
        deep.op(Op::endif);
    refused(deep, "E7009");
}

// Assemblers never write some of these masks, files may: whatever is accepted becomes sound IR.
TEST(D3dbcLower, EveryOpcodeWithEveryWriteMask) {
    unsigned lowered = 0;
    for (uint32_t version : {ps_1_1, ps_1_4, ps_2_0, ps_2_x, ps_3_0, vs_1_1, vs_2_0, vs_3_0}) {
        const Version v{version >> 16 == 0xffff ? Stage::pixel : Stage::vertex,
                        static_cast<uint8_t>(version >> 8), static_cast<uint8_t>(version)};
        for (uint32_t number = 0; number < 0x60; ++number) {
            const OpcodeInfo *row = find_opcode(number, v);
            if (!row || !row->destinations || row->name.starts_with("def") || row->op == Op::dcl) continue;
            for (unsigned mask = 0; mask < 16; ++mask) {
                for (Reg dst : {r(0), t(2), p0(), a0()}) {
                    dst.token = (dst.token & ~0xff0000u) | mask << 16;
                    for (const Reg &second : {c(0), s(0), t(0)}) {
                        std::vector<Reg> operands{dst, r(1), second, r(1), r(1)};
                        operands.resize(1 + row->sources);
                        Assembly a(version);
                        a.op(row->op, operands);
                        Parsed parsed(a.bytes());
                        if (parsed.result != Result::ok) continue;
                        Lowered l(parsed);
                        lowered += l.sound;
                        if (::testing::Test::HasFailure()) {
                            FAIL() << row->name << " version " << std::hex << version << " mask " << mask;
                        }
                    }
                }
            }
        }
    }
    EXPECT_GT(lowered, 2000u);
}

} // namespace
} // namespace weft::d3dbc
