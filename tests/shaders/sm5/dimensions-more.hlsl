Texture1D<float4> line_texture : register(t0);          // 4 texels, 2 levels: (x, level, 0, 1)
Texture1DArray<float4> lines : register(t1);       // 2 texels, 3 layers: (x, layer, 0, 1)
TextureCubeArray<float4> cubes : register(t2);     // 1 x 1, 2 cubes: (face, cube, 0, 1)
Texture2DMSArray<float4> ms_layers : register(t3); // 4 samples, 1 x 1, 2 layers
SamplerState point_sampler : register(s0);
RWTexture1D<float4> out_line : register(u0);
RWTexture1DArray<uint> out_lines : register(u1);
RWBuffer<float4> results : register(u2);
Buffer<float4> where : register(t4);

[numthreads(1, 1, 1)]
void main()
{
    float4 w = where[0];
    int4 i = int4(w);
    results[0] = line_texture.SampleLevel(point_sampler, w.x, 0);
    results[1] = line_texture.SampleLevel(point_sampler, w.x, 0, 1);
    results[2] = line_texture.SampleLevel(point_sampler, w.x, 1);
    results[3] = line_texture.SampleGrad(point_sampler, w.x, 0.5, 0.5);
    results[4] = line_texture.Load(int2(i.y, 0));
    results[5] = line_texture.Load(int2(i.y, 0), -1);
    results[6] = lines.SampleLevel(point_sampler, w.xz, 0);
    results[7] = lines.Load(int3(0, i.y, 0), 1);
    results[8] = lines.SampleGrad(point_sampler, w.xz, 0.01, 0.01, -1);
    results[9] = cubes.SampleLevel(point_sampler, float4(-1, 0.1, 0.2, w.z - 1), 0);
    results[10] = cubes.SampleLevel(point_sampler, float4(0.1, 0.2, 3, w.z), 0);
    results[11] = cubes.Gather(point_sampler, float4(0.1, 5, 0.2, 0.6));
    results[12] = cubes.SampleGrad(point_sampler, float4(0.1, -5, 0.2, 5), float3(0.01, 0, 0), float3(0, 0, 0.01));
    results[13] = ms_layers.Load(int3(0, 0, 1), 2);
    uint a, b, c, d;
    line_texture.GetDimensions(1, a, b);
    lines.GetDimensions(0, c, d, b);
    results[14] = float4(a, b, c, d);
    cubes.GetDimensions(0, a, b, c, d);
    results[15] = float4(a, b, c, d);
    uint4 n;
    ms_layers.GetDimensions(n.x, n.y, n.z, n.w);
    results[16] = n;
    out_line[1] = float4(1, 2, 3, 4);
    out_lines[uint2(1, 2)] = 77;
    InterlockedAdd(out_lines[uint2(0, 1)], 5);
    out_line.GetDimensions(a);
    out_lines.GetDimensions(b, c);
    results[17] = float4(a, b, c, out_lines[uint2(1, 0)]);
}
