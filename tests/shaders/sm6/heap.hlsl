RWBuffer<float> o : register(u0);

[numthreads(4, 1, 1)]
void main(uint index : SV_GroupIndex) {
    Texture2D<float> t = ResourceDescriptorHeap[NonUniformResourceIndex(index)];
    SamplerState s = SamplerDescriptorHeap[1];
    o[index] = t.SampleLevel(s, float2(0.5, 0.5), 0);
}
