// profiles: cs_5_0 cs_5_1
struct S { float3 v[9]; uint pad; float4 q; };
StructuredBuffer<S> sb; ByteAddressBuffer bb; Buffer<float4> tb;
RWStructuredBuffer<S> us; globallycoherent RWByteAddressBuffer ub; RWBuffer<uint> ut; RWTexture2D<float4> u2; RWTexture3D<int> u3; AppendStructuredBuffer<uint2> ap; ConsumeStructuredBuffer<uint2> co; RWStructuredBuffer<uint> cnt;
groupshared float4 gs[64]; groupshared uint gc; groupshared struct { uint a; float2 b; } gq[16];
cbuffer C { uint4 k; };
[numthreads(8, 4, 2)] void main(uint3 id : SV_DispatchThreadID, uint3 g : SV_GroupID, uint3 t : SV_GroupThreadID, uint ix : SV_GroupIndex) {
    gs[ix] = tb[id.x] + bb.Load4(id.y * 16); gq[t.x].b = sb[id.x].v[id.y]. yz; gq[t.y].a = g.z;
    if (ix == 0) gc = 0;
    GroupMemoryBarrierWithGroupSync();
    uint old; InterlockedAdd(gc, 1, old); InterlockedMax(ut[id.x], old); InterlockedMin(us[id.x].pad, 7u, old);
    InterlockedCompareExchange(ut[ub.Load(8)], 3, old, old);
    ub.InterlockedXor(id.x * 4, old); int q; InterlockedExchange(u3[id], (int)old, q); ub.InterlockedCompareStore(12, 4, 5);
    AllMemoryBarrier(); DeviceMemoryBarrierWithGroupSync();
    us[id.x].v[2] = gs[63 - ix].xyz; us[id.y].q = bb.Load3(4).xyzz; ub.Store3(id.x, gq[3].a.xxx); ub.Store(id.z, q);
    u2[id.xy] = u2[id.yx] * 2; ap.Append(co.Consume() + id.xy); cnt[cnt.IncrementCounter()] = 4;
    uint w, h, d; us.GetDimensions(w, h); bb.GetDimensions(d); u3.GetDimensions(w, h, d); ut[id.z] = w + h + d;
    GroupMemoryBarrier();
    if (ix == 0) ut[3] = gc;
}
