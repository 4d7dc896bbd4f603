struct V { float4 p : POS; }; struct P { float edges[2] : SV_TessFactor; };
[domain("isoline")] float4 main(P c, float2 d : SV_DomainLocation, const OutputPatch<V, 2> v) : SV_Position { return lerp(v[0].p, v[1].p, d.x); }
