struct Point {
    float4 position : POSITION;
    float4 colour : COLOR;
};
struct Constants {
    float edges[4] : SV_TessFactor;
    float inside[2] : SV_InsideTessFactor;
    float sum : SUM;
    uint id : ID;
};
struct Corner {
    float4 position : SV_Position;
    float4 colour : COLOR;
};

Point vs(Point p) { return p; }

Constants constants(InputPatch<Point, 4> p, OutputPatch<Point, 4> q, uint id : SV_PrimitiveID) {
    Constants c;
    c.sum = 0;
    [unroll] for (uint i = 0; i < 4; ++i) {
        c.edges[i] = 2 + i;
        c.sum += p[i].colour.x * q[i].colour.x;
    }
    c.inside[0] = 3;
    c.inside[1] = 2;
    c.id = id;
    return c;
}

[domain("quad")]
[partitioning("fractional_odd")]
[outputtopology("triangle_ccw")]
[outputcontrolpoints(4)]
[patchconstantfunc("constants")]
Point hs(InputPatch<Point, 4> p, uint i : SV_OutputControlPointID) {
    Point o = p[i];
    o.position.xy *= 2;
    o.colour.x = i + p[3 - i].colour.x;
    o.colour.x += o.colour.x == 4 ? 6 : 6;
    return o;
}

[domain("quad")]
Corner ds(Constants c, float2 at : SV_DomainLocation, const OutputPatch<Point, 4> p) {
    Corner o;
    float4 low = lerp(p[0].position, p[1].position, at.x), high = lerp(p[2].position, p[3].position, at.x);
    o.position = lerp(low, high, at.y);
    o.colour = float4(at, c.sum, c.id);
    return o;
}

float4 ps(Corner c) : SV_Target {
    return c.colour;
}
