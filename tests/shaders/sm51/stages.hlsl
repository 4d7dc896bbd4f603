// 5.1 names descriptors by range, register and space, and constant buffers may be arrays of structures.
struct pair { float4 a, b; };
ConstantBuffer<pair> first : register(b0);
ConstantBuffer<pair> more[2] : register(b2);
Texture2D<float4> textures[3] : register(t1);
SamplerState point_sampler : register(s1);
Buffer<uint> numbers : register(t5);
RWByteAddressBuffer raw : register(u2);
RWStructuredBuffer<uint2> records : register(u3);
RWTexture2D<uint> image : register(u5);
groupshared uint shared_words[4];

struct varyings { float4 pos : SV_Position; nointerpolation uint id : ID; float4 v : V; };

varyings vs(float2 position : POSITION, uint id : SV_VertexID)
{
    varyings v;
    v.pos = float4(position, 0, 1);
    v.id = id + 5;
    v.v = first.b;
    return v;
}

float4 ps(varyings v) : SV_Target
{
    return float4(textures[0].Load(int3(0, 0, 0)).x, textures[2].Sample(point_sampler, v.pos.xy).y, more[1].a.z, v.v.w + v.id);
}

[numthreads(4, 1, 1)]
void cs(uint i : SV_GroupIndex)
{
    uint v, w, h;
    shared_words[i] = numbers[3 - i];
    GroupMemoryBarrierWithGroupSync();
    raw.Store(4 * i, shared_words[i ^ 1]);
    raw.InterlockedAdd(16, i, v);
    if (i == 0)
    {
        records[records.IncrementCounter()] = uint2(asuint(more[0].b.x), asuint(more[1].b.w));
        InterlockedMax(image[uint2(1, 0)], 9);
        textures[1].GetDimensions(w, h);
        raw.Store2(20, uint2(w, h));
    }
}
