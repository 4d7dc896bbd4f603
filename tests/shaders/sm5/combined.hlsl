Texture2D<float4> first : register(t0);
Texture2D<float4> second : register(t1);
Texture2D<float4> depth : register(t2);
Buffer<float4> words : register(t3);
SamplerState nearest : register(s0);
SamplerState smooth : register(s1);
SamplerComparisonState comparing : register(s2);
RWByteAddressBuffer results : register(u0);

[numthreads(1, 1, 1)]
void main()
{
    results.Store4(0, asuint(first.SampleLevel(nearest, float2(0.25, 0.5), 0)));
    results.Store4(16, asuint(first.SampleLevel(smooth, float2(0.5, 0.5), 0)));
    results.Store4(32, asuint(second.SampleLevel(nearest, float2(0.5, 0.5), 0)));
    results.Store4(48, asuint(first.Load(int3(1, 0, 0))));
    uint2 a, b;
    first.GetDimensions(a.x, a.y);
    second.GetDimensions(b.x, b.y);
    results.Store4(64, uint4(a, b));
    results.Store4(80, asuint(first.GatherGreen(nearest, float2(0.5, 0.5))));
    results.Store2(96, asuint(float2(depth.SampleCmpLevelZero(comparing, float2(0.25, 0.5), 0.5),
                                     depth.SampleCmpLevelZero(comparing, float2(0.75, 0.5), 0.5))));
    results.Store(104, asuint(words[0].y));
}
