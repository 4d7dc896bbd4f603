struct V { float4 p : POS; float2 uv : UV; }; struct P { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; float3 x : X; };
float level;
P patch(InputPatch<V, 4> v, uint id : SV_PrimitiveID) { P p; p.e[0] = p.e[1] = p.e[2] = level; p.i = level + id; p.x = v[0].p.xyz; return p; }
[domain("tri")] [partitioning("fractional_even")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("patch")]
V main(InputPatch<V, 4> v, uint id : SV_OutputControlPointID) { V o = v[id]; o.uv *= 2; return o; }
