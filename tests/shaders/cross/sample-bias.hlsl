#if SM == 3
sampler2D t : register(s0);
#define SAMPLE(t, uv) tex2D(t, uv)
#define LEVEL(t, uv, l) tex2Dlod(t, float4(uv, 0, l))
#define BIAS(t, uv, b) tex2Dbias(t, float4(uv, 0, b))
#define GRAD(t, uv, x, y) tex2Dgrad(t, uv, x, y)
#else
Texture2D t : register(t0);
SamplerState s : register(s0);
#define SAMPLE(t, uv) t.Sample(s, uv)
#define LEVEL(t, uv, l) t.SampleLevel(s, uv, l)
#define BIAS(t, uv, b) t.SampleBias(s, uv, b)
#define GRAD(t, uv, x, y) t.SampleGrad(s, uv, x, y)
#endif
float4 a : register(c0), b : register(c1), c : register(c2);

#if SM == 3
float4 main(float2 p : VPOS) : SV_Target {
    float2 uv = (p + 0.5) / 4;
#else
float4 main(float4 p : SV_Position) : SV_Target {
    float2 uv = p.xy / 4;
#endif
    return float4(BIAS(t, uv, a.x).x, BIAS(t, uv * 2, a.x).x, SAMPLE(t, uv * 2).x, SAMPLE(t, uv).y);
}
