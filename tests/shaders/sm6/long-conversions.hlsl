cbuffer c : register(b0) { uint4 a; float4 f; };
RWBuffer<uint> o : register(u0);

void put(uint at, uint64_t x) {
    o[at] = uint(x);
    o[at + 1] = uint(x >> 32);
}

[numthreads(1, 1, 1)]
void main() {
    int64_t n = int64_t(a.x | uint64_t(a.y) << 32);
    double d = asdouble(a.z, a.w);
    put(0, uint64_t(int64_t(d)));
    put(2, uint64_t(d * -1));
    o[4] = asuint(float(n));
    uint low, high;
    asuint(double(n), low, high);
    o[5] = low;
    o[6] = high;
    put(7, uint64_t(int64_t(f.x)));
    put(9, uint64_t(f.y));
    o[11] = asuint(float(uint64_t(n)));
}
