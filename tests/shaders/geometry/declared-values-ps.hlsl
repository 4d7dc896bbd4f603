float4 main(float4 position : SV_Position, uint id : SV_PrimitiveID, float data : DATA) : SV_Target
{
    return float4(id, data, position.xy);
}
