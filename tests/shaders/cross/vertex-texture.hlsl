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

struct Varyings {
    float4 position : SV_Position;
    float4 x : TEXCOORD0;
};

Varyings vs(float2 position : POSITION, float4 x : TEXCOORD0, float4 y : TEXCOORD1) {
    Varyings o;
    o.position = float4(position, 0, 1);
    o.x = LEVEL(t, x.xy, x.z) + 10 * LEVEL(t, y.xy, y.z);
    return o;
}

float4 ps(Varyings i) : SV_Target {
    return i.x;
}
