struct cell { uint a; uint2 b; };
groupshared uint sums[16];
groupshared cell cells[16];
groupshared uint total, lowest, highest, bits, once;
groupshared int ilowest, ihighest;
RWBuffer<uint4> results : register(u0);

[numthreads(4, 2, 2)]
void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint3 local : SV_GroupThreadID, uint flat : SV_GroupIndex)
{
    if (flat == 0)
    {
        total = 0; lowest = 0xffffffff; highest = 0; bits = 0; once = 0; ilowest = 100; ihighest = -100;
    }
    sums[flat] = flat + 1;
    cells[flat].a = 100 + flat;
    cells[flat].b = uint2(id.x, id.y + 10 * id.z);
    GroupMemoryBarrierWithGroupSync();

    uint4 r = uint4(sums[15 - flat], cells[flat ^ 1].a, cells[flat ^ 2].b);
    uint slot = 3 * (flat + 16 * group.x);
    results[slot] = r;
    results[slot + 1] = uint4(local, flat + 1000 * group.x + 10000 * group.y);

    GroupMemoryBarrierWithGroupSync();

    // a tree sum over the group
    [unroll] for (uint width = 8; width > 0; width >>= 1)
    {
        if (flat < width)
            sums[flat] += sums[flat + width];
        GroupMemoryBarrierWithGroupSync();
    }
    uint old;
    InterlockedAdd(total, flat);
    InterlockedMin(lowest, flat + 5);
    InterlockedMax(highest, flat + 5);
    InterlockedOr(bits, 1u << flat);
    InterlockedMin(ilowest, 3 - (int)flat);
    InterlockedMax(ihighest, 3 - (int)flat);
    InterlockedCompareExchange(once, 0, flat + 1, old);
    if (old == 0)
        InterlockedAdd(cells[0].a, 1000, old);
    AllMemoryBarrierWithGroupSync();
    if (flat == 0)
        results[slot + 2] = uint4(sums[0], total, lowest, highest);
    if (flat == 1)
        results[slot + 2] = uint4(bits, ilowest, ihighest, once != 0 ? cells[0].a : 0);
}
