struct Point { float3 position : POSITION; float2 uv : UV; };
struct Patch { float edges[4] : SV_TessFactor; float inside[2] : SV_InsideTessFactor; float3 centre : CENTRE; };

Patch constants(InputPatch<Point, 16> p, OutputPatch<Point, 4> q, uint id : SV_PrimitiveID) {
    Patch o;
    [unroll] for (int i = 0; i < 4; ++i) o.edges[i] = 1 + p[i * 5].uv.x;
    o.inside[0] = o.inside[1] = 4;
    o.centre = q[0].position + q[3].position + id;
    return o;
}

[domain("quad")] [partitioning("fractional_even")] [outputtopology("triangle_ccw")] [outputcontrolpoints(4)]
[patchconstantfunc("constants")] [maxtessfactor(32)]
Point main(InputPatch<Point, 16> p, uint i : SV_OutputControlPointID) {
    Point o = p[i * 5];
    o.uv *= 2;
    return o;
}
