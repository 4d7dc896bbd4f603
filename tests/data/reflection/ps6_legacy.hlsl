float4 globals[3]; uniform float scale; float2x2 rot; float4 unused_global;
float4 main(float2 uv : TEXCOORD0, float4 c : COLOR) : SV_Target { return globals[1] * scale * c + float4(mul(rot, uv), 0, 0); }
