// profiles: ds_5_0
struct V { float4 p : POSITION; };
struct PC { float e[4] : SV_TessFactor; float i[2] : SV_InsideTessFactor; float4 tint : TINT; };
[domain("quad")] float4 main(PC pc, float2 uv : SV_DomainLocation, const OutputPatch<V, 16> op) : SV_Position { return lerp(op[0].p, op[15].p, uv.x) * uv.y + pc.tint * pc.i[1]; }
