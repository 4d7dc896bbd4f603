// fxc packs these into shared registers: o1 = (a.xy, b.xy), o2 = (c, n.xy ...), ...
struct varyings
{
    float4 pos : SV_Position;
    float2 a : A;
    float2 b : B;
    float3 c : C;
    float d : D;
    nointerpolation int2 n : N;
    nointerpolation uint m : M;
    nointerpolation float f : F;
    noperspective float2 e : E;
    centroid float g : G;
};

varyings vs(float2 position : POSITION)
{
    varyings v;
    v.pos = float4(position, 0, 1);
    v.a = float2(1, 2);
    v.b = float2(3, 4);
    v.c = float3(5, 6, 7);
    v.d = 8;
    v.n = int2(-9, 10);
    v.m = 0x7fc00011;
    v.f = 12;
    v.e = position;
    v.g = 14;
    return v;
}

struct targets { float4 t0 : SV_Target0, t1 : SV_Target1; int4 t2 : SV_Target2; float4 t3 : SV_Target3; };

targets ps(varyings v)
{
    targets t;
    t.t0 = float4(v.a, v.b);
    t.t1 = float4(v.c, v.d);
    t.t2 = int4(v.n, v.m, v.f);
    t.t3 = float4(v.e, v.g, 0);
    return t;
}

// reads only some of them
struct some { float4 pos : SV_Position; float2 a : A; float2 b : B; float3 c : C; float d : D; };
float4 ps_some(some v) : SV_Target { return float4(v.b.y, v.c.z, v.d, v.a.x); }
