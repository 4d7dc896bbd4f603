cbuffer c : register(b0) { uint4 a, b; };
RWBuffer<uint> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    o[0] = a.x & a.y;
    o[1] = a.x | a.y;
    o[2] = a.x ^ a.y;
    o[3] = ~a.x;
    o[4] = a.x << b.x;
    o[5] = a.x >> b.x;
    o[6] = int(a.x) >> b.x;
    o[7] = a.x << b.y;
    o[8] = int(a.x) >> b.y;
    o[9] = a.x >> b.y;
}
