cbuffer c : register(b0) { int4 a; };
Texture2D<float4> t : register(t0);
Texture2DArray<uint2> u : register(t1);
RWBuffer<float> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    float4 x = t.Load(int3(a.xy, 0)), y = t.Load(int3(a.xy, 0), int2(-1, 1)), z = t.Load(int3(0, 1, a.z));
    o[0] = x.x + 10 * x.y + 100 * x.z;
    o[1] = y.x + 10 * y.y + 100 * y.z;
    o[2] = z.x + 10 * z.y + 100 * z.z;
    o[3] = t.Load(int3(a.w, 0, 0)).w;
    o[4] = u[uint3(1, 0, 1)].y;
    o[5] = t.mips[1][a.xy].x;
}
