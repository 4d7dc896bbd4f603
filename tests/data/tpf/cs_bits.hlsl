// profiles: cs_5_0
RWByteAddressBuffer o; cbuffer C { uint4 a; int4 b; float4 f; };
[numthreads(1, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    uint4 r = countbits(a) + reversebits(a.yzwx) + firstbitlow(a) + firstbithigh(a) + firstbithigh(b);
    r ^= a << b; r |= a >> id.x; r += b >> a; r -= ~a; r &= a * 3 + b;
    r += a / max(b, 1u) + a % (b + 2) + f32tof16(f) + (uint4)f16tof32(a) + (uint4)f + (int4)(f * 2);
    r += uint4(a < r) + uint4(b >= int4(r)) + uint4(f != r) + uint4(f < 2) + uint4(a == r) + min(b, int4(1,2,3,4)) + max(a, r) + abs(b);
    r.x += msad4(a.x, a.yz, r).y; r += asuint(sin(f) + cos(f) + exp2(f) + log2(f) + rsqrt(f) + rcp(f) + round(f) + floor(f) + ceil(f) + trunc(f) + pow(f, f.w) + fmod(f, 3));
    r.xyz += asuint(normalize(f.xyz) + cross(f.xyz, f.yzw) + reflect(f.xyz, f.zyx)); r.w += (uint)(isnan(f.x) || isinf(f.y)); r.x += asuint(dot(f.xy, f.zw)); r.z += mad(a.x, a.y, a.z);
    uint hi = a.x; int lo = b.y; r.x += (hi & 0xff00) >> 8; r.y |= (a.y << 7) & 0x3f80; lo = (lo << 5) >> 20; r.z += lo;
    o.Store4(id.x * 16, r);
}
