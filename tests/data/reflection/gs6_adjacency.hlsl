struct V { float4 p : SV_Position; float2 uv : TEXCOORD1; nointerpolation int k : KIND; };
[maxvertexcount(6)] void main(triangleadj V v[6], inout TriangleStream<V> s) { [unroll] for (int i = 0; i < 6; i += 2) { v[i].uv += v[i + 1].uv; s.Append(v[i]); } s.RestartStrip(); }
