struct V { float4 p : POS; }; struct P { float edges[2] : SV_TessFactor; };
P patch(OutputPatch<V, 2> v) { P p; p.edges[0] = v[0].p.x; p.edges[1] = v[1].p.y; return p; }
[domain("isoline")] [partitioning("integer")] [outputtopology("line")] [outputcontrolpoints(2)] [patchconstantfunc("patch")]
V main(InputPatch<V, 2> v, uint i : SV_OutputControlPointID) { return v[i]; }
