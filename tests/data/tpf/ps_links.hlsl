// profiles: ps_5_0
interface Light { float3 shade(float3 n); float gain(); };
class Ambient : Light { float3 c; float3 shade(float3 n) { return c; } float gain() { return 1; } };
class Directed : Light { float3 d; Texture2D t; SamplerState s; float3 shade(float3 n) { return saturate(dot(n, d)) * t.Sample(s, n.xy).xyz; } float gain() { return d.x; } };
cbuffer C { Ambient amb; Directed dir; uint which; };
Light one; Light many[3];
float4 main(float3 n : NORMAL) : SV_Target { return float4(one.shade(n) * many[which].gain(), many[1].gain()); }
