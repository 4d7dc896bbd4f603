// Doubles come in as word pairs and go out the same way.
Buffer<uint4> rows : register(t0);
RWBuffer<uint4> results : register(u0);

double2 get(uint i) { uint4 r = rows[i]; return double2(asdouble(r.x, r.y), asdouble(r.z, r.w)); }
void put(uint i, double2 d)
{
    uint4 r;
    asuint(d.x, r.x, r.y);
    asuint(d.y, r.z, r.w);
    results[i] = r;
}

[numthreads(1, 1, 1)]
void main()
{
    double2 a = get(0), b = get(1);
    put(0, a + b);
    put(1, a - b);
    put(2, a * b);
    put(3, min(a, b));
    put(4, max(a, b));
    put(5, -abs(a));
    put(6, a < b ? a : b);
    results[7] = uint4(a < b ? 1 : 0, a >= b ? 1 : 0);
    results[8] = uint4(a == b ? 1 : 0, a != b ? 1 : 0);
    results[9] = asuint(float4(float2(a), float2(b)));
    float4 f = asfloat(rows[2]);
    put(10, double2(f.xy));
    put(11, double2(f.zw));
}
