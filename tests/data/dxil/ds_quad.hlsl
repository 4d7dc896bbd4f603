struct Point { float3 position : POSITION; float2 uv : UV; };
struct Patch { float edges[4] : SV_TessFactor; float inside[2] : SV_InsideTessFactor; float3 centre : CENTRE; };

[domain("quad")] float4 main(Patch patch, float2 at : SV_DomainLocation, const OutputPatch<Point, 4> p,
                             out float2 uv : UV) : SV_Position {
    uv = lerp(lerp(p[0].uv, p[1].uv, at.x), lerp(p[2].uv, p[3].uv, at.x), at.y);
    return float4(lerp(p[0].position, p[3].position, at.x) + patch.centre * patch.inside[1], 1);
}
