RWByteAddressBuffer raw : register(u0);
RWStructuredBuffer<uint2> records : register(u1);
RWBuffer<uint> typed : register(u2);
RWBuffer<int> typed_signed : register(u3);
RWByteAddressBuffer old : register(u4);

[numthreads(1, 1, 1)]
void main()
{
    uint v;
    // without the old value
    raw.InterlockedAdd(0, 5);
    raw.InterlockedAnd(4, 0x0ff0);
    raw.InterlockedOr(8, 0x0ff0);
    raw.InterlockedXor(12, 0x0ff0);
    raw.InterlockedMin(16, 3u);
    raw.InterlockedMax(20, 3u);
    raw.InterlockedMin(24, -3);
    raw.InterlockedMax(28, -3);
    raw.InterlockedCompareStore(32, 7, 70);
    raw.InterlockedCompareStore(36, 8, 80);
    // with it
    InterlockedAdd(records[0].x, 5, v); old.Store(0, v);
    InterlockedAnd(records[0].y, 0x0ff0, v); old.Store(4, v);
    InterlockedOr(records[1].x, 0x0ff0, v); old.Store(8, v);
    InterlockedXor(records[1].y, 0x0ff0, v); old.Store(12, v);
    InterlockedExchange(records[2].x, 99, v); old.Store(16, v);
    InterlockedCompareExchange(records[2].y, 6, 60, v); old.Store(20, v);
    InterlockedCompareExchange(records[3].x, 6, 60, v); old.Store(24, v);
    // typed, unsigned and signed
    InterlockedMin(typed[0], 3, v); old.Store(28, v);
    InterlockedMax(typed[1], 3, v); old.Store(32, v);
    InterlockedAdd(typed[2], 0xffffffff, v); old.Store(36, v);
    int s;
    InterlockedMin(typed_signed[0], 3, s); old.Store(40, s);
    InterlockedMax(typed_signed[1], 3, s); old.Store(44, s);
    InterlockedAdd(typed_signed[2], -9, s); old.Store(48, s);
    InterlockedExchange(typed[3], 1234, v); old.Store(52, v);
    // the 1000000 threads' worth of addresses beyond the end change nothing
    raw.InterlockedAdd(raw.Load(40), 1);
}
