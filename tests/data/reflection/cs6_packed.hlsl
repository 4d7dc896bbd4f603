struct P { int8_t4_packed a; uint8_t4_packed b; uint c; }; StructuredBuffer<P> s; RWStructuredBuffer<int4> o; cbuffer C { unorm float4 un; snorm float sn; uint8_t4_packed pk; int8_t4_packed pks[2]; P p; };
RWBuffer<uint64_t> b64 : register(u1); RWTexture2D<int64_t> t64 : register(u2);
[numthreads(1, 1, 1)] void main(uint i : SV_GroupID) { o[i] = unpack_s8s32(s[i].a) + (int4)unpack_u8u32(s[i].b) + (int4)(un * sn) + unpack_s8s32(pks[1]) + (int4)unpack_u8u32(pk) + p.c; b64[i] = 7; t64[i.xx] = b64[3]; }
