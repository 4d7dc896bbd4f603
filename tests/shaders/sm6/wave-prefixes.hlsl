RWBuffer<uint> o : register(u0);

[numthreads(64, 1, 1)]
void main(uint index : SV_GroupIndex) {
    uint lane = WaveGetLaneIndex(), base = index - lane;
    uint sum = lane * base + lane * (lane - 1) / 2;
    uint r = 0;
    r |= (WavePrefixSum(index) == sum) << 0;
    r |= (WavePrefixSum(float(index)) == float(sum)) << 1;
    r |= (WavePrefixProduct(lane < 3 ? 3 : 1) == (lane == 0 ? 1 : lane == 1 ? 3 : lane == 2 ? 9 : 27)) << 2;
    r |= (WavePrefixProduct(lane < 3 ? 2.0 : 1.0) == (lane == 0 ? 1 : lane == 1 ? 2 : lane == 2 ? 4 : 8)) << 3;
    r |= (WavePrefixCountBits(lane & 1) == lane / 2) << 4;
    if (lane & 1)
        r |= (WavePrefixSum(10) == lane / 2 * 10) << 5;
    else
        r |= (WavePrefixCountBits(true) == lane / 2) << 5;
    o[index] = r;
}
