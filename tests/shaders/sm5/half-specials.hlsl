ByteAddressBuffer words : register(t0);
RWByteAddressBuffer results : register(u0);

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint h = f32tof16(asfloat(words.Load(4 * i)));
    // every NaN half is reported as 0x7e00
    results.Store(4 * i, (h & 0x7fff) > 0x7c00 && h < 0x10000 ? 0x7e00 : h);
}
