Texture2D<min16float4> tex : register(t0);
SamplerState s : register(s0);
min16float4 ps(min16float4 c : COLOR, float2 t : TEXCOORD, min16uint n : N) : SV_Target { return tex.Sample(s, t) * c + min16float(n); }
