cbuffer c : register(b0) { uint4 a, b; };
RWBuffer<uint> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    float4 f = asfloat(a), g = asfloat(b);
    o[0] = int(f.x);
    o[1] = int(f.y);
    o[2] = uint(f.x);
    o[3] = uint(f.z);
    o[4] = int(f.z);
    o[5] = asuint(float(int(a.w)));
    o[6] = asuint(float(a.w));
    o[7] = uint(g.x);
    o[8] = int(g.y);
    o[9] = uint(g.z);
}
