Texture2D<min16float4> tex : register(t0);
cbuffer params : register(b0) { min16float4 f; min16int4 i; min16uint4 u; };
struct varyings { float4 pos : SV_Position; min16float4 a : A; nointerpolation min16int2 b : B; nointerpolation min16uint2 c : C; };

varyings vs(float2 position : POSITION)
{
    varyings v;
    v.pos = float4(position, 0, 1);
    v.a = f * 2;
    v.b = i.xy - i.zw;
    v.c = u.xy + u.zw;
    return v;
}

struct targets { min16float4 t0 : SV_Target0; int4 t1 : SV_Target1; };

targets ps(varyings v)
{
    targets t;
    t.t0 = tex.Load(int3(0, 0, 0)) + v.a * -abs(f.x) + min16float4(v.b, v.c);
    t.t1 = int4(v.b * 3, v.c << 1);
    return t;
}
