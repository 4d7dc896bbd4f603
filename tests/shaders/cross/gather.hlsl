cbuffer c : register(b0) { float4 a; };
Texture2D<float4> t : register(t0);
Texture2D<float> depth : register(t1);
SamplerState s : register(s0);
SamplerComparisonState k : register(s1);
RWBuffer<float> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    float4 x = t.Gather(s, a.xy), y = t.GatherGreen(s, a.xy), z = t.Gather(s, a.xy, int2(1, 0));
    for (int i = 0; i < 4; ++i) {
        o[i] = x[i];
        o[4 + i] = y[i];
        o[8 + i] = z[i];
    }
    float4 w = depth.GatherCmp(k, a.xy, a.z);
    o[12] = w.x + 2 * w.y + 4 * w.z + 8 * w.w;
    o[13] = depth.SampleCmpLevelZero(k, a.xy, a.w);
}
