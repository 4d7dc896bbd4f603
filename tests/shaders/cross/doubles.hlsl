cbuffer c : register(b0) { uint4 a; };
RWBuffer<uint> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    double x = asdouble(a.x, a.y), y = asdouble(a.z, a.w);
    double sum = x + y, product = x * y;
    uint low, high;
    asuint(sum, low, high);
    o[0] = low;
    o[1] = high;
    asuint(product, low, high);
    o[2] = low;
    o[3] = high;
    o[4] = asuint(float(product));
    o[5] = (x < y) + 2 * (x > y) + 4 * (x == y) + 8 * (x != y) + 16 * (x >= y) + 32 * (x <= y);
    asuint(max(x, y), low, high);
    o[6] = high;
    asuint(double(3.0f), low, high);
    o[7] = high;
}
