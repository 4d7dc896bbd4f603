// Comparisons on cubes and layers: the reference is a value of its own, beside a coordinate that may have four components.
TextureCubeArray<float> cubes : register(t0);
TextureCube<float> cube : register(t1);
Texture2DArray<float> layers : register(t2);
SamplerComparisonState less : register(s0);
SamplerState plain : register(s1);

struct targets { float4 t0 : SV_Target0, t1 : SV_Target1; };

targets main(float4 pos : SV_Position)
{
    targets t;
    float n = floor(pos.x);
    t.t0 = float4(cubes.SampleCmpLevelZero(less, float4(-1, 0.1, 0.2, n), 0.5),
                  cubes.SampleCmp(less, float4(0.1, 0.2, 3, n), 0.5),
                  cube.SampleCmpLevelZero(less, float3(0.1, -2, 0.2), 0.5),
                  layers.SampleCmpLevelZero(less, float3(0.5, 0.5, n), 0.5));
    t.t1 = float4(cubes.GatherCmp(less, float4(0.1, 0.2, -3, n), 0.5).x, layers.GatherCmp(less, float3(0.5, 0.5, n), 0.25).x,
                  cubes.SampleLevel(plain, float4(-1, 0.1, 0.2, n), 0), cube.Sample(plain, float3(0.1, -2, 0.2)));
    return t;
}
