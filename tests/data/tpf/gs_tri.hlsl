// profiles: gs_4_0 gs_4_1 gs_5_0
struct V { float4 p : SV_Position; float2 t : TEXCOORD0; };
struct O { float4 p : SV_Position; float2 t : TEXCOORD0; uint layer : SV_RenderTargetArrayIndex; uint prim : SV_PrimitiveID; };
[maxvertexcount(6)] void main(triangle V v[3], inout TriangleStream<O> s, uint pid : SV_PrimitiveID) {
    for (uint l = 0; l < 2; l++) { for (int i = 0; i < 3; i++) { O o; o.p = v[i].p; o.t = v[i].t; o.layer = l + pid; o.prim = pid; s.Append(o); } s.RestartStrip(); } }
