Texture2D diffuse : register(t0);
Texture2D<float3> normals : register(t1);
TextureCube sky : register(t3);
Texture3D volume;
SamplerState linear_sampler : register(s0);
SamplerState point_sampler : register(s2);
float4 weights[2];
float4 main(float2 uv : TEXCOORD0, float3 d : TEXCOORD1, float4 pos : SV_Position) : SV_Target {
    float4 c = diffuse.Sample(linear_sampler, uv) * weights[0];
    c.rgb += normals.Sample(point_sampler, uv) * weights[1].w;
    c += sky.Sample(linear_sampler, d) + volume.Sample(point_sampler, d);
    return c;
}
