struct Item { float4 a; int2 b; float c[2]; };
StructuredBuffer<Item> items; RWStructuredBuffer<Item> out_items; RWStructuredBuffer<uint> counted; AppendStructuredBuffer<float2> app; ConsumeStructuredBuffer<float2> con;
ByteAddressBuffer raw; RWByteAddressBuffer rwraw : register(u7); RWTexture2D<float4> image; RWBuffer<uint> rwb; RWTexture3D<int> vol; RWTexture1DArray<float> la;
groupshared uint shared_[64];
[numthreads(8, 4, 2)] void main(uint3 id : SV_DispatchThreadID, uint g : SV_GroupIndex) {
    Item i = items[id.x]; shared_[g] = raw.Load(id.x * 4); GroupMemoryBarrierWithGroupSync();
    uint k = counted.IncrementCounter(); app.Append(con.Consume()); i.b.x += shared_[63 - g]; out_items[k] = i;
    uint o; rwraw.InterlockedAdd(id.y * 4, 1, o); InterlockedMax(rwb[g], o); image[id.xy] = float4(i.c[0], i.c[1], 0, 1); vol[id] = 3; la[id.xy] = i.a.w;
}
