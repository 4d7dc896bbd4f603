// profiles: cs_4_0 cs_4_1
StructuredBuffer<float4> src; ByteAddressBuffer raw; RWStructuredBuffer<float4> dst;
groupshared float4 tile[32];
[numthreads(32, 1, 1)] void main(uint ix : SV_GroupIndex, uint3 id : SV_DispatchThreadID) {
    tile[ix] = src[id.x] + asfloat(raw.Load4(id.x * 16));
    GroupMemoryBarrierWithGroupSync();
    dst[id.x] = tile[31 - ix] + tile[ix / 2];
}
