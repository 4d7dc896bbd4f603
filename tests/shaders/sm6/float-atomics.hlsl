RWByteAddressBuffer x : register(u0);
RWStructuredBuffer<float> s : register(u1);
groupshared float g;

[numthreads(1, 1, 1)]
void main() {
    float old;
    x.InterlockedExchangeFloat(0, 2.5, old);
    s[0] = old;
    x.InterlockedCompareExchangeFloatBitwise(4, 3.0, 4.0, old);
    s[1] = old;
    x.InterlockedCompareStoreFloatBitwise(8, 0.0, 7.0);
    InterlockedExchange(s[2], 9.0, old);
    s[3] = old;
    g = 1.5;
    InterlockedExchange(g, 2.0, old);
    s[4] = g + old * 10;
}
