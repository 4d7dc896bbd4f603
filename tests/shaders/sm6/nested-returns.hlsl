cbuffer c : register(b0) { uint4 a; };
RWBuffer<uint> o : register(u0);

uint grid(uint n, uint m) {
    uint r = 0;
    for (uint i = 0; i < n; i++) {
        for (uint j = 0; j < m; j++) {
            if (i * j == 12)
                return r + 1000;
            [branch] if (j == i)
                continue;
            if (j > i + 2)
                break;
            for (uint k = j; k < i + j; k++) {
                if (k == 7)
                    return r + 2000;
                if (k & 1)
                    continue;
                r += k + 1;
            }
        }
        if (r > 60)
            return r;
    }
    return r;
}

uint stages(uint n) {
    uint r = 0;
    while (true) {
        switch (n) {
        case 0: return r;
        case 1:
        case 2: r += 1;
        case 3:
            r += 10;
            for (uint k = 0; k < n; k++) {
                if (k + 11 == r)
                    return k + 500;
                if (r > 99)
                    break;
                r += k;
            }
            break;
        case 9: n = 2; continue;
        default:
            r += 100;
            do {
                r++;
                if (r % 7 == 0)
                    return r;
            } while (r < 104);
        }
        n--;
        if (r > 300)
            break;
    }
    return r + 5;
}

[numthreads(1, 1, 1)]
void main() {
    for (uint i = 0; i < 4; i++) {
        o[i] = grid(a[i], a[i] + 2);
        o[i + 4] = stages(a[i]);
        o[i + 8] = stages(a[i] + 7);
    }
}
