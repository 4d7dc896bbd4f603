// cs_4_0: one raw or structured UAV; a thread writes group-shared memory at its own index only
struct row { uint a; float b; };
StructuredBuffer<row> rows : register(t0);
ByteAddressBuffer raw : register(t1);
RWStructuredBuffer<uint4> results : register(u0);
groupshared uint shared_rows[4];

[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint flat : SV_GroupIndex)
{
    shared_rows[flat] = rows[id.x].a * 2;
    GroupMemoryBarrierWithGroupSync();
    results[id.x] = uint4(shared_rows[3 - flat], asuint(rows[id.x].b), raw.Load(4 * id.x), shared_rows[0]);
}
