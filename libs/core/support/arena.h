// Bump allocation for one compilation: everything a compilation builds dies with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>

namespace weft {

// Memory comes in blocks that double in size. What the last compilations needed stays with the thread,
// because fresh pages cost more than translating a small shader does. An array beyond a few pages has memory
// of its own: it grows without a copy and can be given back early, so that a program of a thousand
// instructions needs little more than what is alive. Destructors are never run, so only trivially
// destructible types may live here. Throws std::bad_alloc; the C ABI turns that into
// VKD3D_ERROR_OUT_OF_MEMORY.
class Arena {
  public:
    static constexpr size_t large_size = 32 * 1024;

    Arena();
    ~Arena();
    Arena(const Arena &) = delete;
    Arena &operator=(const Arena &) = delete;

    void *allocate(size_t size, size_t align = alignof(std::max_align_t)) {
        uintptr_t p = (cursor_ + (align - 1)) & ~static_cast<uintptr_t>(align - 1);
        if (p > end_ || size > end_ - p) [[unlikely]]
            return allocate_slow(size, align);
        cursor_ = p + size;
        return reinterpret_cast<void *>(p);
    }

    // Uninitialised storage for `count` objects.
    template <typename T>
    T *array(size_t count) {
        static_assert(std::is_trivially_destructible_v<T>);
        if (count > SIZE_MAX / sizeof(T)) throw std::bad_alloc();
        const size_t size = count * sizeof(T);
        return static_cast<T *>(size < large_size ? allocate(size, alignof(T)) : allocate_large(size));
    }

    // Zero-filled storage for `count` objects.
    template <typename T>
    std::span<T> zeroed(size_t count) {
        static_assert(std::is_trivially_copyable_v<T>);
        T *p = array<T>(count);
        if (count) std::memset(static_cast<void *>(p), 0, count * sizeof(T));
        return {p, count};
    }

    template <typename T, typename... Args>
    T *make(Args &&...args) {
        static_assert(std::is_trivially_destructible_v<T>);
        return new (allocate(sizeof(T), alignof(T))) T(static_cast<Args &&>(args)...);
    }

    template <typename T>
    std::span<T> copy(std::span<const T> src) {
        T *p = array<T>(src.size());
        if (!src.empty()) std::memcpy(static_cast<void *>(p), src.data(), src.size_bytes());
        return {p, src.size()};
    }

    // A copy that is also zero-terminated.
    std::string_view copy(std::string_view text) {
        char *p = array<char>(text.size() + 1);
        if (!text.empty()) std::memcpy(p, text.data(), text.size());
        p[text.size()] = 0;
        return {p, text.size()};
    }

    // Room for an array that outgrows its own: in place when it is the newest allocation and its block has
    // room, else elsewhere, with the first `used` bytes moved there.
    template <typename T>
    T *regrow(T *old, size_t used, size_t old_count, size_t count) {
        if (count > SIZE_MAX / sizeof(T)) throw std::bad_alloc();
        const size_t old_size = old_count * sizeof(T);
        const size_t size = count * sizeof(T);
        if (size >= large_size) return static_cast<T *>(regrow_large(old, used * sizeof(T), old_size, size));
        const uintptr_t start = reinterpret_cast<uintptr_t>(old);
        if (old && start + old_size == cursor_ && size <= end_ - start) {
            cursor_ = start + size;
            return old;
        }
        auto *p = static_cast<T *>(allocate(size, alignof(T)));
        if (used) std::memcpy(static_cast<void *>(p), old, used * sizeof(T));
        return p;
    }

    // Gives back what nobody needs any more: an array with memory of its own, or the newest allocation.
    void release(const void *p, size_t size) {
        const uintptr_t start = reinterpret_cast<uintptr_t>(p);
        if (size >= large_size)
            release_large(p);
        else if (p && start + size == cursor_)
            cursor_ = start;
    }

    // For what was asked, however much larger the memory is that the thread had kept for it.
    size_t bytes_reserved() const { return reserved_; }

  private:
    struct Block {
        Block *next;
        size_t size;
    };

    // An array with memory of its own.
    struct Large {
        Large *next;
        void *memory;
        size_t size; // of the memory: the thread may have had no less
        size_t used;
    };

    void *allocate_slow(size_t size, size_t align);
    void *allocate_large(size_t size);
    void *regrow_large(void *old, size_t used, size_t old_size, size_t size);
    void release_large(const void *p);
    void add_block(size_t size);

    uintptr_t cursor_ = 0;
    uintptr_t end_ = 0;
    Block *blocks_ = nullptr;
    Large *large_ = nullptr;
    Large *spare_large_ = nullptr; // entries to use again
    size_t next_size_;
    size_t reserved_ = 0;
};

// A growable array in an arena. Growth of a small one abandons the old storage unless it can be extended in
// place.
template <typename T>
class Vec {
    static_assert(std::is_trivially_copyable_v<T>);

  public:
    explicit Vec(Arena &arena, size_t reserve_count = 0) : arena_(&arena) {
        if (reserve_count) reserve(reserve_count);
    }

    void reserve(size_t count) {
        if (count <= capacity_) return;
        data_ = arena_->regrow(data_, size_, capacity_, count);
        capacity_ = count;
    }

    // Empty, and without storage: what is left when a pass is done with its table.
    void release() {
        arena_->release(data_, capacity_ * sizeof(T));
        data_ = nullptr;
        size_ = capacity_ = 0;
    }

    T &push(const T &value) {
        if (size_ == capacity_) [[unlikely]] {
            T copy = value; // value may live in this array
            reserve(capacity_ ? capacity_ * 2 : 16);
            return data_[size_++] = copy;
        }
        return data_[size_++] = value;
    }

    // Room for `count` more objects, uninitialised; returns the first.
    T *grow(size_t count) {
        if (size_ + count > capacity_) reserve(size_ + count > capacity_ * 2 ? size_ + count : capacity_ * 2);
        T *p = data_ + size_;
        size_ += count;
        return p;
    }

    void append(std::span<const T> values) {
        if (!values.empty())
            std::memcpy(static_cast<void *>(grow(values.size())), values.data(), values.size_bytes());
    }

    void resize(size_t count, const T &fill = T{}) {
        if (count > size_) {
            T value = fill;
            T *p = grow(count - size_);
            for (T *e = data_ + size_; p != e; ++p)
                *p = value;
        }
        size_ = count;
    }

    void pop() { --size_; }
    void truncate(size_t count) { size_ = count < size_ ? count : size_; }
    void clear() { size_ = 0; }
    T &back() { return data_[size_ - 1]; }
    const T &back() const { return data_[size_ - 1]; }
    T &operator[](size_t i) { return data_[i]; }
    const T &operator[](size_t i) const { return data_[i]; }
    T *data() { return data_; }
    const T *data() const { return data_; }
    size_t size() const { return size_; }
    bool empty() const { return !size_; }
    T *begin() { return data_; }
    T *end() { return data_ + size_; }
    const T *begin() const { return data_; }
    const T *end() const { return data_ + size_; }
    std::span<T> span() { return {data_, size_}; }
    std::span<const T> span() const { return {data_, size_}; }
    Arena &arena() const { return *arena_; }

  private:
    Arena *arena_;
    T *data_ = nullptr;
    size_t size_ = 0;
    size_t capacity_ = 0;
};

// A table that dies with its scope.
template <typename T>
class ScopedVec : public Vec<T> {
  public:
    using Vec<T>::Vec;
    ScopedVec(const ScopedVec &) = delete;
    ScopedVec &operator=(const ScopedVec &) = delete;
    ~ScopedVec() { this->release(); }
};

} // namespace weft
