// profiles: ds_5_0 ds_5_1
struct V { float3 p : POSITION; float2 t : TEXCOORD0; };
struct PC { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; float3 mid : MID; };
struct O { float4 p : SV_Position; float2 t : TEXCOORD0; uint layer : SV_RenderTargetArrayIndex; };
[domain("tri")] O main(PC pc, float3 uvw : SV_DomainLocation, const OutputPatch<V, 3> op, uint id : SV_PrimitiveID) {
    O o; o.p = float4(op[0].p * uvw.x + op[1].p * uvw.y + op[2].p * uvw.z + pc.mid * pc.i, pc.e[1]); o.t = op[id % 3].t; o.layer = id; return o; }
