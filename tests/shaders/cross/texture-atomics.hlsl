RWTexture2D<uint> t : register(u0);
RWBuffer<int> b : register(u1);

[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    InterlockedAdd(t[uint2(id.x & 1, 0)], id.x + 1);
    InterlockedOr(t[uint2(0, 1)], 1u << id.x);
    InterlockedMin(b[0], -int(id.x));
    InterlockedMax(b[1], int(id.x));
}
