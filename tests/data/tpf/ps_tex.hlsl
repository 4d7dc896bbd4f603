// profiles: ps_5_0 ps_5_1
Texture1D<float> t1; Texture1DArray<float2> t1a; Texture2D<float4> t2 : register(t3); Texture2DArray<float4> t2a; Texture2DMS<float4, 4> tms; Texture2DMSArray<float> tmsa;
Texture3D<unorm float4> t3; TextureCube<snorm float4> tc; TextureCubeArray<float4> tca; Buffer<int> tb; Texture2D<uint2> tu; Texture2D<float> sh;
SamplerState s; SamplerState s2; SamplerComparisonState sc;
cbuffer C { int2 off; uint lvl; };
struct O { float4 a : SV_Target0; float b : SV_Target2; float d : SV_Depth; uint m : SV_Coverage; };
O main(float4 p : SV_Position, float4 u : TEXCOORD, uint smp : SV_SampleIndex) {
    O o; float4 r = 0;
    r += t1.Sample(s, u.x, 1); r.xy += t1a.SampleLevel(s, u.xy, u.z);
    r += t2.Sample(s, u.xy, int2(-3, 4)); r += t2a.SampleBias(s2, u.xyz, u.w); r += t2.SampleGrad(s, u.xy, u.zw, u.wz);
    r += t3.SampleLevel(s, u.xyz, 0); r += tc.Sample(s, u.xyz); r += tca.Sample(s, u);
    r += tms.Load(p.xy, smp); r += tmsa.Load(p.xyz, 2); r += tb[lvl]; r.xy += tu.Load(int3(p.xy, lvl), int2(1, -1));
    r.x += sh.SampleCmp(sc, u.xy, u.z); r.y += sh.SampleCmpLevelZero(sc, u.xy, u.z, int2(1, 1));
    r += t2.GatherRed(s, u.xy); r += t2.GatherBlue(s, u.xy, off); r += sh.GatherCmp(sc, u.xy, u.z); r += sh.GatherCmp(sc, u.xy, u.z, off);
    r.x += t2.CalculateLevelOfDetail(s, u.xy); r.y += t2.CalculateLevelOfDetailUnclamped(s, u.xy);
    uint w, h, d, n; float fw, fh;
    t2.GetDimensions(lvl, w, h, n); r.x += w + h + n; tms.GetDimensions(w, h, n); r.y += w + h + n; tca.GetDimensions(0, w, h, d, n); r.z += d + n;
    t3.GetDimensions(w, h, d); r.z += d; t2.GetDimensions(0, fw, fh, w); r.w += fw * w; tb.GetDimensions(n); r.w += n;
    r.xy += tms.GetSamplePosition(smp) + GetRenderTargetSamplePosition(1) + GetRenderTargetSampleCount();
    r += ddx(u) + ddy_fine(u) + ddx_coarse(u) + fwidth(u.y);
    r.xy += EvaluateAttributeCentroid(u).xy + EvaluateAttributeAtSample(u, smp).zw + EvaluateAttributeSnapped(u, off).yx;
    o.a = r; o.b = r.x; o.d = r.y; o.m = asuint(r.z);
    return o;
}
