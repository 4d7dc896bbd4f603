RWBuffer<uint> o : register(u0);

double power_of_two(uint exponent) {
    return asdouble(0, (1023 + exponent) << 20);
}

// 2^-40 is lost as soon as a value has been a float.
static const double e = 9.094947017729282379150390625e-13L;

[numthreads(64, 1, 1)]
void main(uint index : SV_GroupIndex) {
    uint lane = WaveGetLaneIndex(), count = WaveGetLaneCount();
    double v = double(lane) + e;
    uint4 match = WaveMatch(double(lane & 1) + e);
    uint r = 0;
    r |= (WaveActiveSum(v) == double(count * (count - 1) / 2) + double(count) * e) << 0;
    r |= (WaveActiveProduct(lane == 3 ? 3.0L : 0.5L) == 3.0L * power_of_two(1 - count)) << 1;
    r |= (WaveActiveMin(v - 4) == e - 4) << 2;
    r |= (WaveActiveMax(-v) == -e) << 3;
    r |= (WavePrefixSum(v) == double(lane * (lane - 1) / 2) + double(lane) * e) << 4;
    r |= (WavePrefixProduct(2.0L) == power_of_two(lane)) << 5;
    r |= (WaveReadLaneAt(v, (lane + 1) % count) == double((lane + 1) % count) + e) << 6;
    r |= (WaveReadLaneFirst(v) == e) << 7;
    r |= WaveActiveAllEqual(e * double(count)) << 8;
    r |= !WaveActiveAllEqual(v) << 9;
    r |= all(match == (WaveActiveBallot(true) & (0x55555555u << (lane & 1)))) << 10;
    uint k = lane / 2;
    r |= (WaveMultiPrefixSum(v, match) == double(k * (k - 1) + k * (lane & 1)) + double(k) * e) << 11;
    r |= (QuadReadAcrossX(v) == double(lane ^ 1) + e) << 12;
    r |= (QuadReadLaneAt(v, 2) == double((lane & ~3u) + 2) + e) << 13;
    // Lanes that are not here take no part.
    if (lane & 1) {
        uint odd = count / 2;
        r |= (WaveActiveSum(v) == double(odd * odd) + double(odd) * e) << 14;
    } else {
        r |= (WavePrefixSum(1.0L) == double(k)) << 14;
    }
    o[index] = r;
}
