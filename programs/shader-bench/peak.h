// The most memory that a piece of work holds at once, to the page.
#pragma once

#include <cstddef>
#include <optional>

namespace weft::bench {

struct Work {
    void (*prepare)(void *context);
    void (*run)(void *context);
    void *context;
    // Bytes that it allocates last, in one piece, and does not give back. They do not count.
    size_t result;
};

// Ahead of all allocations of the process: free memory of its heap, which children inherit, could hold a
// result unseen.
void keep_heap_small();

// In a child, where it is time that counts: memory that was freed is used again.
void use_heap_freely();

// What comes in memory beside what was there after `prepare`. Nothing where the system does not let a process
// be watched, or the work does not come to its end in so many seconds.
std::optional<size_t> peak_memory(const Work &work, unsigned timeout_seconds);

} // namespace weft::bench
