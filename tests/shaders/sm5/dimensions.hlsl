Texture2DArray<float4> layers : register(t0);   // 2 x 2, 3 layers: (x, y, layer, 1)
Texture3D<float4> volume : register(t1);        // 2 x 2 x 2: (x, y, z, 1)
TextureCube<float4> cube : register(t2);        // 1 x 1 faces: (face, 0, 0, 1)
SamplerState point_sampler : register(s0);
SamplerState linear_sampler : register(s1);

struct targets
{
    float4 t0 : SV_Target0, t1 : SV_Target1, t2 : SV_Target2, t3 : SV_Target3;
    float4 t4 : SV_Target4, t5 : SV_Target5, t6 : SV_Target6, t7 : SV_Target7;
};

targets main(float4 pos : SV_Position)
{
    targets t;
    float2 uv = float2(pos.x / 4.0, 0.25);
    float n = pos.x - 1.5;  // -1, 0, 1, 2 for the four pixels
    t.t0 = layers.Sample(point_sampler, float3(uv, n));
    // halves round to the even layer: -1, -0.5, 0.5, 1.5 ... by n + 0.5
    t.t1 = layers.SampleLevel(point_sampler, float3(uv, n + 0.5), 0);
    t.t2 = layers.Gather(point_sampler, float3(0.5, 0.5, n));
    t.t3 = volume.Sample(point_sampler, float3(uv, n + 0.25), int3(0, 1, 0));
    t.t4 = volume.SampleLevel(linear_sampler, float3(0.5, 0.5, pos.x / 4.0), 0);
    // directions: -x, then y grows: pixel 0 sees -X, pixel 3 sees +Y
    t.t5 = cube.Sample(point_sampler, float3(-1, 2 * n, 0.25));
    t.t6 = cube.SampleGrad(point_sampler, float3(0, 0.25, n - 0.25), float3(0, 0, 0.1), float3(0.1, 0, 0));
    t.t7 = float4(cube.SampleLevel(point_sampler, float3(n, 0.1, -0.2), 0).x,
                  cube.SampleBias(point_sampler, float3(0.1, n + 0.5, 0.2), 0).x,
                  volume.SampleGrad(point_sampler, float3(0.75, 0.25, uv.x), float3(0.1, 0, 0), float3(0, 0.1, 0)).z,
                  layers.SampleGrad(point_sampler, float3(0.75, 0.25, 2), float2(0.1, 0), float2(0, 0.1)).z);
    return t;
}
