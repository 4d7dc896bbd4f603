float4x4 matrix_;
float4 main(float4 p : POSITION) : SV_Position { return mul(p, matrix_); }
