struct S { half h; half3 h3; float16_t2 f16; int16_t i; uint16_t4 u; float f; half3x2 m; double d; int64_t l; uint64_t2 ul; };
cbuffer C { half a; half2 b; int16_t c[3]; uint16_t3 d; half4x4 e; double f; int64_t g; uint64_t2 h; double3 k; float tail; S s; };
StructuredBuffer<S> in_s; RWStructuredBuffer<S> out_s; RWStructuredBuffer<half3> halves; Buffer<half2> tex; RWTexture2D<uint16_t> img; StructuredBuffer<float16_t4x3> hm; RWBuffer<int16_t4> ib;
[numthreads(8, 1, 1)] void main(uint id : SV_DispatchThreadID) {
    S v = in_s[id]; v.h += a + b.y; v.i += c[1]; v.u.xyz += d; v.m = mul((half3x3)e, v.m); v.d += f * k.z; v.l += g; v.ul *= h; v.f += tail + s.h;
    out_s[id] = v; halves[id] = v.h3 + tex[id].xyx + hm[id][1].xyz; img[id.xx] = v.u.x; ib[id] = v.i;
}
