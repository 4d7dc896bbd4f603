// Clip and cull distances out of the vertex shader are read by the hull shader; those that count are the domain shader's.
cbuffer params : register(b0) { float4 cut; };

struct corner
{
    float4 pos : SV_Position;
    float3 clip : SV_ClipDistance0;
    float cull : SV_CullDistance0;
};

corner vs(uint id : SV_VertexID)
{
    corner o;
    o.pos = float4(id & 1 ? 1 : -1, id & 2 ? -1 : 1, 0, 1);
    // Negative: nothing would be left, if they counted here.
    o.clip = -float3(1, 2, 3) - id;
    o.cull = -6.0 - id;
    return o;
}

struct made
{
    float4 pos : SV_Position;
    float4 sums : SUMS;
    float3 clip : SV_ClipDistance0;
};

struct constants
{
    float edges[4] : SV_TessFactor;
    float insides[2] : SV_InsideTessFactor;
};

constants patch()
{
    constants o;
    o.edges[0] = o.edges[1] = o.edges[2] = o.edges[3] = 2;
    o.insides[0] = o.insides[1] = 2;
    return o;
}

[domain("quad")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(4)]
[patchconstantfunc("patch")]
made hs(InputPatch<corner, 4> p, uint i : SV_OutputControlPointID)
{
    made o;
    o.pos = p[i].pos;
    o.clip = 10 * p[i].clip;
    o.sums = float4(p[i].clip.x + 10 * p[i].clip.y, p[i].clip.z + 10 * p[i].cull, p[3 - i].clip.y, p[3 - i].cull);
    return o;
}

struct pixel
{
    float4 pos : SV_Position;
    float2 clip : SV_ClipDistance0;
    float cull : SV_CullDistance0;
    float clip1 : SV_ClipDistance1;
    nointerpolation float4 sums : SUMS;
};

[domain("quad")]
pixel ds(constants c, float2 uv : SV_DomainLocation, const OutputPatch<made, 4> p)
{
    pixel o;
    o.pos = lerp(lerp(p[0].pos, p[1].pos, uv.x), lerp(p[2].pos, p[3].pos, uv.x), uv.y);
    o.clip = float2(o.pos.x + cut.x, 1);
    o.clip1 = o.pos.y + cut.y;
    o.cull = cut.z;
    o.sums = cut.w < 0 ? float4(p[1].clip, p[2].clip.x) : p[(uint)cut.w].sums;
    return o;
}

float4 ps(pixel p) : SV_Target { return p.sums; }
