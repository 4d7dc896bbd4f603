cbuffer c : register(b0) {
    min16float4 a;
    min16int2 b;
    min16uint u;
};
RWBuffer<uint> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    min16float x = a.x * a.y + a.z;
    o[0] = asuint(float(x));
    o[1] = uint(int(b.x * b.y));
    o[2] = uint(u >> 1);
    o[3] = asuint(float(b.x));
    o[4] = (b.x < b.y) + 2 * (a.x > a.y);
    o[5] = asuint(float(min(a.z, a.w)));
    min16int wide = b.x;
    o[6] = uint(int(wide));
}
