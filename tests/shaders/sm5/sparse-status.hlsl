// Reads that ask whether their texels are resident.
Texture2D<float4> tex : register(t0);
Texture2D<float> depth : register(t1);
Texture2DMS<float4, 4> ms : register(t2);
Buffer<uint> typed : register(t3);
ByteAddressBuffer raw : register(t4);
StructuredBuffer<uint2> structured : register(t5);
RWTexture2D<uint> image : register(u4);
RWByteAddressBuffer raw_uav : register(u5);
SamplerState s : register(s0);
SamplerComparisonState c : register(s1);
cbuffer params : register(b0) { float bound; };

float4 sampled(float4 pos : SV_Position) : SV_Target
{
    float2 uv = pos.xy / 4;
    uint status;
    float4 sum = 0;
    sum += tex.Sample(s, uv, int2(1, -1), bound, status);
    sum.x += CheckAccessFullyMapped(status);
    sum += tex.SampleBias(s, uv, 0.5, int2(0, 0), bound, status);
    sum.x += CheckAccessFullyMapped(status);
    sum += tex.SampleGrad(s, uv, ddx(uv), ddy(uv), int2(0, 0), bound, status);
    sum.x += CheckAccessFullyMapped(status);
    sum += tex.SampleLevel(s, uv, 1, int2(0, 0), status);
    sum.x += CheckAccessFullyMapped(status);
    sum += depth.SampleCmp(c, uv, 0.5, int2(0, 0), bound, status);
    sum.x += CheckAccessFullyMapped(status);
    sum += depth.SampleCmpLevelZero(c, uv, 0.5, int2(0, 0), status);
    sum.x += CheckAccessFullyMapped(status);
    sum += tex.GatherGreen(s, uv, int2(0, 0), status);
    sum.x += CheckAccessFullyMapped(status);
    sum += depth.GatherCmp(c, uv, 0.5, int2(0, 0), status);
    sum.x += CheckAccessFullyMapped(status);
    sum += tex.GatherBlue(s, uv, int2(pos.xy), status);
    sum.x += CheckAccessFullyMapped(status);
    sum += depth.GatherCmp(c, uv, 0.5, int2(pos.xy), status);
    sum.x += CheckAccessFullyMapped(status);
    return sum;
}

float4 loaded(float4 pos : SV_Position) : SV_Target
{
    uint status;
    float4 sum = 0;
    sum += tex.Load(int3(pos.xy, 0), int2(1, 1), status);
    sum.x += CheckAccessFullyMapped(status);
    sum += ms.Load(int2(pos.xy), 1, int2(0, 0), status);
    sum.x += CheckAccessFullyMapped(status);
    sum += typed.Load(uint(pos.x), status);
    sum.x += CheckAccessFullyMapped(status);
    sum.xy += raw.Load2(4, status);
    sum.x += CheckAccessFullyMapped(status);
    sum.xy += structured.Load(2, status);
    sum.x += CheckAccessFullyMapped(status);
    sum += image.Load(uint2(pos.xy), status);
    sum.x += CheckAccessFullyMapped(status);
    sum += raw_uav.Load(8, status);
    sum.x += CheckAccessFullyMapped(status);
    return sum;
}
