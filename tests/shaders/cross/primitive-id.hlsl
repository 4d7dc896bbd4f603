float4 vs(float2 position : POSITION) : SV_Position { return float4(position, 0, 1); }

float4 ps(float4 position : SV_Position, uint id : SV_PrimitiveID) : SV_Target {
    return float4(id, 0, 0, 1);
}
