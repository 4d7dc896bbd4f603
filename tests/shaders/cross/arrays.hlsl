cbuffer c : register(b0) { uint4 a, b; };
RWBuffer<uint> o : register(u0);

struct Cell {
    uint v;
    uint w[2];
};
static const uint primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};

[numthreads(1, 1, 1)]
void main() {
    uint grid[3][4];
    for (uint i = 0; i < 3; ++i)
        for (uint k = 0; k < 4; ++k)
            grid[i][k] = primes[i + k] * (i + 1);
    Cell cells[4];
    for (uint j = 0; j < 4; ++j) {
        cells[j].v = grid[j % 3][j];
        cells[j].w[j & 1] = 7;
        cells[j].w[~j & 1] = 8;
    }
    cells[a.x].w[a.y] += 100;
    o[0] = grid[a.x][a.y];
    o[1] = cells[b.x].v;
    o[2] = cells[b.x].w[b.y];
    o[3] = cells[a.x].w[a.y];
}
