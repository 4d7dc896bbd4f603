// A hull shader that makes no control points, and a domain shader that needs none; it chooses the viewport.
struct corner { float4 factors : FACTORS; };

corner vs(uint id : SV_VertexID)
{
    corner o;
    // Nine vertices a patch: llvmpipe takes viewports from every third vertex, wherever triangles begin.
    o.factors = float4(1, 2, 0, 0) + (id & 1);
    return o;
}

struct constants
{
    float edges[4] : SV_TessFactor;
    float insides[2] : SV_InsideTessFactor;
};

constants patch(InputPatch<corner, 2> p)
{
    constants o;
    o.edges[0] = o.edges[1] = o.edges[2] = o.edges[3] = p[1].factors.x;
    o.insides[0] = o.insides[1] = p[0].factors.y;
    return o;
}

[domain("quad")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(0)]
[patchconstantfunc("patch")]
void hs(InputPatch<corner, 2> p) {}

struct pixel
{
    float4 pos : SV_Position;
    float2 factors : FACTORS;
    uint viewport : SV_ViewportArrayIndex;
};

struct nothing {};

[domain("quad")]
pixel ds(constants c, float2 uv : SV_DomainLocation, const OutputPatch<nothing, 2> p, uint primitive : SV_PrimitiveID)
{
    pixel o;
    o.pos = float4(uv * float2(2, -2) + float2(-1, 1), 0, 1);
    o.factors = float2(c.edges[3], c.insides[1]);
    o.viewport = primitive;
    return o;
}

float4 ps(pixel p) : SV_Target { return float4(p.factors, p.viewport, 1); }
