Texture2D t : register(t0);
SamplerState s : register(s0);

float4 main(float4 position : SV_Position) : SV_Target {
    float2 uv = position.xy / 2;
    return float4(t.Sample(s, uv, int2(0, 0), 0.0).x, t.Sample(s, uv, int2(0, 0), 1.0).x, 1, 1);
}
