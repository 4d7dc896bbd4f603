// hs_5_0: a patch constant signature with factors and a value of which one component is never written.
struct Point { float3 p : P; };
struct Patch { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; float2 extra : EXTRA; };
Patch patch(InputPatch<Point, 3> i)
{
    Patch p;
    p.edges[0] = p.edges[1] = p.edges[2] = i[0].p.x;
    p.inside = 2;
    p.extra = i[1].p.yz;
    return p;
}
[domain("tri")] [partitioning("fractional_odd")] [outputtopology("triangle_ccw")] [outputcontrolpoints(3)]
[patchconstantfunc("patch")]
Point main(InputPatch<Point, 3> i, uint n : SV_OutputControlPointID) { return i[n]; }
