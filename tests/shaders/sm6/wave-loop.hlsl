RWBuffer<uint> o : register(u0);

[numthreads(64, 1, 1)]
void main(uint index : SV_GroupIndex) {
    uint lane = WaveGetLaneIndex(), count = WaveGetLaneCount();
    uint turns = 0, sum = 0, r = 1;
    for (;;) {
        uint active = WaveActiveCountBits(true);
        if (active != count - min(turns, count))
            r = 0;
        sum += active;
        if (lane == turns)
            break;
        ++turns;
    }
    // Everybody again.
    r |= (WaveActiveCountBits(true) == count) << 1;
    r |= (WaveActiveMax(turns) == count - 1) << 2;
    uint expected = 0;
    for (uint i = 0; i <= lane; ++i)
        expected += count - i;
    r |= (sum == expected) << 3;
    o[index] = r;
}
