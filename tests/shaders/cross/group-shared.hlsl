Buffer<uint> from : register(t0);
RWBuffer<uint> o : register(u0);
groupshared uint sums[16];

[numthreads(16, 1, 1)]
void main(uint3 group : SV_GroupID, uint index : SV_GroupIndex) {
    sums[index] = from[group.x * 16 + index];
    GroupMemoryBarrierWithGroupSync();
    for (uint step = 8; step > 0; step >>= 1) {
        if (index < step)
            sums[index] += sums[index + step];
        GroupMemoryBarrierWithGroupSync();
    }
    if (index == 0)
        o[group.x] = sums[0];
}
