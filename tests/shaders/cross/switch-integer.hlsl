cbuffer c : register(b0) { uint4 a, b; };
RWBuffer<uint> o : register(u0);

uint pick(uint x) {
    uint r = 0;
    switch (x) {
    case 1:
    case 5: r = 10; break;
    default: r = 20; break;
    case 3: r = 30; break;
    case 0xffffffff: return 40;
    }
    return r + 1;
}

[numthreads(1, 1, 1)]
void main() {
    o[0] = pick(a.x);
    o[1] = pick(a.y);
    o[2] = pick(a.z);
    o[3] = pick(a.w);
    uint n = 0;
    for (uint i = 0; i < b.x; ++i) {
        switch (i & 3) {
        case 0: n += 1; break;
        case 1: n += 10; break;
        case 2:
            if (i > 4)
                i = 1000;
            break;
        default: n += 100; break;
        }
        n += 1000;
    }
    o[4] = n;
}
