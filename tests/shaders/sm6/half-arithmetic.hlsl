cbuffer c : register(b0) { float4 a; };
RWBuffer<uint> o : register(u0);

uint bits(half h) { return asuint16(h); }

[numthreads(1, 1, 1)]
void main() {
    half x = half(a.x), y = half(a.y), z = half(a.z), w = half(a.w);
    o[0] = bits(x + y);
    o[1] = bits(x * y);
    o[2] = bits(z * z);
    o[3] = bits(w / y);
    o[4] = bits(max(x, w));
    o[5] = bits(floor(w));
    o[6] = bits(sqrt(z));
    o[7] = bits(abs(-x));
    o[8] = (x < y) + 2 * (x != y) + 4 * (x == x);
    o[9] = asuint(float(w));
    o[10] = uint(w);
    o[11] = bits(frac(w));
    o[12] = bits(mad(x, y, w));
    o[13] = bits(dot(half2(x, w), half2(w, x)));
}
