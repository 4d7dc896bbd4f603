// profiles: ps_5_1, with -enable_unbounded_descriptor_tables
Texture2D<float4> textures[] : register(t3, space3);
SamplerState samplers[4] : register(s1, space4); SamplerComparisonState comparing[4] : register(s1, space5);
float4 main(float3 uv : TEXCOORD, nointerpolation uint lane : LANE) : SV_Target {
    uint i = NonUniformResourceIndex(lane);
    return textures[i].Sample(samplers[0], uv.xy) + textures[2].Sample(samplers[i], uv.xy) + textures[i].Gather(samplers[i], uv.xy)
        + textures[i].SampleCmpLevelZero(comparing[i], uv.xy, uv.z) + textures[i].CalculateLevelOfDetail(samplers[i], uv.xy);
}
