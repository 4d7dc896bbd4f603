// profiles: ps_5_0
Texture2D<float4> t; SamplerState s; SamplerComparisonState sc; ByteAddressBuffer b; StructuredBuffer<float4> sb; RWTexture2D<float> u : register(u1);
float4 main(float2 uv : UV, sample float k : K, uint cov : SV_Coverage) : SV_Target {
    uint st, s2; float4 r = t.Sample(s, uv, int2(0, 0), 0.5, st); r += t.SampleLevel(s, uv, 1, int2(1, 0), s2); st &= s2; r += t.SampleBias(s, uv, 1, int2(0, 0), 2, s2); r += t.SampleGrad(s, uv, uv, uv, 0, 1, s2);
    r += t.Gather(s, uv, int2(0,0), s2); r.x += t.SampleCmpLevelZero(sc, uv, 1, int2(0,0), s2); r += t.Load(int3(1, 2, 0), int2(0, 0), s2); r += b.Load(4, s2); r += sb.Load(3, s2); r.x += u.Load(int2(1, 2), s2); u[uv] = cov;
    return CheckAccessFullyMapped(st) && CheckAccessFullyMapped(s2) ? r * k : 0;
}
