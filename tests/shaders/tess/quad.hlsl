// Two quads side by side. The patch function's four edges are alike but for their number, so the compiler makes one fork phase of
// four instances; the domain shader picks one of them.
cbuffer params : register(b0)
{
    float4 edges;
    float2 insides;
    uint which;
};

struct corner { float2 at : AT; };

corner vs(uint id : SV_VertexID)
{
    corner o;
    o.at = float2(id & 1, id >> 1 & 1);
    return o;
}

struct constants
{
    float edges[4] : SV_TessFactor;
    float insides[2] : SV_InsideTessFactor;
    float4 rows[3] : ROW;
    uint3 whole : WHOLE;
};

constants patch(InputPatch<corner, 4> p, uint primitive : SV_PrimitiveID)
{
    constants o;
    [unroll] for (int i = 0; i < 4; ++i)
        o.edges[i] = edges[i] + p[i].at.x;
    o.insides[0] = insides.x;
    o.insides[1] = insides.y;
    [unroll] for (int k = 0; k < 3; ++k)
        o.rows[k] = float4(k, primitive, p[k + 1].at);
    o.whole = uint3(primitive + 1, 7, 0x80000000 + which);
    return o;
}

[domain("quad")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(4)]
[patchconstantfunc("patch")]
corner hs(InputPatch<corner, 4> p, uint i : SV_OutputControlPointID)
{
    corner o;
    o.at = p[i ^ 3].at;
    return o;
}

struct pixel
{
    float4 pos : SV_Position;
    float4 a : A;
    nointerpolation uint4 b : B;
    float2 uv : UV;
};

[domain("quad")]
pixel ds(constants c, float2 uv : SV_DomainLocation, const OutputPatch<corner, 4> p, uint primitive : SV_PrimitiveID)
{
    // Corner i is where corner 3 - i came in.
    float2 at = lerp(lerp(p[3].at, p[2].at, uv.x), lerp(p[1].at, p[0].at, uv.x), uv.y);
    // This compiler refuses a computed index into factors; flow control it is.
    float edge = 0, inside = 0;
    float4 row = 0;
    [branch] switch (which)
    {
    case 0: edge = c.edges[0]; inside = c.insides[0]; row = c.rows[0]; break;
    case 1: edge = c.edges[1]; inside = c.insides[1]; row = c.rows[1]; break;
    case 2: edge = c.edges[2]; inside = c.insides[0]; row = c.rows[2]; break;
    default: edge = c.edges[3]; inside = c.insides[1]; row = c.rows[0]; break;
    }
    pixel o;
    o.pos = float4(at.x - 1 + primitive, 1 - 2 * at.y, 0, 1);
    o.a = float4(edge, inside, row.xy);
    o.b = uint4(c.whole, asuint(row.z));
    o.uv = uv;
    return o;
}

float4 ps_a(pixel p) : SV_Target { return p.a; }
uint4 ps_b(pixel p) : SV_Target { return p.b; }
float4 ps_uv(pixel p) : SV_Target { return float4(p.uv, 0, 1); }
