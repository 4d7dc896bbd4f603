RWTexture2DMS<float, 4> t : register(u1);
RWBuffer<float> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    for (uint i = 0; i < 4; ++i)
        t.sample[i][uint2(1, 0)] = i + 1;
    for (uint k = 0; k < 4; ++k)
        o[k] = t.sample[3 - k][uint2(1, 0)] * 10;
}
