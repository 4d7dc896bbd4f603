// Hull shaders that make more or fewer control points than come in.
struct corner { float value : VALUE; };

corner vs(uint id : SV_VertexID)
{
    corner o;
    o.value = id;
    return o;
}

struct constants
{
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
    float last : LAST;
};

constants factors(float last)
{
    constants o;
    o.edges[0] = o.edges[1] = o.edges[2] = o.inside = 1;
    o.last = last;
    return o;
}

constants patch_grow(OutputPatch<corner, 5> q) { return factors(q[4].value); }
constants patch_shrink(InputPatch<corner, 32> p, OutputPatch<corner, 1> q) { return factors(p[31].value + q[0].value); }

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(5)]
[patchconstantfunc("patch_grow")]
corner hs_grow(InputPatch<corner, 2> p, uint i : SV_OutputControlPointID)
{
    corner o;
    o.value = p[i & 1].value + 10 * i;
    return o;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(1)]
[patchconstantfunc("patch_shrink")]
corner hs_shrink(InputPatch<corner, 32> p, uint i : SV_OutputControlPointID)
{
    corner o;
    o.value = 0;
    [loop] for (uint k = 0; k < 32; ++k)
        o.value += p[k].value;
    return o;
}

struct pixel
{
    float4 pos : SV_Position;
    float2 values : VALUES;
};

// A triangle over the left or the right half of the target
pixel placed(float3 at, uint primitive, float sum, float last)
{
    pixel o;
    float2 corner = float2(-1, 1) * at.x + float2(3, 1) * at.y + float2(-1, -3) * at.z;
    o.pos = float4(corner.x * 0.5 + (primitive ? 0.5 : -0.5), corner.y, 0, 1);
    o.values = float2(sum, last);
    return o;
}

[domain("tri")]
pixel ds_grow(constants c, float3 at : SV_DomainLocation, const OutputPatch<corner, 5> q, uint primitive : SV_PrimitiveID)
{
    float sum = 0;
    [loop] for (uint k = 0; k < 5; ++k)
        sum += q[k].value;
    return placed(at, primitive, sum, c.last);
}

[domain("tri")]
pixel ds_shrink(constants c, float3 at : SV_DomainLocation, const OutputPatch<corner, 1> q, uint primitive : SV_PrimitiveID)
{
    return placed(at, primitive, q[0].value, c.last);
}

float4 ps(pixel p) : SV_Target { return float4(p.values, 0, 1); }
