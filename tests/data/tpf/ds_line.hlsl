// profiles: ds_5_0
struct V { float4 p : POSITION; }; struct PC { float e[2] : SV_TessFactor; };
[domain("isoline")] float4 main(PC pc, float2 uv : SV_DomainLocation, const OutputPatch<V, 2> op) : SV_Position { return lerp(op[0].p, op[1].p, uv.x) + uv.y * pc.e[0] + pc.e[1]; }
