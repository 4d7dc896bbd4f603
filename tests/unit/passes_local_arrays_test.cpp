#include "core/passes/local_arrays.h"

#include "pass_test.h"

namespace weft {
namespace {

std::string values(const std::string &text) {
    return transform(text, [](ir::Module &m) { passes::local_arrays(m); });
}

TEST(LocalArrays, LiteralRowsBecomeValues) {
    EXPECT_EQ(values(R"(
        shader vertex
        input 0 A 0 float mask=0xf reg=0
        output 0 B 0 float mask=0xf reg=0
        local 0 rows=3 f32x4
        function
          %1 = load_input f32x4 _, _, [0 0 0]
          %2 = shuffle f32x2 %1, %1, <2 3>
          store_local i32(1), %1, 0, 0
          store_local i32(1), %2, 0, 1
          store_local i32(3), %1, 0, 0
          %3 = load_local f32x3 i32(1), 0, 1
          %4 = load_local f32 i32(2), 0, 0
          store_output %3, _, _, [0 0 0]
          store_output %4, _, _, [0 0 3]
          %5 = load_local f32x4 i32(7), 0, 0
          store_output %5, _, _, [0 0 0]
          return
    )"),
              trim(R"(
        function
          %1 = load_input f32x4 _, _, [0 0 0]
          %2 = shuffle f32x2 %1, %1, <2 3>
          %3 = shuffle f32x3 %1, %1, <2 3 3>
          store_output %3, _, _, [0 0 0]
          store_output f32(0), _, _, [0 0 3]
          store_output f32x4(0), _, _, [0 0 0]
          return
    )"));
}

// A computed row, or an access inside of a construct, keeps the whole array; another array does not mind.
TEST(LocalArrays, IndexedOnesStay) {
    for (const char *access :
         {"%2 = load_local f32 %1, 0, 0\nstore_output %2, _, _, [0 0 1]", "store_local %1, f32(3), 0, 0",
          "@2 = if bool(true)\nstore_local i32(0), f32(3), 0, 0\nbreak @2 ()\nend @2"}) {
        const std::string text = std::string(R"(
            shader vertex
            input 0 A 0 uint mask=0x1 reg=0
            output 0 B 0 float mask=0x3 reg=0
            local 0 rows=2 f32
            local 1 rows=2 f32
            function
              %1 = load_input i32 _, _, [0 0 0]
              store_local i32(1), f32(5), 0, 0
              store_local i32(1), f32(6), 1, 0
              )") + access + R"(
              %9 = load_local f32 i32(1), 1, 0
              store_output %9, _, _, [0 0 0]
              return
        )";
        const std::string after = values(text);
        EXPECT_NE(after.find("store_local i32(1), f32(5), 0, 0"), std::string::npos) << after;
        EXPECT_EQ(after.find(", 1, 0"), std::string::npos) << after;
        EXPECT_NE(after.find("store_output f32(6), _, _, [0 0 0]"), std::string::npos) << after;
    }
}

} // namespace
} // namespace weft
