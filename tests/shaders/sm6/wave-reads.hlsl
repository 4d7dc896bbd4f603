RWBuffer<uint> o : register(u0);

[numthreads(64, 1, 1)]
void main(uint index : SV_GroupIndex) {
    uint lane = WaveGetLaneIndex(), count = WaveGetLaneCount(), base = index - lane;
    uint value = index * 3 + 1;
    uint first = WaveReadLaneFirst(value), second = WaveReadLaneAt(value, 2), own = WaveReadLaneAt(value, lane ^ 1);
    float f = WaveReadLaneAt(float(index), (lane + 1) % count);
    uint r = first == base * 3 + 1;
    r |= (second == (base + 2) * 3 + 1) << 1;
    r |= (own == (index ^ 1) * 3 + 1) << 2;
    r |= (f == base + (lane + 1) % count) << 3;
    if (lane >= 2)
        r |= (WaveReadLaneFirst(index) == base + 2) << 4;
    else
        r |= 16;
    o[index] = r;
}
