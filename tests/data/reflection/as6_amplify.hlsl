struct Pay { uint base[4]; }; groupshared Pay pay; StructuredBuffer<uint> visible;
[numthreads(4, 1, 1)] void main(uint t : SV_GroupIndex) { pay.base[t] = visible[t]; GroupMemoryBarrierWithGroupSync(); DispatchMesh(4, 1, 1, pay); }
