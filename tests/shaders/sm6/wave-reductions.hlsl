RWBuffer<uint> o : register(u0);

[numthreads(64, 1, 1)]
void main(uint index : SV_GroupIndex) {
    uint lane = WaveGetLaneIndex(), count = WaveGetLaneCount(), base = index - lane;
    uint sum = 0, product = 1, all = ~0u, any = 0, odd = 0;
    int low = 1000, high = -1000;
    for (uint i = 0; i < count; ++i) {
        uint x = base + i;
        sum += x;
        product *= (x & 1) + 1;
        all &= x | 0x100;
        any |= 1u << (x & 31);
        odd ^= x * 7;
        low = min(low, 20 - int(x));
        high = max(high, 20 - int(x));
    }
    uint r = 0;
    r |= (WaveActiveSum(index) == sum) << 0;
    r |= (WaveActiveSum(float(index)) == float(sum)) << 1;
    r |= (WaveActiveProduct((index & 1) + 1) == product) << 2;
    r |= (WaveActiveProduct(float((lane & 1) && lane < 8) + 1) == (count > 4 ? 16.0 : 4.0)) << 3;
    r |= (WaveActiveMin(20 - int(index)) == low) << 4;
    r |= (WaveActiveMax(20 - int(index)) == high) << 5;
    r |= (WaveActiveMin(index + 5) == base + 5) << 6;
    r |= (WaveActiveMax(index + 5) == base + count + 4) << 7;
    r |= (WaveActiveMin(float(20 - int(index))) == float(low)) << 8;
    r |= (WaveActiveMax(float(20 - int(index))) == float(high)) << 9;
    r |= (WaveActiveBitAnd(index | 0x100) == all) << 10;
    r |= (WaveActiveBitOr(1u << (index & 31)) == any) << 11;
    r |= (WaveActiveBitXor(index * 7) == odd) << 12;
    r |= (WaveActiveCountBits(index & 1) == count / 2) << 13;
    // Without a sign, -1 is the largest number.
    r |= (WaveActiveMax(lane == 0 ? 0xffffffff : 1) == 0xffffffff) << 14;
    r |= (WaveActiveMax(lane == 0 ? -1 : 1) == 1) << 15;
    o[index] = r;
    if (lane & 1)
        o[64 + index] = WaveActiveSum(1) * 2 == count && WaveActiveCountBits(true) * 2 == count;
    else
        o[64 + index] = WaveActiveSum(2) == count;
}
