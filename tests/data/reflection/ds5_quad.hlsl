struct V { float4 p : POS; }; struct P { float e[4] : SV_TessFactor; float i[2] : SV_InsideTessFactor; };
cbuffer C { float4x4 m; }
[domain("quad")] float4 main(P c, float2 uv : SV_DomainLocation, const OutputPatch<V, 4> v) : SV_Position { return mul(lerp(v[0].p, v[1].p, uv.x) + v[3].p * uv.y * c.i[1], m); }
