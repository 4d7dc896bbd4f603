float a = 1.5; float2 b = float2(2, 3); float3 c = float3(4, 5, 6);
float4 d[2] = { float4(1, 2, 3, 4), float4(5, 6, 7, 8) };
float2x3 m = { 1, 2, 3, 4, 5, 6 };
int i = -7; bool t = true;
float4 main(float4 p : POSITION) : SV_Position { return p * a + b.xyxy + c.xyzx + d[0] + d[1] + m._11_12_13_21 + m._22_23_22_23 + i + t; }
