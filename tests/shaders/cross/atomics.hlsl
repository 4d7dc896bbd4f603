RWByteAddressBuffer x : register(u0);
RWBuffer<uint> o : register(u1);
RWStructuredBuffer<int> s : register(u2);

[numthreads(1, 1, 1)]
void main() {
    uint old;
    x.InterlockedAdd(0, 5, old);
    o[0] = old;
    x.InterlockedAnd(4, 0xf0, old);
    o[1] = old;
    x.InterlockedOr(8, 0xf0, old);
    o[2] = old;
    x.InterlockedXor(12, 0xff, old);
    o[3] = old;
    x.InterlockedMin(16, 3, old);
    o[4] = old;
    x.InterlockedMax(20, 0xfffffff0, old);
    o[5] = old;
    x.InterlockedExchange(24, 77, old);
    o[6] = old;
    x.InterlockedCompareExchange(28, 8, 88, old);
    o[7] = old;
    x.InterlockedCompareStore(32, 1, 99);
    int was;
    InterlockedMin(s[0], -5, was);
    o[8] = was;
    InterlockedMax(s[1], 3, was);
    o[9] = was;
    InterlockedAdd(o[10], 4);
}
