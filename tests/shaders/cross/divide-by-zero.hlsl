cbuffer c : register(b0) { uint4 a, b; };
RWBuffer<uint> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    o[0] = a.x / b.x;
    o[1] = a.x % b.x;
}
