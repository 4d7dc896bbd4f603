struct V { float4 p : SV_Position; };
[maxvertexcount(6)] void main(triangleadj V i[6], inout LineStream<V> s) { for (int k = 0; k < 6; k += 2) { s.Append(i[k]); s.Append(i[k + 1]); s.RestartStrip(); } }
