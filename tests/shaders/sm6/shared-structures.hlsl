struct Cell {
    float f;
    uint b[4];
    double d;
    bool odd;
    int3 v;
    float2x2 m;
};
groupshared Cell cells[8];
groupshared bool flag;
groupshared int64_t sums[4];
RWBuffer<float> o : register(u0);
cbuffer c : register(b0) { uint4 a; };

[numthreads(8, 1, 1)]
void main(uint t : SV_GroupIndex) {
    cells[t].f = t;
    for (uint i = 0; i < 4; ++i)
        cells[t].b[i ^ a.x] = i * t;
    cells[t].d = t * 0.5;
    cells[t].odd = t & 1;
    cells[t].v = int3(1, -2, 3) * int(t);
    cells[t].m = float2x2(1, 2, 3, 4) * t;
    cells[t].m[a.y][t & 1] = 40;
    if (t == 0)
        flag = true;
    if (t < 4)
        sums[t] = -5 * int64_t(t);
    GroupMemoryBarrierWithGroupSync();
    Cell x = cells[7 - t];
    o[t] = x.f + 10 * x.b[t & 3] + float(x.d) + x.v.y + x.m[1][0] + (x.odd ? 1000 : 0) + (flag ? 10000 : 0) +
           float(sums[t & 3]);
}
