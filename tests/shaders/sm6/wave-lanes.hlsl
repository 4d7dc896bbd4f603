RWBuffer<uint> o : register(u0);
groupshared uint firsts, lanes;

[numthreads(64, 1, 1)]
void main(uint index : SV_GroupIndex) {
    if (index == 0)
        firsts = lanes = 0;
    GroupMemoryBarrierWithGroupSync();
    uint lane = WaveGetLaneIndex(), count = WaveGetLaneCount(), old;
    if (WaveIsFirstLane())
        InterlockedAdd(firsts, count, old);
    InterlockedAdd(lanes, lane, old);
    GroupMemoryBarrierWithGroupSync();
    o[index] = lane < count ? 10 + (WaveIsFirstLane() == (lane == 0)) : 0;
    if (index == 0) {
        // Every wave has one first lane; lanes are numbered from 0.
        o[64] = firsts;
        o[65] = lanes == 32 * (count - 1);
        o[66] = count >= 4 && (count & (count - 1)) == 0;
    }
}
