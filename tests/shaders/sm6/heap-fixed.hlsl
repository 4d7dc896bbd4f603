RWBuffer<float> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    Texture2D<float> t = ResourceDescriptorHeap[1], u = ResourceDescriptorHeap[3];
    SamplerState s = SamplerDescriptorHeap[1];
    o[0] = t.SampleLevel(s, float2(0.5, 0.5), 0) + 10 * u.Load(int3(0, 0, 0));
}
