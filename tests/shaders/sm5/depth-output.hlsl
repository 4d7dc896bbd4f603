float4 plain(float4 pos : SV_Position, out float depth : SV_Depth) : SV_Target
{
    depth = pos.x / 8.0 + 0.25;
    return float4(1, 0, 0, 1);
}

float4 greater_equal(noperspective centroid float4 pos : SV_Position, out float depth : SV_DepthGreaterEqual) : SV_Target
{
    depth = pos.z + pos.x / 8.0;
    return float4(0, 1, 0, 1);
}

float4 less_equal(noperspective centroid float4 pos : SV_Position, out float depth : SV_DepthLessEqual) : SV_Target
{
    depth = pos.z - pos.x / 16.0;
    return float4(0, 0, 1, 1);
}

[earlydepthstencil]
float4 early(float4 pos : SV_Position) : SV_Target
{
    clip(pos.y - 1);
    return float4(1, 1, 0, 1);
}
