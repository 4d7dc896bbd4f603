RWBuffer<uint> o : register(u0);

[numthreads(64, 1, 1)]
void main(uint index : SV_GroupIndex) {
    uint lane = WaveGetLaneIndex(), key = lane % 3, served = 100;
    for (uint i = 0; i < 3; ++i) {
        uint first = WaveReadLaneFirst(key);
        if (first == key) {
            served = WaveActiveSum(1);
            break;
        }
    }
    uint count = WaveGetLaneCount();
    o[index] = served == (count + 2 - key) / 3 ? 1 : 0;
}
