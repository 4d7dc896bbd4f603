RWTexture2D<uint> a : register(u1); RWByteAddressBuffer b : register(u2);
[earlydepthstencil] float4 main(float4 p : SV_Position, uint s : SV_SampleIndex, uint cov : SV_Coverage) : SV_Target { InterlockedAdd(a[p.xy], 1); b.Store(0, s + cov); return p; }
