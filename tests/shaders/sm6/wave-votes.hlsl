RWBuffer<uint> o : register(u0);
groupshared uint wrong;

uint bits(uint4 b) { return countbits(b.x) + countbits(b.y) + countbits(b.z) + countbits(b.w); }

void expect(bool right, uint bit) {
    uint old;
    if (!right)
        InterlockedOr(wrong, bit, old);
}

[numthreads(64, 1, 1)]
void main(uint index : SV_GroupIndex) {
    if (index == 0)
        wrong = 0;
    GroupMemoryBarrierWithGroupSync();
    uint lane = WaveGetLaneIndex(), count = WaveGetLaneCount();
    expect(WaveActiveAnyTrue(lane == 1), 1);
    expect(!WaveActiveAnyTrue(lane > 1000), 2);
    expect(WaveActiveAllTrue(lane < 1000), 4);
    expect(!WaveActiveAllTrue(lane != 1), 8);
    expect(WaveActiveAllEqual(index - lane), 16);
    expect(!WaveActiveAllEqual(lane), 32);
    uint4 odd = WaveActiveBallot(lane & 1);
    expect(bits(odd) == count / 2 && (odd.x & 0xf) == 0xa, 64);
    if (lane & 1) {
        expect(WaveActiveAllTrue(lane & 1), 128);
        expect(!WaveActiveAnyTrue(lane == 0), 256);
        uint4 b = WaveActiveBallot(true);
        expect(all(b == odd), 512);
    } else {
        uint4 b = WaveActiveBallot(lane == 2);
        expect(b.x == 4 && (b.y | b.z | b.w) == 0, 1024);
    }
    GroupMemoryBarrierWithGroupSync();
    if (index == 0) {
        o[0] = wrong;
        o[1] = bits(odd) * 2 == count ? 5 : 0;
        o[2] = WaveActiveAnyTrue(true) ? 6 : 0;
        o[3] = WaveActiveAllTrue(true) ? 7 : 0;
        o[4] = WaveActiveAllEqual(index) ? 8 : 0;
    }
}
