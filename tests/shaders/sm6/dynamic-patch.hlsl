// Rows of control points and of patch constants by an index that is known only when it runs.
uint4 a : register(c0);

struct Point {
    float x[3] : X;
};
struct Constants {
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
    float y[3] : Y;
};
struct Corner {
    float4 position : SV_Position;
    float4 colour : COLOR;
};

float vs(uint id : SV_VertexID) : ID { return id; }

struct In {
    float id : ID;
};

Constants constants(InputPatch<In, 3> p) {
    Constants c;
    [unroll] for (uint i = 0; i < 3; ++i) {
        c.edges[i] = 1;
        c.y[i] = 1 + i;
    }
    c.y[min(a.y, 2)] = 9;
    c.inside = 1;
    return c;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_ccw")]
[outputcontrolpoints(3)]
[patchconstantfunc("constants")]
Point hs(InputPatch<In, 3> p, uint i : SV_OutputControlPointID) {
    Point o;
    o.x[0] = 10;
    o.x[1] = o.x[2] = 30;
    o.x[min(a.x, 2)] = 20 + i;
    return o;
}

[domain("tri")]
Corner ds(Constants c, float3 at : SV_DomainLocation, const OutputPatch<Point, 3> p) {
    Corner o;
    o.position = float4(at.y * 4 - 1, at.z * 4 - 1, 0, 1);
    o.colour = float4(p[1].x[a.z], c.y[a.w], p[0].x[0] + p[0].x[1] + p[0].x[2], c.y[0] + c.y[1] + c.y[2]);
    return o;
}

float4 ps(Corner c) : SV_Target {
    return c.colour;
}
