// profiles: vs_4_0 vs_5_0
cbuffer C { uint i; float big[4000]; };
struct O { float4 p : SV_Position; float4 c[4] : COLOR; float2 t[3] : T; };
O main(float4 a[3] : A, float4 p : P) { O o = (O)0; o.p = p; o.c[0] = a[i % 3]; float2 t[3]; t[0] = 0; t[1] = p.xy; t[2] = 1; t[i % 3] = big[i + 2]; o.t = t; o.c[0].y = 1.#INF; o.c[1].z = -1.#INF; o.c[2].x = asfloat(0x7fc00000); o.c[3] = float4(asfloat(3), 1e10, 3e-5, 16777216); return o; }
