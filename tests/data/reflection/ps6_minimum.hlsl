cbuffer C { min16float a; min16float3 b; min16int c[2]; min16uint2 d; min10float e; min12int f; half g; min16float2x2 m; };
struct S { min16float x; min16int2 y; }; StructuredBuffer<S> list;
struct In { min16float4 colour : COLOR; min16int k : K; min16uint2 u : U; half h : H; float f : F; };
min16float4 main(In i) : SV_Target { return i.colour * a + b.xyzx + c[1] + d.xyxy + e + f + g + m[1][0] + i.k + i.u.xyxy + i.h + i.f + list[i.k].x; }
