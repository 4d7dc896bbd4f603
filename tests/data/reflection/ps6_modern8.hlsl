Texture2D<float> depth; SamplerComparisonState c; 
float4 main(float4 p : SV_Position, float2 uv : UV) : SV_Target { return depth.SampleCmpGrad(c, uv, 0.3, uv, uv.yx) + depth.SampleCmpBias(c, uv, 0.5, 1); }
