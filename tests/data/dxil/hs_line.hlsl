struct Point { float3 position : POSITION; };
struct Patch { float factors[2] : SV_TessFactor; uint kind : KIND; };

Patch constants(InputPatch<Point, 2> p) {
    Patch o;
    o.factors[0] = 3;
    o.factors[1] = 4;
    o.kind = asuint(p[0].position.x);
    return o;
}

[domain("isoline")] [partitioning("integer")] [outputtopology("line")] [outputcontrolpoints(2)]
[patchconstantfunc("constants")] Point main(InputPatch<Point, 2> p, uint i : SV_OutputControlPointID) { return p[i]; }
