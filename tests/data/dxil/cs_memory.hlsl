struct Item { float3 a; uint b; };
RWStructuredBuffer<Item> items : register(u0);
RWByteAddressBuffer raw : register(u1);
RWTexture2D<float2> image : register(u2, space4);
ConsumeStructuredBuffer<uint> source : register(u3);
globallycoherent RWBuffer<uint> counters : register(u5);
groupshared uint tile[64];
groupshared float2 pairs[4][8];

[numthreads(8, 4, 2)] void main(uint3 id : SV_DispatchThreadID, uint flat : SV_GroupIndex) {
    tile[flat] = source.Consume();
    pairs[flat & 3][flat & 7] = float2(id.xy);
    GroupMemoryBarrierWithGroupSync();
    uint old;
    InterlockedAdd(tile[(flat + 1) & 63], 3, old);
    InterlockedCompareExchange(tile[flat ^ 5], old, 9, old);
    raw.InterlockedMax(flat * 4, old);
    items[id.x].a.y = pairs[id.y & 3][id.x & 7].y;
    items[id.x].b = WaveActiveSum(old) + asuint(raw.Load(id.z * 4));
    image[id.xy] += float2(flat, 1.5);
    counters[id.x] = tile[63 - flat];
    [branch] if (id.x > 100) {
        float local[8];
        for (uint k = 0; k < 8; ++k) local[k] = image[id.xy + k].x;
        counters[id.y] = (uint)local[id.z & 7];
    }
}
