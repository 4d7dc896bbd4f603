#include "core/support/arena.h"

#include <algorithm>
#include <cstdlib>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace weft {

namespace {

constexpr size_t first_block_size = 256 * 1024;
constexpr size_t largest_block_size = 1024 * 1024;

struct Pages {
    void *memory = nullptr;
    size_t size = 0;
};

#ifdef __linux__

Pages map(size_t size) {
    void *p = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) throw std::bad_alloc();
    return {p, size};
}

// Moves pages instead of bytes.
void remap(Pages *pages, size_t size) {
    void *p = mremap(pages->memory, pages->size, size, MREMAP_MAYMOVE);
    if (p == MAP_FAILED) throw std::bad_alloc();
    *pages = {p, size};
}

void unmap(const Pages &pages) {
    munmap(pages.memory, pages.size);
}

#else

Pages map(size_t size) {
    void *p = std::malloc(size);
    if (!p) throw std::bad_alloc();
    return {p, size};
}

void remap(Pages *pages, size_t size) {
    void *p = std::realloc(pages->memory, size);
    if (!p) throw std::bad_alloc();
    *pages = {p, size};
}

void unmap(const Pages &pages) {
    std::free(pages.memory);
}

#endif

// Fresh pages cost more than translating a small shader does, and a third of the time of a long one. So what
// the last compilations needed stays with the thread; beyond a mebibyte it halves with each one that needs
// less.
class ThreadMemory {
  public:
    ~ThreadMemory() {
        for (size_t i = 0; i < count_; ++i)
            unmap(kept_[i]);
    }

    Pages take(size_t size) {
        // The smallest that holds as much, or the largest one, grown. However much larger it is: pages that
        // nobody touches cost nothing, and those that somebody did are there.
        Pages *best = nullptr;
        for (Pages *k = kept_; k != kept_ + count_; ++k)
            if (!best || (best->size < size ? k->size > best->size : k->size >= size && k->size < best->size))
                best = k;
        Pages taken;
        if (best) {
            taken = *best;
            *best = kept_[--count_];
            total_ -= taken.size;
            in_use_ += taken.size;
            if (taken.size < size) {
                try {
                    grow(&taken, size);
                } catch (...) {
                    give_back(taken);
                    throw;
                }
            }
        } else {
            make_room(size);
            taken = map(size);
            in_use_ += size;
        }
        peak_ = std::max(peak_, in_use_);
        return taken;
    }

    void grow(Pages *pages, size_t size) {
        const size_t more = size - pages->size;
        make_room(more);
        remap(pages, size);
        in_use_ += more;
        peak_ = std::max(peak_, in_use_);
    }

    void give_back(const Pages &pages) {
        in_use_ -= pages.size;
        if (count_ < most_kept_arrays && in_use_ + total_ + pages.size <= limit_) {
            kept_[count_++] = pages;
            total_ += pages.size;
        } else {
            unmap(pages);
        }
        if (in_use_) return;
        // The end of a compilation. Some slack, since the next one takes the same pages in another order.
        limit_ = std::clamp(std::max(peak_ + peak_ / 2, limit_ / 2), least_kept, most_kept);
        peak_ = 0;
        make_room(0);
    }

  private:
    static constexpr size_t least_kept = 1024 * 1024; // what nearly every shader does with
    static constexpr size_t most_kept = 64 * 1024 * 1024;
    static constexpr size_t most_kept_arrays = 16;

    // New pages take the place of kept ones, unless earlier compilations needed more.
    void make_room(size_t more) {
        while (count_ && in_use_ + total_ + more > limit_) {
            const Pages &last = kept_[--count_];
            total_ -= last.size;
            unmap(last);
        }
    }

    Pages kept_[most_kept_arrays];
    size_t count_ = 0;
    size_t total_ = 0; // bytes of the kept ones
    size_t in_use_ = 0;
    size_t peak_ = 0; // of in_use_, since it was nothing
    size_t limit_ = 0;
};

thread_local ThreadMemory thread_memory;

} // namespace

Arena::Arena() : next_size_(first_block_size) {
    add_block(first_block_size);
    next_size_ *= 2;
}

Arena::~Arena() {
    for (const Large *l = large_; l; l = l->next)
        thread_memory.give_back({l->memory, l->size});
    while (Block *block = blocks_) {
        blocks_ = block->next;
        thread_memory.give_back({block, block->size});
    }
}

void Arena::add_block(size_t size) {
    const Pages pages = thread_memory.take(size);
    blocks_ = new (pages.memory) Block{blocks_, pages.size};
    cursor_ = reinterpret_cast<uintptr_t>(blocks_ + 1);
    end_ = reinterpret_cast<uintptr_t>(blocks_) + size;
    reserved_ += size;
}

void *Arena::allocate_slow(size_t size, size_t align) {
    size_t need = size + align + sizeof(Block);
    if (need < size) throw std::bad_alloc();
    size_t block_size = next_size_;
    if (next_size_ < largest_block_size) next_size_ *= 2;
    if (need > block_size) block_size = need;
    add_block(block_size);
    uintptr_t p = (cursor_ + (align - 1)) & ~static_cast<uintptr_t>(align - 1);
    cursor_ = p + size;
    return reinterpret_cast<void *>(p);
}

void *Arena::allocate_large(size_t size) {
    Large *l = spare_large_;
    if (l)
        spare_large_ = l->next;
    else
        l = static_cast<Large *>(allocate(sizeof(Large), alignof(Large)));
    const Pages pages = thread_memory.take(size);
    *l = {large_, pages.memory, pages.size, size};
    large_ = l;
    reserved_ += size;
    return pages.memory;
}

void *Arena::regrow_large(void *old, size_t used, size_t old_size, size_t size) {
    if (old_size < large_size) {
        void *p = allocate_large(size);
        if (used) std::memcpy(p, old, used);
        release(old, old_size);
        return p;
    }
    Large *l = large_;
    while (l->memory != old)
        l = l->next;
    if (size <= l->used) return old;
    reserved_ += size - l->used;
    l->used = size;
    if (size <= l->size) return old;
    Pages pages{l->memory, l->size};
    thread_memory.grow(&pages, size);
    l->memory = pages.memory;
    l->size = pages.size;
    return l->memory;
}

void Arena::release_large(const void *p) {
    Large **at = &large_;
    while (*at && (*at)->memory != p)
        at = &(*at)->next;
    Large *l = *at;
    if (!l) return;
    thread_memory.give_back({l->memory, l->size});
    reserved_ -= l->used;
    *at = l->next;
    l->next = spare_large_;
    spare_large_ = l;
}

} // namespace weft
