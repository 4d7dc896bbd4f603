// Memory that runs out where a test wants it to, and how much of it is in use.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <thread>

#include <gtest/gtest.h>

namespace weft::test {

// False where an allocator cannot be put before the C library's: under sanitizers, and elsewhere than on
// glibc.
bool memory_can_fail();

struct Memory {
    long blocks = 0; // of malloc() and its kin
    long pages = 0;  // bytes of mmap()
    bool operator==(const Memory &) const = default;
};
Memory live_memory();

enum class Failing { one, all_after, pages };
// From here on, of this thread's allocations `after` succeed. The next fails: alone, or with all after it; or
// the first pages after it, while blocks succeed.
void fail_allocations(long after, Failing failing);
// Whether one failed since.
bool stop_failing();

// What a call did. `output` is a number over what it gave.
struct Outcome {
    int result;
    uint64_t output;
};

inline uint64_t mix(uint64_t hash, const void *data, size_t size) {
    const auto *p = static_cast<const uint8_t *>(data);
    for (size_t i = 0; i < size; ++i)
        hash = (hash ^ p[i]) * 0x100000001b3u;
    return hash;
}

// What a library may do that the call uses.
enum class Foreign {
    nothing,
    leak,  // SPIRV-Tools is compiled without exceptions, and destroys nothing when one passes
    abort, // SPIRV-Cross ends the process; only pages fail, which it does not use
};

// Makes a call with its first allocation failing, then its second, and so on until none fails: once with that
// one alone, once with all after it. `call` calls, hashes what it got and releases it, and does nothing else
// that needs memory. Each time it must have the result `no_memory`, or do what it does with memory, and leave
// nothing behind. Each call has a thread to itself: one whose pages are all fresh, and one that has made the
// call before.
inline void survives_without_memory(const char *name, int no_memory, const std::function<Outcome()> &prepare,
                                    const std::function<Outcome()> &call,
                                    Foreign foreign = Foreign::nothing) {
    SCOPED_TRACE(name);
    bool failed = false;
    const auto run = [&](const std::function<Outcome()> &first, long after, Failing failing) {
        Outcome outcome{};
        std::thread([&] {
            // What a thread needs once, for which the C library has no way to fail.
            first();
            fail_allocations(after, failing);
            outcome = call();
            failed = stop_failing();
        }).join();
        return outcome;
    };
    constexpr long never = INT32_MAX;
    run(prepare, never, Failing::one); // what a process needs once
    const Outcome normal = run(prepare, never, Failing::one);
    ASSERT_FALSE(failed);
    for (const bool warm : {false, true})
        for (const Failing failing : {Failing::one, Failing::all_after, Failing::pages}) {
            if (foreign == Foreign::abort && failing != Failing::pages) continue;
            failed = true;
            for (long n = 0; failed; ++n) {
                const Memory before = live_memory();
                const Outcome outcome = run(warm ? call : prepare, n, failing);
                const Memory after = live_memory();
                SCOPED_TRACE("allocation " + std::to_string(n) + ", way to fail " +
                             std::to_string(static_cast<int>(failing)));
                ASSERT_EQ(after.pages, before.pages);
                if (foreign != Foreign::leak) {
                    ASSERT_EQ(after.blocks, before.blocks);
                }
                if (outcome.result != no_memory) {
                    ASSERT_EQ(outcome.result, normal.result);
                    ASSERT_EQ(outcome.output, normal.output);
                }
                if (failed) continue;
                ASSERT_EQ(outcome.result, normal.result);
                ASSERT_TRUE(n || warm || failing == Failing::pages) << "nothing was allocated";
            }
        }
}

} // namespace weft::test
