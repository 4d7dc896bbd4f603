cbuffer c : register(b0) { uint4 a; int4 b; };
RWBuffer<uint> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    uint32_t4 u = unpack_u8u32(a.x);
    int32_t4 s = unpack_s8s32(a.x);
    o[0] = u.x + 1000 * u.w;
    o[1] = uint(s.y);
    o[2] = uint(s.z);
    o[3] = pack_u8(u.wzyx);
    o[4] = pack_clamp_u8(b);
    o[5] = pack_clamp_s8(b);
    o[6] = pack_s8(b);
    int16_t4 h = unpack_s8s16(a.x);
    o[7] = uint(int(h.y)) * 3 + uint(int(h.x));
    o[8] = pack_u8(unpack_u8u16(a.x).yxwz);
}
