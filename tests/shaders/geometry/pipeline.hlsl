// All stages in a row: a patch of one control point becomes points, a geometry shader makes lines of them.
struct Vertex
{
    float4 position : SV_Position;
    float number : NUMBER;
};

#if defined(VERTEX)
Vertex main(uint id : SV_VertexID)
{
    Vertex v = {float4(0, 0, 0.5, 1), id};
    return v;
}
#elif defined(HULL)
struct Factors
{
    float edges[4] : SV_TessFactor;
    float inside[2] : SV_InsideTessFactor;
};

Factors factors()
{
    Factors f;
    [unroll] for (uint i = 0; i < 4; ++i)
        f.edges[i] = 1;
    f.inside[0] = f.inside[1] = 1;
    return f;
}

[domain("quad")]
[partitioning("integer")]
[outputtopology("point")]
[outputcontrolpoints(1)]
[patchconstantfunc("factors")]
Vertex main(InputPatch<Vertex, 1> patch)
{
    return patch[0];
}
#elif defined(DOMAIN)
struct Factors
{
    float edges[4] : SV_TessFactor;
    float inside[2] : SV_InsideTessFactor;
};

// The four corners get the positions of pixels in the target's first row.
[domain("quad")]
Vertex main(Factors f, float2 uv : SV_DomainLocation, const OutputPatch<Vertex, 1> patch)
{
    const float corner = uv.x + 2 * uv.y;
    Vertex v = {float4((corner + 0.5) / 2 - 1, 0.75, 0.5, 1), patch[0].number * 10 + corner};
    return v;
}
#elif defined(GEOMETRY)
// Down from each point, so that a column of the target is drawn.
[maxvertexcount(2)]
void main(point Vertex v[1], uint id : SV_PrimitiveID, inout LineStream<Vertex> stream)
{
    v[0].position.y = 1;
    stream.Append(v[0]);
    v[0].position.y = -1;
    stream.Append(v[0]);
}
#else
float4 main(Vertex v) : SV_Target
{
    return float4(v.number, v.position.x, 0, 1);
}
#endif
