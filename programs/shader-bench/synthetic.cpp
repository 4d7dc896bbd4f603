#include "shader-bench/synthetic.h"

#include <cstring>
#include <initializer_list>

namespace weft::bench {

class ProgramText {
  public:
    void emit(uint32_t opcode, std::initializer_list<uint32_t> operands) {
        words_.push_back(opcode | uint32_t(operands.size() + 1) << 24);
        words_.insert(words_.end(), operands);
    }
    std::vector<uint32_t> words_;
};

namespace {

constexpr uint32_t compute_5_0 = 0x50050;
constexpr unsigned temps = 16;

// Operand tokens: the register's number follows, or the literal.
constexpr uint32_t temp_dst = 0x001000f2, temp_src = 0x00100e46, temp_x = 0x0010000a, scalar = 0x00004001,
                   constants = 0x00208e46, texture = 0x00107e46, sampler = 0x00106000, raw_src = 0x0011ee46,
                   raw_dst = 0x0011e0f2, array_dst = 0x042030f2, array_src = 0x04203e46;

uint32_t mix(uint32_t n, uint32_t salt) {
    n = (n + salt) * 0x9e3779b1u;
    return (n ^ n >> 15) % temps;
}

// The registers start as values that nobody can foresee.
void head(ProgramText &t) {
    t.emit(0x6a | 1u << 11, {});                      // dcl_globalFlags refactoringAllowed
    t.emit(0x59, {constants, 0, 4096});               // dcl_constantbuffer cb0[4096]
    t.emit(0x5a, {sampler, 0});                       // dcl_sampler s0
    t.emit(0x58 | 3u << 11, {0x00107000, 0, 0x5555}); // dcl_resource_texture2d float t0
    t.emit(0x9d, {0x0011e000, 0});                    // dcl_uav_raw u0
    t.emit(0x68, {temps});                            // dcl_temps
    t.emit(0x69, {0, 8, 4});                          // dcl_indexableTemp x0[8], 4
    t.emit(0x9b, {1, 1, 1});                          // dcl_thread_group
    for (uint32_t r = 0; r < temps; ++r)
        t.emit(0xa5, {temp_dst, r, scalar, 16 * r, raw_src, 0}); // ld_raw
}

// All of them count.
void tail(ProgramText &t) {
    for (uint32_t r = 0; r < temps; ++r)
        t.emit(0xa6, {raw_dst, 0, scalar, 16 * r, temp_src, r}); // store_raw
    t.emit(0x3e, {});
}

void add(ProgramText &t, uint32_t n) {
    t.emit(0x1e, {temp_dst, mix(n, 1), temp_src, mix(n, 2), temp_src, mix(n, 3)});
}

unsigned arithmetic(ProgramText &t, uint32_t n) {
    t.emit(0x32, {temp_dst, mix(n, 1), temp_src, mix(n, 2), temp_src, mix(n, 3), temp_src, mix(n, 4)}); // mad
    return 1;
}

unsigned constant_rows(ProgramText &t, uint32_t n) {
    t.emit(0x00, {temp_dst, mix(n, 1), temp_src, mix(n, 2), constants, 0, n % 4096}); // add
    return 1;
}

unsigned samples(ProgramText &t, uint32_t n) {
    t.emit(0x48, {temp_dst, mix(n, 1), temp_src, mix(n, 2), texture, 0, sampler, 0, scalar, 0}); // sample_l
    t.emit(0x00, {temp_dst, mix(n, 3), temp_src, mix(n, 1), temp_src, mix(n, 4)});
    return 2;
}

unsigned memory(ProgramText &t, uint32_t n) {
    t.emit(0xa5, {temp_dst, mix(n, 1), temp_x, mix(n, 2), raw_src, 0});
    add(t, n);
    t.emit(0xa6, {raw_dst, 0, temp_x, mix(n, 3), temp_src, mix(n, 4)});
    return 3;
}

unsigned arrays(ProgramText &t, uint32_t n) {
    t.emit(0x36, {array_dst, 0, temp_x, mix(n, 1), temp_src, mix(n, 2)});
    add(t, n);
    t.emit(0x36, {temp_dst, mix(n, 3), array_src, 0, temp_x, mix(n, 4)});
    return 3;
}

unsigned branches(ProgramText &t, uint32_t n) {
    t.emit(0x1f | 1u << 18, {temp_x, mix(n, 5)}); // if_nz
    add(t, n);
    t.emit(0x12, {}); // else
    add(t, n + 1);
    add(t, n + 2);
    t.emit(0x15, {}); // endif
    add(t, n + 3);
    return 7;
}

unsigned loops(ProgramText &t, uint32_t n) {
    t.emit(0x30, {});                             // loop
    t.emit(0x03 | 1u << 18, {temp_x, mix(n, 5)}); // breakc_nz
    add(t, n);
    t.emit(0x1f | 1u << 18, {temp_x, mix(n, 6)});
    add(t, n + 1);
    t.emit(0x07, {}); // continue
    t.emit(0x15, {});
    add(t, n + 2);
    t.emit(0x16, {}); // endloop
    return 9;
}

unsigned switches(ProgramText &t, uint32_t n) {
    t.emit(0x4c, {temp_x, mix(n, 5)}); // switch
    for (uint32_t c = 0; c < 8; ++c) {
        t.emit(0x06, {scalar, c}); // case
        add(t, n + c);
        t.emit(0x02, {}); // break
    }
    t.emit(0x17, {}); // endswitch
    return 26;
}

// Much arithmetic, some of everything.
unsigned mixed(ProgramText &t, uint32_t n) {
    unsigned count = 0;
    for (uint32_t i = 0; i < 12; ++i)
        count += arithmetic(t, 17 * n + i);
    for (uint32_t i = 0; i < 4; ++i)
        count += constant_rows(t, 5 * n + i);
    count += samples(t, n) + branches(t, n);
    if (n % 4 == 0) count += memory(t, n) + arrays(t, n);
    if (n % 8 == 0) count += loops(t, n) + switches(t, n);
    return count;
}

constexpr SyntheticKind kinds[] = {
    {"mixed", mixed},       {"arithmetic", arithmetic}, {"constants", constant_rows},
    {"samples", samples},   {"memory", memory},         {"arrays", arrays},
    {"branches", branches}, {"loops", loops},           {"switches", switches},
};

} // namespace

std::span<const SyntheticKind> synthetic_kinds() {
    return kinds;
}

std::vector<uint8_t> synthetic_program(const SyntheticKind &kind, unsigned instructions, unsigned &count) {
    ProgramText text;
    text.words_ = {compute_5_0, 0};
    head(text);
    count = 0;
    for (uint32_t n = 0; count < instructions; ++n)
        count += kind.unit(text, n);
    tail(text);
    text.words_[1] = uint32_t(text.words_.size());
    std::vector<uint8_t> bytes(text.words_.size() * 4);
    memcpy(bytes.data(), text.words_.data(), bytes.size());
    return bytes;
}

} // namespace weft::bench
