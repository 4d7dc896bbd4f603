// ds_5_0: reads the patch constants of hs.hlsl, one component of EXTRA only.
struct Point { float3 p : P; };
struct Patch { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; float2 extra : EXTRA; };
[domain("tri")]
float4 main(Patch patch, float3 at : SV_DomainLocation, const OutputPatch<Point, 3> i) : SV_Position
{
    return float4(i[0].p * at.x + i[1].p * at.y + i[2].p * at.z, patch.extra.y);
}
