#include <gtest/gtest.h>

#include "core/d3dbc/printer.h"
#include "d3dbc_test_util.h"

namespace weft::d3dbc {
namespace {

using namespace test;

std::string text(const Parsed &p, PrintOptions options = {}) {
    EXPECT_EQ(p.result, Result::ok) << p.diag.text();
    Arena arena;
    auto view = print(p.program, options, arena);
    EXPECT_EQ(view.data()[view.size()], 0); // behind the text, not counted
    return std::string(view);
}

TEST(D3dbcPrinter, IndentsBlocks) {
    // if b0 / rep i1 / mov r0, c0 / endrep / endif
    Parsed p{0xfffe0300, 0x01000028, 0xe0e40800, 0x01000026, 0xf0e40001, 0x02000001,
             0x800f0000, 0xa0e40000, 0x00000027, 0x0000002b, 0x0000ffff};
    EXPECT_EQ(text(p), "    vs_3_0\n    if b0\n      rep i1\n        mov r0, c0\n      endrep\n    endif\n");
    EXPECT_EQ(text(p, {.indent = false}), "vs_3_0\nif b0\nrep i1\nmov r0, c0\nendrep\nendif\n");
}

TEST(D3dbcPrinter, SurplusClosersDoNotUnderflow) {
    Parsed p{0xfffe0300, 0x0000002b, 0x0000002b, 0x00000000, 0x0000ffff};
    EXPECT_EQ(text(p), "    vs_3_0\n    endif\n    endif\n    nop\n");
}

TEST(D3dbcPrinter, Colour) {
    Parsed p{0xffff0200, 0x02000001, 0x800f0800, 0xa0e40000, 0x0000ffff};
    std::string coloured = text(p, {.colour = true});
    EXPECT_NE(coloured.find("\x1b["), std::string::npos);
    std::string stripped;
    for (size_t i = 0; i < coloured.size(); ++i)
        if (coloured[i] == '\x1b')
            i = coloured.find('m', i);
        else
            stripped += coloured[i];
    EXPECT_EQ(stripped, text(p));
}

TEST(D3dbcPrinter, PredicateModifierAndSpecialRegisters) {
    // The example of a predicated instruction: (!p0.x) mov r4.x, c28.x
    Parsed p{0xffff0201, 0x13000001, 0x80010004, 0xbd001000, 0xa000001c, 0x0000ffff};
    EXPECT_EQ(text(p), "    ps_2_x\n    (!p0.x) mov r4.x, c28.x\n");
    // breakp !p0.z
    Parsed q{0xfffe0201, 0x01000060, 0xbdaa1000, 0x0000ffff};
    EXPECT_EQ(text(q), "    vs_2_x\n    breakp !p0.z\n");
    // mov r0, v1[a0.y] and mov o3[aL], r0
    Parsed r{0xfffe0300, 0x03000001, 0x800f0000, 0x90e42001, 0xb0550000,
             0x03000001, 0xe00f2003, 0xf0e40800, 0x80e40000, 0x0000ffff};
    EXPECT_EQ(text(r), "    vs_3_0\n    mov r0, v1[a0.y]\n    mov o3[aL], r0\n");
}

TEST(D3dbcPrinter, Numbers) {
    // def c0, 1, -0, inf, quiet NaN; defi i1, -1, 2147483647, 0, -2147483648; defb b2, any non-zero value
    Parsed p{0xffff0300, 0x05000051, 0xa00f0000, 0x3f800000, 0x80000000, 0x7f800000,
             0x7fc00000, 0x05000030, 0xf00f0001, 0xffffffff, 0x7fffffff, 0,
             0x80000000, 0x0200002f, 0xe00f0802, 2,          0x0000ffff};
    EXPECT_EQ(text(p), "    ps_3_0\n    def c0, 1, -0, 1.#INF, 1.#QNAN\n"
                       "    defi i1, -1, 2147483647, 0, -2147483648\n    defb b2, true\n");
}

TEST(D3dbcPrinter, HeaderNamesConstants) {
    std::string s = text(parse_sample("lit_ps"), {.header = true});
    EXPECT_NE(s.find("//   environment s0\n"), std::string::npos);
    EXPECT_NE(s.find("//   alpha_limit c1\n"), std::string::npos);
}

} // namespace
} // namespace weft::d3dbc
