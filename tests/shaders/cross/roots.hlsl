float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    return float4(sqrt(a.x), rsqrt(a.y), 1.0 / a.z, b.w / a.w);
}
