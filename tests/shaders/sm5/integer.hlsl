Buffer<uint4> rows : register(t0);
RWBuffer<uint4> results : register(u0);

[numthreads(1, 1, 1)]
void main()
{
    uint4 a = rows[0], b = rows[1], c = rows[2];
    int4 ia = a, ib = b, ic = c;

    results[0] = a + b;
    results[1] = a - b;
    results[2] = a * b;
    results[3] = ia * ib + ic;
    results[4] = max(ia, ib);
    results[5] = min(ia, ib);
    results[6] = max(a, b);
    results[7] = min(a, b);
    results[8] = a & b;
    results[9] = a | b;
    results[10] = a ^ b;
    results[11] = ~a;
    results[12] = -ia;
    results[13] = a << c;
    results[14] = a >> c;
    results[15] = ia >> c;
    results[16] = ia == ib ? 0xffffffff : 0;
    results[17] = ia != ib ? 0xffffffff : 0;
    results[18] = ia < ib ? 0xffffffff : 0;
    results[19] = ia >= ib ? 0xffffffff : 0;
    results[20] = a < b ? 0xffffffff : 0;
    results[21] = a >= b ? 0xffffffff : 0;
    results[22] = a / c;
    results[23] = a % c;
    results[24] = ia / ib;
    results[25] = ia % ib;
    results[26] = abs(ia);
}
