#include "core/dxil/bitstream.h"

namespace weft::dxil {

namespace {

enum AbbreviationId : uint32_t {
    end_block = 0,
    enter_subblock = 1,
    define_abbreviation = 2,
    unabbreviated_record = 3
};

constexpr char char6_alphabet[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";

constexpr unsigned max_vbr_width = 32;

// Elements become 64-bit values; only lists of small type numbers have so narrow elements.
constexpr uint64_t max_narrow_elements = 65536;

} // namespace

Bitstream::Bitstream(std::span<const uint8_t> data, Arena &arena)
    : bits_(data), arena_(arena), operands_(arena, 128), own_(arena, 32), values_(arena, 256) {
}

bool Bitstream::fail(const char *what) {
    if (!error_) {
        error_ = what;
        fault_ = bits_.fault();
    }
    return false;
}

bool Bitstream::start() {
    bits_.seek(32);
    return !bits_.failed() || fail("The bitstream has no magic number");
}

bool Bitstream::announce() {
    pending_id_ = static_cast<uint32_t>(bits_.vbr(8));
    const uint64_t width = bits_.vbr(4);
    bits_.align32();
    const uint64_t words = bits_.fixed(32);
    if (bits_.failed()) return fail("The bitstream ends inside a block header");
    if (width < 2 || width > 32) return fail("A block's abbreviation identifiers have an impossible width");
    if (words * 32 > bits_.remaining()) return fail("A block is longer than what is left of the bitstream");
    pending_width_ = static_cast<uint8_t>(width);
    pending_end_ = bits_.position() + words * 32;
    if (depth_ && pending_end_ > blocks_[depth_ - 1].end)
        return fail("A block is longer than the block around it");
    return true;
}

bool Bitstream::enter() {
    if (depth_ == max_depth) return fail("Blocks are nested too deep");
    Block &b = blocks_[depth_++];
    b.end = pending_end_;
    b.first_own = static_cast<uint32_t>(own_.size());
    b.shared = pending_id_ < known_blocks ? info_[pending_id_] : nullptr;
    b.shared_count = b.shared ? static_cast<uint32_t>(b.shared->size()) : 0;
    b.id = pending_id_;
    b.width = pending_width_;
    return true;
}

bool Bitstream::skip() {
    bits_.seek(pending_end_);
    return !bits_.failed();
}

bool Bitstream::next_top_level(uint32_t *block_id) {
    if (bits_.fixed(2) != enter_subblock)
        return fail("Something else than a block stands outside all blocks");
    if (!announce()) return false;
    *block_id = pending_id_;
    return true;
}

Bitstream::Entry Bitstream::next(Record *record, uint32_t *block_id) {
    while (!error_) {
        Block &block = blocks_[depth_ - 1];
        record->bit = bits_.position();
        const uint64_t id = bits_.fixed(block.width);
        switch (id) {
        case end_block:
            bits_.align32();
            if (bits_.failed() || bits_.position() != block.end) {
                fail("A block does not end where its header says");
                return Entry::end;
            }
            own_.truncate(block.first_own);
            --depth_;
            return Entry::end;
        case enter_subblock:
            if (!announce()) return Entry::end;
            *block_id = pending_id_;
            return Entry::block;
        case define_abbreviation:
            if (!define(own_)) return Entry::end;
            break;
        case unabbreviated_record:
            unabbreviated(record);
            if (bits_.failed() || bits_.position() > block.end) {
                fail("A record runs past the end of its block");
                return Entry::end;
            }
            return Entry::record;
        default: {
            const uint64_t index = id - 4;
            const uint64_t own = own_.size() - block.first_own;
            if (index >= block.shared_count + own) {
                fail("A record uses an abbreviation that nothing defines");
                return Entry::end;
            }
            // A copy: the table may move while the record is read.
            const Abbreviation a = index < block.shared_count
                                       ? (*block.shared)[index]
                                       : own_[block.first_own + (index - block.shared_count)];
            if (!abbreviated(a, record)) return Entry::end;
            if (bits_.failed() || bits_.position() > block.end) {
                fail("A record runs past the end of its block");
                return Entry::end;
            }
            return Entry::record;
        }
        }
    }
    return Entry::end;
}

bool Bitstream::define(Vec<Abbreviation> &list) {
    const uint64_t count = bits_.vbr(5);
    if (!count || count > max_abbreviation)
        return fail("An abbreviation has an impossible number of operands");
    Abbreviation a{static_cast<uint32_t>(operands_.size()), static_cast<uint32_t>(count)};
    for (uint64_t i = 0; i < count; ++i) {
        Operand op{Encoding::literal, 0, 0};
        if (bits_.fixed(1)) {
            op.value = bits_.vbr(8);
        } else {
            const uint64_t encoding = bits_.fixed(3);
            if (encoding < 1 || encoding > 5)
                return fail("An abbreviation has an operand of unknown encoding");
            op.encoding = static_cast<Encoding>(encoding);
            if (op.encoding == Encoding::fixed || op.encoding == Encoding::vbr) {
                const uint64_t width = bits_.vbr(5);
                const bool is_vbr = op.encoding == Encoding::vbr;
                if (width > (is_vbr ? max_vbr_width : 64u) || (is_vbr && width == 1))
                    return fail("An abbreviation has an operand of impossible width");
                op.width = static_cast<uint8_t>(width);
                if (!width) op.encoding = Encoding::literal; // no bits, value zero
            }
            const bool last = i + 1 == count;
            if ((op.encoding == Encoding::array && i + 2 != count) ||
                (op.encoding == Encoding::blob && !last))
                return fail("An abbreviation has an array or blob that is not at its end");
        }
        const bool is_element =
            i && operands_.size() > a.first && operands_.back().encoding == Encoding::array;
        // Elements without bits would let a few bytes stand for any number of operands.
        if (is_element && (op.encoding == Encoding::literal || op.encoding == Encoding::blob))
            return fail("An abbreviation has an array of elements without bits");
        operands_.push(op);
    }
    if (bits_.failed()) return fail("The bitstream ends inside an abbreviation");
    if (operands_[a.first].encoding >= Encoding::array)
        return fail("An abbreviation starts with an array or blob instead of a record code");
    list.push(a);
    return true;
}

void Bitstream::unabbreviated(Record *record) {
    record->code = static_cast<uint32_t>(bits_.vbr(6));
    const uint64_t count = bits_.vbr(6);
    record->blob = {};
    record->ops = {};
    if (count > bits_.remaining() / 6) return bits_.fail();
    values_.clear();
    uint64_t *p = values_.grow(static_cast<size_t>(count));
    bits_.vbr6_list(p, count);
    record->ops = values_.span();
}

inline uint64_t Bitstream::scalar(BitReader &bits, const Operand &op) {
    switch (op.encoding) {
    case Encoding::fixed: return bits.fixed(op.width);
    case Encoding::vbr: return bits.vbr(op.width);
    case Encoding::char6: return static_cast<uint8_t>(char6_alphabet[bits.fixed(6)]);
    default: return op.value;
    }
}

bool Bitstream::abbreviated(const Abbreviation &a, Record *record) {
    const Operand *op = operands_.data() + a.first;
    const Operand *end = op + a.count;
    BitReader bits = bits_; // a copy that stays in registers
    values_.clear();
    record->blob = {};
    record->code = static_cast<uint32_t>(scalar(bits, *op));
    uint64_t *values = values_.grow(max_abbreviation);
    uint64_t *p = values;
    for (++op; op != end; ++op) {
        if (op->encoding < Encoding::array || op->encoding == Encoding::char6) {
            *p++ = scalar(bits, *op);
            continue;
        }
        const uint64_t count = bits.vbr(6);
        if (op->encoding == Encoding::blob) {
            bits.align32();
            if (count > bits.remaining() / 8) {
                bits_ = bits;
                return fail("A blob is longer than what is left of the bitstream");
            }
            record->blob = bits.data().subspan(bits.position() / 8, count);
            bits.seek(bits.position() + count * 8);
            bits.align32();
            break;
        }
        const Operand element = *++op;
        const unsigned least = element.encoding == Encoding::char6 ? 6 : element.width;
        if (count > bits.remaining() / least || (least < 6 && count > max_narrow_elements)) {
            bits_ = bits;
            return fail("An array is longer than what is left of the bitstream, or than any real one");
        }
        const auto before = static_cast<size_t>(p - values);
        values_.truncate(before);
        p = values_.grow(static_cast<size_t>(count));
        values = p - before;
        uint64_t *const last = p + count;
        switch (element.encoding) {
        case Encoding::fixed:
            while (p != last)
                *p++ = bits.fixed(element.width);
            break;
        case Encoding::vbr:
            while (p != last)
                *p++ = bits.vbr(element.width);
            break;
        default:
            while (p != last)
                *p++ = static_cast<uint8_t>(char6_alphabet[bits.fixed(6)]);
            break;
        }
    }
    bits_ = bits;
    record->ops = {values, static_cast<size_t>(p - values)};
    return true;
}

bool Bitstream::read_block_info() {
    if (!enter()) return false;
    Vec<Abbreviation> *list = nullptr;
    // Definitions belong to the block named last, not to this block, so next() is of no use.
    Block &block = blocks_[depth_ - 1];
    for (;;) {
        switch (bits_.fixed(block.width)) {
        case end_block:
            bits_.align32();
            if (bits_.failed() || bits_.position() != block.end)
                return fail("A block does not end where its header says");
            --depth_;
            return true;
        case define_abbreviation: {
            if (list) {
                if (!define(*list)) return false;
                break;
            }
            const size_t before = own_.size();
            if (!define(own_)) return false;
            own_.truncate(before);
            return fail("An abbreviation in the block info belongs to no block");
        }
        case unabbreviated_record: {
            Record record;
            unabbreviated(&record);
            if (bits_.failed()) return fail("A record runs past the end of its block");
            if (record.code != 1) break; // names of blocks and records
            if (record.size() < 1) return fail("The block info names no block");
            list = nullptr;
            if (record[0] < known_blocks) {
                Vec<Abbreviation> *&slot = info_[record[0]];
                if (!slot) slot = arena_.make<Vec<Abbreviation>>(arena_, 8);
                list = slot;
            } else {
                list = arena_.make<Vec<Abbreviation>>(arena_);
            }
            break;
        }
        default: return fail("The block info holds something else than records and abbreviations");
        }
    }
}

} // namespace weft::dxil
