class K { float4 a; float1 b; }; cbuffer C { K k; float1 one; float1 ones[2]; };
struct I { float4 p : SV_Position; half3 h : HALF; int16_t2 i : SHORT; uint16_t u : USHORT; uint id : SV_InstanceID; bool b : BOOLEAN; float c : Sv_ClipDistance1; };
struct O { float4 p : SV_Position; half3 h : HALF; nointerpolation int16_t2 i : SHORT; nointerpolation uint16_t u : USHORT; nointerpolation bool b : BOOLEAN; };
O main(I i) { O o; o.p = i.p * k.a + one + ones[1] + i.c; o.h = i.h; o.i = i.i; o.u = i.u + (uint16_t)i.id; o.b = i.b; return o; }
