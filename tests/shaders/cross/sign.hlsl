float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    return float4(abs(a.x), -a.y, sign(a.z), sign(a.w) * abs(b.x));
}
