Texture2D t : register(t0);
SamplerState s : register(s0);

float4 main() : SV_Target {
    uint status, other;
    float4 x = t.Sample(s, float2(0.5, 0.5), int2(0, 0), 0.0, status);
    float4 y = t.Load(int3(0, 0, 0), int2(0, 0), other);
    return float4(x.x, y.y, CheckAccessFullyMapped(status), CheckAccessFullyMapped(other));
}
