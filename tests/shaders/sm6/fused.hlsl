cbuffer c : register(b0) { uint4 a, b; };
RWBuffer<uint> o : register(u0);

void put(uint at, double d) {
    uint low, high;
    asuint(d, low, high);
    o[at] = low;
    o[at + 1] = high;
}

[numthreads(1, 1, 1)]
void main() {
    double x = asdouble(a.x, a.y), y = asdouble(a.z, a.w), z = asdouble(b.x, b.y);
    put(0, fma(x, y, z));
    put(2, abs(-x));
    put(4, min(x, y) / y);
    put(6, saturate(z));
    put(8, mad(x, y, z));
}
