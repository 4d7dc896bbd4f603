// The LLVM bitstream: blocks, abbreviations and records, from bytes that may be anything.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "core/support/arena.h"

namespace weft::dxil {

// Bits are taken from the lowest up. Reading past the end yields zero and sets failed(), so that a reader may
// take a whole record and check once.
class BitReader {
  public:
    BitReader() = default;
    explicit BitReader(std::span<const uint8_t> data) : data_(data), end_(uint64_t{data.size()} * 8) {}

    // width <= 64
    uint64_t fixed(unsigned width) {
        if (width > end_ - position_) [[unlikely]] {
            fail();
            return 0;
        }
        if (!width) return 0;
        const unsigned shift = position_ & 7;
        uint64_t v = window(position_ >> 3) >> shift;
        if (shift + width > 64) v |= uint64_t{data_[(position_ >> 3) + 8]} << (64 - shift);
        position_ += width;
        return width == 64 ? v : v & ((uint64_t{1} << width) - 1);
    }

    // 2 <= width <= 32
    uint64_t vbr(unsigned width) {
        const uint64_t more = uint64_t{1} << (width - 1);
        uint64_t chunk = fixed(width);
        if (!(chunk & more)) return chunk;
        uint64_t value = 0;
        for (unsigned shift = 0;;) {
            const uint64_t bits = chunk & (more - 1);
            if (shift >= 64 || (bits << shift) >> shift != bits) {
                if (bits) fail(); // more than 64 bits
            } else {
                value |= bits << shift;
            }
            if (!(chunk & more) || failed_) return value;
            shift += width - 1;
            chunk = fixed(width);
        }
    }

    // `count` VBRs of six bits, which is what most of a module consists of.
    void vbr6_list(uint64_t *out, uint64_t count) {
        while (count) {
            const uint64_t byte = position_ >> 3;
            if (data_.size() - byte < 8) break;
            uint64_t bits = window(byte) >> (position_ & 7);
            unsigned left = 64 - (position_ & 7);
            const unsigned before = left;
            while (count && left >= 6) {
                uint64_t value = bits & 31;
                unsigned used = 6;
                for (unsigned shift = 5; bits >> (used - 1) & 1; shift += 5) {
                    if (used + 6 > left || shift > 55) {
                        used = 0; // the rest is in the next window
                        break;
                    }
                    value |= (bits >> used & 31) << shift;
                    used += 6;
                }
                if (!used) break;
                *out++ = value;
                --count;
                bits = used < 64 ? bits >> used : 0;
                left -= used;
            }
            position_ += before - left;
            if (before == left || !count) break;
        }
        while (count--)
            *out++ = vbr(6);
    }

    void align32() {
        const uint64_t next = (position_ + 31) & ~uint64_t{31};
        if (next > end_)
            fail();
        else
            position_ = next;
    }
    void seek(uint64_t bit) {
        if (bit > end_)
            fail();
        else
            position_ = bit;
    }
    void fail() {
        if (!failed_) failed_at_ = position_;
        failed_ = true;
        position_ = end_;
    }

    bool failed() const { return failed_; }
    uint64_t position() const { return position_; }
    // The position, or that of the first failure.
    uint64_t fault() const { return failed_ ? failed_at_ : position_; }
    uint64_t remaining() const { return end_ - position_; }
    std::span<const uint8_t> data() const { return data_; }

  private:
    uint64_t window(uint64_t byte) const {
        const uint64_t left = data_.size() - byte;
        uint64_t v = 0;
        if (std::endian::native == std::endian::little && left >= 8) [[likely]] {
            std::memcpy(&v, data_.data() + byte, 8);
            return v;
        }
        for (unsigned i = 0; i < 8 && i < left; ++i)
            v |= uint64_t{data_[byte + i]} << (8 * i);
        return v;
    }

    std::span<const uint8_t> data_;
    uint64_t position_ = 0;
    uint64_t end_ = 0;
    uint64_t failed_at_ = 0;
    bool failed_ = false;
};

// Bit 0 of a signed VBR is the sign; 1 alone is the smallest number.
constexpr int64_t decode_signed(uint64_t v) {
    if (!(v & 1)) return static_cast<int64_t>(v >> 1);
    return v == 1 ? INT64_MIN : -static_cast<int64_t>(v >> 1);
}

struct Record {
    uint32_t code = 0;
    std::span<const uint64_t> ops;
    std::span<const uint8_t> blob; // of an abbreviation that ends in one
    uint64_t bit = 0;              // where the record starts

    size_t size() const { return ops.size(); }
    uint64_t operator[](size_t i) const { return ops[i]; }
};

// A walk over the blocks. A fault ends it: next() then returns end and error() says what is wrong.
class Bitstream {
  public:
    Bitstream(std::span<const uint8_t> data, Arena &arena);

    enum class Entry : uint8_t { record, block, end };

    // What comes next in the block: a record (which stays valid until the next call), the start of a block
    // (enter() or skip() it), or the end of the block, which next() has then left.
    Entry next(Record *record, uint32_t *block_id);
    bool enter();
    bool skip();
    // Reads the block info block just announced.
    bool read_block_info();

    // Past the magic number.
    bool start();
    bool at_end() const { return bits_.remaining() < 32; }
    // At the outermost level there are only blocks, with abbreviation identifiers of two bits.
    bool next_top_level(uint32_t *block_id);

    const char *error() const { return error_; }
    uint64_t bit() const { return bits_.position(); }
    uint64_t fault_bit() const { return fault_; }
    uint64_t remaining() const { return bits_.remaining(); }

  private:
    enum class Encoding : uint8_t { literal, fixed, vbr, array, char6, blob };
    struct Operand {
        Encoding encoding;
        uint8_t width;
        uint64_t value; // of a literal
    };
    struct Abbreviation {
        uint32_t first;
        uint32_t count;
    };
    struct Block {
        uint64_t end;                    // bit behind the block
        uint32_t first_own;              // own abbreviations in own_
        const Vec<Abbreviation> *shared; // those of the block info
        uint32_t shared_count;
        uint32_t id;
        uint8_t width;
    };

    static constexpr uint32_t known_blocks = 32;
    static constexpr uint32_t max_depth = 8;
    // An abbreviation makes at least so many operands out of a few bits, and real ones have a dozen.
    static constexpr uint32_t max_abbreviation = 32;

    bool fail(const char *what);
    bool announce();
    bool define(Vec<Abbreviation> &list);
    void unabbreviated(Record *record);
    bool abbreviated(const Abbreviation &a, Record *record);
    static uint64_t scalar(BitReader &bits, const Operand &op);

    BitReader bits_;
    Arena &arena_;
    Vec<Operand> operands_;
    Vec<Abbreviation> own_;
    Vec<uint64_t> values_;
    Vec<Abbreviation> *info_[known_blocks] = {};
    Block blocks_[max_depth];
    uint32_t depth_ = 0;
    uint32_t pending_id_ = 0;
    uint8_t pending_width_ = 0;
    uint64_t pending_end_ = 0;
    uint64_t fault_ = 0;
    const char *error_ = nullptr;
};

} // namespace weft::dxil
