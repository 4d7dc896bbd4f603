// profiles: hs_5_0
struct V { float4 p : POSITION; };
struct PC { float e[2] : SV_TessFactor; };
PC patch(InputPatch<V, 4> ip) { PC o; o.e[0] = ip[0].p.x; o.e[1] = ip[1].p.y; return o; }
[domain("isoline")][partitioning("pow2")][outputtopology("line")][outputcontrolpoints(2)][patchconstantfunc("patch")]
V main(InputPatch<V, 4> ip, uint i : SV_OutputControlPointID) { V o; o.p = ip[i * 2].p + ip[i].p; return o; }
