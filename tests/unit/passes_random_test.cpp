// Random structured programs: what they compute must not change, whatever pass runs over them.
#include <cstdlib>
#include <map>
#include <random>
#include <vector>

#include "core/ir/ssa.h"
#include "core/passes/legalise.h"
#include "core/passes/lower_exits.h"
#include "core/passes/optimise.h"
#include "ir_interpreter.h"
#include "pass_test.h"

namespace weft {
namespace {

using namespace ir;

constexpr uint32_t registers = 6;
constexpr uint32_t counters = 8; // one for each depth of loops

// Writes a program the way a front end does, with any nesting of constructs and exits.
class Writer {
  public:
    Writer(Module &m, uint32_t seed) : m_(m), b_(m), r_(b_, registers + counters), random_(seed) {
        for (uint32_t k = 0; k < registers; ++k)
            written_.push_back(RegisterFile::write_word(k, 0xf));
        for (uint32_t k = 0; k < counters; ++k)
            written_.push_back(RegisterFile::write_word(registers + k, 1));
    }

    void run() {
        signature::Element e;
        e.mask = 0xf;
        auto elements = m_.arena->array<signature::Element>(4);
        for (unsigned k = 0; k < 4; ++k)
            elements[k] = e;
        m_.inputs = {elements, 2};
        m_.outputs = {elements + 2, 2};
        Resource buffer{};
        buffer.kind = ResourceKind::rw_raw_buffer;
        m_.resources.push(buffer);
        m_.locals.push({4, f32()});
        for (uint32_t k = 0; k < 2; ++k)
            r_.write(k, 0xf, b_.emit(Op::load_input, f32(4), 0, 0, Access::pack(k, 0, 0)));
        statements(0);
        if (r_.live()) finish();
        if (b_.function().tail && !info(m_[b_.function().tail].op).exit) b_.emit(Op::unreachable, void_type);
    }

  private:
    uint32_t pick(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
    uint32_t reg() { return pick(registers); }

    Value operand(unsigned count, Kind kind) {
        if (pick(4) == 0) {
            static const uint32_t floats[] = {0, 0x3f800000, 0xbf800000, 0x40490fdb, 0x4f800000, 0xcf000001};
            static const uint32_t ints[] = {0, 1, 2, ~0u, 31, 33, 0x80000000, 5};
            return b_.splat({kind, count}, kind == Kind::f32 ? floats[pick(6)] : ints[pick(8)]);
        }
        uint8_t lanes[4];
        for (uint8_t &l : lanes)
            l = static_cast<uint8_t>(pick(4));
        return r_.read(reg(), lanes, count, kind);
    }

    Value condition() {
        switch (pick(4)) {
        case 0: return b_.nonzero(operand(1, Kind::i32));
        case 1: return b_.compare(Op::ilt, operand(1, Kind::i32), operand(1, Kind::i32));
        case 2: return b_.boolc(pick(2));
        default: return b_.compare(Op::flt, operand(1, Kind::f32), operand(1, Kind::f32));
        }
    }

    void assign() {
        unsigned mask = 1 + pick(15);
        unsigned n = static_cast<unsigned>(std::popcount(mask));
        static const Op real[] = {Op::fadd, Op::fsub, Op::fmul, Op::fmin, Op::fmax};
        static const Op integer[] = {Op::iadd, Op::isub, Op::imul, Op::and_, Op::or_,       Op::xor_,
                                     Op::shl,  Op::ushr, Op::udiv, Op::umod, Op::add_carry, Op::sub_borrow};
        static const Op one[] = {Op::first_bit_high, Op::first_bit_shi, Op::not_, Op::ineg};
        Value v = 0;
        switch (pick(9)) {
        case 0:
        case 1: v = b_.binary(real[pick(5)], operand(n, Kind::f32), operand(n, Kind::f32)); break;
        case 2:
        case 3: v = b_.binary(integer[pick(12)], operand(n, Kind::i32), operand(n, Kind::i32)); break;
        case 4: // a move
        {
            uint32_t from = reg();
            uint32_t to = reg();
            for (unsigned k = 0; k < 4; ++k)
                if (mask >> k & 1) r_.set_lane(to, k, r_.lane(from, pick(4)));
            return;
        }
        case 5: v = b_.emit(pick(2) ? Op::ftoi : Op::ftou, i32(n), operand(n, Kind::f32)); break;
        case 6:
            v = b_.emit(pick(2) ? Op::ubfe : Op::ibfe, i32(n), operand(n, Kind::i32), operand(n, Kind::i32),
                        operand(n, Kind::i32));
            break;
        case 7: v = b_.select(condition(), operand(n, Kind::i32), operand(n, Kind::i32)); break;
        default:
            switch (pick(4)) {
            case 0: v = b_.to_mask(b_.compare(Op::flt, operand(n, Kind::f32), operand(n, Kind::f32))); break;
            case 1: v = b_.unary(one[pick(4)], operand(n, Kind::i32)); break;
            case 2:
                b_.emit(Op::store_local, void_type, operand(1, Kind::i32), operand(1, Kind::f32), 0, 0);
                v = b_.emit(Op::load_local, f32(), operand(1, Kind::i32), 0, 0);
                mask &= 0u - mask;
                break;
            default:
                b_.emit(Op::store_buffer, void_type, operand(1, Kind::i32), operand(1, Kind::i32), 0, 0);
                return;
            }
        }
        r_.write(reg(), mask, v);
    }

    void finish() {
        static const uint8_t all[] = {0, 1, 2, 3};
        b_.emit(Op::store_output, void_type, r_.read(0, all, 4, Kind::f32), 0, 0, Access::pack(0, 0, 0));
        b_.emit(Op::store_output, void_type, r_.read(1, all, 4, Kind::i32), 0, 0, Access::pack(1, 0, 0));
        r_.return_();
    }

    void statements(unsigned depth) {
        for (unsigned n = 1 + pick(5); n && r_.live() && budget_; --n) {
            --budget_;
            statement(depth);
        }
    }

    // The counter of a loop bounds its turns, whatever else happens.
    void loop(unsigned depth) {
        uint32_t counter = registers + loops_;
        r_.write(counter, 1, b_.i32c(0));
        r_.begin_loop(written_);
        ++loops_;
        static const uint8_t x[] = {0};
        Value now = r_.read(counter, x, 1, Kind::i32);
        r_.begin_if(b_.compare(Op::uge, now, b_.i32c(1 + pick(3))), written_);
        r_.break_loop();
        r_.end_if();
        r_.write(counter, 1, b_.binary(Op::iadd, now, b_.i32c(1)));
        statements(depth + 1);
        --loops_;
        r_.end_loop();
    }

    void statement(unsigned depth) {
        unsigned kind = pick(depth > 5 ? 8 : 16);
        if (kind < 8) return assign();
        switch (kind) {
        case 8:
        case 9:
            r_.begin_if(condition(), written_);
            statements(depth + 1);
            if (pick(2)) {
                r_.begin_else();
                statements(depth + 1);
            }
            r_.end_if();
            break;
        case 10:
        case 11:
            if (loops_ < counters) loop(depth);
            break;
        case 12: {
            r_.begin_switch(operand(1, Kind::i32), written_);
            unsigned bodies = 1 + pick(3);
            for (unsigned k = 0; k < bodies; ++k) {
                r_.case_label(k);
                if (pick(3) == 0) r_.case_label(k + 10);
                if (k + 1 == bodies && pick(2)) r_.default_label();
                statements(depth + 1);
                if (r_.live() && pick(3)) r_.break_innermost();
            }
            r_.end_switch();
            break;
        }
        case 13:
            r_.begin_block(written_);
            statements(depth + 1);
            r_.end_block();
            break;
        default:
            // An exit, mostly under a condition.
            bool guarded = pick(4) != 0;
            if (guarded) r_.begin_if(condition(), written_);
            switch (pick(6)) {
            case 0: r_.break_innermost(); break;
            case 1: r_.break_loop(); break;
            case 2: r_.continue_loop(); break;
            case 3:
            case 4: r_.break_block(); break;
            default: finish(); break;
            }
            if (guarded) r_.end_if();
            break;
        }
    }

    Module &m_;
    Builder b_;
    RegisterFile r_;
    std::mt19937 random_;
    std::vector<uint32_t> written_;
    unsigned loops_ = 0;
    unsigned budget_ = 60;
};

struct Outcome {
    std::map<uint32_t, test::Words> outputs;
    std::vector<test::Words> stored;
    bool failed;
    bool operator==(const Outcome &) const = default;
};

Outcome interpret(const Module &m, unsigned variant, bool plain) {
    test::Interpreter run(m);
    run.plain = plain;
    static const float values[] = {0, 1, -3, 2.5f, 1e10f, -1e10f, 0.25f, 7};
    for (unsigned e = 0; e < 2; ++e)
        for (unsigned k = 0; k < 4; ++k)
            run.inputs[e][k] = std::bit_cast<uint32_t>(values[(variant * 3 + e * 4 + k * (variant + 1)) % 8]);
    run.run();
    return {run.outputs, run.stored, run.failed};
}

void check(uint32_t seed) {
    Arena arena;
    Module m(arena);
    Writer(m, seed).run();
    std::string error;
    ASSERT_TRUE(verify(m, &error)) << "seed " << seed << ": " << error << "\n" << print(m);
    std::string before = print(m);
    Outcome expected[3];
    for (unsigned k = 0; k < 3; ++k) {
        expected[k] = interpret(m, k, false);
        ASSERT_FALSE(expected[k].failed) << "seed " << seed << "\n" << before;
    }
    Diagnostics diag;
    auto compare = [&](const char *pass, const VerifyOptions &options, bool plain) {
        ASSERT_TRUE(verify(m, &error, options))
            << "seed " << seed << " after " << pass << ": " << error << "\n"
            << before << print(m, {.raw_numbers = true});
        for (unsigned k = 0; k < 3; ++k)
            ASSERT_EQ(interpret(m, k, plain), expected[k]) << "seed " << seed << " after " << pass << "\n"
                                                           << before << print(m);
    };
    if (seed % 4 != 0) {
        passes::optimise(m);
        compare("optimise", {}, false);
        if (::testing::Test::HasFatalFailure()) return;
    }
    passes::lower_exits(m, diag);
    compare("lower_exits", {.exits_lowered = true}, false);
    if (::testing::Test::HasFatalFailure()) return;
    passes::legalise(m, {}, diag);
    compare("legalise", {.legalised = true, .exits_lowered = true}, true);
}

TEST(PassesRandom, ComputeTheSame) {
    // WEFT_TEST_SEEDS asks for more than a quick run does.
    const char *more = std::getenv("WEFT_TEST_SEEDS");
    uint32_t seeds = more ? static_cast<uint32_t>(std::atoi(more)) : 400;
    for (uint32_t seed = 1; seed <= seeds; ++seed) {
        check(seed);
        if (HasFatalFailure()) return;
    }
}

} // namespace
} // namespace weft
