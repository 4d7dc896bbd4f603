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

// Memory comes in blocks that double in size. The first block belongs to the thread and is reused by the next
// Arena on that thread, because fresh pages cost more than translating a small shader does. Destructors are
// never run, so only trivially destructible types may live here. Throws std::bad_alloc; the C ABI turns that
// into VKD3D_ERROR_OUT_OF_MEMORY.
class Arena {
  public:
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
        return static_cast<T *>(allocate(count * sizeof(T), alignof(T)));
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

    // Grows an allocation in place when it is the newest one and its block has room.
    bool extend(void *p, size_t old_size, size_t new_size) {
        uintptr_t start = reinterpret_cast<uintptr_t>(p);
        if (start + old_size != cursor_ || new_size > end_ - start) return false;
        cursor_ = start + new_size;
        return true;
    }

    size_t bytes_reserved() const { return reserved_; }

  private:
    struct Block {
        Block *next;
        size_t size;
    };

    void *allocate_slow(size_t size, size_t align);
    void add_block(size_t size);

    uintptr_t cursor_ = 0;
    uintptr_t end_ = 0;
    Block *blocks_ = nullptr;
    size_t next_size_;
    size_t reserved_ = 0;
};

// A growable array in an arena. Growth abandons the old storage unless it can be extended in place.
template <typename T>
class Vec {
    static_assert(std::is_trivially_copyable_v<T>);

  public:
    explicit Vec(Arena &arena, size_t reserve_count = 0) : arena_(&arena) {
        if (reserve_count) reserve(reserve_count);
    }

    void reserve(size_t count) {
        if (count <= capacity_) return;
        if (data_ && arena_->extend(data_, capacity_ * sizeof(T), count * sizeof(T))) {
            capacity_ = count;
            return;
        }
        T *p = arena_->array<T>(count);
        if (size_) std::memcpy(static_cast<void *>(p), data_, size_ * sizeof(T));
        data_ = p;
        capacity_ = count;
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

} // namespace weft
