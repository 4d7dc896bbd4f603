struct V { float4 p : SV_Position; float3 a[2] : A; float3 clip : SV_ClipDistance; uint prim : SV_PrimitiveID; uint vp : SV_ViewportArrayIndex; };
StructuredBuffer<float4> s; [maxvertexcount(2)] void main(lineadj float4 p[4] : POS, inout LineStream<V> o) { for (int i = 1; i < 3; ++i) { V v = (V)0; v.p = p[i]; v.a[1] = s[i].xyz; v.vp = i; v.prim = 5; o.Append(v); } }
