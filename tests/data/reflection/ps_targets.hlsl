struct Out { float4 a : SV_Target0; float4 b : SV_Target1; float4 c : SV_Target2; float d : SV_Depth; };
float4 k;
Out main(float4 c : COLOR, float3 n : NORMAL) { Out o; o.a = c; o.b = n.xyzz * k; o.c = k; o.d = n.z; return o; }
