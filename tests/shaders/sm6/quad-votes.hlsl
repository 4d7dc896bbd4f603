RWBuffer<uint> o : register(u0);

[numthreads(64, 1, 1)]
void main(uint index : SV_GroupIndex) {
    uint r = 0;
    r |= (QuadAny((index & 7) == 5) == ((index & 4) != 0)) << 0;
    r |= (QuadAll((index & 7) != 5) == ((index & 4) == 0)) << 1;
    r |= QuadAny(true) << 2;
    r |= QuadAll(true) << 3;
    o[index] = r;
}
