#include <bit>
#include <cstring>

#include "core/container/container.h"
#include "core/support/bytes.h"

namespace weft::container {

namespace {

// RFC 1321, section 3.4: floor(2^32 * abs(sin(i + 1))).
constexpr uint32_t sines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

// Four steps with one round function; every word of the block is used once in a round. Unrolled, because the
// checksum costs as much as reading a small shader does.
template <unsigned Round, int S0, int S1, int S2, int S3>
inline void round16(uint32_t (&s)[4], const uint32_t (&words)[16]) {
    uint32_t a = s[0], b = s[1], c = s[2], d = s[3];
    const auto mix = [](uint32_t x, uint32_t y, uint32_t z) {
        if constexpr (Round == 0) return z ^ (x & (y ^ z));
        if constexpr (Round == 1) return y ^ (z & (x ^ y));
        if constexpr (Round == 2) return x ^ y ^ z;
        return y ^ (x | ~z);
    };
    const auto word = [&words](unsigned i) {
        if constexpr (Round == 0) return words[i];
        if constexpr (Round == 1) return words[(5 * i + 1) & 15];
        if constexpr (Round == 2) return words[(3 * i + 5) & 15];
        return words[(7 * i) & 15];
    };
#pragma GCC unroll 4
    for (unsigned i = 0; i < 16; i += 4) {
        const uint32_t *k = sines + Round * 16 + i;
        a = b + std::rotl(a + mix(b, c, d) + word(i) + k[0], S0);
        d = a + std::rotl(d + mix(a, b, c) + word(i + 1) + k[1], S1);
        c = d + std::rotl(c + mix(d, a, b) + word(i + 2) + k[2], S2);
        b = c + std::rotl(b + mix(c, d, a) + word(i + 3) + k[3], S3);
    }
    s[0] = a;
    s[1] = b;
    s[2] = c;
    s[3] = d;
}

void block(uint32_t (&state)[4], const uint8_t *data) {
    uint32_t words[16];
    std::memcpy(words, data, sizeof(words));
    uint32_t s[4] = {state[0], state[1], state[2], state[3]};
    round16<0, 7, 12, 17, 22>(s, words);
    round16<1, 5, 9, 14, 20>(s, words);
    round16<2, 4, 11, 16, 23>(s, words);
    round16<3, 6, 10, 15, 21>(s, words);
    for (unsigned i = 0; i < 4; ++i)
        state[i] += s[i];
}

constexpr uint32_t start[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};

// Takes whole blocks; returns what is left of the data.
std::span<const uint8_t> blocks(uint32_t (&state)[4], std::span<const uint8_t> data) {
    for (; data.size() >= 64; data = data.subspan(64))
        block(state, data.data());
    return data;
}

} // namespace

void md5(std::span<const uint8_t> data, uint32_t digest[4]) {
    uint32_t state[4];
    std::memcpy(state, start, sizeof(state));
    const auto left = blocks(state, data);
    uint8_t last[128] = {};
    if (!left.empty()) std::memcpy(last, left.data(), left.size());
    last[left.size()] = 0x80;
    const size_t size = left.size() < 56 ? 64 : 128;
    const uint64_t bits = uint64_t{data.size()} * 8;
    std::memcpy(last + size - 8, &bits, 8);
    blocks(state, {last, size});
    std::memcpy(digest, state, sizeof(state));
}

void checksum(std::span<const uint8_t> data, uint32_t digest[4]) {
    constexpr size_t hashed_from = 20;
    uint32_t state[4];
    std::memcpy(state, start, sizeof(state));
    const size_t size = data.size() > hashed_from ? data.size() - hashed_from : 0;
    const auto rest = blocks(state, size ? data.subspan(hashed_from) : std::span<const uint8_t>());
    const uint8_t *p = rest.data();
    const size_t left = rest.size();

    // Not MD5's padding: the bit count stands in front of the last block's data when both fit.
    const uint32_t bits = static_cast<uint32_t>(size * 8);
    const uint32_t tail = static_cast<uint32_t>(size * 2) | 1;
    uint8_t last[64] = {};
    if (left < 56) {
        std::memcpy(last, &bits, 4);
        if (left) std::memcpy(last + 4, p, left);
        last[4 + left] = 0x80;
    } else {
        std::memcpy(last, p, left);
        last[left] = 0x80;
        block(state, last);
        std::memset(last, 0, sizeof(last));
        std::memcpy(last, &bits, 4);
    }
    std::memcpy(last + 60, &tail, 4);
    block(state, last);
    std::memcpy(digest, state, sizeof(state));
}

} // namespace weft::container
