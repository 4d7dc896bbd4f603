// profiles: cs_5_1, with -enable_unbounded_descriptor_tables
struct Row { float4 a; };
ConstantBuffer<Row> blocks[4] : register(b2, space1);
Texture2D<float4> textures[] : register(t3, space3); TextureCube<float4> cubes[4] : register(t3, space4);
Buffer<float4> typed[4] : register(t0, space8); ByteAddressBuffer raw[] : register(t0, space7);
SamplerState samplers[4] : register(s1, space4);
RWTexture2D<float4> images[4] : register(u4, space1); RWTexture2D<uint> counts[4] : register(u4, space2);
RWByteAddressBuffer results[3] : register(u1, space5); RWStructuredBuffer<uint2> counted[4] : register(u0, space6);
[numthreads(4, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    uint lane = NonUniformResourceIndex(id.x);
    float4 v = blocks[lane].a + asfloat(raw[lane + 5].Load4(4)) + typed[lane][3] + textures[lane].Load(int3(0, 0, 0));
    v += cubes[lane].SampleLevel(samplers[lane], float3(1, 0, 0), 0);
    uint w, h; images[lane].GetDimensions(w, h); images[lane][uint2(w, h) - 1] = v;
    InterlockedAdd(counts[lane][uint2(0, 0)], 1);
    uint size; raw[lane].GetDimensions(size); results[lane].Store(id.x * 4, size); results[lane].InterlockedMax(16, id.x);
    uint at = counted[lane].IncrementCounter(); counted[lane][at] = uint2(at, 1);
}
