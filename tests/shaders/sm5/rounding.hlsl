Buffer<uint4> rows : register(t0);
RWBuffer<uint4> results : register(u0);
#include "canon.hlsli"

[numthreads(3, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float4 a = asfloat(rows[i]);
    results[4 * i + 0] = canon(round(a));
    results[4 * i + 1] = canon(floor(a));
    results[4 * i + 2] = canon(ceil(a));
    results[4 * i + 3] = canon(trunc(a));
}
