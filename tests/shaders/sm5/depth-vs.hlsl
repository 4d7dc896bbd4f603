cbuffer params : register(b0) { float4 p; };
float4 main(float2 position : POSITION) : SV_Position { return float4(position, p.x, 1); }
