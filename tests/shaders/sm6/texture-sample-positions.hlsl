Texture2DMS<float4> t : register(t0);

float4 main() : SV_Target {
    return float4(t.GetSamplePosition(0), t.GetSamplePosition(3));
}
