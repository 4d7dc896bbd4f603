#if SM == 3
samplerCUBE t : register(s0);
#define CUBE(v) texCUBE(t, v)
#else
TextureCube t : register(t0);
SamplerState s : register(s0);
#define CUBE(v) t.Sample(s, v)
#endif
float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    return float4(CUBE(a.xyz).x, CUBE(-a.xyz).x, CUBE(b.xyz).x, CUBE(c.xyz).y);
}
