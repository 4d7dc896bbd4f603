Texture2D<float> t[4] : register(t0);
RWBuffer<float> o : register(u0);

[numthreads(4, 1, 1)]
void main(uint index : SV_GroupIndex) {
    o[index] = t[NonUniformResourceIndex(index)].Load(int3(0, 0, 0));
}
