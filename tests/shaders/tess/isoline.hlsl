// Points and lines of an isoline patch, on a grid of pixels.
cbuffer params : register(b0)
{
    float lines, segments;
    float2 grid;
    float2 target;
};

struct point_ { float4 at : AT; };

point_ vs(uint id : SV_VertexID)
{
    point_ o;
    o.at = id;
    return o;
}

struct constants { float factors[2] : SV_TessFactor; };

constants patch()
{
    constants o;
    o.factors[0] = lines;
    o.factors[1] = segments;
    return o;
}

#define HULL(name, how, what) \
[domain("isoline")] \
[partitioning(how)] \
[outputtopology(what)] \
[outputcontrolpoints(1)] \
[patchconstantfunc("patch")] \
point_ name(InputPatch<point_, 1> p) \
{ \
    point_ o; \
    o.at = p[0].at + 1; \
    return o; \
}
HULL(hs, "integer", "point")
HULL(hs_line, "integer", "line")
HULL(hs_pow2, "pow2", "point")
HULL(hs_odd, "fractional_odd", "point")
HULL(hs_even, "fractional_even", "point")

struct pixel
{
    float4 pos : SV_Position;
    float4 value : VALUE;
};

[domain("isoline")]
pixel ds(constants c, float2 uv : SV_DomainLocation, const OutputPatch<point_, 1> p)
{
    pixel o;
    o.pos = float4((uv * grid + 0.5) / target * float2(2, -2) + float2(-1, 1), 0, 1);
    o.value = float4(c.factors[0], c.factors[1], p[0].at.x, 1);
    return o;
}

RWByteAddressBuffer counter : register(u1);

float4 ps(pixel p) : SV_Target { return p.value; }
float4 ps_count(pixel p) : SV_Target
{
    counter.InterlockedAdd(0, 1);
    return 1;
}
