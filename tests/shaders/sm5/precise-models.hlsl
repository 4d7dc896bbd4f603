// The same expression in every model: a multiply-add and a dot product.
cbuffer params : register(b0) { float4 a, b; };
float4 main() : SV_Target { return float4(a.xy * b.xy + a.zw, dot(a.xyz, b.xyz), 1); }
