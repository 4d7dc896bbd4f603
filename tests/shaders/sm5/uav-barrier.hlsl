RWBuffer<uint> typed : register(u0);
RWByteAddressBuffer raw : register(u1);
globallycoherent RWBuffer<uint> coherent : register(u2);
RWBuffer<uint4> results : register(u3);

[numthreads(16, 1, 1)]
void main(uint i : SV_GroupIndex, uint g : SV_GroupID)
{
    uint base = 16 * g;
    typed[base + i] = 100 + i;
    raw.Store(4 * (base + i), 200 + i);
    coherent[base + i] = 300 + i;
    AllMemoryBarrierWithGroupSync();
    uint4 r = uint4(typed[base + 15 - i], raw.Load(4 * (base + (i ^ 1))), coherent[base + ((i + 5) & 15)], 0);
    DeviceMemoryBarrierWithGroupSync();
    typed[base + i] += 1000;
    DeviceMemoryBarrierWithGroupSync();
    r.w = typed[base + (i ^ 8)];
    results[base + i] = r;
}
