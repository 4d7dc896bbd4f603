// profiles: ps_5_1
RasterizerOrderedTexture2D<float4> r; RasterizerOrderedByteAddressBuffer rb;
[earlydepthstencil] float4 main(float4 p : SV_Position) : SV_Target { float4 c = r[p.xy]; r[p.xy] = c * 0.5; rb.Store(0, 3); return c; }
