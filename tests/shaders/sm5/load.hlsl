Texture2D<float4> tex : register(t0);        // 4 x 2, 2 levels
Texture2DArray<float4> layers : register(t1);  // 1 x 1, 3 layers
Texture3D<float4> volume : register(t2);     // 2 x 1 x 2
Texture2D<uint4> numbers : register(t3);     // 2 x 1
Buffer<int4> where : register(t4);
RWBuffer<float4> results : register(u0);
RWBuffer<uint4> counts : register(u1);

[numthreads(6, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    int4 w = where[i];
    uint o = 6 * i;
    results[o + 0] = tex.Load(w.xyz);
    results[o + 1] = tex.Load(w.xyz, int2(1, -1));
    results[o + 2] = layers.Load(int4(0, 0, w.w, 0));
    results[o + 3] = volume.Load(int4(w.x, 0, w.w, 0)).zyxw;
    results[o + 4] = tex[w.xy];
    results[o + 5] = tex.mips[w.z][w.xy];
    counts[i] = numbers.Load(int3(w.w, 0, 0));
}
