struct Constants {
    float edges[2] : SV_TessFactor;
};

struct Point2 {
    float4 position : POSITION;
};

float4 vs(float4 p : POSITION) : POSITION { return p; }

Constants constants(InputPatch<Point2, 2> p) {
    Constants c;
    c.edges[0] = 3;
    c.edges[1] = 2;
    return c;
}

[domain("isoline")]
[partitioning("integer")]
[outputtopology("line")]
[outputcontrolpoints(2)]
[patchconstantfunc("constants")]
Point2 hs(InputPatch<Point2, 2> p, uint i : SV_OutputControlPointID) { return p[i]; }

[domain("isoline")]
float4 ds(Constants c, float2 at : SV_DomainLocation, const OutputPatch<Point2, 2> p) : SV_Position {
    return float4(lerp(p[0].position.x, p[1].position.x, at.x), at.y, 0, 1);
}
