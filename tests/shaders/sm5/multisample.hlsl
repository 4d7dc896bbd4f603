cbuffer params : register(b0) { uint4 p; };
Texture2DMS<float4> ms : register(t0);
RWBuffer<float4> results : register(u0);

float4 ps_index(float4 pos : SV_Position, uint s : SV_SampleIndex) : SV_Target
{
    return float4(s, s * s, pos.x, 1);
}

float4 ps_mask(float4 pos : SV_Position, out uint mask : SV_Coverage) : SV_Target
{
    mask = p.x;
    return float4(1, 1, 1, 1);
}

float4 ps_coverage(float4 pos : SV_Position, uint covered : SV_Coverage) : SV_Target
{
    return float4(covered, countbits(covered), GetRenderTargetSampleCount(), 1);
}

float4 ps_positions(float4 pos : SV_Position) : SV_Target
{
    return float4(GetRenderTargetSamplePosition(p.x), GetRenderTargetSamplePosition(p.y));
}

[numthreads(4, 1, 1)]
void cs(uint i : SV_GroupIndex)
{
    results[3 * i] = ms.Load(int2(1, 0), i);
    results[3 * i + 1] = ms.Load(int2(0, 0), i, int2(1, 1));
    float2 size;
    uint w, h, n;
    ms.GetDimensions(w, h, n);
    results[3 * i + 2] = float4(ms.GetSamplePosition(i), n, w + 10 * h);
}
