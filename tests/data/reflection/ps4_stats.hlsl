Texture2D t; SamplerState s; SamplerComparisonState c; int n; uint4 bits; float4 lut[16];
float4 main(float2 uv : T, float z : Z, uint i : I) : SV_Target {
    float4 r = 0; static const float4 k[4] = { {1,2,3,4}, {5,6,7,8}, {0,0,1,1}, {2,2,2,2} }; float4 x[3]; x[0] = uv.xyxy; x[1] = z; x[2] = 1;
    [loop] for (int a = 0; a < n; ++a) { r += t.SampleLevel(s, uv, a) + k[a & 3] + lut[a & 15]; if (r.x > 9) break; x[a % 3] += r; }
    [branch] switch (i) { case 0: r += t.SampleBias(s, uv, 1); break; case 1: r += t.SampleGrad(s, uv, uv, uv.yx); break; default: r *= t.Load(int3(1, 2, 0)); break; }
    r += t.SampleCmpLevelZero(c, uv, z) + ddx(uv.x) + asfloat(bits << i) + (float4)(bits / 3) + (int)z;
    return r + x[i % 3];
}
