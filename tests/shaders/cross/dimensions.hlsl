cbuffer c : register(b0) { uint4 a; };
Texture2D<float4> t : register(t0);
Texture3D<float4> v : register(t1);
Buffer<uint> b : register(t2);
StructuredBuffer<uint3> s : register(t3);
RWTexture2D<float> u : register(u1);
RWBuffer<uint> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    uint x, y, z, n;
    t.GetDimensions(a.x, x, y, n);
    o[0] = x;
    o[1] = y;
    o[2] = n;
    v.GetDimensions(0, x, y, z, n);
    o[3] = x + 16 * y + 256 * z;
    o[4] = n;
    b.GetDimensions(x);
    o[5] = x;
    s.GetDimensions(x, y);
    o[6] = x;
    o[7] = y;
    u.GetDimensions(x, y);
    o[8] = x + 16 * y;
}
