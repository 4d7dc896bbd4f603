cbuffer c : register(b0) { uint4 a, b; };
RWBuffer<uint> o : register(u0);

void put(uint at, uint64_t x) {
    o[at] = uint(x);
    o[at + 1] = uint(x >> 32);
}

[numthreads(1, 1, 1)]
void main() {
    uint64_t x = a.x | uint64_t(a.y) << 32, y = a.z | uint64_t(a.w) << 32;
    int64_t n = int64_t(x), m = int64_t(y);
    put(0, x + y);
    put(2, x - y);
    put(4, x * y);
    put(6, x / y);
    put(8, uint64_t(n / m));
    put(10, x >> b.x);
    put(12, uint64_t(n >> b.x));
    put(14, x << b.x);
    put(16, ~x & y);
    put(18, uint64_t(min(n, m)));
    put(20, max(x, y));
    o[22] = (x < y) + 2 * (n < m) + 4 * (x == y) + 8 * (x != y);
    put(23, uint64_t(-n));
    put(25, x % y);
    put(27, uint64_t(n % m));
}
