cbuffer c : register(b0) { float4 a; };
Texture2D<float> depth : register(t0);
Texture2D<uint> numbers : register(t1);
SamplerComparisonState k : register(s0);
SamplerState s : register(s1);
RWBuffer<float> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    o[0] = depth.SampleCmpLevel(k, a.xy, a.z, 0);
    o[1] = depth.SampleCmpLevel(k, a.xy, a.z, 1);
    o[2] = depth.SampleCmpGrad(k, a.xy, a.z, float2(0.5, 0), float2(0, 0.5));
    o[3] = depth.SampleCmpGrad(k, a.xy, a.z, float2(1, 0), float2(0, 0.5));
    uint4 g = numbers.GatherRaw(s, a.xy);
    o[4] = g.x;
    o[5] = g.y;
    o[6] = g.z;
    o[7] = g.w;
}
