Texture2D<float4> tex : register(t0);
Buffer<float4> shift : register(t1);
SamplerState point_sampler : register(s0);

struct vertex
{
    float3 position : POSITION;
    float2 f : TEXCOORD0;
    int2 i : TEXCOORD1;
    uint u : TEXCOORD2;
    float4 missing : TEXCOORD3;
};

float4 vs(vertex v, uint id : SV_VertexID, out float4 a : A, out nointerpolation int4 b : B, out float4 c : C) : SV_Position
{
    a = float4(v.f, tex.SampleLevel(point_sampler, v.f, 1).x, tex.Load(int3(1, 0, 0)).x);
    b = int4(v.i, v.u, id);
    c = v.missing;
    return float4(v.position.xy + shift[id].xy, v.position.z, 1);
}

struct targets { float4 t0 : SV_Target0; int4 t1 : SV_Target1; float4 t2 : SV_Target2; };
targets ps(float4 pos : SV_Position, float4 a : A, nointerpolation int4 b : B, float4 c : C)
{
    targets t;
    t.t0 = a;
    t.t1 = b;
    t.t2 = c;
    return t;
}
