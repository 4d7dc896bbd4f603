#include <gtest/gtest.h>

#include <cstdlib>

#include "core/d3dbc/to_ir.h"
#include "core/ir/print.h"
#include "core/ir/verify.h"
#include "d3dbc_test_util.h"

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

TEST(D3dbcLower, Samples) {
    for (const auto &entry : std::filesystem::directory_iterator(data_dir())) {
        if (entry.path().extension() != ".bin")
            continue;
        SCOPED_TRACE(entry.path().string());
        Parsed p(read_file(entry.path()));
        for (FloatModel model : {FloatModel::ieee, FloatModel::finite, FloatModel::strict}) {
            LowerOptions options;
            options.float_model = model;
            Lowered l(p, options);
            // Texture instructions of ps_1_x are refused by name.
            bool may_refuse = p.program.version.is_pixel() && p.program.version.major == 1;
            EXPECT_TRUE(l.result == Result::ok || (may_refuse && l.result == Result::not_implemented &&
                                                   l.diag.text().find("E7009") != std::string::npos))
                << l.diag.text();
        }
    }
}

TEST(D3dbcLower, Corpus) {
    const char *corpus = std::getenv("WEFT_CORPUS");
    if (!corpus)
        GTEST_SKIP() << "WEFT_CORPUS names no folder of shaders";
    for (const auto &entry : std::filesystem::directory_iterator(std::filesystem::path(corpus) / "d3dbc")) {
        SCOPED_TRACE(entry.path().string());
        Lowered l{Parsed(read_file(entry.path()))};
        EXPECT_EQ(l.result, Result::ok) << l.diag.text();
    }
}

} // namespace
} // namespace weft::d3dbc
