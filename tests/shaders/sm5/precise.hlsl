ByteAddressBuffer words : register(t0);
RWByteAddressBuffer results : register(u0);

[numthreads(1, 1, 1)]
void precise_value()
{
    float4 a = asfloat(words.Load4(0)), b = asfloat(words.Load4(16));
    precise float4 r = a * b + 1.0;
    precise float d = dot(a.xyz, b.xyz);
    // inf - inf must stay NaN
    precise float n = a.w - a.w;
    results.Store4(0, asuint(r));
    results.Store(16, asuint(d));
    results.Store(20, (asuint(n) & 0x7fffffff) > 0x7f800000);
}

[numthreads(1, 1, 1)]
void loose()
{
    float4 a = asfloat(words.Load4(0)), b = asfloat(words.Load4(16));
    results.Store4(0, asuint(a * b + 1.0));
}
