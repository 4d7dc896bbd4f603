// The process's memory: this file's functions stand before those of the C library for all that is linked.
// Their names are meant, not those that large files get.
#undef _FILE_OFFSET_BITS
#include "failing_memory.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define WEFT_SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define WEFT_SANITIZED
#endif

// A sanitizer has an allocator of its own, and only glibc lets a program put itself before its functions.
#if defined(__GLIBC__) && !defined(WEFT_SANITIZED)

#include <atomic>
#include <cerrno>

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

constinit std::atomic<long> live_blocks, live_pages;

struct Failures {
    bool armed, any;
    weft::test::Failing failing;
    long left; // allocations that succeed before the first that does not
};
constinit thread_local Failures failures{};

bool fails(bool pages = false) {
    using weft::test::Failing;
    if (!failures.armed || (failures.failing == Failing::pages && !pages)) return false;
    if (failures.left-- > 0) return false;
    if (failures.failing != Failing::all_after && failures.any) return false;
    failures.any = true;
    errno = ENOMEM;
    return true;
}

void *counted(void *p) {
    if (p) ++live_blocks;
    return p;
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *p, size_t size);
void *__libc_memalign(size_t align, size_t size);
void __libc_free(void *p);

void *malloc(size_t size) {
    return fails() ? nullptr : counted(__libc_malloc(size));
}
void *calloc(size_t count, size_t size) {
    return fails() ? nullptr : counted(__libc_calloc(count, size));
}
void *realloc(void *p, size_t size) {
    if (fails()) return nullptr;
    void *moved = __libc_realloc(p, size);
    live_blocks += (moved && !p) - (p && !moved && !size);
    return moved;
}
void *aligned_alloc(size_t align, size_t size) {
    return fails() ? nullptr : counted(__libc_memalign(align, size));
}
int posix_memalign(void **out, size_t align, size_t size) {
    if (fails()) return ENOMEM;
    *out = counted(__libc_memalign(align, size));
    return *out ? 0 : ENOMEM;
}
void free(void *p) {
    if (!p) return;
    --live_blocks;
    __libc_free(p);
}

void *mmap64(void *at, size_t size, int protection, int flags, int file, off64_t offset) {
    if (fails(true)) return MAP_FAILED;
    auto *p = reinterpret_cast<void *>(syscall(SYS_mmap, at, size, protection, flags, file, offset));
    if (p != MAP_FAILED) live_pages += static_cast<long>(size);
    return p;
}
void *mmap(void *at, size_t size, int protection, int flags, int file, off_t offset) {
    return mmap64(at, size, protection, flags, file, offset);
}
void *mremap(void *p, size_t old_size, size_t size, int flags, ...) {
    if (fails(true)) return MAP_FAILED;
    auto *moved = reinterpret_cast<void *>(syscall(SYS_mremap, p, old_size, size, flags, nullptr));
    if (moved != MAP_FAILED) live_pages += static_cast<long>(size) - static_cast<long>(old_size);
    return moved;
}
int munmap(void *p, size_t size) {
    live_pages -= static_cast<long>(size);
    return static_cast<int>(syscall(SYS_munmap, p, size));
}
}
#pragma GCC visibility pop

namespace weft::test {

bool memory_can_fail() {
    return true;
}

Memory live_memory() {
    return {live_blocks, live_pages};
}

void fail_allocations(long after, Failing failing) {
    failures = {true, false, failing, after};
}

bool stop_failing() {
    failures.armed = false;
    return failures.any;
}

} // namespace weft::test

#else

namespace weft::test {

bool memory_can_fail() {
    return false;
}

Memory live_memory() {
    return {};
}

void fail_allocations(long, Failing) {
}

bool stop_failing() {
    return false;
}

} // namespace weft::test

#endif
