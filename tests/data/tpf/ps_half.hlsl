// profiles: ps_5_0
Texture2D<min16float4> t; SamplerState s; cbuffer C { min16float4 k; min16int2 i; min16uint u; };
struct O { min16float4 c : SV_Target; };
O main(min16float2 uv : TEXCOORD, nointerpolation min16int2 n : N) { O o; o.c = -abs(t.Sample(s, uv)) * k + (min16float)(n.x + i.y) + (min16float)(u); return o; }
