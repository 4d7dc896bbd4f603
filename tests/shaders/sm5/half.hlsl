Buffer<uint4> rows : register(t0);
RWBuffer<uint4> results : register(u0);

[numthreads(1, 1, 1)]
void main()
{
    [loop] for (uint i = 0; i < 5; ++i)
        results[i] = f32tof16(asfloat(rows[i]));
    [loop] for (uint k = 5; k < 7; ++k)
    {
        results[2 * k - 5] = asuint(f16tof32(rows[k]));
        // modifiers act on the converted value
        results[2 * k - 4] = asuint(-f16tof32(rows[k]));
    }
}
