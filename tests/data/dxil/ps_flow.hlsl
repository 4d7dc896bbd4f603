Texture2D<float4> colour : register(t0);
Texture2DMS<float4, 4> samples : register(t3, space1);
StructuredBuffer<float4> table : register(t1);
SamplerState linear_sampler : register(s0);
SamplerComparisonState shadow : register(s2);
Texture2D<float> depth_map : register(t2);

static const float weights[5] = { 0.0625, 0.25, 0.375, 0.25, 0.0625 };

struct Input {
    float4 position : SV_Position;
    float2 uv : TEXCOORD0;
    nointerpolation uint count : COUNT;
    sample float bias : BIAS;
    bool front : SV_IsFrontFace;
    uint sample_index : SV_SampleIndex;
};

struct Output {
    float4 colour : SV_Target0;
    uint2 ids : SV_Target2;
    float depth : SV_DepthGreaterEqual;
    uint coverage : SV_Coverage;
};

Output main(Input i) {
    Output o;
    precise float4 sum = 0;
    [loop] for (uint k = 0; k < i.count; ++k) {
        float4 c = colour.SampleBias(linear_sampler, i.uv + k * 0.125, i.bias);
        if (c.a < 0.25) continue;
        sum += c * weights[k % 5];
        if (sum.x > 8) break;
        for (uint j = 0; j < k; ++j) {
            sum += table[j * 3 + k];
            if (any(isnan(sum))) discard;
        }
    }
    sum += samples.Load(int2(i.position.xy), i.sample_index);
    sum *= depth_map.SampleCmpLevelZero(shadow, i.uv, i.position.z);
    o.colour = i.front ? sum : sum.wzyx;
    o.ids = uint2(i.count, countbits(i.count));
    o.depth = saturate(sum.x);
    o.coverage = 5;
    return o;
}
