#include <gtest/gtest.h>

#include <thread>

#include "core/support/arena.h"
#include "core/support/bytes.h"
#include "core/support/diagnostics.h"
#include "failing_memory.h"

namespace weft {
namespace {

TEST(Arena, HandsOutAlignedDisjointMemoryAcrossBlocks) {
    Arena arena;
    uint8_t *last = nullptr;
    for (int i = 0; i < 1000; ++i) {
        auto *p = arena.array<uint64_t>(333);
        ASSERT_EQ(reinterpret_cast<uintptr_t>(p) % alignof(uint64_t), 0u);
        p[0] = 1;
        p[332] = 2;
        ASSERT_NE(reinterpret_cast<uint8_t *>(p), last);
        last = reinterpret_cast<uint8_t *>(p);
    }
}

TEST(Arena, GivesOneLargeAllocationItsOwnBlock) {
    Arena arena;
    auto big = arena.zeroed<uint8_t>(40u << 20);
    EXPECT_EQ(big[0], 0);
    EXPECT_EQ(big.back(), 0);
}

TEST(Arena, LargeArraysGrowAndGoEarly) {
    Arena arena;
    const size_t before = arena.bytes_reserved();
    Vec<uint32_t> v(arena);
    for (uint32_t i = 0; i < 1'000'000; ++i)
        v.push(i);
    auto zeros = arena.zeroed<uint64_t>(100'000);
    EXPECT_GE(arena.bytes_reserved(), before + 4'800'000);
    for (uint32_t i = 0; i < 1'000'000; ++i)
        ASSERT_EQ(v[i], i);
    v.release();
    EXPECT_TRUE(v.empty());
    arena.release(zeros.data(), zeros.size_bytes());
    EXPECT_LT(arena.bytes_reserved(), before + 2'000'000);
    // Pages that were used before are zeroed all the same.
    for (uint64_t word : arena.zeroed<uint64_t>(100'000))
        ASSERT_EQ(word, 0u);
}

// What a shader of a thousand instructions needs: tables of some pages.
TEST(Arena, TablesOfSomePagesLeaveNothingBehind) {
    Arena arena;
    const size_t before = arena.bytes_reserved();
    for (unsigned pass = 0; pass < 100; ++pass) {
        Vec<uint32_t> growing(arena);
        for (uint32_t i = 0; i < 20'000; ++i)
            growing.push(i + pass);
        ScopedVec<uint64_t> table(arena);
        table.resize(8'000);
        for (uint32_t i = 0; i < 20'000; ++i)
            ASSERT_EQ(growing[i], i + pass);
        EXPECT_LT(arena.bytes_reserved(), before + 1'000'000);
        growing.release();
    }
    EXPECT_LT(arena.bytes_reserved(), before + 700'000);
}

TEST(Arena, TakesBackTheNewestAllocation) {
    Arena arena;
    auto *first = arena.array<uint32_t>(100);
    arena.release(first, 400);
    EXPECT_EQ(arena.array<uint32_t>(100), first);
    auto *second = arena.array<uint32_t>(100);
    arena.release(first, 400); // no longer the newest
    EXPECT_NE(arena.array<uint32_t>(100), first);
    EXPECT_NE(second, first);
}

TEST(Arena, LosesNoPagesThatDoNotGrow) {
    if (!test::memory_can_fail()) GTEST_SKIP() << "the allocator cannot be replaced";
    constexpr size_t small = Arena::large_size, large = 4 * small;
    const test::Memory before = test::live_memory();
    std::thread([] {
        for (int i = 0; i < 2; ++i) // what the second takes stays with the thread
            Arena().array<uint8_t>(small);
        Arena arena;
        test::fail_allocations(0, test::Failing::one);
        EXPECT_THROW(arena.array<uint8_t>(large), std::bad_alloc);
        EXPECT_TRUE(test::stop_failing());
        EXPECT_NE(arena.array<uint8_t>(large), nullptr);
    }).join();
    EXPECT_EQ(test::live_memory().pages, before.pages);
}

TEST(Arena, RefusesSizesThatWrap) {
    Arena arena;
    EXPECT_THROW(arena.array<uint64_t>(SIZE_MAX / 4), std::bad_alloc);
    EXPECT_THROW(arena.allocate(SIZE_MAX - 8), std::bad_alloc);
}

TEST(Vec, KeepsContentsWhileGrowing) {
    Arena arena;
    Vec<uint32_t> v(arena);
    for (uint32_t i = 0; i < 10000; ++i) {
        v.push(i);
        if (i % 100 == 0) arena.allocate(16); // denies growth in place
    }
    for (uint32_t i = 0; i < 10000; ++i)
        ASSERT_EQ(v[i], i);
    v.push(v[3]);
    EXPECT_EQ(v.back(), 3u);
}

TEST(ByteReader, StopsAtTheEndAndSaysSo) {
    const uint8_t data[] = {1, 0, 0, 0, 2};
    ByteReader r(data);
    EXPECT_EQ(r.u32(), 1u);
    EXPECT_FALSE(r.failed());
    EXPECT_EQ(r.u32(), 0u);
    EXPECT_TRUE(r.failed());
    EXPECT_EQ(r.remaining(), 0u);
}

TEST(ByteReader, AcceptsOnlyTerminatedStrings) {
    const uint8_t data[] = {'a', 'b', 0, 'c'};
    ByteReader r(data);
    bool ok;
    EXPECT_EQ(r.string_at(0, &ok), "ab");
    EXPECT_TRUE(ok);
    r.string_at(3, &ok);
    EXPECT_FALSE(ok);
    r.string_at(4, &ok);
    EXPECT_FALSE(ok);
    r.string_at(SIZE_MAX, &ok);
    EXPECT_FALSE(ok);
}

TEST(Diagnostics, PrintsTheDropInShapes) {
    Diagnostics d(LogLevel::info, "a.hlsl");
    d.warning({3, 7}, 4300, "macro %s", "X");
    EXPECT_EQ(d.result(), Result::ok);
    d.error({}, 7010, "profile");
    d.bare_error(Result::invalid_argument, 3, "checksum");
    d.error({1, 2}, Result::not_implemented, 11001, "version");
    EXPECT_EQ(d.text(), "a.hlsl:3:7: W4300: macro X\na.hlsl: E7010: profile\nE0003: checksum\n"
                        "a.hlsl:1:2: E11001: version\n");
    EXPECT_EQ(d.result(), Result::invalid_shader) << "the first error fixes the result";
    Diagnostics quiet(LogLevel::error);
    quiet.warning({1, 1}, 1300, "w");
    quiet.note({1, 1}, "n");
    quiet.error({1, 1}, 1000, "e");
    EXPECT_EQ(quiet.text(), "<anonymous>:1:1: E1000: e\n");
}

} // namespace
} // namespace weft
