float4 a : register(c0);

struct Point {
    float4 position : POSITION;
    float4 colour : COLOR;
};
struct Constants {
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
    float more : MORE;
};
struct Corner {
    float4 position : SV_Position;
    float4 colour : COLOR;
};

Point vs(Point p) { return p; }

Constants constants(InputPatch<Point, 3> p) {
    Constants c;
    c.edges[0] = c.edges[1] = c.edges[2] = a.x;
    c.inside = a.x;
    c.more = a.y;
    return c;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("constants")]
Point hs(InputPatch<Point, 3> p, uint i : SV_OutputControlPointID) { return p[i]; }

[domain("tri")]
Corner ds(Constants c, float3 at : SV_DomainLocation, OutputPatch<Point, 3> p) {
    Corner o;
    o.position = p[0].position * at.x + p[1].position * at.y + p[2].position * at.z;
    o.colour.xyz = p[0].colour.xyz * at.x + p[1].colour.xyz * at.y + p[2].colour.xyz * at.z;
    o.colour.w = c.more;
    return o;
}

float4 ps(Corner c) : SV_Target {
    return c.colour;
}
