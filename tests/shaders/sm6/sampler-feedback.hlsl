FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP> map : register(u1);
Texture2D t : register(t0);
SamplerState s : register(s0);

float4 main(float2 uv : UV) : SV_Target {
    map.WriteSamplerFeedback(t, s, uv);
    map.WriteSamplerFeedbackBias(t, s, uv, 1.0);
    map.WriteSamplerFeedbackLevel(t, s, uv, 1.0);
    map.WriteSamplerFeedbackGrad(t, s, uv, float2(1, 0), float2(0, 1));
    return 1;
}
