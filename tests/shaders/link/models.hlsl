// Two stages that agree on names and on nothing else: order, registers, components, rows.
float4 a, b0, b1, c;
uint row, number;

struct Written {
    float4 position : SV_Position;
    float2 a : A;
    float unread : UNREAD;
    float3 b[2] : B;
    nointerpolation uint number : NUMBER;
    float4 c : C;
};

Written vs(float4 at : POSITION) {
    Written o;
    o.position = at;
    o.a = a.xy;
    o.unread = a.z;
#if SM >= 6
    o.b[row] = b0.xyz;
    o.b[1 - row] = b1.xyz;
#else
    o.b[0] = row ? b1.xyz : b0.xyz;
    o.b[1] = row ? b0.xyz : b1.xyz;
#endif
    o.number = number;
    o.c = c;
    return o;
}

struct Targets {
    float4 t0 : SV_Target0, t1 : SV_Target1, t2 : SV_Target2, t3 : SV_Target3;
};

Targets ps(float4 c : C, float3 b1 : B1, float4 color : COLOR0, float4 missing : MISSING, nointerpolation uint number : NUMBER,
           float4 a : A, float2 b0 : B0) {
    Targets o;
    o.t0 = float4(c.zw, b1.yz);
    o.t1 = a;
    o.t2 = color + missing;
    o.t3 = float4(b0, b1.x, number);
    return o;
}
