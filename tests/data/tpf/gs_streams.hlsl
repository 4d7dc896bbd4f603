// profiles: gs_5_0 gs_5_1
struct V { float4 p : SV_Position; float2 t[3] : T; };
struct A { float4 p : SV_Position; }; struct B { float4 x : X; uint2 y : Y; };
cbuffer C { uint n; };
[instance(4)][maxvertexcount(8)] void main(lineadj V v[4], inout PointStream<A> a, inout PointStream<B> b, uint gi : SV_GSInstanceID) {
    A x; B y; for (uint i = 0; i < n; i++) { x.p = v[i & 3].p + v[gi].t[i].xyxy; a.Append(x); y.x = x.p; y.y = gi; b.Append(y); } }
