// Little-endian reading with bounds, and appending writers.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "core/support/arena.h"

namespace weft {

inline uint32_t load_u32(const void *p) {
    uint32_t v;
    std::memcpy(&v, p, sizeof(v));
    return v;
}

inline uint16_t load_u16(const void *p) {
    uint16_t v;
    std::memcpy(&v, p, sizeof(v));
    return v;
}

// A cursor over bytes that may be cut short anywhere. Reading past the end yields zero and sets failed(), so
// a reader may take several fields and check once.
class ByteReader {
  public:
    explicit ByteReader(std::span<const uint8_t> data) : data_(data) {}

    uint32_t u32() {
        if (remaining() < 4) {
            fail();
            return 0;
        }
        uint32_t v = load_u32(data_.data() + offset_);
        offset_ += 4;
        return v;
    }

    uint16_t u16() {
        if (remaining() < 2) {
            fail();
            return 0;
        }
        uint16_t v = load_u16(data_.data() + offset_);
        offset_ += 2;
        return v;
    }

    uint8_t u8() {
        if (!remaining()) {
            fail();
            return 0;
        }
        return data_[offset_++];
    }

    std::span<const uint8_t> bytes(size_t count) {
        if (count > remaining()) {
            fail();
            return {};
        }
        auto s = data_.subspan(offset_, count);
        offset_ += count;
        return s;
    }

    void seek(size_t offset) {
        if (offset > data_.size())
            fail();
        else
            offset_ = offset;
    }

    size_t offset() const { return offset_; }
    size_t remaining() const { return data_.size() - offset_; }
    size_t size() const { return data_.size(); }
    bool failed() const { return failed_; }
    std::span<const uint8_t> data() const { return data_; }

    // The zero-terminated string at an absolute offset; `ok` tells whether it lies inside the data whole.
    std::string_view string_at(size_t offset, bool *ok) const {
        *ok = false;
        if (offset >= data_.size()) return {};
        const auto *start = data_.data() + offset;
        const void *end = std::memchr(start, 0, data_.size() - offset);
        if (!end) return {};
        *ok = true;
        return {reinterpret_cast<const char *>(start),
                static_cast<size_t>(static_cast<const uint8_t *>(end) - start)};
    }

  private:
    void fail() {
        failed_ = true;
        offset_ = data_.size();
    }

    std::span<const uint8_t> data_;
    size_t offset_ = 0;
    bool failed_ = false;
};

class ByteWriter {
  public:
    explicit ByteWriter(Arena &arena, size_t reserve = 256) : bytes_(arena, reserve) {}

    void u8(uint8_t v) { bytes_.push(v); }
    void u16(uint16_t v) { std::memcpy(bytes_.grow(2), &v, 2); }
    void u32(uint32_t v) { std::memcpy(bytes_.grow(4), &v, 4); }
    void bytes(std::span<const uint8_t> s) { bytes_.append(s); }
    void string(std::string_view s) {
        bytes_.append({reinterpret_cast<const uint8_t *>(s.data()), s.size()});
        u8(0);
    }
    void align(size_t alignment, uint8_t fill) {
        while (bytes_.size() % alignment)
            u8(fill);
    }
    void patch_u32(size_t offset, uint32_t v) { std::memcpy(bytes_.data() + offset, &v, 4); }
    size_t size() const { return bytes_.size(); }
    std::span<const uint8_t> data() const { return bytes_.span(); }

  private:
    Vec<uint8_t> bytes_;
};

} // namespace weft
