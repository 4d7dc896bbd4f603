struct varyings { float4 pos : SV_Position; float4 a[4] : A; };

varyings vs(float2 position : POSITION)
{
    varyings v;
    v.pos = float4(position, 0, 1);
    // pixel coordinates of a 4 x 4 target, and which element this is
    for (uint i = 0; i < 4; ++i)
        v.a[i] = float4(2 + 2 * position.x, 2 - 2 * position.y, 10 * i, i);
    return v;
}

cbuffer params : register(b0) { int4 p; };
struct targets { float4 t0 : SV_Target0, t1 : SV_Target1, t2 : SV_Target2; };

targets ps(varyings v)
{
    targets t;
    t.t0 = EvaluateAttributeSnapped(v.a[p.x], p.zw);
    t.t1 = -EvaluateAttributeAtSample(v.a[p.y], p.x).zwxy;
    // the centroid lies somewhere in the pixel
    float4 d = abs(EvaluateAttributeCentroid(v.a[p.y]) - v.a[p.x]);
    t.t2 = float4(d.xy <= 0.5, d.zw);
    return t;
}
