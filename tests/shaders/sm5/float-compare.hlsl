Buffer<uint4> rows : register(t0);
RWBuffer<uint4> results : register(u0);

[numthreads(1, 1, 1)]
void main()
{
    float4 a = asfloat(rows[0]), b = asfloat(rows[1]), c = asfloat(rows[2]);
    uint4 m = rows[3];

    results[0] = (a < b) ? 0xffffffffu : 0u;
    results[1] = (a >= b) ? 0xffffffffu : 0u;
    results[2] = (a == b) ? 0xffffffffu : 0u;
    results[3] = (a != b) ? 0xffffffffu : 0u;
    results[4] = (a < c) ? 0xffffffffu : 0u;
    results[5] = (a >= c) ? 0xffffffffu : 0u;
    results[6] = (a == c) ? 0xffffffffu : 0u;
    results[7] = (a != c) ? 0xffffffffu : 0u;
    // a select on integers: every bit of the condition counts
    results[8] = m ? rows[0] : rows[2];
    // the same on floats, with modifiers on both values
    results[9] = asuint(m ? -c : abs(c));
    // logic on comparison results
    results[10] = (a < b && a != c) ? 1u : 0u;
    results[11] = (a < b || !(a == c)) ? 1u : 0u;
}
