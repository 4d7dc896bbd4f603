cbuffer c : register(b0) { uint4 a; };
RWBuffer<uint> o : register(u0);

[numthreads(1, 1, 1)]
void main() {
    uint r = 0;
    for (uint i = 0; i < a.x; ++i) {
        if (i & 1)
            r += i;
        else
            r ^= 1;
    }
    switch (a.y) {
    case 1: r += 100; break;
    case 2: r += 200; break;
    default: r += 300;
    }
    o[0] = r;
}
