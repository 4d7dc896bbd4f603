cbuffer One { float4 only; float rest; }; Texture2D t; StructuredBuffer<float4> s; 
float4 main(float4 p : SV_Position, float2 uv : UV, float3 d[2] : D) : SV_Target1 { return 1; }
