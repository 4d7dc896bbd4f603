struct Row { float4 a; uint4 b; };
ConstantBuffer<Row> blocks[4] : register(b2, space1);
ConstantBuffer<Row> choice : register(b2, space2);
Texture2D<float4> textures[4] : register(t3, space3);
SamplerState samplers[2] : register(s1, space4);
RWByteAddressBuffer results[3] : register(u1, space5);
RWStructuredBuffer<uint2> counted[2] : register(u0, space6);

[numthreads(1, 1, 1)]
void literal_index()
{
    results[1].Store4(0, asuint(textures[2].SampleLevel(samplers[0], float2(1.5, 0.5), 0)));
    results[1].Store4(16, asuint(textures[2].SampleLevel(samplers[1], float2(1.5, 0.5), 0)));
    results[1].Store4(32, asuint(textures[0].Load(int3(0, 0, 0)) + textures[3].Load(int3(0, 0, 0))));
    results[1].Store4(48, asuint(blocks[3].a));
}

[numthreads(1, 1, 1)]
void uniform_index()
{
    results[choice.b.y].Store4(0, asuint(blocks[choice.b.x].a));
    results[choice.b.y].InterlockedAdd(16, choice.b.x);
}

[numthreads(1, 1, 1)]
void counters()
{
    uint at = counted[choice.b.x].IncrementCounter();
    counted[choice.b.x][at] = uint2(at, choice.b.y);
    counted[1].DecrementCounter();
}
