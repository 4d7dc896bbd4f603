cbuffer c : register(b0) { uint4 a; };
RWBuffer<uint> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    uint64_t x = a.x | uint64_t(a.y) << 32, y = a.z | uint64_t(a.w) << 32, r = reversebits(x);
    o[0] = countbits(x);
    o[1] = uint(r);
    o[2] = uint(r >> 32);
    o[3] = firstbitlow(x);
    o[4] = firstbithigh(x);
    o[5] = firstbitlow(y);
    o[6] = firstbithigh(y);
    o[7] = firstbithigh(int64_t(~x));
    o[8] = firstbitlow(y - y);
    o[9] = firstbithigh(y - y);
    o[10] = countbits(~x);
}
