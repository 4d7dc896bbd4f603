RWBuffer<uint> o : register(u0);

[numthreads(64, 1, 1)]
void main(uint index : SV_GroupIndex) {
    uint lane = WaveGetLaneIndex(), count = WaveGetLaneCount();
    uint4 mates = WaveMatch(lane & 1);
    uint r = 0;
    r |= ((mates.x & 0xf) == (lane & 1 ? 0xa : 0x5)) << 0;
    r |= (WaveMultiPrefixSum(lane + 1, mates) == (lane & 1 ? (lane / 2) * (lane / 2 + 1) : (lane / 2) * (lane / 2))) << 1;
    r |= (WaveMultiPrefixCountBits(lane >= 2, mates) == max(lane / 2, 1) - 1) << 2;
    r |= (WaveMultiPrefixProduct(lane < 4 ? 3u : 1u, mates) == (lane < 2 ? 1 : lane < 4 ? 3 : 9)) << 3;
    r |= (WaveMultiPrefixBitOr(1u << (lane & 3), mates) == (lane < 2 ? 0 : lane < 4 ? 1 << (lane & 1) : 5 << (lane & 1))) << 4;
    r |= (WaveMultiPrefixBitAnd(lane < 2 ? 3u : 6u, mates) == (lane < 2 ? 0xffffffff : lane < 4 ? 3u : 2u)) << 5;
    r |= (WaveMultiPrefixBitXor(5u, mates) == (lane / 2 & 1 ? 5 : 0)) << 6;
    o[index] = r;
}
