// A hull shader that hands its control points on: the compiler leaves the control point phase out. The patch function reads
// control points of both sides.
struct corner
{
    float4 pos : SV_Position;
    float2 uv : UV;
    uint id : ID;
    float w : W;
};

corner vs(uint id : SV_VertexID)
{
    corner o;
    o.uv = float2(id & 1, id >> 1);
    o.pos = float4(o.uv * float2(2, -2) + float2(-1, 1), 0, 1);
    o.id = 5 + id;
    o.w = 0.5 * id;
    return o;
}

struct constants
{
    float edges[4] : SV_TessFactor;
    float insides[2] : SV_InsideTessFactor;
    float4 both : BOTH;
};

constants patch(InputPatch<corner, 4> p, OutputPatch<corner, 4> q)
{
    constants o;
    o.edges[0] = o.edges[1] = o.edges[2] = o.edges[3] = 1 + p[3].w;
    o.insides[0] = o.insides[1] = 2;
    o.both = float4(p[1].id, q[3].id, p[2].w, q[1].w);
    return o;
}

[domain("quad")]
[partitioning("fractional_even")]
[outputtopology("triangle_ccw")]
[outputcontrolpoints(4)]
[patchconstantfunc("patch")]
corner hs(InputPatch<corner, 4> p, uint i : SV_OutputControlPointID) { return p[i]; }

struct pixel
{
    float4 pos : SV_Position;
    float4 value : VALUE;
};

Texture2D heights : register(t0);
SamplerState linear_ : register(s0);
Buffer<float4> list : register(t1);

[domain("quad")]
pixel ds(constants c, float2 uv : SV_DomainLocation, const OutputPatch<corner, 4> p)
{
    pixel o;
    float4 a = lerp(p[0].pos, p[1].pos, uv.x), b = lerp(p[2].pos, p[3].pos, uv.x);
    o.pos = lerp(a, b, uv.y);
    o.value = c.both + heights.SampleLevel(linear_, float2(0.75, 0.25), 1) + list[p[2].id - 6];
    return o;
}

float4 ps(pixel p) : SV_Target { return p.value; }
