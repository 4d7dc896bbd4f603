float4 a : register(c0), b : register(c1), c : register(c2);

float4 main() : SV_Target {
    return float4(pow(a.x, b.x), pow(a.y, b.y), pow(a.z, 2.0), pow(a.w, 0.5));
}
