float4x4 m : register(c0);
float4 v : register(c4);

float4 main() : SV_Target {
    return float4(determinant(m), determinant((float3x3)m), determinant((float2x2)m), v.x);
}
