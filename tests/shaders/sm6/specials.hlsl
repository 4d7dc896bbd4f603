cbuffer c : register(b0) { float4 a, b; };
RWBuffer<uint> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    for (uint i = 0; i < 4; ++i)
        o[i] = isnan(a[i]) + 2 * isinf(a[i]) + 4 * isfinite(a[i]);
    for (uint k = 0; k < 4; ++k)
        o[4 + k] = isnan(b[k]) + 2 * isinf(b[k]) + 4 * isfinite(b[k]);
    o[8] = asuint(min(a.x, b.x)) + asuint(max(a.x, b.x)) + asuint(saturate(a.x));
}
