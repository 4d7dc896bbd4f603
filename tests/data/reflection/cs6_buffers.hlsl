struct Inner { float3 n; uint tag; };
struct Item { row_major float3x4 world; float2x3 uv; Inner list[2][3]; int2 last; bool flag; };
StructuredBuffer<Item> items : register(t0, space1);
StructuredBuffer<float4x4> matrices;
StructuredBuffer<row_major float2x4> row_matrices;
StructuredBuffer<uint> words : register(t9);
StructuredBuffer<Inner> many[4] : register(t20);
ByteAddressBuffer raw;
Buffer<float2> pairs; Buffer<unorm float4> colours; Buffer<int3> triples;
RWStructuredBuffer<Item> out_items;
RWStructuredBuffer<int> counted; globallycoherent RWStructuredBuffer<bool2> flags;
AppendStructuredBuffer<float3> app; ConsumeStructuredBuffer<uint2> con;
RWByteAddressBuffer rwraw; RWBuffer<uint> counter; RWBuffer<snorm float2> sn;
groupshared float4 shared_rows[16]; groupshared uint total;
[numthreads(4, 2, 3)] void main(uint3 id : SV_DispatchThreadID, uint flat : SV_GroupIndex) {
    if (flat == 0) total = 0;
    GroupMemoryBarrierWithGroupSync();
    Item i = items[id.x]; i.last.x += words[id.y]; i.list[1][2] = many[id.z & 3][id.x];
    shared_rows[flat & 15] = mul(matrices[id.x], float4(row_matrices[id.y][0].xyz, 1)) + raw.Load4(4 * id.x);
    uint old; InterlockedAdd(total, id.x, old); InterlockedMax(counter[3], old);
    rwraw.InterlockedXor(8, old);
    GroupMemoryBarrier();
    i.world[1] += shared_rows[15 - (flat & 15)]; i.last += triples[id.x].xy;
    out_items[id.x] = i; counted[counted.IncrementCounter()] = 1; flags[id.x] = id.xy > 3;
    app.Append(float3(pairs[id.x], colours[id.y].x)); sn[0] = con.Consume();
    AllMemoryBarrierWithGroupSync(); rwraw.Store(4, total);
}
