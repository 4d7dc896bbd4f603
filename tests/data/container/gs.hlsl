// gs_5_0: two streams, OSG5.
struct A { float4 position : SV_Position; float3 colour : COLOR0; };
struct B { float2 value : VALUE; };
[maxvertexcount(2)]
void main(point A i[1], inout PointStream<A> a, inout PointStream<B> b)
{
    a.Append(i[0]);
    B v = { i[0].colour.xy };
    b.Append(v);
}
