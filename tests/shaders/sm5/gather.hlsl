// Texel (x, y) is (x, y, 10 x + y, 100).
Texture2D<float4> tex : register(t0);
Texture2D<float> depth : register(t1);
Buffer<int2> offsets : register(t2);
SamplerState point_sampler : register(s0);
SamplerComparisonState less : register(s1);

struct targets
{
    float4 t0 : SV_Target0, t1 : SV_Target1, t2 : SV_Target2, t3 : SV_Target3;
    float4 t4 : SV_Target4, t5 : SV_Target5, t6 : SV_Target6, t7 : SV_Target7;
};

targets main(float4 pos : SV_Position)
{
    targets t;
    float2 uv = (pos.xy + 0.5) / 4.0;  // the corner to the lower right of the pixel
    int2 offset = offsets[0], wrapped = offsets[1];
    t.t0 = tex.GatherRed(point_sampler, uv);
    t.t1 = tex.GatherGreen(point_sampler, uv);
    t.t2 = tex.GatherBlue(point_sampler, uv, int2(1, -1));
    t.t3 = tex.GatherBlue(point_sampler, uv, offset);
    t.t4 = tex.GatherBlue(point_sampler, uv, wrapped);
    t.t5 = depth.GatherCmp(less, uv, 0.5, offset);
    t.t6 = tex.GatherBlue(point_sampler, uv, offset, int2(0, 0), wrapped, int2(-1, -1));
    t.t7 = tex.GatherAlpha(point_sampler, uv).wzyx;
    return t;
}
