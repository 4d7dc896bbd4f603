// Every shader of a folder of real ones reads, prints and scans.
#include <gtest/gtest.h>

#include <cstdlib>

#include "core/d3dbc/ctab.h"
#include "core/d3dbc/printer.h"
#include "core/d3dbc/scan.h"
#include "core/d3dbc/signature.h"
#include "d3dbc_test_util.h"

namespace weft::d3dbc {
namespace {

using namespace test;

TEST(D3dbcCorpus, ReadsPrintsScans) {
    const char *corpus = std::getenv("WEFT_CORPUS");
    if (!corpus) GTEST_SKIP() << "WEFT_CORPUS names no folder of shaders";
    unsigned count = 0;
    for (const auto &entry : std::filesystem::directory_iterator(std::filesystem::path(corpus) / "d3dbc")) {
        SCOPED_TRACE(entry.path().string());
        Parsed p(read_file(entry.path()));
        EXPECT_EQ(p.result, Result::ok);
        EXPECT_FALSE(print(p.program, {.header = true}, p.arena).empty());
        Interface interface = synthesise(p.program, {}, p.arena, p.diag);
        EXPECT_FALSE(interface.outputs.empty());
        scan_resources(p.program, {}, p.arena);
        ConstantTable table;
        bool has_table = !p.program.find_comment(comment_tag("CTAB")).empty();
        EXPECT_EQ(read_constant_table(p.program, p.arena, &table), has_table);
        EXPECT_TRUE(p.diag.text().empty()) << p.diag.text();
        ++count;
    }
    EXPECT_GT(count, 0u);
}

} // namespace
} // namespace weft::d3dbc
