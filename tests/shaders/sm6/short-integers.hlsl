cbuffer c : register(b0) { int4 a; };
RWBuffer<uint> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    int16_t x = int16_t(a.x), y = int16_t(a.y);
    uint16_t u = uint16_t(a.x), v = uint16_t(a.z);
    o[0] = uint(int(int16_t(x + y)));
    o[1] = uint16_t(u * v);
    o[2] = uint(int(int16_t(x * y)));
    o[3] = uint(int(x >> 3));
    o[4] = u >> 3;
    o[5] = uint(int(int16_t(x / y)));
    o[6] = u / v;
    o[7] = uint(int(min(x, y))) + (uint(max(u, v)) << 16);
    o[8] = (x < y) + 2 * (u < v);
    o[9] = uint16_t(x << 2);
    o[10] = asuint(float(x));
    o[11] = asuint(float(u));
    o[12] = uint(int(-x));
}
