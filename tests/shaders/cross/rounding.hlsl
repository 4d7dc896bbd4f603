float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    return float4(floor(a.x), ceil(a.y), trunc(a.z), frac(a.w));
}
