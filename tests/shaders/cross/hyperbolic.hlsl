float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    return floor(float4(tan(a.x), sinh(a.y), cosh(a.z), tanh(a.w)) * 100.0 + 0.5);
}
