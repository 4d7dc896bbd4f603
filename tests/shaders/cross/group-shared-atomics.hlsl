RWBuffer<uint> o : register(u0);
groupshared uint bins[4];
groupshared int most;
groupshared uint winner;

[numthreads(32, 1, 1)]
void main(uint index : SV_GroupIndex) {
    if (index < 4)
        bins[index] = 0;
    if (index == 0) {
        most = -100;
        winner = 0;
    }
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(bins[index * index & 3], 1);
    InterlockedMax(most, int(index) - 40);
    uint old;
    InterlockedCompareExchange(winner, 0, index + 1, old);
    if (old == 0)
        o[5] = 1;
    GroupMemoryBarrierWithGroupSync();
    if (index < 4)
        o[index] = bins[index];
    if (index == 4)
        o[4] = most;
    if (index == 5)
        o[6] = winner > 0 && winner <= 32;
}
