float4 vs(float4 position : POSITION) : POSITION { return position; }

float4 ps(float4 position : SV_Position, float x : X) : SV_Target { return float4(x, 0, 0, 1); }
