struct V { float3 p : POS; float2 uv : UV; }; struct P { float edges[4] : SV_TessFactor; float inside[2] : SV_InsideTessFactor; float3 centre[2] : CENTRE; uint k : K; };
cbuffer C { float level; float2 levels; };
P patch(InputPatch<V, 5> v, uint id : SV_PrimitiveID) { P p; [unroll] for (int i = 0; i < 4; ++i) p.edges[i] = level + id; p.inside[0] = levels.x; p.inside[1] = levels.y; p.centre[0] = v[0].p; p.centre[1] = v[4].p; p.k = id; return p; }
[domain("quad")] [partitioning("fractional_odd")] [outputtopology("triangle_cw")] [outputcontrolpoints(4)] [patchconstantfunc("patch")] [maxtessfactor(12)]
V main(InputPatch<V, 5> v, uint i : SV_OutputControlPointID) { V o = v[i]; o.uv += v[4].uv; return o; }
