cbuffer c : register(b0) { uint4 a, b; };
RWBuffer<uint> o : register(u0);

uint find(uint x) {
    for (uint i = 0; i < 10; ++i)
        for (uint k = 0; k < 10; ++k)
            if (i * k == x)
                return i * 16 + k;
    return 999;
}

[numthreads(1, 1, 1)]
void main() {
    o[0] = find(a.x);
    o[1] = find(a.y);
    uint turns = 0, x = b.x;
    bool done = false;
    while (!done) {
        do {
            ++turns;
            x = x & 1 ? 3 * x + 1 : x / 2;
            if (x == 1)
                done = true;
        } while (!done && x > b.y);
        x += b.z;
        if (turns > 100)
            break;
    }
    o[2] = turns;
    o[3] = x;
}
