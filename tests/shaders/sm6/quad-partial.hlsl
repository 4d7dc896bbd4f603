RWBuffer<float> o : register(u0);

[numthreads(3, 1, 1)]
void main(uint index : SV_GroupIndex) {
    float x = index * 5 + 1;
    if (index == 1)
        x += QuadReadAcrossX(x) * 0;
    o[index] = x;
}
