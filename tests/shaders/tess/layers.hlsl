// Cull distances go through the control points, and the domain shader chooses the layer.
struct corner
{
    float4 pos : SV_Position;
    float cull : SV_CullDistance;
};

corner vs(uint id : SV_VertexID)
{
    corner o;
    o.pos = float4(id & 1 ? 1 : -1, id & 2 ? -1 : 1, 0, 1);
    o.cull = 0.25 + (id & 3);
    return o;
}

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
corner hs(InputPatch<corner, 4> p, uint i : SV_OutputControlPointID)
{
    corner o = p[i];
    o.cull *= 2;
    return o;
}

struct pixel
{
    float4 pos : SV_Position;
    float sum : SUM;
    uint layer : SV_RenderTargetArrayIndex;
};

[domain("quad")]
pixel ds(constants c, float2 uv : SV_DomainLocation, const OutputPatch<corner, 4> p, uint primitive : SV_PrimitiveID)
{
    pixel o;
    o.pos = lerp(lerp(p[0].pos, p[1].pos, uv.x), lerp(p[2].pos, p[3].pos, uv.x), uv.y);
    o.sum = p[0].cull + 10 * p[1].cull + 100 * p[2].cull + 1000 * p[3].cull;
    o.layer = 2 - primitive;
    return o;
}

float4 ps(pixel p) : SV_Target { return float4(p.sum, p.layer, 0, 1); }
