// ps_5_0 with minimum precision: ISG1 and OSG1.
min16float4 main(min16float2 uv : TEXCOORD0, min16int n : INDEX) : SV_Target { return uv.xyxy * n; }
