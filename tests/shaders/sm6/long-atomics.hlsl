RWByteAddressBuffer x : register(u0);
RWStructuredBuffer<uint64_t> s : register(u1);
groupshared uint64_t g;

[numthreads(4, 1, 1)]
void main(uint index : SV_GroupIndex) {
    if (index == 0)
        g = 0;
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(g, 0x80000000ull);
    uint64_t old;
    x.InterlockedAdd64(0, 0xc0000000ull, old);
    if (index == 0) {
        x.InterlockedMax64(8, int64_t(-3), old);
        x.InterlockedMin64(16, int64_t(-3), old);
        x.InterlockedAnd64(24, 0xf00000000full, old);
        x.InterlockedOr64(32, 0xf000000000ull, old);
        x.InterlockedXor64(40, 0xffffffffffull, old);
        x.InterlockedExchange64(48, 7ull, old);
        x.Store<uint64_t>(64, old);
        x.InterlockedCompareExchange64(56, 0x500000000ull, 9ull, old);
        InterlockedMax(s[0], 0xffffffffffull);
        InterlockedMin(s[1], 1ull);
    }
    GroupMemoryBarrierWithGroupSync();
    if (index == 1)
        s[2] = g;
}
