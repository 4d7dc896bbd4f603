cbuffer c : register(b0) { uint4 a; };
RWBuffer<uint> o : register(u0);

uint walk(uint n, uint stop) {
    uint r = 0;
    for (uint i = 0; i < n; ++i) {
        switch (i % 5) {
        case 0: continue;
        case 1: r += 1;
        case 2: r += 10; break;
        case 3:
            for (uint k = 0; k < i; ++k) {
                if (k == 2)
                    break;
                if (r == stop)
                    return r * 1000 + i;
                r += 100;
            }
        default: r += 1000;
        }
        if (r > 5000)
            break;
        r += 1;
    }
    return r;
}

[numthreads(1, 1, 1)]
void main() {
    o[0] = walk(a.x, 0);
    o[1] = walk(a.y, 0);
    o[2] = walk(a.z, 23);
    o[3] = walk(100, 0);
}
