// The inside factors follow from the edges that fork phases made, by the same rule: one join phase of two instances.
cbuffer params : register(b0) { float4 edges; float scale; };

struct corner { float2 at : AT; };

corner vs(uint id : SV_VertexID)
{
    corner o;
    o.at = float2(id & 1, id >> 1 & 1);
    return o;
}

struct constants { float edges[4] : SV_TessFactor; float insides[2] : SV_InsideTessFactor; };

constants patch(InputPatch<corner, 4> p)
{
    constants o;
    [unroll] for (int i = 0; i < 4; ++i)
        o.edges[i] = edges[i] + p[i].at.x;
    [unroll] for (int k = 0; k < 2; ++k)
        o.insides[k] = max(o.edges[k], o.edges[k + 2]) * scale;
    return o;
}

[domain("quad")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(4)]
[patchconstantfunc("patch")]
corner hs(InputPatch<corner, 4> p, uint i : SV_OutputControlPointID) { return p[i]; }

struct pixel { float4 pos : SV_Position; nointerpolation float4 factors : F; };

[domain("quad")]
pixel ds(constants c, float2 uv : SV_DomainLocation, const OutputPatch<corner, 4> p)
{
    pixel o;
    o.pos = float4(uv * float2(4, -4) + float2(-2, 2), 0, 1);
    o.factors = float4(c.insides[0], c.insides[1], c.edges[1], c.edges[2]);
    return o;
}

float4 ps(pixel p) : SV_Target { return p.factors; }
