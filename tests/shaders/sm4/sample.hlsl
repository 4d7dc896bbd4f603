Texture2D<float4> tex : register(t0);
Texture2DArray<float4> layers : register(t1);
TextureCube<float4> cube : register(t2);
Texture2D<float> depth : register(t3);
SamplerState point_sampler : register(s0);
SamplerComparisonState greater : register(s1);

struct targets
{
    float4 t0 : SV_Target0, t1 : SV_Target1, t2 : SV_Target2, t3 : SV_Target3;
    float4 t4 : SV_Target4, t5 : SV_Target5, t6 : SV_Target6, t7 : SV_Target7;
};

targets main(float4 pos : SV_Position)
{
    targets t;
    float2 uv = pos.xy / 2.0;
    t.t0 = tex.Sample(point_sampler, uv);
    t.t1 = tex.SampleBias(point_sampler, uv, 1);
    t.t2 = tex.SampleLevel(point_sampler, uv, 1, int2(-1, 0));
    t.t3 = tex.SampleGrad(point_sampler, uv, float2(2, 0), float2(0, 1));
    t.t4 = layers.Sample(point_sampler, float3(uv, pos.x));
    t.t5 = cube.Sample(point_sampler, float3(pos.x - 1, 0.1, -0.2));
    t.t6 = float4(depth.SampleCmp(greater, uv, 0.5), depth.SampleCmpLevelZero(greater, uv, 0.2),
                  depth.SampleCmp(greater, uv, 0.5, int2(1, 0)), depth.Load(int3(pos.xy, 0)));
    uint w, h, n, e;
    tex.GetDimensions(1, w, h, n);
    layers.GetDimensions(w, e, h);
    t.t7 = float4(n, w, e, h) + tex.Load(int3(pos.xy, 0), int2(-1, 0));
    return t;
}
