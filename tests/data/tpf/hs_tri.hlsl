// profiles: hs_5_0 hs_5_1
struct V { float3 p : POSITION; float2 t : TEXCOORD0; };
struct PC { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; float3 mid : MID; };
cbuffer C { float level; };
PC patch(InputPatch<V, 3> ip, OutputPatch<V, 3> op, uint id : SV_PrimitiveID) {
    PC o; for (uint k = 0; k < 3; k++) o.e[k] = level * length(ip[k].p - op[(k + 1) % 3].p); o.i = (o.e[0] + o.e[1] + o.e[2]) / 3; o.mid = op[id % 3].p; return o; }
[domain("tri")][partitioning("fractional_odd")][outputtopology("triangle_cw")][outputcontrolpoints(3)][patchconstantfunc("patch")][maxtessfactor(15.0)]
V main(InputPatch<V, 3> ip, uint i : SV_OutputControlPointID, uint id : SV_PrimitiveID) { V o; o.p = ip[i].p * 2 + id; o.t = ip[2 - i].t; return o; }
