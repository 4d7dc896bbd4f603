cbuffer One { float4 only; }; cbuffer Pair { float4 used; float4 unused; }; tbuffer T { float4 tonly; float4 tunused; }; tbuffer T1 { float2 t1only[3]; };
float4 main(nointerpolation uint n : N) : SV_Target { return only + used + tonly + t1only[n].xyxy; }
