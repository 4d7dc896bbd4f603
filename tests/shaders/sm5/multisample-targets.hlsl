// Four samples a pixel, colour and depth: drawn by one triangle, read sample by sample.
Texture2DMS<float4, 4> colours : register(t0);
Texture2DMS<float, 4> depths : register(t1);

// A triangle in the left half, in a depth that falls from left to right.
float4 vs(uint id : SV_VertexID) : SV_Position
{
    return float4(id == 2 ? 0 : -1, id == 1 ? -3 : 1, id == 2 ? 0.25 : 0.75, 1);
}

float4 ps(float4 position : SV_Position, uint sample : SV_SampleIndex) : SV_Target
{
    return float4(1, sample, 0, 1);
}

float4 read(float4 position : SV_Position) : SV_Target
{
    float4 sum = 0;
    float nearest = 1;
    for (uint i = 0; i < 4; ++i) {
        sum += colours.Load(int2(position.xy), i) / 4;
        nearest = min(nearest, depths.Load(int2(position.xy), i));
    }
    return float4(sum.xy, nearest, colours.Load(int2(position.xy), 3).y);
}
