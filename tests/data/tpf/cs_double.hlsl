// profiles: cs_5_0
RWByteAddressBuffer o; StructuredBuffer<double2> d; cbuffer C { double2 k; float2 f; int2 n; };
[numthreads(1, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    double2 a = d[id.x] * k + 0.1L; a = max(a, -k.yx); a = min(a, abs(d[3])); a /= k.x; a += (double2)f + rcp(k) + (double2)n + fma(a, k, d[1]);
    uint lo, hi; asuint(a.x, lo, hi); o.Store2(0, uint2(lo, hi)); asuint(saturate(a.y), lo, hi); o.Store2(8, uint2(lo, hi));
    o.Store2(16, asuint((float2)a)); o.Store2(24, (int2)a); o.Store2(32, (uint2)a); o.Store2(40, uint2(a.x < a.y ? 1 : 2, a.x == k.y ? 3 : 4));
    o.Store(48, a.x != k.x); o.Store(52, a.x >= k.x); asuint(a.x > 0 ? k.x : a.y, lo, hi); o.Store2(56, uint2(lo, hi));
}
