// The texture is 4 x 4 with three levels; texel (x, y) of level l is (x, y, l, 1).
Texture2D<float4> tex : register(t0);
SamplerState point_sampler : register(s0);
SamplerState linear_sampler : register(s1);

struct targets
{
    float4 t0 : SV_Target0, t1 : SV_Target1, t2 : SV_Target2, t3 : SV_Target3;
    float4 t4 : SV_Target4, t5 : SV_Target5, t6 : SV_Target6, t7 : SV_Target7;
};

targets implicit_lod(float4 pos : SV_Position)
{
    targets t;
    // one texel a pixel: level 0. Two texels a pixel: level 1
    float2 one = pos.xy / 4.0, two = pos.xy / 2.0;
    t.t0 = tex.Sample(point_sampler, one);
    t.t1 = tex.Sample(point_sampler, two);
    t.t2 = tex.SampleBias(point_sampler, two, 1.0);
    t.t3 = tex.SampleBias(point_sampler, two, -1.0);
    t.t4 = tex.Sample(point_sampler, one, int2(1, -1));
    t.t5 = tex.SampleBias(point_sampler, one, 1.0, int2(-1, 0));
    // half a level between 0 and 1; the sampler blends levels
    t.t6 = tex.SampleBias(linear_sampler, one, 0.5);
    // swizzle and mask
    t.t7 = float4(7, 7, 7, 7);
    t.t7.yw = tex.Sample(point_sampler, one).zx;
    return t;
}

targets explicit_lod(float4 pos : SV_Position)
{
    targets t;
    float2 one = pos.xy / 4.0;
    t.t0 = tex.SampleLevel(point_sampler, one, 0);
    t.t1 = tex.SampleLevel(point_sampler, one, 2);
    t.t2 = tex.SampleLevel(point_sampler, one, 1, int2(1, 1));
    t.t3 = tex.SampleLevel(linear_sampler, one, 0.25);
    t.t4 = tex.SampleGrad(point_sampler, one, float2(0.5, 0), float2(0, 0.25));
    t.t5 = tex.SampleGrad(point_sampler, one, float2(0.01, 0), float2(0, 0.01), int2(-1, 2));
    // level of detail chosen by a branch that differs by pixel
    t.t6 = float4(9, 9, 9, 9);
    if (pos.x > 2)
        t.t6 = tex.SampleLevel(point_sampler, one, pos.y > 2 ? 1 : 0);
    t.t7 = tex.SampleLevel(point_sampler, one, -3);
    return t;
}
