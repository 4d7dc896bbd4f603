float2x2 m22; float2x3 m23; float3x2 m32; row_major float3x4 r34; float4x4 m44[2]; column_major float4x1 m41; float1x4 m14;
float4 main(float4 c : COLOR) : SV_Target {
    return m22._11_12_21_22 + m23._11_12_13_21 + m32._11_12_21_22 + mul(r34, c).xyzx + mul(c, m44[1]) + m41._11_21_31_41 + m14[0];
}
