struct row { float4 a; uint b; };
Texture2D<float4> textures[4] : register(t3, space1);
Texture2D<float4> many[] : register(t0, space2);
StructuredBuffer<row> rows[2] : register(t9);
SamplerState samplers[2] : register(s1);
struct param { float4 p; uint n; };
ConstantBuffer<param> params[3] : register(b2);
RWTexture2D<float4> target : register(u5, space3);

float4 ps(float2 t : TEXCOORD, nointerpolation uint i : INDEX) : SV_Target
{
    target[uint2(t)] = rows[1][i].a;
    return textures[i & 3].Sample(samplers[1], t) + many[NonUniformResourceIndex(i)].Load(int3(0, 0, 0))
           + params[i % 3].p * rows[i & 1][params[0].n].b;
}
