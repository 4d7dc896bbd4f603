struct control { float3 p : POSITION; float2 t : TEXCOORD; };
struct constants { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; float4 colour : COLOR; };
cbuffer params : register(b0) { float4 factors; float4x4 m; };

constants patch(InputPatch<control, 3> c, uint id : SV_PrimitiveID)
{
    constants r;
    [unroll] for (uint i = 0; i < 3; ++i)
        r.edges[i] = factors[i] + c[i].t.x;
    r.inside = factors.w;
    r.colour = float4(c[0].p, id);
    return r;
}

[domain("tri")] [partitioning("fractional_odd")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)]
[patchconstantfunc("patch")] [maxtessfactor(16.0)]
control hs(InputPatch<control, 3> c, uint i : SV_OutputControlPointID) { control r = c[i]; r.t *= 2; return r; }

[domain("tri")]
float4 ds(constants k, float3 w : SV_DomainLocation, const OutputPatch<control, 3> c, out float2 t : TEXCOORD) : SV_Position
{
    t = c[0].t * w.x + c[1].t * w.y + c[2].t * w.z + k.colour.xy;
    return mul(float4(c[0].p * w.x + c[1].p * w.y + c[2].p * w.z, 1), m);
}
