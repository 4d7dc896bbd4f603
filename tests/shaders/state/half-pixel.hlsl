float4 vs(float4 position : POSITION) : SV_Position { return position; }

float4 ps() : SV_Target { return 1; }
