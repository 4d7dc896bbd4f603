RWTexture2D<uint64_t> image : register(u0);
RWBuffer<int64_t> texels : register(u1);
RWTexture2D<uint64_t> plain : register(u2);
RWByteAddressBuffer old : register(u3);

[numthreads(4, 1, 1)]
void main(uint index : SV_GroupIndex) {
    uint64_t u;
    int64_t s;
    InterlockedAdd(image[uint2(0, 0)], 0xc0000000ull, u);
    if (index == 0) {
        InterlockedMax(image[uint2(1, 0)], 0x500000000ull, u);
        old.Store<uint64_t>(0, u);
        InterlockedExchange(image[uint2(2, 0)], 0x700000001ull, u);
        old.Store<uint64_t>(8, u);
        InterlockedCompareExchange(image[uint2(3, 0)], 0x200000003ull, 9ull, u);
        old.Store<uint64_t>(16, u);
        InterlockedMax(texels[0], int64_t(3), s);
        old.Store<int64_t>(24, s);
        InterlockedMin(texels[1], int64_t(3), s);
        old.Store<int64_t>(32, s);
        texels[2] = texels[3] + 1;
        plain[uint2(0, 0)] = plain[uint2(1, 0)] - 1;
    }
}
