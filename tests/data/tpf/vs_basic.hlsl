// profiles: vs_4_0 vs_4_1 vs_5_0 vs_5_1
cbuffer Frame : register(b0) { row_major float4x4 world; float4 bones[32]; };
cbuffer Pick : register(b2) { uint4 pick; };
struct In { float3 p : POSITION; float3 n : NORMAL; float2 t : TEXCOORD0; uint4 which : BLENDINDICES; int tag : TAG; uint id : SV_VertexID; uint inst : SV_InstanceID; };
struct Out { float4 p : SV_Position; float2 t : TEXCOORD0; float2 t1 : TEXCOORD1; nointerpolation int tag : TAG; float4 clip[2] : SV_ClipDistance; float2 t2 : TEXCOORD2; float pad : PAD; };
static const float4 ramp[4] = { float4(1, 0.5, -2, 3), float4(1e-20, 1e20, 123456.75, -0.125), float4(0, 1, 2, 3), float4(9, 8, 7, 6) };
Out main(In i) {
    Out o;
    float4 p = mul(float4(i.p, 1), world);
    p += bones[i.which.x] * -i.n.xyzz + abs(bones[i.which.y + 3]);
    p.xy *= ramp[(i.id ^ pick.x) & 3].zw;
    o.p = p;
    o.t = saturate(i.t * 2 - 1);
    o.t1 = -abs(i.t.yx);
    o.tag = -i.tag + (int)i.inst;
    o.clip[0] = p; o.clip[1] = dot(p, bones[31]);
    o.t2 = p.w - 1; o.pad = 3;
    return o;
}
