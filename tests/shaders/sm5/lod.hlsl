Texture2D<float4> tex : register(t0);   // 8 x 8, 4 levels
SamplerState point_sampler : register(s0);
struct targets { float4 t0 : SV_Target0, t1 : SV_Target1; };
targets main(float4 pos : SV_Position)
{
    targets t;
    float2 two = pos.xy / 4.0, far = pos.xy * 4.0, near = pos.xy / 32.0;
    t.t0 = float4(tex.CalculateLevelOfDetail(point_sampler, two), tex.CalculateLevelOfDetailUnclamped(point_sampler, two),
                  tex.CalculateLevelOfDetail(point_sampler, far), tex.CalculateLevelOfDetailUnclamped(point_sampler, far));
    t.t1 = float4(tex.CalculateLevelOfDetail(point_sampler, near),
                  tex.CalculateLevelOfDetailUnclamped(point_sampler, near), 0, 1);
    return t;
}
