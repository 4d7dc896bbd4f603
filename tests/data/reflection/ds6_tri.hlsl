struct V { float4 p : POS; float2 uv : UV; }; struct P { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; float3 bias : BIAS; };
struct O { float4 p : SV_Position; float2 uv : UV; float cull : SV_CullDistance; }; Texture2D<float> heights; SamplerState s; cbuffer C { float4x4 vp; };
[domain("tri")] O main(P c, float3 d : SV_DomainLocation, const OutputPatch<V, 3> v) { O o; o.uv = v[0].uv * d.x + v[1].uv * d.y + v[2].uv * d.z; o.p = mul(vp, v[0].p * d.x + v[1].p * d.y + v[2].p * d.z) + heights.SampleLevel(s, o.uv, 0) + c.bias.y; o.cull = c.edges[1]; return o; }
