#include "core/passes/lower_exits.h"

#include "pass_test.h"

namespace weft {
namespace {

const char *const header = R"(
    shader pixel
    input 0 A 0 float mask=0xf reg=0
    output 0 SV_Target 0 float mask=0xf reg=0 sv=0x40
    resource 0 rw_raw_buffer reg=0 written
    function
      %1 = load_input f32 _, _, [0 0 0]
      %2 = flt bool %1, f32(0)
)";

const char *const header_after = R"(
        function
          %1 = load_input f32 _, _, [0 0 0]
          %2 = flt bool %1, f32(0)
)";

std::string lowered(const std::string &code) {
    Diagnostics diag;
    return transform(header + code + "return\n", [&](ir::Module &m) { passes::lower_exits(m, diag); },
                     {.exits_lowered = true});
}

std::string expected(std::string code) {
    code.resize(code.find_last_not_of(' ') + 1);
    return trim(header_after + code + "          return\n");
}

TEST(LowerExits, LeavesWhatSpirvHas) {
    const char *code = R"(
          @3 = loop ()
            @4 = switch i32(1)
              @5 = case @4 () [0x1]
                @6 = if %2
                  continue @3 ()
                else @6
                  break @3 ()
                end @6
                unreachable
              @7 = case @4 () [default]
                @8 = if %2
                  break @4 ()
                end @8
                return
            end @4
            continue @3 ()
          end @3
)";
    EXPECT_EQ(lowered(code), expected(code));
}

TEST(LowerExits, BlocksBecomeSwitches) {
    EXPECT_EQ(lowered(R"(
          @3 = block
            @4 = if %2
              break @3 (f32(1))
            end @4
            break @3 (f32(2))
          end @3
          %5 = result f32 @3 0
          store_output %5, _, _, [0 0 0]
    )"),
              expected(R"(
          @3 = switch i32(0)
            @4 = case @3 () [default]
              @5 = if %2
                break @3 (f32(1))
              end @5
              break @3 (f32(2))
          end @3
          %6 = result f32 @3 0
          store_output %6, _, _, [0 0 0]
    )"));
}

// Out of a block through a loop: the loop is left first, then the block.
TEST(LowerExits, AcrossALoop) {
    EXPECT_EQ(lowered(R"(
          @3 = block
            @4 = loop ()
              @5 = if %2
                break @3 (%1)
              end @5
              break @4 (f32(7))
            end @4
            %6 = result f32 @4 0
            break @3 (%6)
          end @3
          %7 = result f32 @3 0
          store_output %7, _, _, [0 0 0]
    )"),
              expected(R"(
          @3 = switch i32(0)
            @4 = case @3 () [default]
              @5 = loop ()
                @6 = if %2
                  store_local i32(0), %1, 1, 0
                  store_local i32(0), i32(1), 0, 0
                  break @5 (f32(0))
                end @6
                break @5 (f32(7))
              end @5
              %7 = result f32 @5 0
              %8 = load_local i32 i32(0), 0, 0
              %9 = ieq bool %8, i32(1)
              @10 = if %9
                store_local i32(0), i32(0), 0, 0
                %11 = load_local f32 i32(0), 1, 0
                break @3 (%11)
              end @10
              break @3 (%7)
          end @3
          %12 = result f32 @3 0
          store_output %12, _, _, [0 0 0]
    )"));
}

// Two loops deep, break and continue of the outermost one.
TEST(LowerExits, AcrossTwoLoops) {
    EXPECT_EQ(lowered(R"(
          @3 = loop (%2)
            %4 = param bool @3 0
            @5 = loop ()
              @6 = loop ()
                @7 = if %4
                  continue @3 (%2)
                else @7
                  break @3 (%1)
                end @7
                unreachable
              end @6
              unreachable
            end @5
            unreachable
          end @3
          %8 = result f32 @3 0
          store_output %8, _, _, [0 0 0]
    )"),
              expected(R"(
          @3 = loop (%2)
            %4 = param bool @3 0
            @5 = loop ()
              @6 = loop ()
                @7 = if %4
                  %8 = select i32 %2, i32(-1), i32(0)
                  store_local i32(0), %8, 1, 0
                  store_local i32(0), i32(2), 0, 0
                  break @6 ()
                else @7
                  store_local i32(0), %1, 2, 0
                  store_local i32(0), i32(1), 0, 0
                  break @6 ()
                end @7
                unreachable
              end @6
              %9 = load_local i32 i32(0), 0, 0
              %10 = ieq bool %9, i32(1)
              @11 = if %10
                break @5 ()
              end @11
              %12 = load_local i32 i32(0), 0, 0
              %13 = ieq bool %12, i32(2)
              @14 = if %13
                break @5 ()
              end @14
              unreachable
            end @5
            %15 = load_local i32 i32(0), 0, 0
            %16 = ieq bool %15, i32(2)
            @17 = if %16
              store_local i32(0), i32(0), 0, 0
              %18 = load_local i32 i32(0), 1, 0
              %19 = ine bool %18, i32(0)
              continue @3 (%19)
            end @17
            %20 = load_local i32 i32(0), 0, 0
            %21 = ieq bool %20, i32(1)
            @22 = if %21
              store_local i32(0), i32(0), 0, 0
              %23 = load_local f32 i32(0), 2, 0
              break @3 (%23)
            end @22
            unreachable
          end @3
          %24 = result f32 @3 0
          store_output %24, _, _, [0 0 0]
    )"));
}

// An outer if is left from inside another.
TEST(LowerExits, OutOfANestOfIfs) {
    EXPECT_EQ(lowered(R"(
          @3 = if %2
            @4 = if %2
              break @3 (f32(1))
            end @4
            store_buffer i32(0), i32(0), _, r0
            break @3 (f32(2))
          else @3
            break @3 (f32(3))
          end @3
          %5 = result f32 @3 0
          store_output %5, _, _, [0 0 0]
    )"),
              expected(R"(
          @3 = switch i32(0)
            @4 = case @3 () [default]
              @5 = if %2
                @6 = if %2
                  break @3 (f32(1))
                end @6
                store_buffer i32(0), i32(0), _, r0
                break @3 (f32(2))
              else @5
                break @3 (f32(3))
              end @5
              unreachable
          end @3
          %7 = result f32 @3 0
          store_output %7, _, _, [0 0 0]
    )"));
}

} // namespace
} // namespace weft
