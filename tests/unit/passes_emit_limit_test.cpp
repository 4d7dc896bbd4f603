#include "core/passes/emit_limit.h"

#include "pass_test.h"

namespace weft {
namespace {

std::string geometry(const std::string &vertices, const char *code) {
    return "shader geometry\nlocal 0 rows=1 i32\ngeometry point point " + vertices + " 1\nfunction\n" + code;
}

std::string limited(const std::string &text) {
    return transform(text, [](ir::Module &m) { passes::limit_emits(m); });
}

// Whatever the stream.
TEST(EmitLimit, CountsWhereTooManyMayGoOut) {
    EXPECT_EQ(limited(geometry("1", R"(
          emit_vertex 0
          cut_strip 0
          emit_vertex 1
          return
    )")),
              trim(R"(
        function
          %1 = load_local i32 i32(0), 1, 0
          %2 = ult bool %1, i32(1)
          @3 = if %2
            emit_vertex 0
            %4 = iadd i32 %1, i32(1)
            store_local i32(0), %4, 1, 0
            break @3 ()
          end @3
          cut_strip 0
          %5 = load_local i32 i32(0), 1, 0
          %6 = ult bool %5, i32(1)
          @7 = if %6
            emit_vertex 1
            %8 = iadd i32 %5, i32(1)
            store_local i32(0), %8, 1, 0
            break @7 ()
          end @7
          return
    )"));
}

TEST(EmitLimit, LoopsMayRunAnyNumberOfTimes) {
    const std::string text = geometry("1024", R"(
          %1 = load_local i32 i32(0), 0, 0
          %2 = ieq bool %1, i32(0)
          @3 = loop ()
            emit_vertex 0
            @4 = if %2
              break @3 ()
            end @4
            continue @3 ()
          end @3
          return
    )");
    EXPECT_NE(limited(text).find("ult bool"), std::string::npos) << limited(text);
}

// The arms of an if exclude each other, and what leaves early sends no more for it.
TEST(EmitLimit, LeavesCodeThatKeepsIt) {
    const char *code = R"(
          %1 = load_local i32 i32(0), 0, 0
          %2 = ieq bool %1, i32(0)
          emit_vertex 0
          @3 = if %2
            emit_vertex 0
            emit_vertex 0
            break @3 ()
          else @3
            @4 = if %2
              emit_vertex 0
              break @3 ()
            end @4
            emit_vertex 0
            break @3 ()
          end @3
          @5 = if %2
            emit_vertex 0
            return
          end @5
          return
    )";
    const std::string kept = limited(geometry("4", code));
    EXPECT_EQ(kept, trim(std::string("        function") + code));
    const std::string guarded = limited(geometry("3", code));
    EXPECT_NE(guarded.find("ult bool"), std::string::npos) << guarded;
}

} // namespace
} // namespace weft
