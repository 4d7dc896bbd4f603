float4 a : register(c0);
Texture2DArray t : register(t0);
Texture1D l : register(t1);
SamplerState s : register(s0);

float4 main() : SV_Target {
    return float4(t.Sample(s, float3(0.5, 0.5, a.x)).x, l.Sample(s, a.y).x, t.Sample(s, float3(0.5, 0.5, a.z)).x, t.Sample(s, float3(0.5, 0.5, a.w)).x);
}
