min16float4 tint; min10float k; Texture2D<min16float4> t; SamplerState s; cbuffer U { min16uint3 u; min12int i; }
min16float4 main(min16float2 uv : UV, nointerpolation min16uint n : N) : SV_Target { return t.Sample(s, uv) * tint * k + u.xyzx + i + n; }
