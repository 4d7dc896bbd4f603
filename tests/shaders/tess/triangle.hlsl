// Corners of a triangle that covers the target, clockwise on the screen. The hull shader turns the colours of its control
// points around and scales them; the domain shader blends them.
cbuffer params : register(b0) { float4 factors; };

struct corner
{
    float4 pos : SV_Position;
    float3 colour : COLOUR;
    uint id : ID;
};

corner vs(uint id : SV_VertexID)
{
    const float2 corners[3] = {float2(-1, 1), float2(3, 1), float2(-1, -3)};
    corner o;
    o.pos = float4(corners[id % 3], 0, 1);
    o.colour = float3(id % 3 == 0, id % 3 == 1, id % 3 == 2);
    o.id = 10 + id;
    return o;
}

struct constants
{
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
    float2 extra : EXTRA;
    uint sum : SUM;
};

constants patch(InputPatch<corner, 3> p, uint primitive : SV_PrimitiveID)
{
    constants o;
    o.edges[0] = factors.x;
    o.edges[1] = factors.y;
    o.edges[2] = factors.z;
    o.inside = factors.w;
    o.extra = float2(p[1].colour.y * 0.25, p[2].colour.z * 0.75);
    o.sum = p[0].id + p[1].id + p[2].id + 100 * primitive;
    return o;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("patch")]
corner hs(InputPatch<corner, 3> p, uint i : SV_OutputControlPointID)
{
    corner o;
    o.pos = p[i].pos;
    o.colour = p[(i + 1) % 3].colour * 4;
    o.id = p[i].id + i;
    return o;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_ccw")]
[outputcontrolpoints(3)]
[patchconstantfunc("patch")]
corner hs_ccw(InputPatch<corner, 3> p, uint i : SV_OutputControlPointID)
{
    return p[i];
}

struct pixel
{
    float4 pos : SV_Position;
    float3 colour : COLOUR;
    float4 more : MORE;
    nointerpolation uint sum : SUM;
};

[domain("tri")]
pixel ds(constants c, float3 at : SV_DomainLocation, const OutputPatch<corner, 3> p)
{
    pixel o;
    o.pos = p[0].pos * at.x + p[1].pos * at.y + p[2].pos * at.z;
    o.colour = p[0].colour * at.x + p[1].colour * at.y + p[2].colour * at.z;
    o.more = float4(c.extra, c.edges[0] + 10 * c.edges[1] + 100 * c.edges[2], c.inside);
    o.sum = c.sum + 1000 * p[2].id;
    return o;
}

float4 ps_colour(pixel p) : SV_Target { return float4(p.colour, 1); }
float4 ps_more(pixel p) : SV_Target { return p.more; }
float4 ps_sum(pixel p, bool front : SV_IsFrontFace) : SV_Target { return float4(p.sum, front, 0, 0); }
