RWBuffer<float> o : register(u0);

[numthreads(8, 1, 1)]
void main(uint index : SV_GroupIndex) {
    float f = index * index;
    o[index] = ddx(f) + 100 * ddy(f);
    o[8 + index] = ddx_fine(f) + 100 * ddy_fine(f);
}
