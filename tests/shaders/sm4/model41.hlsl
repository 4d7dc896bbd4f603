Texture2D<float4> tex : register(t0);
Texture2DMS<float4, 4> ms : register(t1);
SamplerState point_sampler : register(s0);

struct targets { float4 t0 : SV_Target0, t1 : SV_Target1, t2 : SV_Target2, t3 : SV_Target3; };

targets main(float4 pos : SV_Position)
{
    targets t;
    t.t0 = tex.Gather(point_sampler, float2(0.5, 0.5));
    t.t1 = float4(tex.CalculateLevelOfDetail(point_sampler, pos.xy), tex.CalculateLevelOfDetailUnclamped(point_sampler, pos.xy),
                  GetRenderTargetSampleCount(), 0);
    uint w, h, n;
    ms.GetDimensions(w, h, n);
    t.t2 = float4(ms.GetSamplePosition(1), n, ms.Load(int2(pos.xy), 2).x);
    t.t3 = float4(ddx(pos.x * 3), ddy(pos.y * 5), fwidth(pos.x + pos.y), ms.Load(int2(pos.xy), 3).x);
    return t;
}

float4 ps_index(float4 pos : SV_Position, uint s : SV_SampleIndex) : SV_Target { return 10 + s; }
