cbuffer C { uint n; float4 k[16]; }; Texture2D t; SamplerState s; static const float table[6] = { 1, 3, 5, 7, 2, 4 };
float4 main(float2 uv : UV, nointerpolation uint m : M) : SV_Target {
    float x[8]; [unroll] for (int i = 0; i < 8; ++i) x[i] = uv.x * i; x[m & 7] = uv.y;
    float4 r = 0; [loop] for (uint a = 0; a < n; ++a) { switch (m + a) { case 0: r += k[a]; break; case 3: r *= x[a & 7]; case 4: r -= 1; break; case 900: r = sin(r); break; default: r += table[m % 6]; } if (r.x > 90) break; }
    if (r.y < 0) discard; r += ddx(uv.x) + ddy_fine(uv.y) + t.Sample(s, uv) + (float)(m / 3) + (int)uv.x % 5 + (m >> 2) + asfloat(m ^ 77) + f16tof32(m) + firstbithigh(m) + (float)((double)uv.x * 2);
    return min(r, max(uv.xyxy, 0.1)) + any(r > 1) + frac(r) + sqrt(r) + dot(r, k[1]);
}
