float4 vs(float2 position : POSITION, uint id : SV_InstanceID, out nointerpolation uint instance : SV_InstanceID) : SV_Position
{
    instance = id + 7;
    return float4(position, 0, 1);
}
