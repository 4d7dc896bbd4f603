Texture2D<float> depth : register(t0);
SamplerComparisonState less : register(s0);
SamplerState plain : register(s1);

struct targets
{
    float4 t0 : SV_Target0, t1 : SV_Target1, t2 : SV_Target2, t3 : SV_Target3;
    float4 t4 : SV_Target4, t5 : SV_Target5, t6 : SV_Target6, t7 : SV_Target7;
};

targets main(float4 pos : SV_Position)
{
    targets t;
    float2 uv = pos.xy / 4.0;
    t.t0 = depth.SampleCmp(less, uv, 0.5);
    t.t1 = depth.SampleCmpLevelZero(less, uv, 0.25);
    t.t2 = depth.SampleCmp(less, uv, 0.5, int2(1, 0));
    t.t3 = depth.SampleCmpLevelZero(less, uv, 0.5, int2(0, 1));
    t.t4 = depth.GatherCmp(less, uv + 0.125, 0.5);
    t.t5 = depth.GatherCmp(less, uv + 0.125, 0.5, int2(-1, 0));
    // the same texture without a comparison
    t.t6 = depth.Sample(plain, uv);
    t.t7 = depth.GatherRed(plain, uv + 0.125);
    return t;
}
