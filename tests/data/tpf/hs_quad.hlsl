// profiles: hs_5_0
struct V { float4 p : POSITION; };
struct PC { float e[4] : SV_TessFactor; float i[2] : SV_InsideTessFactor; float4 tint : TINT; };
Texture2D<float> t; cbuffer C { float level; uint n; };
PC patch(InputPatch<V, 16> ip) { PC o; [unroll] for (uint k = 0; k < 4; k++) o.e[k] = level + t.Load(int3(k, 0, 0)); o.i[0] = level; o.i[1] = ip[n].p.x; o.tint = ip[3].p; return o; }
[domain("quad")][partitioning("integer")][outputtopology("triangle_ccw")][outputcontrolpoints(16)][patchconstantfunc("patch")]
V main(InputPatch<V, 16> ip, uint i : SV_OutputControlPointID) { return ip[i]; }
