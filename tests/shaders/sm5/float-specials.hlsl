// One thread per input row; row i of the output starts at 16 * i.
#include "canon.hlsli"

Buffer<uint4> rows : register(t0);
RWBuffer<uint4> results : register(u0);

[numthreads(3, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float4 a = asfloat(rows[2 * i]), b = asfloat(rows[2 * i + 1]);
    uint o = 16 * i;

    results[o + 0] = canon(a + b);
    results[o + 1] = canon(a - b);
    results[o + 2] = canon(a * b);
    results[o + 3] = canon(a / b);
    results[o + 4] = canon(min(a, b));
    results[o + 5] = canon(max(a, b));
    results[o + 6] = canon(saturate(a));
    results[o + 7] = canon(sqrt(a));
    results[o + 8] = canon(rsqrt(a));
    results[o + 9] = canon(rcp(a));
    results[o + 10] = canon(exp2(a));
    results[o + 11] = canon(log2(a));
    results[o + 12] = canon(frac(a));
    results[o + 13] = canon(abs(a));
    results[o + 14] = canon(-a);
    results[o + 15] = canon(-abs(b));
}
