Texture1D<float> a; Texture1DArray<float2> b; Texture2D<float3> c; Texture2DArray<float4> d; Texture2DMS<float4> e; Texture2DMS<uint2, 8> e8; Texture2DMSArray<int4> f;
Texture2DMSArray<float3, 2> f2; Texture3D<unorm float> g; TextureCube<snorm float4> h; TextureCubeArray<float2> i; Texture2D<uint> u; Texture2D<int2> s2; Texture2D<bool> flag;
Texture2D<min16float4> m16; Texture2D<min16uint> mu; Texture2D<half3> hf; Texture3D<double> dd;
RWTexture1D<float> ra; RWTexture1DArray<int2> rb; RWTexture2D<unorm float4> rc; RWTexture2DArray<uint3> rd; RWTexture3D<float2> re; RasterizerOrderedTexture2D<float4> rov : register(u9, space2);
SamplerState s; SamplerComparisonState cmp : register(s7, space3); sampler old;
float4 main(float4 p : SV_Position, float3 uv : uv, nointerpolation uint k : Kind) : SV_Target {
    float4 r = a.Sample(s, uv.x) + b.SampleBias(s, uv.xy, 1).xyxy + c.SampleLevel(s, uv.xy, 2).xyzx + d.SampleGrad(s, uv, uv.xy, uv.yz);
    r += e.Load(p.xy, 1) + e8.Load(p.xy, k).xyxy + f.Load(int3(p.xyz), 0) + f2.Load(int3(p.xyz), 1).xyzx + g.Sample(old, uv) + h.Sample(s, uv) + i.Sample(s, float4(uv, 1)).xyxy;
    r += u[p.xy] + s2[p.xy].xyxy + flag[p.xy] + (float4)m16.Sample(s, uv.xy) + mu[p.xy] + hf.Sample(s, uv.xy).xyzz + (float)dd[p.xyz];
    r += c.SampleCmpLevelZero(cmp, uv.xy, 0.5) + d.GatherRed(s, uv) + h.SampleCmp(cmp, uv, 0.3) + d.CalculateLevelOfDetail(s, uv.xy);
    ra[1] = r.x; rb[p.xy] = (int2)r.xy; rc[p.xy] = r; rd[p.xyz] = k; re[p.xyz] = r.xy; rov[p.xy] += r;
    [branch] if (k > 3) { [loop] for (uint n = 0; n < k; ++n) r += d.Sample(s, uv * n); }
    return r;
}
