// Direct3D 11.1: UAVs of every kind in vertex and pixel shaders.
RWByteAddressBuffer raw : register(u1);
RWStructuredBuffer<uint2> records : register(u2);
RWTexture2D<uint> image : register(u3);

float4 vs(float2 position : POSITION, uint id : SV_VertexID) : SV_Position
{
    raw.Store(4 * id, 100 + id);
    raw.InterlockedAdd(12, 1 << id);
    InterlockedMax(image[uint2(id, 1)], 7);
    return float4(position, 0, 1);
}

float4 ps(float4 pos : SV_Position) : SV_Target
{
    uint old;
    uint2 p = uint2(pos.xy);
    InterlockedExchange(image[p], 50 + p.x + 10 * p.y, old);
    uint n = records.IncrementCounter();
    records[p.x + 2 * p.y] = uint2(n < 4, old);
    return raw.Load(4 * p.x);
}
