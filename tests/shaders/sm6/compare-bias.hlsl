float4 a : register(c0);
Texture2D<float> depth : register(t0);
SamplerComparisonState k : register(s0);

float4 main(float4 position : SV_Position) : SV_Target {
    float2 uv = position.xy / 2;
    return float4(depth.SampleCmpBias(k, uv, a.x, a.z), depth.SampleCmpBias(k, uv, a.x, a.y), depth.SampleCmp(k, uv, a.x), depth.SampleCmp(k, uv, a.w));
}
