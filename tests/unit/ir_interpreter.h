// Runs the IR of one shader on plain numbers, so that front ends can be tested for what their code computes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <vector>

#include "core/ir/module.h"

namespace weft::ir::test {

using Words = std::array<uint32_t, 4>;

inline Words floats(float x, float y = 0, float z = 0, float w = 0) {
    return {std::bit_cast<uint32_t>(x), std::bit_cast<uint32_t>(y), std::bit_cast<uint32_t>(z),
            std::bit_cast<uint32_t>(w)};
}

class Interpreter {
  public:
    explicit Interpreter(const Module &module) : m_(module), values_(module.insts.size()) {}

    std::map<uint32_t, Words> inputs;                         // by element
    std::map<std::pair<uint32_t, uint32_t>, Words> constants; // by constant buffer register and row
    std::map<uint32_t, Words> outputs;                        // by element, from its first column on
    bool discarded = false;
    // What a texture reads; gets the instruction's flags and its operands by slot.
    std::function<Words(uint32_t resource, uint32_t flags, const std::vector<Words> &slots)> sample;
    unsigned steps = 0;
    bool failed = false; // an operation without a rule here, or too many steps
    // Operations mean what SPIR-V means by them: cases it leaves undefined give rubbish.
    bool plain = false;
    std::vector<Words> stored; // by stores to buffers: index, value

    void run() {
        for (const LocalArray &l : m_.locals)
            locals_.emplace_back(l.rows, Words{});
        for (uint32_t v = m_.functions[0].head; v && !failed;) {
            if (++steps > 100000) {
                failed = true;
                return;
            }
            v = step(v);
        }
    }

  private:
    const Words &get(Value v) {
        v = m_.resolve(v);
        const Inst &i = m_[v];
        if (i.op == Op::constant) values_[v] = {i.arg[0], i.arg[1], i.arg[2], i.arg[3]};
        return values_[v];
    }
    static float f(uint32_t w) { return std::bit_cast<float>(w); }
    // There is one NaN here, so that its payload never makes a difference.
    static uint32_t u(float x) { return x != x ? 0x7fc00000 : std::bit_cast<uint32_t>(x); }
    uint32_t undefined(uint32_t defined) const { return plain ? 0xdeadbeef : defined; }

    std::vector<Words> operands(const Inst &i) {
        std::vector<Words> out;
        for (Value v : m_.values(i))
            out.push_back(v ? get(v) : Words{});
        return out;
    }

    // Goes behind the end of a construct, whose results take these values.
    uint32_t leave(uint32_t end_marker, const std::vector<Words> &results) {
        uint32_t v = m_[end_marker].next;
        for (; v && m_[v].op == Op::result; v = m_[v].next)
            values_[v] = results[m_[v].arg[1]];
        return v;
    }
    uint32_t enter(uint32_t marker, const std::vector<Words> &params) {
        uint32_t v = m_[marker].next;
        for (; v && m_[v].op == Op::param; v = m_[v].next)
            values_[v] = params[m_[v].arg[1]];
        return v;
    }

    uint32_t step(uint32_t v) {
        const Inst &i = m_[v];
        switch (i.op) {
        case Op::switch_: {
            uint32_t selector = get(i.arg[0])[0];
            uint32_t chosen = 0;
            for (uint32_t k = i.arg[1]; k; k = m_[k].arg[3]) {
                if (m_[k].arg[1] >> 31 && !chosen) chosen = k;
                for (uint32_t l = 0; l < (m_[k].arg[1] & 0x7fffffff); ++l)
                    if (m_.pool[m_[k].arg[0] + m_[k].count + l] == selector) {
                        chosen = k;
                        selector = ~selector; // once
                    }
            }
            return chosen ? enter(chosen, operands(m_[chosen])) : leave(i.arg[2], {});
        }
        case Op::fallthrough: return enter(i.arg[2], operands(i));
        case Op::kill: discarded = true; return 0;
        case Op::store_buffer: stored.push_back({get(i.arg[0])[0], get(i.arg[1])[0]}); return i.next;
        case Op::if_:
            if (get(i.arg[0])[0]) return i.next;
            return i.arg[1] ? m_[i.arg[1]].next : m_[i.arg[2]].next;
        case Op::block: return i.next;
        case Op::loop: return enter(v, operands(i));
        case Op::continue_: return enter(i.arg[1], operands(i));
        case Op::break_: return leave(m_[i.arg[1]].arg[2], operands(i));
        case Op::return_: return 0;
        case Op::return_value: returned_ = get(i.arg[0]); return 0;
        case Op::demote: discarded |= get(i.arg[0])[0] != 0; return i.next;
        case Op::store_output: outputs[i.arg[3] & 0xffff] = get(i.arg[0]); return i.next;
        case Op::store_local:
            if (get(i.arg[0])[0] < locals_[i.arg[2]].size())
                for (unsigned k = 0; k < m_[i.arg[1]].type.count(); ++k)
                    locals_[i.arg[2]][get(i.arg[0])[0]][i.arg[3] + k] = get(i.arg[1])[k];
            return i.next;
        default:
            if (info(i.op).has_result)
                evaluate(v, i);
            else
                failed = true;
            return i.next;
        }
    }

    Words at(const Words &row, uint32_t first) {
        Words out{};
        for (unsigned k = 0; first + k < 4; ++k)
            out[k] = row[first + k];
        return out;
    }

    void evaluate(Value v, const Inst &i) {
        Words &r = values_[v];
        r = {};
        unsigned n = i.type.count();
        auto a = [&](unsigned k) { return get(i.arg[k]); };
        auto map1 = [&](auto fn) {
            Words x = a(0);
            for (unsigned k = 0; k < n; ++k)
                r[k] = fn(x[k]);
        };
        auto map2 = [&](auto fn) {
            Words x = a(0), y = a(1);
            for (unsigned k = 0; k < n; ++k)
                r[k] = fn(x[k], y[k]);
        };
        auto real1 = [&](auto fn) { map1([&](uint32_t x) { return u(fn(f(x))); }); };
        auto real2 = [&](auto fn) { map2([&](uint32_t x, uint32_t y) { return u(fn(f(x), f(y))); }); };
        auto test2 = [&](auto fn) {
            map2([&](uint32_t x, uint32_t y) -> uint32_t { return fn(f(x), f(y)); });
        };
        switch (i.op) {
        case Op::argument: r = arguments_[i.arg[0]]; break;
        case Op::call: {
            // Callees do not call themselves, so each value has one place.
            const Words arguments[3] = {a(0), a(1), a(2)};
            std::copy(arguments, arguments + 3, arguments_);
            for (uint32_t at = m_.callees[i.arg[3]].code.head; at && !failed; at = step(at))
                failed |= ++steps > 100000;
            values_[v] = returned_;
            break;
        }
        case Op::alias:
        case Op::bitcast: r = a(0); break;
        case Op::load_input: r = at(inputs[i.arg[2] & 0xffff], i.arg[2] >> 24); break;
        case Op::load_cbuffer:
            r = at(constants[{m_.resources[i.arg[2]].first_register, a(0)[0]}], i.arg[3]);
            break;
        case Op::load_local:
            if (a(0)[0] < locals_[i.arg[1]].size()) r = at(locals_[i.arg[1]][a(0)[0]], i.arg[2]);
            break;
        case Op::load_icb: {
            const ConstantArray &c = m_.constant_arrays[i.arg[1]];
            if (a(0)[0] < c.rows)
                for (unsigned k = 0; k < n; ++k)
                    r[k] = c.words[a(0)[0] * 4 + i.arg[2] + k];
            break;
        }
        case Op::ftoi:
            map1([&](uint32_t x) {
                float real = f(x);
                if (real != real) return undefined(0);
                if (real >= 2147483648.0f) return undefined(0x7fffffff);
                if (real < -2147483648.0f) return undefined(0x80000000);
                return static_cast<uint32_t>(static_cast<int32_t>(real));
            });
            break;
        case Op::ftou:
            map1([&](uint32_t x) {
                float real = f(x);
                if (!(real > -1)) return undefined(0);
                if (real >= 4294967296.0f) return undefined(~0u);
                return real <= 0 ? 0 : static_cast<uint32_t>(real);
            });
            break;
        case Op::itof: map1([](uint32_t x) { return u(static_cast<float>(static_cast<int32_t>(x))); }); break;
        case Op::fadd: real2([](float x, float y) { return x + y; }); break;
        case Op::fsub: real2([](float x, float y) { return x - y; }); break;
        case Op::fmul: real2([](float x, float y) { return x * y; }); break;
        case Op::fdiv: real2([](float x, float y) { return x / y; }); break;
        case Op::fmin: real2([](float x, float y) { return std::fmin(x, y); }); break;
        case Op::fmax: real2([](float x, float y) { return std::fmax(x, y); }); break;
        case Op::fmad: {
            Words x = a(0), y = a(1), z = a(2);
            for (unsigned k = 0; k < n; ++k)
                r[k] = u(f(x[k]) * f(y[k]) + f(z[k]));
            break;
        }
        case Op::fneg: map1([](uint32_t x) { return x ^ 0x80000000; }); break;
        case Op::fabs: map1([](uint32_t x) { return x & 0x7fffffff; }); break;
        case Op::fsat: real1([](float x) { return std::fmin(std::fmax(x, 0.0f), 1.0f); }); break;
        case Op::ffloor: real1([](float x) { return std::floor(x); }); break;
        case Op::fround: real1([](float x) { return std::nearbyint(x); }); break;
        case Op::ffract: real1([](float x) { return x - std::floor(x); }); break;
        case Op::frsq: real1([](float x) { return 1 / std::sqrt(x); }); break;
        case Op::frcp: real1([](float x) { return 1 / x; }); break;
        case Op::fexp2: real1([](float x) { return std::exp2(x); }); break;
        case Op::flog2: real1([](float x) { return std::log2(x); }); break;
        case Op::fsin: real1([](float x) { return std::sin(x); }); break;
        case Op::fcos: real1([](float x) { return std::cos(x); }); break;
        case Op::ftan: real1([](float x) { return std::tan(x); }); break;
        case Op::fasin: real1([](float x) { return std::asin(x); }); break;
        case Op::facos: real1([](float x) { return std::acos(x); }); break;
        case Op::fatan: real1([](float x) { return std::atan(x); }); break;
        case Op::fsinh: real1([](float x) { return std::sinh(x); }); break;
        case Op::fcosh: real1([](float x) { return std::cosh(x); }); break;
        case Op::ftanh: real1([](float x) { return std::tanh(x); }); break;
        case Op::fsign: real1([](float x) { return x > 0 ? 1.0f : x < 0 ? -1.0f : 0.0f; }); break;
        case Op::fdot: {
            Words x = a(0), y = a(1);
            float sum = 0;
            for (unsigned k = 0; k < m_[i.arg[0]].type.count(); ++k)
                sum += f(x[k]) * f(y[k]);
            r[0] = u(sum);
            break;
        }
        case Op::feq: test2([](float x, float y) { return x == y; }); break;
        case Op::fne: test2([](float x, float y) { return x != y; }); break;
        case Op::flt: test2([](float x, float y) { return x < y; }); break;
        case Op::fge: test2([](float x, float y) { return x >= y; }); break;
        case Op::ieq: map2([](uint32_t x, uint32_t y) -> uint32_t { return x == y; }); break;
        case Op::ine: map2([](uint32_t x, uint32_t y) -> uint32_t { return x != y; }); break;
        case Op::ult: map2([](uint32_t x, uint32_t y) -> uint32_t { return x < y; }); break;
        case Op::iadd: map2([](uint32_t x, uint32_t y) { return x + y; }); break;
        case Op::isub: map2([](uint32_t x, uint32_t y) { return x - y; }); break;
        case Op::umul_hi: map2([](uint32_t x, uint32_t y) { return uint32_t(uint64_t{x} * y >> 32); }); break;
        case Op::imul: map2([](uint32_t x, uint32_t y) { return x * y; }); break;
        case Op::udiv: map2([&](uint32_t x, uint32_t y) { return y ? x / y : undefined(~0u); }); break;
        case Op::umod: map2([&](uint32_t x, uint32_t y) { return y ? x % y : undefined(~0u); }); break;
        case Op::shl:
            map2([&](uint32_t x, uint32_t y) { return y > 31 ? undefined(x << (y & 31)) : x << y; });
            break;
        case Op::ushr:
            map2([&](uint32_t x, uint32_t y) { return y > 31 ? undefined(x >> (y & 31)) : x >> y; });
            break;
        case Op::xor_: map2([](uint32_t x, uint32_t y) { return x ^ y; }); break;
        case Op::ilt: map2([](uint32_t x, uint32_t y) -> uint32_t { return int32_t(x) < int32_t(y); }); break;
        case Op::ige:
            map2([](uint32_t x, uint32_t y) -> uint32_t { return int32_t(x) >= int32_t(y); });
            break;
        case Op::uge: map2([](uint32_t x, uint32_t y) -> uint32_t { return x >= y; }); break;
        case Op::fisnan: map1([](uint32_t x) -> uint32_t { return f(x) != f(x); }); break;
        case Op::iabs: map1([](uint32_t x) { return int32_t(x) < 0 ? 0u - x : x; }); break;
        case Op::ineg: map1([](uint32_t x) { return 0u - x; }); break;
        case Op::find_umsb:
            map1([](uint32_t x) { return x ? 31u - uint32_t(std::countl_zero(x)) : ~0u; });
            break;
        case Op::find_smsb:
            map1([](uint32_t x) {
                x = int32_t(x) < 0 ? ~x : x;
                return x ? 31u - uint32_t(std::countl_zero(x)) : ~0u;
            });
            break;
        case Op::first_bit_high:
            map1([](uint32_t x) { return x ? uint32_t(std::countl_zero(x)) : ~0u; });
            break;
        case Op::first_bit_shi:
            map1([](uint32_t x) {
                x = int32_t(x) < 0 ? ~x : x;
                return x ? uint32_t(std::countl_zero(x)) : ~0u;
            });
            break;
        case Op::add_carry: map2([](uint32_t x, uint32_t y) -> uint32_t { return x + y < x; }); break;
        case Op::sub_borrow: map2([](uint32_t x, uint32_t y) -> uint32_t { return x < y; }); break;
        case Op::ubfe:
        case Op::ibfe:
        case Op::bfi: {
            bool insert = i.op == Op::bfi;
            Words value = a(0), other = insert ? a(1) : Words{}, offset = a(insert ? 2 : 1),
                  width = a(insert ? 3 : 2);
            for (unsigned k = 0; k < n; ++k) {
                uint32_t o = offset[k] & 31;
                uint32_t w = width[k] & 31;
                bool out = plain && uint64_t{offset[k]} + width[k] > 32;
                if (o + w > 32) w = 32 - o;
                uint32_t mask = ((1u << w) - 1) << o;
                if (insert)
                    r[k] = (value[k] & ~mask) | (other[k] << o & mask);
                else if (!w)
                    r[k] = 0;
                else if (i.op == Op::ubfe)
                    r[k] = (value[k] & mask) >> o;
                else
                    r[k] = uint32_t(int32_t(value[k] << (32 - o - w)) >> (32 - w));
                if (out) r[k] = 0xdeadbeef;
            }
            break;
        }
        case Op::uconvert: {
            const unsigned width = i.type.bits();
            map1([&](uint32_t x) { return width < 32 ? x & ((1u << width) - 1) : x; });
            break;
        }
        case Op::umax: map2([](uint32_t x, uint32_t y) { return x > y ? x : y; }); break;
        case Op::imin: map2([](uint32_t x, uint32_t y) { return int32_t(x) < int32_t(y) ? x : y; }); break;
        case Op::imax: map2([](uint32_t x, uint32_t y) { return int32_t(x) > int32_t(y) ? x : y; }); break;
        case Op::umin: map2([](uint32_t x, uint32_t y) { return x < y ? x : y; }); break;
        case Op::and_: map2([](uint32_t x, uint32_t y) { return x & y; }); break;
        case Op::or_: map2([](uint32_t x, uint32_t y) { return x | y; }); break;
        case Op::not_:
            if (i.type.is_bool())
                map1([](uint32_t x) -> uint32_t { return !x; });
            else
                map1([](uint32_t x) { return ~x; });
            break;
        case Op::select: {
            Words c = a(0), x = a(1), y = a(2);
            for (unsigned k = 0; k < n; ++k)
                r[k] = c[m_[i.arg[0]].type.count() == 1 ? 0 : k] ? x[k] : y[k];
            break;
        }
        case Op::all_:
            r[0] = 1;
            for (unsigned k = 0; k < m_[i.arg[0]].type.count(); ++k)
                r[0] &= a(0)[k];
            break;
        case Op::any_:
            for (unsigned k = 0; k < m_[i.arg[0]].type.count(); ++k)
                r[0] |= a(0)[k];
            break;
        case Op::extract: r[0] = a(0)[i.arg[1]]; break;
        case Op::construct: {
            unsigned k = 0;
            for (unsigned p = 0; p < 4 && i.arg[p]; ++p)
                for (unsigned c = 0; c < m_[i.arg[p]].type.count() && k < 4; ++c)
                    r[k++] = a(p)[c];
            break;
        }
        case Op::shuffle:
            for (unsigned k = 0; k < n; ++k) {
                unsigned s = i.arg[2] >> (8 * k) & 7;
                r[k] = s < 4 ? a(0)[s] : a(1)[s - 4];
            }
            break;
        case Op::sample:
        case Op::sample_cmp: {
            auto slots = operands(i);
            slots.resize(tex_arg::count);
            if (sample)
                r = sample(i.arg[1], i.arg[3], slots);
            else
                failed = true;
            break;
        }
        default: failed = true;
        }
    }

    const Module &m_;
    Words arguments_[3] = {}, returned_ = {};
    std::vector<Words> values_;
    std::vector<std::vector<Words>> locals_;
};

} // namespace weft::ir::test
