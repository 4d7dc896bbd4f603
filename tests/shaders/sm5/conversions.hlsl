Buffer<uint4> rows : register(t0);
RWBuffer<uint4> results : register(u0);

[numthreads(5, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float4 a = asfloat(rows[i]);
    results[2 * i + 0] = int4(a);
    results[2 * i + 1] = uint4(a);
    if (i == 0)
    {
        results[10] = asuint(float4(int4(rows[5])));
        results[11] = asuint(float4(rows[5]));
    }
}
