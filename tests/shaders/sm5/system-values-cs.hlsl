RWBuffer<uint4> results : register(u0);

[numthreads(3, 2, 2)]
void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint3 local : SV_GroupThreadID, uint flat : SV_GroupIndex)
{
    uint g = group.x + 2 * group.y + 4 * group.z;
    uint slot = 2 * (12 * g + flat);
    results[slot] = uint4(id, flat);
    results[slot + 1] = uint4(local, group.x + 10 * group.y + 100 * group.z);
}
