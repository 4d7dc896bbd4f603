Buffer<uint4> rows : register(t0);
RWBuffer<uint4> results : register(u0);

[numthreads(2, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint4 a = rows[i];
    uint o = 6 * i;
    results[o + 0] = countbits(a);
    results[o + 1] = reversebits(a);
    results[o + 2] = firstbitlow(a);
    results[o + 3] = firstbithigh(a);
    results[o + 4] = firstbithigh(int4(a));
    // msad4 leaves one msad per component: reference, the four alignments of the source, accumulator
    results[o + 5] = msad4(a.x, a.yz, uint4(0, 10, 20, 30));
}
