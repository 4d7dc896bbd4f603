// ps_4_0_level_9_1: both a Direct3D 9 and a Direct3D 10 program
float4 tint;
Texture2D tex; SamplerState smp;
float4 main(float4 p : SV_Position, float2 uv : TEXCOORD0) : SV_Target { return tex.Sample(smp, uv) * tint; }
