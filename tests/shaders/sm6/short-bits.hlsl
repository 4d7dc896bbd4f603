cbuffer c : register(b0) { uint4 a; };
RWBuffer<uint> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    uint16_t u = uint16_t(a.x), z = uint16_t(a.y);
    int16_t n = int16_t(a.z);
    o[0] = countbits(u);
    o[1] = reversebits(u);
    o[2] = firstbitlow(u);
    o[3] = firstbithigh(u);
    o[4] = firstbithigh(n);
    o[5] = firstbitlow(z);
    o[6] = countbits(uint16_t(n));
    o[7] = reversebits(uint16_t(n));
}
