// Token streams in a readable form.
#pragma once

#include <bit>
#include <cstring>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "core/d3dbc/opcodes.h"

namespace weft::d3dbc::test {

struct Reg {
    uint32_t token = 0x80000000;
    uint32_t address = 0;
    uint32_t immediate[4] = {};
    unsigned immediates = 0;

    Reg() = default;
    Reg(RegisterType type, unsigned number) {
        auto t = static_cast<uint32_t>(type);
        token |= (t & 7) << 28 | (t & 0x18) << 8 | number;
    }
    // Components as letters: a swizzle of one or four for a source, a mask for a destination.
    Reg swizzle(std::string_view s) const {
        Reg r = *this;
        r.token &= ~0xff0000u;
        for (unsigned i = 0; i < 4; ++i)
            r.token |= component(s[i < s.size() ? i : s.size() - 1]) << (16 + 2 * i);
        return r;
    }
    Reg mask(std::string_view s) const {
        Reg r = *this;
        r.token &= ~0xff0000u;
        for (char c : s)
            r.token |= 1u << (16 + component(c));
        return r;
    }
    Reg modifier(SourceModifier m) const {
        Reg r = *this;
        r.token |= static_cast<uint32_t>(m) << 24;
        return r;
    }
    Reg operator-() const { return modifier(SourceModifier::neg); }
    Reg operator!() const { return modifier(SourceModifier::not_); }
    Reg result(uint32_t modifiers, int shift = 0) const {
        Reg r = (token >> 16 & 0xff) == 0xe4 ? mask("xyzw") : *this;
        r.token |= modifiers << 20 | (static_cast<uint32_t>(shift) & 15) << 24;
        return r;
    }
    Reg at(const Reg &index, bool has_token = true) const {
        Reg r = *this;
        r.token |= 1u << 13;
        if (has_token) r.address = index.token;
        return r;
    }
    static uint32_t component(char c) { return c == 'w' ? 3 : static_cast<uint32_t>(c - 'x'); }
};

inline Reg make(RegisterType t, unsigned n) {
    return Reg(t, n).swizzle("xyzw");
}
inline Reg r(unsigned n) {
    return make(RegisterType::temp, n);
}
inline Reg v(unsigned n) {
    return make(RegisterType::input, n);
}
inline Reg c(unsigned n) {
    return make(RegisterType::constant, n);
}
inline Reg t(unsigned n) {
    return make(RegisterType::texture, n);
}
inline Reg s(unsigned n) {
    return make(RegisterType::sampler, n);
}
inline Reg i(unsigned n) {
    return make(RegisterType::constant_int, n);
}
inline Reg b(unsigned n) {
    return make(RegisterType::constant_bool, n);
}
inline Reg o(unsigned n) {
    return make(RegisterType::output, n);
}
inline Reg oc(unsigned n) {
    return make(RegisterType::color_output, n);
}
inline Reg label(unsigned n) {
    return make(RegisterType::label, n);
}
inline Reg a0() {
    return make(RegisterType::address, 0);
}
inline Reg aL() {
    return make(RegisterType::loop, 0);
}
inline Reg p0() {
    return make(RegisterType::predicate, 0);
}
inline Reg oPos() {
    return make(RegisterType::raster_output, 0);
}

class Assembly {
  public:
    explicit Assembly(uint32_t version) : major_(version >> 8 & 0xff) { put(version); }

    // The first operand is a destination when the opcode has one; without a mask it is written whole.
    Assembly &op(Op op, std::initializer_list<Reg> operands = {}, unsigned control = 0,
                 const Reg *pred = nullptr, bool coissue = false) {
        return this->op(op, std::vector<Reg>(operands), control, pred, coissue);
    }
    Assembly &op(Op op, const std::vector<Reg> &operands, unsigned control = 0, const Reg *pred = nullptr,
                 bool coissue = false) {
        size_t head = begin(op, control, pred, coissue);
        bool has_destination = find_destination(op);
        unsigned k = 0;
        for (const Reg &o : operands) {
            bool dst = !k && has_destination;
            uint32_t token = o.token;
            if (dst && (token >> 16 & 0xff) == 0xe4)
                token = (token & ~0xff0000u) | 0xf0000; // no mask was given
            put(token);
            if (o.address) put(o.address);
            if (!k++ && pred) put(pred->token);
        }
        return finish(head);
    }
    Assembly &def(unsigned n, float x, float y, float z, float w) {
        size_t head = begin(Op::def, 0, nullptr, false);
        put(c(n).mask("xyzw").token);
        for (float f : {x, y, z, w})
            put(std::bit_cast<uint32_t>(f));
        return finish(head);
    }
    Assembly &defi(unsigned n, int x, int y, int z) {
        size_t head = begin(Op::defi, 0, nullptr, false);
        put(i(n).mask("xyzw").token);
        for (int f : {x, y, z, 0})
            put(static_cast<uint32_t>(f));
        return finish(head);
    }
    Assembly &defb(unsigned n, uint32_t value) {
        size_t head = begin(Op::defb, 0, nullptr, false);
        put(b(n).mask("xyzw").token);
        put(value);
        return finish(head);
    }
    Assembly &dcl(Usage usage, unsigned index, const Reg &reg, std::string_view mask = "xyzw") {
        return declare(0x80000000u | static_cast<uint32_t>(usage) | index << 16, reg, mask);
    }
    Assembly &dcl(TextureType type, const Reg &reg) {
        return declare(0x80000000u | static_cast<uint32_t>(type) << 27, reg, "xyzw");
    }
    std::vector<uint8_t> bytes() const {
        std::vector<uint32_t> words = words_;
        words.push_back(0x0000ffff);
        std::vector<uint8_t> out(words.size() * 4);
        std::memcpy(out.data(), words.data(), out.size());
        return out;
    }

  private:
    static bool find_destination(Op op) { return any_opcode(static_cast<uint32_t>(op))->destinations; }
    void put(uint32_t w) { words_.push_back(w); }
    size_t begin(Op op, unsigned control, const Reg *pred, bool coissue) {
        put(static_cast<uint32_t>(op) | control << 16 | (pred ? 1u << 28 : 0) | (coissue ? 1u << 30 : 0));
        return words_.size() - 1;
    }
    Assembly &finish(size_t head) {
        if (major_ >= 2) words_[head] |= static_cast<uint32_t>(words_.size() - head - 1) << 24;
        return *this;
    }
    Assembly &declare(uint32_t token, const Reg &reg, std::string_view mask) {
        size_t head = begin(Op::dcl, 0, nullptr, false);
        put(token);
        put(reg.mask(mask).token);
        return finish(head);
    }

    uint32_t major_;
    std::vector<uint32_t> words_;
};

} // namespace weft::d3dbc::test
