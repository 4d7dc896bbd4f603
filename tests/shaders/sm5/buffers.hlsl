struct record { float3 a; uint2 b; float c; };  // 24 bytes
Buffer<float4> typed_float : register(t0);
Buffer<int2> typed_int : register(t1);
ByteAddressBuffer raw : register(t2);
StructuredBuffer<record> records : register(t3);
RWByteAddressBuffer out_raw : register(u0);
RWStructuredBuffer<record> out_records : register(u1);
RWBuffer<float> out_float : register(u2);

[numthreads(1, 1, 1)]
void main()
{
    out_raw.Store4(0, asuint(typed_float[1]));
    // missing components of the format read as (0, 0, 0, 1); beyond the end the rest is 0 too
    out_raw.Store4(16, asuint(typed_float[2]));
    out_raw.Store2(32, typed_int[1]);
    out_raw.Store2(40, typed_int[raw.Load(4)]);
    out_raw.Store(48, raw.Load(8));
    out_raw.Store3(52, raw.Load3(12));
    // the last two words of four lie beyond the end
    out_raw.Store4(64, raw.Load4(raw.Load(0)));

    uint n = raw.Load(28);
    record r = records[n];
    out_raw.Store3(80, asuint(r.a));
    out_raw.Store2(92, r.b);
    out_raw.Store(100, asuint(r.c));
    out_raw.Store(104, asuint(records[n + 1].c));
    out_raw.Store3(108, asuint(records[raw.Load(4)].a));

    record w;
    w.a = float3(1, 2, 3);
    w.b = uint2(4, 5);
    w.c = 6;
    out_records[1] = w;
    out_records[0].b.y = 44;
    out_records[raw.Load(4)] = w;
    out_float[2] = 2.5;
    out_float[raw.Load(4)] = 9;
    out_raw.Store2(120, uint2(asuint(out_float[1]), out_records[0].b.x));
}
