Texture2D t : register(t0);

float4 main() : SV_Target {
    float2 p = GetRenderTargetSamplePosition(1);
    return float4(GetRenderTargetSampleCount(), p, 1);
}
