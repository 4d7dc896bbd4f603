struct targets
{
    uint4 t0 : SV_Target0;
    int4 t1 : SV_Target1;
    float2 t2 : SV_Target2;
    uint t3 : SV_Target3;
};

Buffer<uint4> rows : register(t0);

targets main(float4 pos : SV_Position)
{
    targets t;
    uint4 r = rows[(uint)pos.x];
    t.t0 = r;
    t.t1 = int4(r) >> 1;
    t.t2 = asfloat(r.xy);
    t.t3 = r.w + (uint)pos.y;
    return t;
}
