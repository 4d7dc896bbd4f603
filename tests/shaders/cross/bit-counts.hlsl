cbuffer c : register(b0) { uint4 a, b; };
RWBuffer<uint> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    o[0] = countbits(a.x);
    o[1] = reversebits(a.x);
    o[2] = firstbitlow(a.x);
    o[3] = firstbithigh(a.x);
    o[4] = firstbithigh(int(a.y));
    o[5] = firstbitlow(a.z);
    o[6] = firstbithigh(a.z);
    o[7] = firstbithigh(int(a.z));
    o[8] = firstbithigh(int(a.w));
}
