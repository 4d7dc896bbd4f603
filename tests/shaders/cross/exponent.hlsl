float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    return float4(exp2(a.x), log2(a.y), exp(a.z), log(a.w));
}
