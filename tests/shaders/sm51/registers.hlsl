cbuffer first : register(b0) { float4 a; }
cbuffer second : register(b0, space1) { float4 b; }
Texture2D<float4> third : register(t0);
Texture2D<float4> fourth : register(t0, space1);
Texture2D<float4> fifth : register(t4000000000, space77);
Buffer<float4> sixth : register(t0, space4294967279);

float4 main() : SV_Target
{
    int3 origin = int3(0, 0, 0);
    return a + b + third.Load(origin) + fourth.Load(origin) + fifth.Load(origin) + sixth[1];
}
