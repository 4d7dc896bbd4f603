struct A { float4 p : SV_Position; float2 uv : UV; uint rt : SV_RenderTargetArrayIndex; }; struct B { float3 n : NORMAL; uint2 id : Ids; };
cbuffer C { float4 offset[4]; };
[maxvertexcount(9)] [instance(3)] void main(point float4 p[1] : POS, uint id : SV_PrimitiveID, uint inst : SV_GSInstanceID, inout PointStream<A> a, inout PointStream<B> b) {
    for (uint i = 0; i < 3; ++i) { A o; o.p = p[0] + offset[i]; o.uv = i; o.rt = inst; a.Append(o); }
    a.RestartStrip(); B q; q.n = p[0].xyz; q.id = id; b.Append(q); b.RestartStrip();
}
