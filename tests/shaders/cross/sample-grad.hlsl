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

float4 main() : SV_Target {
    return float4(GRAD(t, a.xy, b.xy, c.xy).x, GRAD(t, a.xy, b.zw, c.xy).x, GRAD(t, a.xy, b.xy, c.zw).x, GRAD(t, a.xy, b.xy, c.xy).y);
}
