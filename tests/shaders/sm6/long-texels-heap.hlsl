RWByteAddressBuffer old : register(u3);

[numthreads(1, 1, 1)]
void main() {
    RWTexture2D<uint64_t> wide = ResourceDescriptorHeap[0];
    RWTexture2D<uint> narrow = ResourceDescriptorHeap[1];
    uint64_t u;
    uint v;
    InterlockedAdd(wide[uint2(0, 0)], 1ull, u);
    InterlockedAdd(narrow[uint2(0, 0)], 1, v);
    old.Store<uint64_t>(0, u + v);
}
