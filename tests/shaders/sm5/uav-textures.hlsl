RWTexture2D<uint> counts : register(u0);
RWTexture2D<float4> colours : register(u1);
RWTexture2DArray<int> layers : register(u2);
RWTexture3D<float> volume : register(u3);
RWBuffer<uint> old : register(u4);

[numthreads(2, 2, 1)]
void main(uint3 id : SV_DispatchThreadID, uint flat : SV_GroupIndex)
{
    uint v;
    InterlockedAdd(counts[id.xy], 10 * flat);
    InterlockedMax(counts[uint2(2, 0)], 5 + flat, v);
    InterlockedExchange(counts[uint2(0, 2 + (flat >> 1))], flat, v);
    old[flat] = counts[id.xy];
    colours[id.xy] = float4(id.xy, flat, 1);
    colours[id.xy + 100] = float4(9, 9, 9, 9);
    layers[uint3(id.xy, flat)] = -(int)flat;
    InterlockedMin(layers[uint3(0, 0, 3)], -(int)flat - 10);
    volume[uint3(0, id.xy)] = 0.5 + flat;
}
