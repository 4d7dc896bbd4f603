#include "core/passes/optimise.h"

#include "pass_test.h"

namespace weft {
namespace {

const char *const header = R"(
    shader pixel
    input 0 A 0 float mask=0xf reg=0
    output 0 SV_Target 0 float mask=0xf reg=0 sv=0x40
    resource 0 rw_raw_buffer reg=0 written
    local 0 rows=2 f32
    function
)";

std::string optimised(const std::string &code) {
    return transform(header + code, [](ir::Module &m) { passes::optimise(m); });
}

TEST(Optimise, DropsWhatLeadsNowhere) {
    EXPECT_EQ(optimised(R"(
        %1 = load_input f32 _, _, [0 0 0]
        %2 = fadd f32 %1, %1
        %3 = fmul f32 %2, %2
        store_local i32(0), %2, 0, 0
        @4 = if bool(false)
          store_output %3, _, _, [0 0 0]
          break @4 ()
        end @4
        %5 = flt bool %1, %2
        @6 = if %5
          %7 = fmul f32 %3, %3
          break @6 (%7)
        else @6
          break @6 (%3)
        end @6
        %8 = result f32 @6 0
        store_output %1, _, _, [0 0 0]
        return
    )"),
              trim(R"(
        function
          %1 = load_input f32 _, _, [0 0 0]
          store_output %1, _, _, [0 0 0]
          return
    )"));
}

TEST(Optimise, KeepsWhatASurvivingExitDependsOn) {
    const char *code = R"(
        function
          %1 = load_input f32 _, _, [0 0 0]
          %2 = flt bool %1, f32(0)
          @3 = loop (i32(0))
            %4 = param i32 @3 0
            %5 = uge bool %4, i32(3)
            @6 = if %5
              break @3 ()
            end @6
            @7 = if %2
              return
            end @7
            %8 = iadd i32 %4, i32(1)
            store_buffer %8, %8, _, r0
            continue @3 (%8)
          end @3
          store_output %1, _, _, [0 0 0]
          return
    )";
    EXPECT_EQ(optimised(std::string(trim(code)).substr(9)), trim(code));
}

TEST(Optimise, SmallArmsBecomeSelects) {
    EXPECT_EQ(optimised(R"(
        %1 = load_input f32x2 _, _, [0 0 0]
        %2 = extract f32 %1, 0
        %3 = flt bool %2, f32(0)
        @4 = if %3
          %5 = fadd f32x2 %1, %1
          break @4 (%5, %2, f32(7))
        else @4
          %6 = fmul f32x2 %1, %1
          break @4 (%6, %2, f32(8))
        end @4
        %7 = result f32x2 @4 0
        %8 = result f32 @4 1
        %9 = result f32 @4 2
        store_output %7, _, _, [0 0 0]
        store_output %8, _, _, [0 0 2]
        return
    )"),
              trim(R"(
        function
          %1 = load_input f32x2 _, _, [0 0 0]
          %2 = extract f32 %1, 0
          %3 = flt bool %2, f32(0)
          %4 = fadd f32x2 %1, %1
          %5 = fmul f32x2 %1, %1
          %6 = select f32x2 %3, %4, %5
          store_output %6, _, _, [0 0 0]
          store_output %2, _, _, [0 0 2]
          return
    )"));
}

// Differences and implicit levels depend on which lanes take part: they stay in their arm, however small it is, and equal
// ones of two arms stay two.
TEST(Optimise, ConvergentOperationsStayInTheirArm) {
    const char *text = R"(
        %1 = load_input f32x2 _, _, [0 0 0]
        %2 = extract f32 %1, 0
        %3 = flt bool %2, f32(0)
        @4 = if %3
          %5 = ddx f32 %2, 0
          break @4 (%5)
        else @4
          %6 = ddx f32 %2, 0
          %7 = fneg f32 %6
          break @4 (%7)
        end @4
        %8 = result f32 @4 0
        store_output %8, _, _, [0 0 0]
        return
    )";
    const std::string after = optimised(text);
    const size_t branch = after.find("if %"), end = after.find("end @");
    const size_t first = after.find("ddx"), second = after.find("ddx", first + 1);
    EXPECT_TRUE(branch < first && first < second && second < end) << after;
}

// Direct3D's boolean comes out of the if; once that is a select, the comparison with zero is the condition.
TEST(Optimise, BooleansThroughAnIf) {
    EXPECT_EQ(optimised(R"(
        %1 = load_input f32x2 _, _, [0 0 0]
        %2 = extract f32 %1, 0
        %3 = flt bool %2, f32(0)
        @4 = if %3
          break @4 (i32(-1))
        else @4
          break @4 (i32(0))
        end @4
        %5 = result i32 @4 0
        %6 = ine bool %5, i32(0)
        %7 = select f32 %6, f32(1), f32(2)
        store_output %7, _, _, [0 0 0]
        return
    )"),
              trim(R"(
        function
          %1 = load_input f32x2 _, _, [0 0 0]
          %2 = extract f32 %1, 0
          %3 = flt bool %2, f32(0)
          %4 = select f32 %3, f32(1), f32(2)
          store_output %4, _, _, [0 0 0]
          return
    )"));
}

TEST(Optimise, EmptyArmsGo) {
    EXPECT_EQ(optimised(R"(
        %1 = load_input f32 _, _, [0 0 0]
        %2 = ftoi i32 %1
        %3 = ilt bool %2, i32(0)
        @4 = if %3
          store_buffer %2, %2, _, r0
          break @4 ()
        else @4
          break @4 ()
        end @4
        @5 = if %3
          break @5 ()
        else @5
          store_buffer %2, %2, _, r0
          break @5 ()
        end @5
        return
    )"),
              trim(R"(
        function
          %1 = load_input f32 _, _, [0 0 0]
          %2 = ftoi i32 %1
          %3 = ilt bool %2, i32(0)
          @4 = if %3
            store_buffer %2, %2, _, r0
            break @4 ()
          end @4
          %5 = ige bool %2, i32(0)
          @6 = if %5
            store_buffer %2, %2, _, r0
            break @6 ()
          end @6
          return
    )"));
}

// A loop counter and an accumulator that both start as the integer zero of an untyped register: the
// accumulator is float in all it does.
TEST(Optimise, MergesTakeTheKindOfTheirUsers) {
    EXPECT_EQ(optimised(R"(
        %1 = load_input f32 _, _, [0 0 0]
        @2 = loop (i32(0), i32(0), i32(4))
          %3 = param i32 @2 0
          %4 = param i32 @2 1
          %5 = param i32 @2 2
          %6 = bitcast f32 %4
          %7 = uge bool %3, %5
          @8 = if %7
            break @2 (%4)
          end @8
          %9 = fadd f32 %6, %1
          %10 = bitcast i32 %9
          %11 = iadd i32 %3, i32(1)
          continue @2 (%11, %10, i32(4))
        end @2
        %12 = result i32 @2 0
        %13 = bitcast f32 %12
        store_output %13, _, _, [0 0 0]
        return
    )"),
              trim(R"(
        function
          %1 = load_input f32 _, _, [0 0 0]
          @2 = loop (i32(0), f32(0))
            %3 = param i32 @2 0
            %4 = param f32 @2 1
            %5 = uge bool %3, i32(4)
            @6 = if %5
              break @2 (%4)
            end @6
            %7 = fadd f32 %4, %1
            %8 = iadd i32 %3, i32(1)
            continue @2 (%8, %7)
          end @2
          %9 = result f32 @2 0
          store_output %9, _, _, [0 0 0]
          return
    )"));
}

// A branch on a constant leaves a block; one that only ends at its end is open code.
TEST(Optimise, ConstantBranches) {
    EXPECT_EQ(optimised(R"(
        %1 = load_input f32 _, _, [0 0 0]
        @2 = if bool(true)
          store_buffer i32(1), i32(1), _, r0
          break @2 (%1)
        else @2
          store_buffer i32(2), i32(2), _, r0
          break @2 (f32(3))
        end @2
        %3 = result f32 @2 0
        @4 = if bool(false)
          break @4 (%1)
        else @4
          %5 = fadd f32 %3, f32(3)
          break @4 (%5)
        end @4
        %6 = result f32 @4 0
        store_output %6, _, _, [0 0 0]
        @7 = if bool(true)
          return
        end @7
        store_output f32(9), _, _, [0 0 0]
        return
    )"),
              trim(R"(
        function
          %1 = load_input f32 _, _, [0 0 0]
          store_buffer i32(1), i32(1), _, r0
          %2 = fadd f32 %1, f32(3)
          store_output %2, _, _, [0 0 0]
          return
    )"));
}

TEST(Optimise, LoopsThatRunOnce) {
    EXPECT_EQ(optimised(R"(
        %1 = load_input f32 _, _, [0 0 0]
        @2 = loop (%1)
          %3 = param f32 @2 0
          %4 = fadd f32 %3, %3
          break @2 (%4)
        end @2
        %5 = result f32 @2 0
        store_output %5, _, _, [0 0 0]
        return
    )"),
              trim(R"(
        function
          %1 = load_input f32 _, _, [0 0 0]
          %2 = fadd f32 %1, %1
          store_output %2, _, _, [0 0 0]
          return
    )"));
}

// Results and params that are dead go out of every list, labels stay in place.
TEST(Optimise, PrunesLists) {
    EXPECT_EQ(optimised(R"(
        %1 = load_input f32 _, _, [0 0 0]
        %2 = ftoi i32 %1
        @3 = switch %2
          @4 = case @3 () [0x0 0x5]
            store_buffer %2, %2, _, r0
            fallthrough @3 (f32(1), f32(2))
          @5 = case @3 (f32(3), f32(4)) [0x7 default]
            %6 = param f32 @5 0
            %7 = param f32 @5 1
            break @3 (%6, %7)
        end @3
        %8 = result f32 @3 0
        %9 = result f32 @3 1
        store_output %9, _, _, [0 0 0]
        return
    )"),
              trim(R"(
        function
          %1 = load_input f32 _, _, [0 0 0]
          %2 = ftoi i32 %1
          @3 = switch %2
            @4 = case @3 () [0x0 0x5]
              store_buffer %2, %2, _, r0
              fallthrough @3 (f32(2))
            @5 = case @3 (f32(4)) [0x7 default]
              %6 = param f32 @5 0
              break @3 (%6)
          end @3
          %7 = result f32 @3 0
          store_output %7, _, _, [0 0 0]
          return
    )"));
}

TEST(Optimise, LocalsLiveByTheirLoads) {
    const char *code = R"(
        function
          %1 = load_input f32 _, _, [0 0 0]
          store_local i32(1), %1, 0, 0
          %2 = ftoi i32 %1
          %3 = load_local f32 %2, 0, 0
          store_output %3, _, _, [0 0 0]
          return
    )";
    EXPECT_EQ(optimised(std::string(trim(code)).substr(9)), trim(code));
}

} // namespace
} // namespace weft
