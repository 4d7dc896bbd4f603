[WaveSize(32)] [numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    RWStructuredBuffer<uint64_t> b = ResourceDescriptorHeap[NonUniformResourceIndex(id.x)];
    Texture2D<float4> t = ResourceDescriptorHeap[3];
    SamplerState s = SamplerDescriptorHeap[0];
    uint64_t old;
    InterlockedAdd(b[0], (uint64_t)id.x, old);
    b[1] = pack_clamp_u8(int4((int)old, 1, 2, 3));
    b[2] = (uint64_t)t.SampleLevel(s, float2(id.xy), 0).x;
}
