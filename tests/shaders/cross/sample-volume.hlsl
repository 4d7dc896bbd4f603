#if SM == 3
sampler3D t : register(s0);
#define VOLUME(v) tex3D(t, v)
#else
Texture3D t : register(t0);
SamplerState s : register(s0);
#define VOLUME(v) t.Sample(s, v)
#endif
float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    return VOLUME(a.xyz) + 10 * VOLUME(b.xyz);
}
