RWBuffer<uint> o : register(u0);

[numthreads(64, 1, 1)]
void main(uint index : SV_GroupIndex) {
    uint lane = WaveGetLaneIndex(), value = index * 5 + 1, base = index & ~3u;
    uint r = 0;
    r |= (QuadReadAcrossX(value) == (index ^ 1) * 5 + 1) << 0;
    r |= (QuadReadAcrossY(value) == (index ^ 2) * 5 + 1) << 1;
    r |= (QuadReadAcrossDiagonal(value) == (index ^ 3) * 5 + 1) << 2;
    r |= (QuadReadLaneAt(value, 2) == (base + 2) * 5 + 1) << 3;
    r |= (QuadReadLaneAt(float(index), 1) == base + 1) << 4;
    o[index] = r;
}
