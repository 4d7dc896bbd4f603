// Mutations that keep a bitstream a bitstream: operands of records change their values, never their widths.
// Random bytes hardly ever get past the reader of abbreviations.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <random>
#include <span>
#include <vector>

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

namespace {

uint32_t load(const uint8_t *at) {
    uint32_t v;
    std::memcpy(&v, at, 4);
    return v;
}

// `chunks` groups of `width` bits, of which the last bit says that another follows if there are several kinds
// of lengths.
struct Field {
    uint64_t bit;
    uint8_t width, chunks;
    bool variable;
};

// Finds the operands of every record; stops where the bits make no sense.
class Walk {
  public:
    Walk(std::span<const uint8_t> data, std::vector<Field> &fields) : data_(data), fields_(fields) {}

    void run() {
        bit_ = 32; // behind the magic number
        block(2, ~0u, 0);
    }

  private:
    struct Operand {
        uint8_t encoding; // 0 literal, 1 fixed, 2 vbr, 3 array, 4 char6, 5 blob
        uint8_t width;
        uint64_t value;
    };
    using Abbreviation = std::vector<Operand>;

    uint64_t fixed(unsigned width) {
        uint64_t v = 0;
        if (bit_ + width > data_.size() * 8) {
            bad_ = true;
            return 0;
        }
        for (unsigned i = 0; i < width; ++i, ++bit_)
            v |= uint64_t(data_[bit_ / 8] >> (bit_ % 8) & 1) << i;
        return v;
    }
    uint64_t vbr(unsigned width, bool is_field = false) {
        const uint64_t start = bit_;
        uint64_t v = 0;
        unsigned chunks = 0;
        for (;;) {
            const uint64_t chunk = fixed(width);
            if (chunks * (width - 1) < 64)
                v |= (chunk & ((uint64_t{1} << (width - 1)) - 1)) << (chunks * (width - 1));
            ++chunks;
            if (bad_ || !(chunk >> (width - 1) & 1)) break;
            if (chunks > 13) {
                bad_ = true;
                break;
            }
        }
        if (is_field && !bad_)
            fields_.push_back({start, static_cast<uint8_t>(width), static_cast<uint8_t>(chunks), true});
        return v;
    }
    void align() { bit_ = (bit_ + 31) & ~uint64_t{31}; }

    void scalar(const Operand &o) {
        const uint64_t start = bit_;
        switch (o.encoding) {
        case 1:
            fixed(o.width);
            if (o.width && !bad_) fields_.push_back({start, o.width, 1, false});
            break;
        case 2:
            if (o.width < 2) bad_ = o.width != 0;
            if (o.width >= 2) vbr(o.width, true);
            break;
        case 4:
            fixed(6);
            if (!bad_) fields_.push_back({start, 6, 1, false});
            break;
        default: break;
        }
    }

    void record(const Abbreviation &a) {
        for (size_t i = 0; i < a.size() && !bad_; ++i) {
            if (a[i].encoding == 3 && i + 1 < a.size()) {
                // Elements may have no bits.
                uint64_t n = vbr(6);
                bad_ = bad_ || n > data_.size() * 8;
                for (; n && !bad_; --n)
                    scalar(a[i + 1]);
                return;
            }
            if (a[i].encoding == 5) {
                const uint64_t n = vbr(6);
                align();
                bit_ += std::min<uint64_t>(n, data_.size()) * 8;
                align();
                return;
            }
            scalar(a[i]);
        }
    }

    Abbreviation define() {
        Abbreviation a;
        for (uint64_t n = vbr(5); n && !bad_; --n) {
            Operand o{};
            if (fixed(1)) {
                o.value = vbr(8);
            } else {
                o.encoding = static_cast<uint8_t>(fixed(3));
                if (o.encoding == 1 || o.encoding == 2)
                    o.width = static_cast<uint8_t>(std::min<uint64_t>(vbr(5), 64));
            }
            a.push_back(o);
        }
        return a;
    }

    void block(unsigned width, uint32_t id, unsigned depth) {
        std::vector<Abbreviation> own;
        if (id < info_.size()) own = info_[id];
        uint32_t about = ~0u;
        while (!bad_ && bit_ + width <= data_.size() * 8) {
            const uint64_t entry = fixed(width);
            if (entry == 0) {
                if (depth) align();
                if (depth || bit_ % 32 == 2) return;
                return;
            }
            if (entry == 1) {
                const auto inner = static_cast<uint32_t>(vbr(8));
                const auto inner_width = static_cast<unsigned>(vbr(4));
                align();
                fixed(32);
                if (bad_ || depth > 6 || inner_width < 2 || inner_width > 32) return;
                block(inner_width, inner, depth + 1);
            } else if (entry == 2) {
                Abbreviation a = define();
                if (id == 0 && about < info_.size())
                    info_[about].push_back(std::move(a));
                else
                    own.push_back(std::move(a));
            } else if (entry == 3) {
                const uint64_t code = vbr(6, id != 0);
                const uint64_t n = vbr(6);
                for (uint64_t i = 0; i < n && !bad_; ++i) {
                    const uint64_t v = vbr(6, true);
                    if (id == 0 && code == 1 && i == 0) about = static_cast<uint32_t>(v);
                }
            } else if (entry - 4 < own.size()) {
                record(own[entry - 4]);
            } else {
                return;
            }
        }
    }

    std::span<const uint8_t> data_;
    std::vector<Field> &fields_;
    std::array<std::vector<Abbreviation>, 32> info_;
    uint64_t bit_ = 0;
    bool bad_ = false;
};

// The bitcode in a container's part with this tag, or in what is no container.
std::span<uint8_t> bitcode_of(std::span<uint8_t> data, const char *tag) {
    if (data.size() >= 8 && load(data.data()) == 0xdec04342) return data;
    if (data.size() < 32 || std::memcmp(data.data(), "DXBC", 4) != 0) return {};
    const uint32_t parts = load(data.data() + 28);
    for (uint32_t i = 0; i < parts && 36 + 4 * uint64_t{i} <= data.size(); ++i) {
        const uint64_t at = load(data.data() + 32 + 4 * i);
        if (at + 8 + 24 > data.size() || std::memcmp(data.data() + at, tag, 4) != 0) continue;
        const uint64_t start = at + 8 + 8 + load(data.data() + at + 8 + 16);
        return start < data.size() ? data.subspan(start) : std::span<uint8_t>();
    }
    return {};
}

} // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
    std::minstd_rand random(seed);
    // Reflection has a module of its own.
    std::span<uint8_t> code;
    if (random() % 2) code = bitcode_of({data, size}, "STAT");
    if (code.empty()) code = bitcode_of({data, size}, "DXIL");
    std::vector<Field> fields;
    if (!code.empty() && random() % 8) Walk(code, fields).run();
    if (fields.empty()) return LLVMFuzzerMutate(data, size, max_size);
    for (unsigned n = 1 + random() % 4; n; --n) {
        const Field &f = fields[random() % fields.size()];
        const unsigned mode = random() % 4;
        for (unsigned chunk = 0; chunk < f.chunks; ++chunk) {
            const unsigned bits = f.variable ? f.width - 1u : f.width;
            for (unsigned k = 0; k < bits; ++k) {
                const uint64_t at = f.bit + uint64_t{chunk} * f.width + k;
                const auto mask = static_cast<uint8_t>(1u << (at % 8));
                const bool flip = mode == 0   ? random() % 2 == 0
                                  : mode == 1 ? chunk == 0 && k == random() % 3
                                  : mode == 2 ? (code[at / 8] & mask) != 0 // all zeros
                                              : random() % 8 == 0;
                if (flip) code[at / 8] ^= mask;
            }
        }
    }
    return size;
}
