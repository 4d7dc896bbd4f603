#define RS "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT), CBV(b0), DescriptorTable(SRV(t0, numDescriptors = 2)), StaticSampler(s0)"
Texture2D<float4> a, b; SamplerState s; cbuffer C { float4 tint; };
[RootSignature(RS)] float4 main(float2 uv : UV) : SV_Target { return a.Sample(s, uv) * tint + b.SampleLevel(s, uv, 1); }
