cbuffer c : register(b0) { uint4 a, b; };
RWBuffer<uint> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    uint4 r = msad4(a.x, uint2(a.y, a.z), uint4(1, 2, 3, 4));
    o[0] = r.x;
    o[1] = r.y;
    o[2] = r.z;
    o[3] = r.w;
    o[4] = uint(mad(int(b.x), int(b.y), int(b.z)));
    uint2 s = AddUint64(uint2(b.x, b.y), uint2(b.z, b.w));
    o[5] = s.x;
    o[6] = s.y;
}
