Texture2D<float4> t; SamplerState s; SamplerComparisonState c; Texture2DMS<float2> m; TextureCubeArray ca;
float4 main(float2 uv : UV, sample float3 q : Q) : SV_Target0 { return t.Gather(s, uv) + t.GatherCmpRed(c, uv, q.x) + t.CalculateLevelOfDetail(s, uv) + m.sample[1][uv].xyxy + ca.Sample(s, q.xyzx) + EvaluateAttributeAtSample(uv.x, 1); }
