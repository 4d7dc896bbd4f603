Texture2D<float4> t; SamplerState s; FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP> fb;
float4 main(float3 w : SV_Barycentrics, nointerpolation float3 v : V, float2 uv : UV, uint view : SV_ViewID, uint rate : SV_ShadingRate) : SV_Target { fb.WriteSamplerFeedback(t, s, uv); return float4(GetAttributeAtVertex(v, 1) * w, view + rate); }
