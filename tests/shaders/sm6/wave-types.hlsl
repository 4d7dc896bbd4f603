RWBuffer<uint> o : register(u0);

[numthreads(64, 1, 1)]
void main(uint index : SV_GroupIndex) {
    uint lane = WaveGetLaneIndex(), count = WaveGetLaneCount();
    uint r = 0;
    r |= (WaveReadLaneAt(lane == 1, 1) ? 1 : 0) << 0;
    r |= all(WaveActiveSum(float2(1, 2)) == float2(count, 2 * count)) << 1;
    r |= (WaveActiveSum(uint64_t(lane == 0 ? 0x100000000ull : 1ull)) == 0x100000000ull + count - 1) << 2;
    r |= (WaveReadLaneFirst(int64_t(-5) - lane) == int64_t(-5)) << 3;
    r |= (WaveActiveMin(half(2) - half(lane)) == half(2) - half(count - 1)) << 4;
    r |= (WaveActiveSum(int16_t(-2)) == int16_t(-2 * int(count))) << 5;
    r |= (WaveActiveMax(double(lane)) == double(count - 1)) << 6;
    r |= (WavePrefixSum(uint64_t(0x80000000)) == uint64_t(0x80000000) * lane) << 7;
    r |= WaveActiveAllEqual(uint64_t(0x100000000ull)) << 8;
    r |= (WaveActiveBitOr(uint64_t(1) << (32 + (lane & 3))) == 0xf00000000ull) << 9;
    o[index] = r;
}
