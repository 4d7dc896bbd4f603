float4 main(float4 a : A) : SV_Target { return a * a.wzyx; }
