cbuffer c : register(b0) { float4 a, b; };
RWBuffer<float> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    float4 r = round(a);
    for (uint i = 0; i < 4; ++i)
        o[i] = r[i];
    o[4] = trunc(b.x) + 10 * floor(b.y) + 100 * ceil(b.z);
}
