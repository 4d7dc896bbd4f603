Texture2D t : register(t0);
SamplerState s : register(s0);

float4 main(float4 position : SV_Position) : SV_Target {
    float2 uv = position.xy / 4;
    return float4(t.CalculateLevelOfDetail(s, uv), t.CalculateLevelOfDetailUnclamped(s, uv), t.CalculateLevelOfDetail(s, uv * 16), t.CalculateLevelOfDetailUnclamped(s, uv * 16));
}
