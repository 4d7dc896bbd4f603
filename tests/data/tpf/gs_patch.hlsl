// profiles: gs_4_0
struct V { float4 p : SV_Position; float c : SV_ClipDistance0; };
[maxvertexcount(2)] void main(line V v[2], inout LineStream<V> s) { s.Append(v[1]); s.Append(v[0]); s.RestartStrip(); }
