struct varyings { float4 pos : SV_Position; float2 v : V; nointerpolation float4 flat_value : F; };

varyings vs(float2 position : POSITION)
{
    varyings v;
    v.pos = float4(position, 0, 1);
    // pixel coordinates of a 4 x 4 target
    v.v = float2(2 + 2 * position.x, 2 - 2 * position.y);
    v.flat_value = 3;
    return v;
}

cbuffer params : register(b0) { int4 p; };
struct targets { float4 t0 : SV_Target0, t1 : SV_Target1; };

targets ps(varyings v)
{
    targets t;
    t.t0 = float4(EvaluateAttributeSnapped(v.v, p.xy), abs(EvaluateAttributeCentroid(v.v) - v.v) <= 0.5);
    t.t1 = float4(EvaluateAttributeAtSample(v.v, p.z), EvaluateAttributeSnapped(v.v, int2(-8, 7)));
    return t;
}
