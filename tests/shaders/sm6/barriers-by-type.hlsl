RWBuffer<uint> o : register(u0);
RWStructuredBuffer<uint> s : register(u1);
groupshared uint g[16];

[numthreads(16, 1, 1)]
void main(uint index : SV_GroupIndex) {
    g[index] = index * 3;
    Barrier(GROUP_SHARED_MEMORY, GROUP_SYNC | GROUP_SCOPE);
    s[index] = g[15 - index] + 1;
    Barrier(s, GROUP_SYNC | GROUP_SCOPE);
    o[index] = s[15 - index];
    Barrier(UAV_MEMORY, DEVICE_SCOPE);
    AllMemoryBarrier();
    DeviceMemoryBarrierWithGroupSync();
}
