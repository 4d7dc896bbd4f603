#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "core/ir/ssa.h"

namespace weft::ir {
namespace {

struct Fixture : ::testing::Test {
    Arena arena;
    Module m{arena};
    Builder b{m};

    // An opaque value.
    Value input(unsigned element, unsigned count = 4, Kind kind = Kind::f32) {
        return b.emit(Op::load_input, {kind, count}, 0, 0, Access::pack(element, 0, 0));
    }
    unsigned count(Op op) const {
        unsigned n = 0;
        for (uint32_t v = m.functions[0].head; v; v = m.insts[v].next)
            n += m.insts[v].op == op;
        return n;
    }
    void use(Value v) { b.emit(Op::store_output, void_type, v, 0, 0, 0); }
};

constexpr uint8_t xyzw[] = {0, 1, 2, 3};

using BuilderTest = Fixture;

TEST_F(BuilderTest, NumbersPureInstructions) {
    Value a = input(0);
    Value x = b.binary(Op::fadd, a, a);
    EXPECT_EQ(b.binary(Op::fadd, a, a), x);
    EXPECT_NE(b.binary(Op::fadd, a, a, flag::precise), x);
}

TEST_F(BuilderTest, DoesNotReuseValuesOfAClosedRegion) {
    Value a = input(0);
    Value c = b.compare(Op::feq, b.extract(a, 0), b.extract(a, 1));
    Value i = b.begin_if(c);
    Value inner = b.binary(Op::fmul, a, a);
    b.break_(i);
    b.begin_else(i);
    EXPECT_NE(b.binary(Op::fmul, a, a), inner);
    b.break_(i);
    b.end_if(i);
    EXPECT_NE(b.binary(Op::fmul, a, a), inner);
    EXPECT_EQ(b.compare(Op::feq, b.extract(a, 0), b.extract(a, 1)), c);
}

// The table looks near the youngest operand first: what crowds there has to be found as well, and however
// often the table grew meanwhile.
TEST_F(BuilderTest, FindsEachOfManyThatCrowd) {
    constexpr unsigned many = 20000;
    const Value a = input(0, 1), other = input(1, 1);
    std::vector<Value> sums, constants;
    for (unsigned k = 0; k < many; ++k) {
        constants.push_back(b.i32c(k << 14)); // as floats of few digits are, all alike in their low bits
        sums.push_back(b.ternary(Op::ffma, a, other, b.cast(constants[k], Kind::f32)));
    }
    const size_t values = m.insts.size();
    for (unsigned k = 0; k < many; ++k) {
        ASSERT_EQ(b.i32c(k << 14), constants[k]) << k;
        ASSERT_EQ(b.ternary(Op::ffma, a, other, b.cast(constants[k], Kind::f32)), sums[k]) << k;
    }
    EXPECT_EQ(m.insts.size(), values);
    EXPECT_EQ(std::set<Value>(sums.begin(), sums.end()).size(), many);
    EXPECT_EQ(std::set<Value>(constants.begin(), constants.end()).size(), many);
}

// Places of closed regions are taken by others, which hides nothing.
TEST_F(BuilderTest, FindsWhatIsOpenAmongWhatIsClosed) {
    constexpr unsigned many = 5000;
    const Value a = input(0, 1);
    std::vector<Value> open;
    for (unsigned k = 0; k < many; ++k) {
        open.push_back(b.binary(Op::fadd, a, b.i32c(k)));
        const Value c = b.compare(Op::feq, a, open[k]);
        const Value construct = b.begin_if(c);
        const Value inner = b.ternary(Op::ffma, a, a, open[k]);
        ASSERT_EQ(b.ternary(Op::ffma, a, a, open[k]), inner);
        b.break_(construct);
        b.end_if(construct);
        ASSERT_NE(b.ternary(Op::ffma, a, a, open[k]), inner) << k;
    }
    for (unsigned k = 0; k < many; ++k)
        ASSERT_EQ(b.binary(Op::fadd, a, b.i32c(k)), open[k]) << k;
}

TEST_F(BuilderTest, GathersAnExistingVectorForNothing) {
    Value a = input(0);
    uint32_t before = b.cursor();
    Lane l[4] = {{a, 0}, {a, 1}, {a, 2}, {a, 3}};
    EXPECT_EQ(b.gather(l, 4, Kind::f32), a);
    EXPECT_EQ(b.cursor(), before);
    Value s = b.gather(l + 1, 2, Kind::f32); // yz
    EXPECT_EQ(m[s].op, Op::shuffle);
    EXPECT_EQ(m[s].arg[2], shuffle_selector(1, 2));
    Lane through[2] = {{s, 1}, {s, 0}}; // zy, through the shuffle
    Value t = b.gather(through, 2, Kind::f32);
    EXPECT_EQ(m[t].arg[0], a);
    EXPECT_EQ(m[t].arg[2], shuffle_selector(2, 1));
}

TEST_F(BuilderTest, TurnsDirect3DBooleansBackIntoConditions) {
    Value a = input(0, 1);
    Value c = b.compare(Op::flt, a, b.f32c(2));
    Value d = b.compare(Op::fge, a, b.f32c(1));
    EXPECT_EQ(b.nonzero(b.to_mask(c)), c);
    Value both = b.nonzero(b.binary(Op::and_, b.to_mask(c), b.to_mask(d)));
    EXPECT_EQ(m[both].op, Op::and_);
    EXPECT_TRUE(m[both].type.is_bool());
    // As a float it is still recognised.
    EXPECT_EQ(b.nonzero(b.cast(b.to_mask(c), Kind::f32)), c);
    // A less-than may not be negated into a greater-equal: NaN.
    EXPECT_EQ(m[b.not_(c)].op, Op::not_);
    EXPECT_EQ(m[b.not_(b.compare(Op::feq, a, a))].op, Op::fne);
}

TEST_F(BuilderTest, ConditionsOfVectors) {
    Value a = input(0);
    Value c = b.compare(Op::flt, b.extract(a, 0), b.f32c(2));
    Value d = b.compare(Op::flt, b.extract(a, 1), b.f32c(3));
    // A replicated mask, as movc reads it.
    Value mask = b.broadcast(b.to_mask(c), 3);
    Value condition = b.nonzero(mask);
    EXPECT_EQ(m[condition].op, Op::construct);
    EXPECT_EQ(m[condition].type, boolean(3));
    EXPECT_EQ(m[condition].arg[2], c);
    // Masks of different conditions and constants.
    Value parts = b.construct(i32(3), {b.to_mask(c), b.i32c(0), b.to_mask(d)});
    condition = b.nonzero(parts);
    EXPECT_EQ(m[condition].op, Op::construct);
    EXPECT_EQ(m[condition].arg[0], c);
    EXPECT_EQ(m[condition].arg[1], b.boolc(false));
    EXPECT_EQ(m[condition].arg[2], d);
    // Anything else is compared.
    EXPECT_EQ(m[b.nonzero(b.construct(i32(2), {b.to_mask(c), input(1, 1, Kind::i32)}))].op, Op::ine);
    // Both components of a comparison, in either order.
    Value two = b.compare(Op::flt, input(2, 2), input(3, 2));
    EXPECT_EQ(m[b.binary(Op::and_, b.extract(two, 1), b.extract(two, 0))].op, Op::all_);
    EXPECT_EQ(m[b.binary(Op::or_, b.extract(two, 0), b.extract(two, 1))].op, Op::any_);
    Value three = b.compare(Op::flt, input(4, 3), input(5, 3));
    EXPECT_EQ(m[b.binary(Op::and_, b.extract(three, 0), b.extract(three, 1))].op, Op::and_);
}

TEST_F(BuilderTest, SumsWithANegativeAreDifferences) {
    Value x = input(0, 1);
    Value y = input(1, 1);
    Value d = b.binary(Op::fadd, x, b.unary(Op::fneg, y), flag::precise);
    EXPECT_EQ(m[d].op, Op::fsub);
    EXPECT_EQ(m[d].arg[0], x);
    EXPECT_EQ(m[d].arg[1], y);
    EXPECT_EQ(m[d].flags, flag::precise);
    EXPECT_EQ(m[b.binary(Op::fsub, x, b.unary(Op::fneg, y))].op, Op::fadd);
}

TEST_F(BuilderTest, FoldsByDirect3DRules) {
    EXPECT_EQ(b.binary(Op::udiv, b.i32c(7), b.i32c(0)), b.i32c(~0u));
    EXPECT_EQ(b.binary(Op::shl, b.i32c(1), b.i32c(33)), b.i32c(2));
    EXPECT_EQ(b.emit(Op::ftoi, i32(), b.f32c(3e9f)), b.i32c(0x7fffffff));
    EXPECT_EQ(b.emit(Op::ftou, i32(), b.f32c(-1)), b.i32c(0));
    EXPECT_EQ(b.emit(Op::ftoi, i32(), b.splat(f32(), 0x7fc00000)), b.i32c(0));
    EXPECT_EQ(b.unary(Op::fsat, b.splat(f32(), 0x7fc00000)),
              b.emit(Op::fsat, f32(), b.splat(f32(), 0x7fc00000)));
    // 0 * x is not 0 for every x.
    EXPECT_EQ(m[b.binary(Op::fmul, input(0, 1), b.f32c(0))].op, Op::fmul);
}

using SsaTest = Fixture;

TEST_F(SsaTest, MovesCostNothing) {
    RegisterFile r(b, 3);
    r.write(0, 0xf, input(0));
    uint32_t before = b.cursor();
    for (unsigned k = 0; k < 4; ++k)
        r.set_lane(1, k, r.lane(0, 3 - k));
    for (unsigned k = 0; k < 4; ++k)
        r.set_lane(2, k, r.lane(1, 3 - k));
    EXPECT_EQ(b.cursor(), before);
    EXPECT_EQ(r.read(2, xyzw, 4, Kind::f32), r.lane(0, 0).value());
}

TEST_F(SsaTest, MergesOnlyWhatDiffers) {
    RegisterFile r(b, 2);
    Value a = input(0);
    r.write(0, 0xf, a);
    r.write(1, 0xf, a);
    const uint32_t written[] = {RegisterFile::write_word(0, 0x7), RegisterFile::write_word(1, 0xf)};
    r.begin_if(b.compare(Op::flt, b.extract(a, 0), b.f32c(0)), written);
    r.write(0, 0x7, b.binary(Op::fadd, r.read(0, xyzw, 3, Kind::f32), b.f32c(3, 1)));
    r.end_if();
    EXPECT_EQ(count(Op::result), 1u);
    Value merged = r.lane(0, 0).value();
    EXPECT_EQ(m[merged].op, Op::result);
    EXPECT_EQ(m[merged].type, f32(3));
    EXPECT_EQ(r.lane(0, 2), (Lane{merged, 2}));
    EXPECT_EQ(r.lane(0, 3), (Lane{a, 3}));
    EXPECT_EQ(r.lane(1, 0), (Lane{a, 0})) << "named as written, but not changed";
}

TEST_F(SsaTest, LoopParametersTravelTogether) {
    RegisterFile r(b, 2);
    Value a = input(0);
    Value i = input(1, 1, Kind::i32);
    r.write(0, 0xf, a);
    r.write(1, 0x1, i);
    const uint32_t written[] = {RegisterFile::write_word(0, 0xf), RegisterFile::write_word(1, 0x1)};
    r.begin_loop(written);
    Value counter = r.read(1, xyzw, 1, Kind::i32);
    r.begin_if(b.compare(Op::ige, counter, b.i32c(10)), {});
    r.break_innermost();
    r.end_if();
    ASSERT_TRUE(r.live());
    r.write(0, 0xf, b.binary(Op::fadd, r.read(0, xyzw, 4, Kind::f32), a));
    r.write(1, 0x1, b.binary(Op::iadd, counter, b.i32c(1)));
    r.end_loop();
    ASSERT_TRUE(r.live());
    EXPECT_EQ(count(Op::param), 2u) << "one vector, one counter";
    use(r.read(0, xyzw, 4, Kind::f32));
    Value loop = 0;
    for (uint32_t v = m.functions[0].head; v; v = m.insts[v].next)
        if (m.insts[v].op == Op::loop) loop = v;
    ASSERT_EQ(m[loop].count, 2u);
    EXPECT_EQ(m.values(m[loop])[0], a);
    EXPECT_EQ(m.values(m[loop])[1], i);
    EXPECT_EQ(m[m[loop].arg[1]].count, 2u); // the continue
}

TEST_F(SsaTest, UnchangedLoopComponentsNeedNoParameter) {
    RegisterFile r(b, 1);
    Value a = input(0);
    r.write(0, 0xf, a);
    const uint32_t written[] = {RegisterFile::write_word(0, 0xf)};
    r.begin_loop(written);
    r.begin_if(b.compare(Op::flt, r.read(0, xyzw, 1, Kind::f32), b.f32c(0)), {});
    r.break_innermost();
    r.end_if();
    r.end_loop();
    EXPECT_EQ(count(Op::param), 0u);
    EXPECT_EQ(r.read(0, xyzw, 4, Kind::f32), a);
}

TEST_F(SsaTest, CodeBehindAnExitIsDead) {
    RegisterFile r(b, 1);
    Value a = input(0);
    Value c = b.compare(Op::flt, b.extract(a, 0), b.f32c(0));
    r.begin_if(c, {});
    r.return_();
    EXPECT_FALSE(r.live());
    r.begin_loop({});
    r.begin_if(c, {});
    r.begin_else();
    r.end_if();
    r.end_loop();
    EXPECT_FALSE(r.live());
    r.begin_else();
    EXPECT_TRUE(r.live());
    r.return_();
    r.end_if();
    EXPECT_FALSE(r.live());
    EXPECT_EQ(count(Op::loop), 0u);
    EXPECT_EQ(m[m.functions[0].tail].op, Op::unreachable);
}

TEST_F(SsaTest, SwitchSharesLabelsAndFallsThrough) {
    RegisterFile r(b, 1);
    Value a = input(0);
    r.write(0, 0x1, a);
    const uint32_t written[] = {RegisterFile::write_word(0, 0x1)};
    r.begin_switch(input(1, 1, Kind::i32), written);
    r.case_label(1);
    r.case_label(2);
    r.write(0, 0x1, b.f32c(5));
    r.case_label(3); // runs into it with another value
    r.write(0, 0x1, b.binary(Op::fmul, r.read(0, xyzw, 1, Kind::f32), b.f32c(2)));
    r.break_innermost();
    r.end_switch();
    EXPECT_EQ(count(Op::case_), 3u) << "1+2, 3, default";
    EXPECT_EQ(count(Op::fallthrough), 1u);
    EXPECT_EQ(count(Op::param), 1u);
    EXPECT_EQ(count(Op::result), 1u);
    Value first = 0;
    for (uint32_t v = m.functions[0].head; v && !first; v = m.insts[v].next)
        if (m.insts[v].op == Op::case_) first = v;
    EXPECT_EQ(m[first].arg[1], 2u);
    EXPECT_EQ(m.pool[m[first].arg[0] + 0], 1u);
    EXPECT_EQ(m.pool[m[first].arg[0] + 1], 2u);
}

TEST_F(SsaTest, RefusesQuadraticMerging) {
    RegisterFile r(b, 4096);
    Vec<uint32_t> written(arena);
    for (uint32_t k = 0; k < 4096; ++k)
        written.push(RegisterFile::write_word(k, 0xf));
    r.begin_loop(written.span());
    Value c = b.compare(Op::flt, input(0, 1), b.f32c(0));
    for (unsigned k = 0; k < 2000; ++k) {
        r.begin_if(c, {});
        r.break_innermost();
        r.end_if();
    }
    r.end_loop();
    EXPECT_FALSE(r.within_limits());
}

} // namespace
} // namespace weft::ir
