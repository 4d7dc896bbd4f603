Texture2D<float4> pool[] : register(t0, space5); Texture2D<float4> fixed_pool[12] : register(t3, space6); Texture2D grid[2][3] : register(t0, space7);
SamplerState samplers[] : register(s2, space5); RWTexture2D<float> images[3] : register(u4, space1); RWStructuredBuffer<float2> tables[] : register(u0, space2);
struct Light { float4 position; float3 colour; float range; };
ConstantBuffer<Light> lights[5] : register(b3, space4); ConstantBuffer<Light> sun : register(b1);
float4 main(float2 uv : UV, nointerpolation uint4 n : N) : SV_Target {
    float4 r = pool[NonUniformResourceIndex(n.x)].Sample(samplers[n.y], uv) + fixed_pool[n.z].Sample(samplers[0], uv) + grid[1][n.x % 3].Load(0);
    images[n.w % 3][n.xy] = r.x; tables[n.x][n.y] = r.xy;
    return r + lights[n.x % 5].position + sun.range;
}
