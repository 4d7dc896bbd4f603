RWBuffer<uint> o : register(u0);

[numthreads(2, 3, 2)]
void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint3 thread : SV_GroupThreadID, uint index : SV_GroupIndex) {
    uint n = (group.x + group.y * 2 + group.z * 4) * 12 + index;
    o[n] = id.x | id.y << 4 | id.z << 8 | thread.x << 12 | thread.y << 16 | thread.z << 20 | group.x << 24;
}
