#include "core/support/arena.h"

#include <cstdlib>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace weft {

namespace {

constexpr size_t first_block_size = 256 * 1024;
constexpr size_t largest_block_size = 16 * 1024 * 1024;
constexpr size_t large_page = 2 * 1024 * 1024;

struct ThreadBlock {
    void *memory = nullptr;
    ~ThreadBlock() { std::free(memory); }
};

thread_local ThreadBlock spare;

// Long programs would spend a third of their time on page faults: the kernel may give large blocks in large
// pages.
void *allocate_block(size_t size) {
#ifdef __linux__
    if (size >= large_page && size <= SIZE_MAX - large_page) {
        void *p = std::aligned_alloc(large_page, (size + large_page - 1) & ~(large_page - 1));
        if (p) madvise(p, size, MADV_HUGEPAGE);
        return p;
    }
#endif
    return std::malloc(size);
}

} // namespace

Arena::Arena() : next_size_(first_block_size) {
    if (spare.memory) {
        blocks_ = static_cast<Block *>(spare.memory);
        spare.memory = nullptr;
        blocks_->next = nullptr;
        cursor_ = reinterpret_cast<uintptr_t>(blocks_ + 1);
        end_ = reinterpret_cast<uintptr_t>(blocks_) + blocks_->size;
        reserved_ = blocks_->size;
        next_size_ = first_block_size * 2;
    }
}

Arena::~Arena() {
    while (Block *block = blocks_) {
        blocks_ = block->next;
        if (!blocks_ && !spare.memory && block->size == first_block_size)
            spare.memory = block;
        else
            std::free(block);
    }
}

void Arena::add_block(size_t size) {
    auto *block = static_cast<Block *>(allocate_block(size));
    if (!block) throw std::bad_alloc();
    block->next = blocks_;
    block->size = size;
    blocks_ = block;
    cursor_ = reinterpret_cast<uintptr_t>(block + 1);
    end_ = reinterpret_cast<uintptr_t>(block) + size;
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

} // namespace weft
